-- minimax: looks two moves ahead and expects the best answer to each of its moves.
--
-- Shows a real search: worlds, alpha-beta pruning, and keeping within the fuel.

local DEPTH = 2 -- 1 is a greedy bot; 3 is too much for the normal budget
local WIN = 1000

local bot = {}

function bot.start(info)
  bot.seat = info.seat
  bot.seats = info.seats
end

-- How good a position is for us: how much nearer to our goal we are than the best of the others.
-- With equal distances it is better to have walls left.
local function evaluate(world)
  local rivals = WIN
  for seat = 0, bot.seats - 1 do
    if seat ~= bot.seat then
      rivals = math.min(rivals, world:distance(seat))
    end
  end
  return 10 * (rivals - world:distance(bot.seat)) + world:walls_left(bot.seat)
end

-- The value of a world when everybody plays on sensibly for `depth` more moves. We choose what is
-- best for us, the others what is worst for us. `alpha` is what we have already, `beta` what they
-- will not allow: when they meet, nothing better can come and the rest need not be looked at.
local function search(world, depth, alpha, beta)
  if world:is_over() then
    return if world:rank(bot.seat) == 1 then WIN + depth else -WIN - depth
  end
  if depth == 0 then
    return evaluate(world)
  end
  local ours = world:to_move() == bot.seat
  local best = if ours then -2 * WIN else 2 * WIN
  for _, move in ipairs(world:moves()) do
    local value = search(world:play(move), depth - 1, alpha, beta)
    if ours then
      best = math.max(best, value)
      alpha = math.max(alpha, value)
    else
      best = math.min(best, value)
      beta = math.min(beta, value)
    end
    if alpha >= beta then
      break
    end
  end
  return best
end

function bot.next_move(view)
  local world = view:world()
  local best, best_value = nil, -2 * WIN

  -- Pawn moves first: a good move early makes the pruning cut more.
  local moves = view:pawn_moves(bot.seat)
  if view:walls_left(bot.seat) > 0 then
    for _, wall in ipairs(view:wall_moves(bot.seat)) do
      table.insert(moves, wall)
    end
  end

  local full = view:fuel()
  for _, move in ipairs(moves) do
    local value = search(world:play(move), DEPTH - 1, best_value, 2 * WIN)
    if value > best_value then
      best, best_value = move, value
    end
    -- An answer in time is worth more than the best one too late.
    if view:fuel() < full / 10 then
      print("out of breath after", move)
      break
    end
  end
  print(best, "is worth", best_value)
  return best or view:moves()[1]
end

return bot
