-- Iterates over matches of a pattern that goes over the whole text each time.
-- expect: out_of_fuel
return function(arg)
  for _ in string.gmatch(string.rep("(", 2e6), "%b()") do end
end
