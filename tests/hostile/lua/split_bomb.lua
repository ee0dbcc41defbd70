-- Splits a text of millions of separators.
-- expect: out_of_fuel
return function(arg)
  local s = string.rep(",", 1e6)
  while true do string.split(s, ",") end
end
