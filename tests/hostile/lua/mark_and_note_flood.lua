-- Marks, notes and plots without end, with long and broken texts.
-- expect: out_of_fuel
return function(arg)
  local long = string.rep("x", 1e5)
  while true do
    if arg and arg.mark then
      arg:mark("e2", long, long)
      pcall(arg.mark, arg, "nowhere", "\xff")
      arg:note(long)
      arg:plot(long, 0 / 0)
      arg:plot("x", -math.huge)
      pcall(arg.plot, arg, "\xff", {})
    end
  end
end
