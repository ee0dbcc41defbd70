-- Gives back a table that reads like a move.
-- expect: unreadable
-- hooks: next_move
-- whole: yes
return {
  next_move = function(view)
    return setmetatable({}, { __tostring = function() return "e2" end })
  end,
}
