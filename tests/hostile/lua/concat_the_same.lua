-- Joins the same long texts for ever, which makes nothing new.
-- expect: out_of_fuel
return function(arg)
  local a, b = string.rep("a", 1e5), string.rep("b", 1e5)
  local kept = a .. b
  while true do kept = a .. b end
end
