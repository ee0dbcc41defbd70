-- juez: quoridor
-- Exercise 3: walk while we are ahead, else put the wall that slows the other down most.

local bot = {}

-- How far ahead we are once `move` is made: the other's distance to his goal minus ours.
-- Your task: play the move in a world and compare the distances there.
function bot.lead_after(view, move)
  return 0
end

-- Your task: find the best step and the best wall, and choose between them.
function bot.next_move(view)
  return view:pawn_moves(view.seat)[1]
end

return bot
