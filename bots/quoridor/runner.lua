-- runner: walks its shortest path, and nothing else.
--
-- Every bot is a table with a `next_move`. The referee calls it when it is your turn, and you
-- return one move as text: "e2" walks there, "e3h" puts a wall.

local bot = {}

function bot.next_move(view)
  -- `view` is what you can see. view.seat is your seat, counted from 0.
  local path = view:path(view.seat)

  -- path[1] is the next square on the shortest way to your goal. The path does not look at
  -- pawns, so the square may be taken; then any pawn move will do.
  if view:is_legal(path[1]) then
    return path[1]
  end
  return view:pawn_moves(view.seat)[1]
end

return bot
