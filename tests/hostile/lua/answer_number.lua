-- Gives back a number that is none.
-- expect: unreadable
-- hooks: next_move
-- whole: yes
return {
  next_move = function(view)
    return 0 / 0
  end,
}
