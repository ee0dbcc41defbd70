-- juez: quoridor
-- Exercise 2: how far is it to the goal, and which step leads there?

local bot = {}

-- How many steps it takes from `from` to the nearest square of our goal line.
-- Your task: search outwards from `from`, ring by ring.
function bot.steps(view, from)
  return 0
end

-- Your task: of all squares the pawn can go to, take one from which the way is shortest.
function bot.next_move(view)
  local best = view:pawn_moves(view.seat)[1]
  return best
end

return bot
