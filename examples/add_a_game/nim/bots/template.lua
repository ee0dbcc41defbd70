-- juez: nim
--
-- A first bot: it leaves a multiple of four whenever it can. Change it and see what happens.

local bot = {}

-- `next_move` is called when it is your turn, and returns one legal move: "t1", "t2" or "t3".
function bot.next_move(view)
  local move = "t" .. view:pile() % 4
  print("pile of", view:pile()) -- goes to your log
  return view:is_legal(move) and move or view:moves()[1]
end

return bot
