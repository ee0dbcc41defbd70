-- juez: scopone
-- Exercise 6: which capture is worth most?

local bot = {}

-- What a move is worth. Your task: count as the task says. Now every capture is worth the same.
function bot.worth(view, move)
  if #view:captured(move) == 0 then
    return 0
  end
  return 1
end

-- Your task: play the move that is worth most.
function bot.next_move(view)
  return view:moves()[1]
end

return bot
