-- Keeps many long texts.
-- expect: out_of_fuel
return function(arg)
  local t, s = {}, string.rep("x", 10000)
  for i = 1, 1e9 do t[i] = s .. i end
end
