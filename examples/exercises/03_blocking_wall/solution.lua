-- juez: quoridor
-- Exercise 3, one way to solve it.

local bot = {}

-- How far ahead we are once `move` is made: the other's distance to his goal minus ours.
function bot.lead_after(view, move)
  local world = view:world():play(move)
  local other = 1 - view.seat
  return world:distance(other) - world:distance(view.seat)
end

-- The first move of the list with the greatest lead, and that lead.
local function best_of(view, moves)
  local best, greatest
  for _, move in ipairs(moves) do
    local lead = bot.lead_after(view, move)
    if not best or lead > greatest then
      best, greatest = move, lead
    end
  end
  return best, greatest
end

function bot.next_move(view)
  local step, step_lead = best_of(view, view:pawn_moves(view.seat))
  local wall, wall_lead = best_of(view, view:wall_moves(view.seat))
  -- A wall is spent for good: it must gain more than a step does.
  if wall and step_lead < 0 and wall_lead > step_lead then
    print(wall, "gives a lead of", wall_lead)
    return wall
  end
  print(step, "gives a lead of", step_lead)
  return step
end

return bot
