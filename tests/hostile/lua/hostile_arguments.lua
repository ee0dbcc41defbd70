-- Calls every method with wrong arguments.
-- expect: none
-- expect next_move: out_of_fuel
return function(arg)
  if not arg or not arg.world then return end
  local odd = { 0 / 0, math.huge, -math.huge, -1, 2^31, 2^53, -2^63, 0.5, "", "\0", "\xff", string.rep("x", 1e4), {},
    setmetatable({}, { __tostring = error, __index = error }), print, coroutine.running(), arg, arg:world(), true }
  local names = { "moves", "is_legal", "why_illegal", "history", "data", "fuel", "random", "mark", "note", "path",
    "distance", "is_open", "neighbors", "step", "pawn", "goal", "walls_left", "play", "points", "rank", "view" }
  local w = arg:world()
  for _, name in names do
    for _, a in odd do
      pcall(function() return arg[name](arg, a) end)
      pcall(function() return w[name](w, a) end)
      pcall(function() return arg[name](w, a) end)
      pcall(function() return w[name](arg, a, a) end)
      pcall(function() return arg[name](a) end)
    end
  end
end
