-- Gives back bytes that are not text.
-- expect: unreadable
-- hooks: next_move
-- whole: yes
return {
  next_move = function(view)
    return "e2\0\xff\xfe"
  end,
}
