-- Prints an object whose text is itself printed.
-- expect: script
return function(arg)
  local o = setmetatable({}, {})
  getmetatable(o).__tostring = function(self) print(self) return tostring(self) .. string.format("%s", self) end
  print(o)
end
