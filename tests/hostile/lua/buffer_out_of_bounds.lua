-- Reads and writes beyond the ends of a buffer.
-- expect: none
return function(arg)
  local b = buffer.create(8)
  local odd = { -1, 1, 7, 8, 9, 2^31 - 1, -2^31, 2^53, -2^53, 0 / 0, math.huge }
  for name, f in buffer do
    for _, i in odd do
      for _, j in odd do
        if name ~= "create" then
          pcall(f, b, i, j)
          pcall(f, b, i, j, j, j)
          pcall(f, b, i, b, j, i)
          pcall(f, b, i, "text", j)
        end
      end
    end
  end
end
