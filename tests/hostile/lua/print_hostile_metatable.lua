-- Prints tables whose metatables lie.
-- expect: none
return function(arg)
  local raise = function() error("no") end
  pcall(print, setmetatable({}, { __tostring = raise, __index = raise, __len = raise, __iter = raise }))
  pcall(print, setmetatable({}, { __tostring = 1 }))
  pcall(print, setmetatable({}, { __tostring = function() return 1 end }))
  pcall(print, setmetatable({}, { __tostring = function() return string.rep("x", 2e6) end }))
  pcall(print, setmetatable({ 1 }, { __metatable = false, __name = "x", __type = 5 }))
end
