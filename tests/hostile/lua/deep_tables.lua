-- Nests tables a hundred thousand deep and prints, compares and drops them.
-- expect: out_of_fuel
return function(arg)
  local t = {}
  for i = 1, 1e6 do t = { t } end
  print(t)
end
