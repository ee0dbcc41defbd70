-- waller: walks while it is ahead, and builds in front of the leader when it is behind.
--
-- Shows how to remember things, how to look one move ahead with a world, and how to write a log.

local bot = {}

-- `start` is called once, before the first move. What you put into `bot` stays for the match.
function bot.start(info)
  bot.seat = info.seat
  bot.seats = info.seats
  bot.built = 0
end

-- The opponent who is nearest to his goal. Seats are counted from 0.
local function leader(position)
  local best, nearest = nil, nil
  for seat = 0, bot.seats - 1 do
    if seat ~= bot.seat then
      local distance = position:distance(seat)
      if nearest == nil or distance < nearest then
        best, nearest = seat, distance
      end
    end
  end
  return best
end

-- How many steps we are ahead of a seat; negative when behind.
local function lead(position, rival)
  return position:distance(rival) - position:distance(bot.seat)
end

-- The next square on the way, or the nearest thing to it.
local function walk(view)
  local path = view:path(bot.seat)
  if view:is_legal(path[1]) then
    return path[1]
  end
  return view:pawn_moves(bot.seat)[1]
end

function bot.next_move(view)
  local rival = leader(view)
  local now = lead(view, rival)

  -- Ahead, or nothing to build with: run.
  if now >= 0 or view:walls_left(bot.seat) == 0 then
    return walk(view) or view:moves()[1]
  end

  -- Behind: try every wall in a world. A world is a copy of the position to think on:
  -- world:play(move) gives the world after that move and leaves the first one as it was.
  local world = view:world()
  local best, best_lead = nil, now + 1
  for _, wall in ipairs(view:wall_moves(bot.seat)) do
    local after = lead(world:play(wall), rival)
    if after > best_lead then
      best, best_lead = wall, after
    end
  end

  if best == nil then
    return walk(view) or view:moves()[1]
  end

  -- `print` writes to your log, `view:mark` draws on the board for people who watch.
  bot.built = bot.built + 1
  print("wall", best, "turns a lead of", now, "into", best_lead)
  view:mark(view:pawn(rival), "stop")
  return best
end

-- `finish` is called once, at the end.
function bot.finish(result)
  print("built", bot.built, "walls and came in at rank", result:rank(bot.seat))
end

return bot
