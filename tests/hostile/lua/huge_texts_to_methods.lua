-- Hands texts of millions of bytes to methods, for ever.
-- expect: out_of_fuel
return function(arg)
  local s = string.rep("e", 4e6)
  while true do
    if arg and arg.is_legal then
      pcall(arg.is_legal, arg, s)
      pcall(arg.why_illegal, arg, s)
      pcall(arg.random, arg, s)
    end
  end
end
