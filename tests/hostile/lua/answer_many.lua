-- Gives back a hundred thousand values.
-- expect: unreadable
-- hooks: next_move
-- whole: yes
return {
  next_move = function(view)
    return table.unpack(table.create(100000, {}))
  end,
}
