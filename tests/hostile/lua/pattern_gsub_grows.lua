-- Replaces each byte by thousands.
-- expect: out_of_fuel
return function(arg)
  local s = "aaaaaaaa"
  for i = 1, 10 do s = string.gsub(s, "a", "aaaaaaaaaaaaaaaa") end
end
