-- juez: scopone
--
-- A first bot: it takes what is worth most, and leaves what is worth least. Change it and see what
-- happens.
--
-- `view` is what you can see. A move is a text: "D7" puts the card on the table, "D7xB4+C3" takes
-- two cards with it. view:card(move) and view:captured(move) take such a text apart.

local bot = {}

-- What a card is worth in a pile: every card counts, and more if it is of suit D, or good for the
-- primiera. view:prime(card) is 21 for a seven down to 10. D7 is a point of its own.
-- (Lines with @param are for your editor: they let it complete what you type.)
---@param view ScoponeView
---@param card string
local function worth(view, card)
  local value = view:prime(card) - 5
  if view:suit(card) == "D" then value = value + 10 end
  if card == "D7" then value = value + 50 end
  return value
end

-- How good a move is.
---@param view ScoponeView
---@param move string
local function judge(view, move)
  local captured = view:captured(move)
  local value = worth(view, view:card(move))
  -- A card that takes nothing stays on the table, and another player may take it.
  if #captured == 0 then return -value end
  for _, card in ipairs(captured) do
    value = value + worth(view, card)
  end
  -- Emptying the table is a scopa, a point at once.
  if #captured == #view:table() then
    value = value + 50
  end
  return value
end

-- `next_move` is called when it is your turn, and gives back one legal move.
---@param view ScoponeView
function bot.next_move(view)
  local best, most = nil, 0
  for _, move in ipairs(view:moves()) do
    local value = judge(view, move)
    if best == nil or value > most then
      best, most = move, value
    end
  end
  print(best, "is worth", most) -- goes to your log
  return best
end

-- Try next:
-- 1. Do not leave a table that adds up to ten or less: the next seat could empty it with one card.
-- 2. view:unseen() are the cards of the others. A value that is gone cannot take what you leave.
-- 3. Keep the sevens for when they take something, above all D7.

return bot
