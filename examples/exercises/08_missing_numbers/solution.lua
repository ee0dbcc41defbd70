-- juez: dominoes
-- Exercise 8, one way to solve it.

local bot = {}

-- The numbers that `seat` has shown to lack in this hand, ascending. Made for the first hand.
function bot.lacks(view, seat)
  local shown = {} -- shown[number] is true for the numbers it lacks
  local left, right -- the numbers at the two ends of the chain
  for i, move in ipairs(view:history()) do
    -- The seats take turns, and the opener made move 1.
    local who = (view:opener() + i - 1) % 4
    if move == "pass" then
      if who == seat then
        shown[left] = true
        shown[right] = true
      end
    elseif not left then
      -- The first tile: "66" has its two numbers at its ends.
      left = tonumber(string.sub(move, 1, 1))
      right = tonumber(string.sub(move, 2, 2))
    else
      -- "63@6" joins the end that shows 6, and leaves 3 there.
      local joined = tonumber(string.sub(move, 4, 4))
      local leaves = view:exposes(move)
      if joined == left then
        left = leaves
      else
        right = leaves
      end
    end
  end

  local lacking = {}
  for number = 0, 6 do
    if shown[number] then
      table.insert(lacking, number)
    end
  end
  return lacking
end

-- Whether `seat` certainly cannot play at the ends as they are.
function bot.is_stuck(view, seat)
  local lacking = bot.lacks(view, seat)
  for _, number in ipairs(view:ends()) do
    if not table.find(lacking, number) then
      return false
    end
  end
  return #view:ends() > 0
end

function bot.next_move(view)
  return view:moves()[1]
end

return bot
