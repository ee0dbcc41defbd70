-- Raises an error whose text is millions of bytes long.
-- expect: script
return function(arg)
  error(setmetatable({}, { __tostring = function() return string.rep("x", 4e6) end }))
end
