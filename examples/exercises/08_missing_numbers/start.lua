-- juez: dominoes
-- Exercise 8: who passes tells what he does not have.

local bot = {}

-- The numbers that `seat` has shown to lack in this hand, ascending. Made for the first hand.
-- Your task: follow the ends of the chain through the history.
function bot.lacks(view, seat)
  local lacking = {}
  for i, move in ipairs(view:history()) do
    print(i, move)
  end
  return lacking
end

-- Whether `seat` certainly cannot play at the ends as they are.
-- Your task: it cannot if it lacks the numbers of both ends.
function bot.is_stuck(view, seat)
  return false
end

function bot.next_move(view)
  return view:moves()[1]
end

return bot
