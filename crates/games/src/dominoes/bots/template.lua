-- juez: dominoes
--
-- A first bot: it gets rid of heavy tiles and keeps numbers that it can still play on. Change it
-- and see what happens.
--
-- `view` is what you can see. A move is a text: "63" is the first tile of a hand, "63@6" joins 63
-- to the end that shows 6. "open" and "leave" say whether you or your partner begins a hand.

local bot = {}

-- How much we like a move, in pips.
-- (Lines with @param are for your editor: they let it complete what you type.)
---@param view DominoesView
---@param move string
local function worth(view, move)
  -- Moves that play a tile begin with its number.
  if not string.match(move, "^%d") then
    return 0
  end

  -- What is left at the end counts for the opponents: heavy tiles go first, and doubles, for they
  -- fit one number only.
  local value = view:pips(move)
  local numbers = view:numbers(move)
  if numbers[1] == numbers[2] then
    value = value + 8
  end

  -- The number that will lie open; the first tile of a hand leaves two. view:showing(number) are
  -- our tiles that could be played there later, this one among them.
  local number = view:exposes(move)
  if number ~= nil then
    value = value + 3 * #view:showing(number)
  end
  return value
end

-- `next_move` is called when it is your turn, and gives back one legal move.
---@param view DominoesView
function bot.next_move(view)
  local best, most = nil, 0
  for _, move in ipairs(view:moves()) do
    local value = worth(view, move)
    if best == nil or value > most then
      best, most = move, value
    end
  end
  print(best, "is worth", most) -- goes to your log
  return best
end

-- Try next:
-- 1. view:passes(seat) are the numbers that a seat has shown to lack: leave those open. Opponents
--    sit at (view.seat + 1) % 4 and (view.seat + 3) % 4.
-- 2. Your partner sits at (view.seat + 2) % 4. Do not close what it has played on.
-- 3. Count: of each number there are seven tiles, and view:chain() shows which are gone.

return bot
