-- Keeps its only function under a key that loops when it is asked what it is.
-- expect: missing_hook
-- hooks: load
-- whole: yes
local key = setmetatable({}, { __tostring = function() while true do end end })
return { [key] = function() end }
