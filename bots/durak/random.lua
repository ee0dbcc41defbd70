-- random: any legal move.
--
-- The smallest bot there is, and the first one to beat.

local bot = {}

function bot.next_move(view)
  local moves = view:moves()

  -- view:random(n) gives a whole number from 0 to n-1. It comes from the match's seed, so that
  -- the same match can be played again. Lua lists start at 1, hence the + 1.
  return moves[view:random(#moves) + 1]
end

return bot
