-- Counts to infinity, and from there with steps of infinity.
-- expect: out_of_fuel
return function(arg)
  for i = 1, math.huge do end
  for i = 1, math.huge, math.huge do end
end
