-- Searches a long list for what is not there, for ever.
-- expect: out_of_fuel
return function(arg)
  local t = table.create(400000, 0)
  while true do table.find(t, 1) end
end
