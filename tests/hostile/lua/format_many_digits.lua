-- Formats the largest number with as many digits as may be.
-- expect: out_of_fuel
return function(arg)
  local format = string.format
  while true do local _ = format("%99.99f%99.99f%99.99f%99.99f", 1e308, 1e308, 5e-324, 1.7e308) end
end
