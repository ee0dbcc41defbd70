-- Formats long texts into longer ones, for ever.
-- expect: out_of_fuel
return function(arg)
  local s = string.rep("x", 1e6)
  while true do string.format("%s%q", s, s) end
end
