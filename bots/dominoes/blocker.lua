-- blocker: sheds heavy tiles and doubles, and leaves numbers that its opponents have passed on.
--
-- A move is text: "63" is the first tile of a hand, "63@6" joins 63 to the end that shows 6.
-- Your partner sits across the table; the two seats beside you are the opponents.

local bot = {}

-- Whether a seat has shown, by passing, that it has no tile with this number.
local function lacks(view, seat, number)
  -- table.find gives the place of a value in a list, or nil.
  return table.find(view:passes(seat), number) ~= nil
end

-- How much we like a move, in pips.
local function worth(view, move)
  -- "open", "leave" and signals play no tile.
  if not string.match(move, "^%d") then
    return 0
  end

  -- What we hold at the end may count for the opponents: heavy tiles first.
  local value = view:pips(move)

  -- A double fits one number only, so it is hard to get rid of.
  local numbers = view:numbers(move)
  if numbers[1] == numbers[2] then
    value = value + 8
  end

  -- The number that will lie open (nil for the first tile of a hand).
  local number = view:exposes(move)
  if number then
    -- Tiles of ours that we could play on it later.
    value = value + 2 * #view:showing(number)

    local left = (view.seat + 1) % view.seats
    local partner = (view.seat + 2) % view.seats
    local right = (view.seat + 3) % view.seats
    if lacks(view, left, number) then value = value + 10 end
    if lacks(view, right, number) then value = value + 10 end
    if lacks(view, partner, number) then value = value - 5 end
  end
  return value
end

function bot.next_move(view)
  local best, best_value = nil, -math.huge
  for _, move in ipairs(view:moves()) do
    local value = worth(view, move)
    if value > best_value then
      best, best_value = move, value
    end
  end
  print(best, "is worth", best_value)
  return best
end

return bot
