-- Lists and numbers: breadth-first search over 81 squares with some of them blocked.
local function next_move(view)
  local blocked = {}
  for square = 1, 81 do
    blocked[square] = square * 7 % 5 == 0
  end
  local reached = 0
  for start = 1, 81, 4 do
    local distance = {}
    for square = 1, 81 do
      distance[square] = -1
    end
    local queue = { start }
    local first = 1
    distance[start] = 0
    while first <= #queue do
      local square = queue[first]
      first = first + 1
      local file = (square - 1) % 9
      for direction = 1, 4 do
        local to = 0
        if direction == 1 and square > 9 then
          to = square - 9
        elseif direction == 2 and square <= 72 then
          to = square + 9
        elseif direction == 3 and file > 0 then
          to = square - 1
        elseif direction == 4 and file < 8 then
          to = square + 1
        end
        if to > 0 and not blocked[to] and distance[to] < 0 then
          distance[to] = distance[square] + 1
          queue[#queue + 1] = to
        end
      end
    end
    reached = reached + #queue
  end
  assert(reached > 81)
  return view:moves()[1]
end

return { next_move = next_move }
