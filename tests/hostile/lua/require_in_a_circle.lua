-- Requires itself in a circle.
-- expect: script
-- hooks: load
local again = require("./attack")
return function() return again end
