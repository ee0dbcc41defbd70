-- Moves with bounds that overflow.
-- expect: none
return function(arg)
  for _, from in { -2^31, -1, 0, 1, 2^31 - 1, 2^53, -2^53, 0 / 0, math.huge } do
    for _, to in { -2^31, 2^31 - 1, -2^53, 0 / 0, -math.huge } do
      for _, at in { -2^31, 0, 2^31 - 1, 2^53, 0 / 0 } do
        if to < from + 100 then pcall(table.move, { 1, 2, 3 }, from, to, at) end
      end
    end
  end
end
