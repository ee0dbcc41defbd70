-- Unpacks thousands of values a million times.
-- expect: out_of_fuel
return function(arg)
  local f, s = string.rep("b", 5000), string.rep("x", 5000)
  while true do string.unpack(f, s) end
end
