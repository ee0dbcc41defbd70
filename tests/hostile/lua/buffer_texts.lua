-- Makes texts of a large buffer, for ever.
-- expect: out_of_fuel
return function(arg)
  local b = buffer.create(1e6)
  while true do
    buffer.tostring(b)
    buffer.readstring(b, 0, 1e6)
    buffer.writestring(b, 0, string.rep("x", 1e6))
    buffer.fromstring(string.rep("x", 1e6))
  end
end
