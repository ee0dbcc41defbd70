-- juez: durak
--
-- A first bot: it plays the cheapest card it may, and keeps its trumps. Change it and see what
-- happens.
--
-- `view` is what you can see. A move is a text: a card such as "7S", or "take", or "done".

local bot = {}

-- What a card is worth to us. view:value(card) is 6 for a six up to 14 for an ace; any trump beats
-- every plain card.
-- (Lines with @param are for your editor: they let it complete what you type.)
---@param view DurakView
---@param card string
local function price(view, card)
  local value = view:value(card)
  if view:is_trump(card) then
    value = value + 20
  end
  return value
end

-- `next_move` is called when it is your turn, and gives back one legal move.
---@param view DurakView
function bot.next_move(view)
  -- The cheapest card. view:moves() lists only cards that are allowed now: in defence, those that
  -- beat the attack; when throwing in, those of a rank on the table.
  local best, cheapest = nil, 0
  for _, move in ipairs(view:moves()) do
    if move ~= "take" and move ~= "done" then
      local its_price = price(view, move)
      if best == nil or its_price < cheapest then
        best, cheapest = move, its_price
      end
    end
  end

  -- The phase is attack, defend or throw. Thrown in are only plain cards up to the ten.
  local phase = view:phase()
  print(phase, "with", best) -- goes to your log
  if phase == "throw" and (best == nil or cheapest > 10) then
    return "done"
  end
  return best or "take"
end

-- Try next:
-- 1. Do not spend a trump on a six while the talon lasts: when is "take" cheaper?
-- 2. With several cards of one rank attack with that rank, and throw the others in.
-- 3. Remember what is gone: view:unseen() lists what may still come, view:known(seat) what a seat
--    is known to hold. Can the defender beat your card at all?

return bot
