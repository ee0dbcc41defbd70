-- juez: quoridor
-- Exercise 2, one way to solve it: breadth-first search.

local bot = {}

-- How many steps it takes from `from` to the nearest square of our goal line.
function bot.steps(view, from)
  local is_goal = {}
  for _, square in ipairs(view:goal(view.seat)) do
    is_goal[square] = true
  end

  -- The squares that are `steps` steps away. In each round they are replaced by the squares one
  -- step further out, but for those that were seen before.
  local ring = { from }
  local seen = { [from] = true }
  local steps = 0
  while #ring > 0 do
    local next_ring = {}
    for _, square in ipairs(ring) do
      if is_goal[square] then
        return steps
      end
      for _, other in ipairs(view:neighbors(square)) do
        if not seen[other] then
          seen[other] = true
          table.insert(next_ring, other)
        end
      end
    end
    ring = next_ring
    steps = steps + 1
  end
  return nil -- never: the rules allow no wall that shuts a pawn in
end

function bot.next_move(view)
  local best, fewest
  for _, square in ipairs(view:pawn_moves(view.seat)) do
    local steps = bot.steps(view, square)
    if not best or steps < fewest then
      best, fewest = square, steps
    end
  end
  return best
end

return bot
