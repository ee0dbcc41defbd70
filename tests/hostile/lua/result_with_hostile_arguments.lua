-- Calls the result of the match with wrong arguments.
-- expect: none
return function(arg)
  for _, a in { 0 / 0, math.huge, -1, 2^53, "0", "", {}, print, false } do
    pcall(function() return arg.rank(arg, a) end)
    pcall(function() return arg:points(a, a, a) end)
    pcall(function() return arg.rank(a) end)
  end
  pcall(function() arg.reason = 1 end)
  pcall(function() table.clear(arg) end)
  pcall(function() return arg.rank() end)
end
