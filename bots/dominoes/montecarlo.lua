-- montecarlo: guesses what the others hold, plays each guess to the end at random, and counts.
--
-- view:world(n) deals the tiles we have not seen to the others, in a way that fits everything we
-- know (no player gets a number he has passed on). Each n is another guess. One guess says little; the
-- average over many says which move is good.

local GUESSES = 100 -- per move; more is stronger and costs more fuel

local bot = {}

function bot.start(info)
  bot.seat = info.seat
  bot.rival = (info.seat + 1) % info.seats
end

-- The points we are ahead at the end of the hand. A world ends with its hand.
local function lead(world)
  local over = world:playout()
  return over:points(bot.seat) - over:points(bot.rival)
end

function bot.next_move(view)
  local moves = view:moves()

  -- Signals before a hand (house rule signal=seed) change nothing in a random game.
  if string.match(moves[1], "^sig") then
    return moves[1]
  end

  -- Every move is tried in the same guesses: that is fairer than new ones for each.
  local totals = {}
  for i = 1, #moves do
    totals[i] = 0
  end
  for n = 0, GUESSES - 1 do
    local world = view:world(n)
    for i, move in ipairs(moves) do
      totals[i] = totals[i] + lead(world:play(move))
    end
  end

  local best = 1
  for i = 2, #moves do
    if totals[i] > totals[best] then
      best = i
    end
  end
  for i, move in ipairs(moves) do
    print(move, "leads by", totals[i], "in", GUESSES, "guesses")
  end
  return moves[best]
end

return bot
