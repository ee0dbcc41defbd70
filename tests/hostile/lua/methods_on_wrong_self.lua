-- Calls methods of the view on other things.
-- expect: none
return function(arg)
  if not arg or not arg.world then return end
  local w, moves, play = arg:world(), arg.moves, arg:world().play
  for _, self in { w, {}, "view", 1, print, false } do
    assert(not pcall(moves, self))
  end
  assert(not pcall(play, arg, "e2"))
  pcall(moves)
  pcall(getmetatable(arg) and rawget or print, arg, "x")
  pcall(setmetatable, arg, {})
  pcall(rawset, arg, "x", 1)
  pcall(function() arg.seat = 5 end)
  pcall(function() return arg .. arg, #arg, -arg, arg < arg, arg() end)
end
