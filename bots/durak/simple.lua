-- simple: gets rid of cheap cards and keeps the trumps.
--
-- Every bot is a table with a `next_move`. The referee calls it when it is your turn, and you
-- return your move as text: a card such as "7S", or "take", or "done".

local bot = {}

-- What a card is worth to us. view:value(card) is 6 for a six up to 14 for an ace; any trump beats
-- every plain card, so it is worth more than an ace.
local function price(view, card)
  local value = view:value(card)
  return if view:is_trump(card) then value + 20 else value
end

-- The cheapest card among our legal moves, or nil if there is no card among them.
local function cheapest(view)
  local best, best_price = nil, 0
  for _, move in ipairs(view:moves()) do
    if move ~= "take" and move ~= "done" then
      local its_price = price(view, move)
      if best == nil or its_price < best_price then
        best, best_price = move, its_price
      end
    end
  end
  return best
end

function bot.next_move(view)
  local card = cheapest(view)

  -- The referee lists only cards that are allowed now: when we defend, cards that beat the attack;
  -- when we throw in, cards of a rank that is on the table.
  if view:phase() == "attack" then
    return card
  end
  if view:phase() == "defend" then
    print(view:to_beat(), "against", card or "nothing")
    return card or "take"
  end

  -- Throwing in: every plain card, for the fewer cards we hold the better. Trumps are for defending, until
  -- there is nothing left to draw: then only the number of cards counts.
  if card ~= nil and (not view:is_trump(card) or view:talon() == 0) then
    return card
  end
  return "done"
end

return bot
