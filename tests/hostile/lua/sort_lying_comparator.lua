-- Sorts a long list with a comparator that lies.
-- expect: out_of_fuel
return function(arg)
  local t = {}
  for i = 1, 5000 do t[i] = i end
  local n = 0
  while true do
    table.sort(t, function() n += 1 return n % 3 == 0 end)
  end
end
