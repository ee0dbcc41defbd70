-- Clones a large table for ever.
-- expect: out_of_fuel
return function(arg)
  local t = {}
  for i = 1, 3000 do t["k" .. i] = i end
  while true do table.clone(t) end
end
