-- Worlds: every move and some replies tried two plies deep, judged by distances.
local function next_move(view)
  local me = view.seat
  local other = 1 - me
  local best, best_value = nil, nil
  local world = view:world()
  for i, move in ipairs(view:moves()) do
    if i % 2 == 1 then
      local after = world:play(move)
      local worst = 100
      for _, reply in ipairs(after:pawn_moves(other)) do
        local there = after:play(reply)
        worst = math.min(worst, there:distance(other) - there:distance(me))
      end
      if best_value == nil or worst > best_value then
        best, best_value = move, worst
      end
    end
  end
  return best
end

return { next_move = next_move }
