-- Compares long texts that differ only at their ends.
-- expect: out_of_fuel
return function(arg)
  local s = string.rep("a", 3e6)
  local a, b = s .. "1", s .. "2"
  while a < b do end
end
