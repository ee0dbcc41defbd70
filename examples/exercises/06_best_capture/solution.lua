-- juez: scopone
-- Exercise 6, one way to solve it.

local bot = {}

-- What a card is worth in our pile.
local function card_worth(view, card)
  local worth = 1
  if view:suit(card) == "D" then
    worth = worth + 2
  end
  if card == "D7" then
    worth = worth + 10
  end
  return worth
end

-- What a move is worth.
function bot.worth(view, move)
  local captured = view:captured(move)
  if #captured == 0 then
    return 0
  end
  -- The card we play goes to our pile as well.
  local worth = card_worth(view, view:card(move))
  for _, card in ipairs(captured) do
    worth = worth + card_worth(view, card)
  end
  if #captured == #view:table() then
    worth = worth + 20 -- scopa: the table is empty
  end
  return worth
end

function bot.next_move(view)
  local best, best_worth
  for _, move in ipairs(view:moves()) do
    local worth = bot.worth(view, move)
    if not best or worth > best_worth then
      best, best_worth = move, worth
    end
  end
  print(best, "is worth", best_worth)
  return best
end

return bot
