-- Fills, copies and reads a large buffer, for ever.
-- expect: out_of_fuel
return function(arg)
  local b = buffer.create(4e6)
  while true do
    buffer.fill(b, 0, 1)
    buffer.copy(b, 0, b)
    buffer.copy(b, 1, b, 0, 3999999)
  end
end
