-- Compares texts of the source that differ only at their ends, many times in each turn of a loop.
-- expect: out_of_fuel
-- repeat: aaaaaaaaaaaaaaaa 20000
local a, b = "@@1@1", "@@1@2"
return function(arg)
  while true do
    local _ = a < b
    _ = b < a
  end
end
