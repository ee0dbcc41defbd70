-- Asks for members whose names have millions of bytes, for ever.
-- expect: out_of_fuel
return function(arg)
  local s = string.rep("e", 4e6)
  while true do
    pcall(function() return arg[s] end)
  end
end
