-- juez: tute
--
-- A first bot: in this game the middle loses, so it tries for the fewest points, unless its cards
-- are good enough for the most. Change it and see what happens.
--
-- `view` is what you can see. A move is a text: "O12" plays a card, "40:O" sings.

local bot = {}

-- Whether to try for the most: if what we have and hold is far above our share of all 130.
-- (Lines with @param are for your editor: they let it complete what you type.)
---@param view TuteView
local function goes_high(view)
  local mine, others = view:hand_points(view.seat), 0
  for _, card in ipairs(view:hand()) do
    mine = mine + view:card_points(card)
  end
  for seat = 0, view.seats - 1 do -- seats count from 0
    if view:in_hand(seat) and seat ~= view.seat then others = others + 1 end
  end
  return mine * (others + 1) > 160
end

-- How much we like a move. view:strength(card) is 10 for a 1 down to 1 for a 2.
---@param view TuteView
---@param move string
---@param high boolean
local function worth(view, move, high)
  -- A tute wins the hand at once; other songs, which have a colon, are points.
  if string.find(move, "tute") then return 200 end
  if string.find(move, ":") then return high and 100 or -100 end

  -- The card that is winning is the one to beat; there is none if we lead.
  local winning = nil
  for _, card in ipairs(view:trick()) do
    if winning == nil or view:beats(card, winning) then winning = card end
  end
  local wins = winning == nil or view:beats(move, winning)
  local value = wins and 50 + view:strength(move) or -view:strength(move)
  return high and value or -value
end

-- `next_move` is called when it is your turn, and gives back one legal move.
---@param view TuteView
function bot.next_move(view)
  local high = goes_high(view)
  local best, most = nil, 0
  for _, move in ipairs(view:moves()) do
    local value = worth(view, move, high)
    if best == nil or value > most then
      best, most = move, value
    end
  end
  print(high and "for the most:" or "for the fewest:", best) -- goes to your log
  return best
end

-- Try next:
-- 1. Look at the others: view:hand_points(seat) is what each has. Who is going to be in the middle?
-- 2. Going low, throw away points on tricks that another seat wins, not just strong cards.
-- 3. view:voids(seat) are suits a seat has no card of, view:unseen() what may still come.

return bot
