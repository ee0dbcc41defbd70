-- Raises an error whose text raises an error.
-- expect: script
return function(arg)
  local e = setmetatable({}, {})
  getmetatable(e).__tostring = function(self) error(self) end
  error(e)
end
