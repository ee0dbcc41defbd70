-- Gives back a move that the rules refuse.
-- expect: illegal_move
-- hooks: next_move
-- whole: yes
return {
  next_move = function(view)
    return "e9"
  end,
}
