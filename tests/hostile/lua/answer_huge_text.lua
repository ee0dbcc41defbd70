-- Gives back a text of millions of bytes.
-- expect: unreadable
-- hooks: next_move
-- whole: yes
return {
  next_move = function(view)
    return string.rep("e2", 2e6)
  end,
}
