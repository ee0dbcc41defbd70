-- Raises nothing.
-- expect: script
return function(arg)
  error(nil)
end
