-- Raises an error whose text is no text.
-- expect: script
return function(arg)
  error(setmetatable({}, { __tostring = function() return {} end }))
end
