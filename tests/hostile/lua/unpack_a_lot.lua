-- Unpacks a long list into arguments, again and again.
-- expect: out_of_fuel
return function(arg)
  local t = table.create(100000, 1)
  while true do select("#", table.unpack(t)) select("#", unpack(t, 1, 90000)) end
end
