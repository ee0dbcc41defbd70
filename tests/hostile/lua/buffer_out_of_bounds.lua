-- Reads and writes beyond the ends of a buffer.
-- expect: none
return function(arg)
  local b = buffer.create(8)
  local odd = { -1, 8, -2^53, 0 / 0 }
  for name, f in buffer do
    for _, i in odd do
      for _, j in odd do
        if name ~= "create" then
          pcall(f, b, i, j, j)
          pcall(f, b, i, name == "copy" and b or "text", j, i)
        end
      end
    end
  end
end
