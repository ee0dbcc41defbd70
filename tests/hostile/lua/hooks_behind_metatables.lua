-- Hides its hooks behind a metatable that loops.
-- expect: missing_hook
-- hooks: load
-- whole: yes
return setmetatable({}, { __index = function() while true do end end })
