-- Sorts long texts that differ only at their ends.
-- expect: out_of_fuel
return function(arg)
  local long = string.rep("a", 1e6)
  local a, b, t = long .. "1", long .. "2", {}
  for i = 1, 20000 do t[i] = i % 2 == 0 and a or b end
  table.sort(t)
end
