-- juez: quoridor
-- Exercise 9, one way to solve it.

local bot = {}

-- Called once, before the match. What we put into `bot` stays until its end.
function bot.start(info)
  bot.seen = {} -- bot.seen["e2"] is how often we stood there
end

-- How often we stood on `square` at the turns before this one.
function bot.visits(view, square)
  return bot.seen[square] or 0
end

function bot.next_move(view)
  local here = view:pawn(view.seat)
  bot.seen[here] = bot.visits(view, here) + 1

  local best, fewest, nearest
  for _, square in ipairs(view:pawn_moves(view.seat)) do
    local visits = bot.visits(view, square)
    local distance = view:world():play(square):distance(view.seat)
    if not best or visits < fewest or (visits == fewest and distance < nearest) then
      best, fewest, nearest = square, visits, distance
    end
  end
  return best
end

return bot
