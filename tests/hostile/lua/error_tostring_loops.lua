-- Raises an error whose text takes for ever to write.
-- expect: out_of_fuel
return function(arg)
  error(setmetatable({}, { __tostring = function() while true do end end }))
end
