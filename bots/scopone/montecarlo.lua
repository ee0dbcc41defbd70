-- montecarlo: tries every move in many guesses of the hidden hands, and plays each to its end.
--
-- You do not know what the others hold, but view:world(n) guesses: it deals the cards you have not
-- seen to the other seats at random, another way for every n. world:playout() then plays random
-- moves until the hand is over. Each result alone means little; the average of many tells which
-- move is good.

local GUESSES = 40 -- more is better and costs more fuel

local bot = {}

function bot.start(info)
  bot.seat = info.seat
  bot.seats = info.seats
end

-- How far our side is ahead of the best of the others. Partners have the same team.
local function lead(world)
  local team = world:team(bot.seat)
  local best = nil
  for seat = 0, bot.seats - 1 do
    if world:team(seat) ~= team then
      local points = world:points(seat)
      if best == nil or points > best then
        best = points
      end
    end
  end
  return world:points(bot.seat) - best
end

function bot.next_move(view)
  local moves = view:moves()
  local sums = {}
  for i = 1, #moves do
    sums[i] = 0
  end

  -- Every move is tried in the same guesses, so that none is lucky. The guesses come first in the
  -- loop: should the fuel run low, all moves have been tried equally often.
  local full = view:fuel()
  local tried = 0
  for n = 0, GUESSES - 1 do
    local world = view:world(n)
    for i, move in ipairs(moves) do
      local over = world:play(move):playout()
      sums[i] = sums[i] + lead(over)
    end
    tried = tried + 1
    if view:fuel() < full // 2 then
      break
    end
  end

  local best = 1
  for i = 2, #moves do
    if sums[i] > sums[best] then
      best = i
    end
  end
  print(moves[best], "is ahead by", sums[best], "points in", tried, "guesses")
  return moves[best]
end

return bot
