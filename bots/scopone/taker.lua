-- taker: takes what is worth most at once, and keeps the table from adding up to ten or less.
--
-- A move is a text: "D7" puts the card on the table, "D7xB4+C3" captures two cards with it.
-- view:captured(move) and view:card(move) take such a text apart.

local bot = {}

-- What a card is worth in a pile. Every card counts for the carte, the suit D for the denari, and
-- D7 is a point of its own. Sevens, sixes and aces win the primiera.
local function worth(view, card)
  local points = 5
  if view:suit(card) == "D" then
    points = points + 10
  end
  if card == "D7" then
    points = points + 100
  end
  -- view:prime(card) is 21 for a seven, 18 for a six, 16 for an ace, down to 10.
  return points + 2 * (view:prime(card) - 10)
end

-- The sum of the cards that lie on the table after a move.
local function table_after(view, move)
  local sum = 0
  for _, card in ipairs(view:table()) do
    sum = sum + view:value(card)
  end
  local captured = view:captured(move)
  for _, card in ipairs(captured) do
    sum = sum - view:value(card)
  end
  if #captured == 0 then
    sum = sum + view:value(view:card(move))
  end
  return sum
end

-- How good a move is.
local function judge(view, move)
  local card = view:card(move)
  local captured = view:captured(move)
  local value = 0

  if #captured > 0 then
    -- The card we play goes to our pile as well.
    value = worth(view, card)
    for _, other in ipairs(captured) do
      value = value + worth(view, other)
    end
  else
    -- Another player will probably take what we leave there.
    value = -worth(view, card)
  end

  local left = table_after(view, move)
  if left == 0 then
    value = value + 100 -- scopa!
  elseif left <= 10 then
    value = value - 60 -- one card of that value takes all the rest
  end
  return value
end

function bot.next_move(view)
  local best, best_value = nil, nil
  for _, move in ipairs(view:moves()) do
    local value = judge(view, move)
    if best == nil or value > best_value then
      best, best_value = move, value
    end
  end
  print(best, "is worth", best_value)
  return best
end

return bot
