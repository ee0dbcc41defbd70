-- Requires names of a million bytes, for ever.
-- expect: out_of_fuel
return function(arg)
  local name = "./" .. string.rep("x", 1e6)
  while true do pcall(require, name) end
end
