-- Playouts: every move played to the end of the hand in guesses of the hidden hands.
local function next_move(view)
  local moves = view:moves()
  local best, best_sum = nil, nil
  for _, move in ipairs(moves) do
    local sum = 0
    for n = 0, 19 do
      local over = view:world(n):play(move):playout()
      sum = sum + over:points(view.seat) - over:points((view.seat + 1) % view.seats)
    end
    if best_sum == nil or sum > best_sum then
      best, best_sum = move, sum
    end
  end
  return best
end

return { next_move = next_move }
