-- Marks and notes without end, with long and broken texts.
-- expect: out_of_fuel
return function(arg)
  local long = string.rep("x", 1e5)
  while true do
    if arg and arg.mark then
      arg:mark("e2", long, long)
      pcall(arg.mark, arg, "nowhere", "\xff")
      arg:note(long)
    end
  end
end
