-- Formats large numbers with all their digits, thousands at a time.
-- expect: out_of_fuel
return function(arg)
  local f = string.rep("%99.99f", 5000)
  local n = table.create(5000, -1e308)
  while true do string.format(f, table.unpack(n)) end
end
