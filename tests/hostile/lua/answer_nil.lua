-- Gives nothing back.
-- expect: unreadable
-- hooks: next_move
-- whole: yes
return {
  next_move = function(view)
    return nil
  end,
}
