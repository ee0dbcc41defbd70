-- juez: quoridor
--
-- A first bot: it steps so that the fewest steps are left. Change it and see what happens.
--
-- `view` is what you can see. A move is a text: "e2" walks there, "e3h" puts a wall.

local bot = {}

-- `start` is called once, before the first move. What you keep in `bot` stays for the match.
-- (Lines with @param are for your editor: they let it complete what you type.)
---@param info QuoridorInfo
function bot.start(info)
  bot.me = info.seat -- seats count from 0
end

-- `next_move` is called when it is your turn, and gives back one legal move.
---@param view QuoridorView
function bot.next_move(view)
  -- A world is a position to think on: world:play(move) is the world after that move.
  local world = view:world()
  -- Hemmed in by pawns there may be no step; then any legal move will do.
  local best, fewest = view:moves()[1], 1000
  for _, step in ipairs(view:pawn_moves(bot.me)) do
    local left = world:play(step):distance(bot.me)
    view:mark(step, tostring(left)) -- drawn on the board for people who watch
    if left < fewest then
      best, fewest = step, left
    end
  end

  print("to", best, "with", fewest, "steps to go") -- goes to your log
  return best
end

-- Try next:
-- 1. Put a wall when another seat is nearer: view:distance(seat) tells how far each one is, and
--    view:wall_moves(bot.me) what you may build. Try each in a world and keep the best.
-- 2. With two equally good steps take the one that the next wall hurts least.
-- 3. Look one move further: what would the others answer in world:play(step)?

return bot
