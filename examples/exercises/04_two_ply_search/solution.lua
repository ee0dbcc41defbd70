-- juez: quoridor
-- Exercise 4, one way to solve it: look at the best reply to each of our moves.

local bot = {}

local WIN = 100

-- How good a position is for `seat`: the other's distance to his goal minus its own.
local function value(world, seat)
  if world:is_over() then
    return world:rank(seat) == 1 and WIN or -WIN
  end
  return world:distance(1 - seat) - world:distance(seat)
end

-- The value of `move` after the reply that is worst for us. Once a reply is no better than `enough`
-- the search may stop: the move is no use any more.
local function worst_after(view, move, enough)
  local world = view:world():play(move)
  if world:is_over() then
    return value(world, view.seat)
  end
  local worst = WIN
  for _, reply in ipairs(world:moves()) do
    worst = math.min(worst, value(world:play(reply), view.seat))
    if worst <= enough then
      break
    end
  end
  return worst
end

function bot.worst(view, move)
  return worst_after(view, move, -1000)
end

function bot.next_move(view)
  -- Pawn moves first: after a good one the search of the walls stops early.
  local moves = view:pawn_moves(view.seat)
  for _, wall in ipairs(view:wall_moves(view.seat)) do
    table.insert(moves, wall)
  end

  local best, best_value = nil, -1000
  for _, move in ipairs(moves) do
    local worst = worst_after(view, move, best_value)
    if worst > best_value then
      best, best_value = move, worst
    end
  end
  print(best, "is worth", best_value)
  return best
end

return bot
