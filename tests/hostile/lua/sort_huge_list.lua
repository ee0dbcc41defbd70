-- Sorts half a million numbers, again and again, without a comparator.
-- expect: out_of_fuel
return function(arg)
  local t = table.create(500000, 0)
  while true do table.sort(t) end
end
