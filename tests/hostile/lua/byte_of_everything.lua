-- Asks for every byte of a long text, and for bytes beyond it.
-- expect: out_of_fuel
return function(arg)
  local s = string.rep("x", 200000)
  for _, i in { -2^53, 2^53, 0 / 0, math.huge } do pcall(string.byte, s, i, -i) end
  while true do select("#", string.byte(s, 1, -1)) end
end
