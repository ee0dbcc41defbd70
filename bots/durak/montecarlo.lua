-- montecarlo: tries every move in many guesses at the hidden cards, and plays each to the end.
--
-- Shows worlds of a game with hidden cards. view:world(n) is the n-th guess: a complete position in
-- which we hold our own cards, the others hold what they are known to hold, and the rest is dealt at
-- random. In a guess, world:playout() plays random moves to the end. One such game tells next to
-- nothing; the average of many tells which move is good.

local GAMES = 200 -- random games per decision, shared by all moves; more are better and cost more

local bot = {}

function bot.next_move(view)
  local moves = view:moves()
  local guesses = GAMES // #moves

  -- won[i] counts how often move i did not make us the fool.
  local won = {}
  for i = 1, #moves do
    won[i] = 0
  end

  -- Every move is tried in the same guesses, so that none is better by a luckier deal.
  for n = 1, guesses do
    local world = view:world(n)
    for i, move in ipairs(moves) do
      won[i] += world:play(move):playout():points(view.seat)
    end
  end

  local best = 1
  for i = 2, #moves do
    if won[i] > won[best] then
      best = i
    end
  end
  print(moves[best], "was good in", won[best], "of", guesses, "games")
  return moves[best]
end

return bot
