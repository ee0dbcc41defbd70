-- Repeats texts to millions of bytes, for ever.
-- expect: out_of_fuel
return function(arg)
  while true do string.rep("x", 1e6) end
end
