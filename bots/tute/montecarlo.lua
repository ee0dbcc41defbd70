-- montecarlo: tries every move in worlds that fit what it sees, and counts how often it loses.
--
-- You do not see the other hands, but you can guess them: view:world(n) deals the cards you have not
-- seen to the others, in a way that fits everything that play has shown. Every n is another guess.

local bot = {}

-- How many guesses. Each costs fuel: `view:fuel()` tells what is left of this call.
local WORLDS = 40

function bot.next_move(view)
  local me, moves = view.seat, view:moves()

  -- lost[i] counts the guesses in which moves[i] ended in a poroto for us.
  local lost = {}
  for i = 1, #moves do
    lost[i] = 0
  end

  for n = 1, WORLDS do
    -- The same guess for every move, so that no move is lucky.
    local world = view:world(n)
    for i, move in ipairs(moves) do
      -- Play the move, then everybody plays at random to the end of the hand.
      local over = world:play(move):playout()
      if over:lost(me) then
        lost[i] = lost[i] + 1
      end
    end
  end

  -- The move that lost least; among equals the first.
  local best = 1
  for i = 2, #moves do
    if lost[i] < lost[best] then
      best = i
    end
  end
  print(moves[best], "loses", lost[best], "of", WORLDS)
  return moves[best]
end

return bot
