-- Gives back NaN.
-- expect: unreadable
-- hooks: next_move
-- whole: yes
return {
  next_move = function(view)
    return 0 / 0
  end,
}
