-- Takes from the front of a long list, for ever.
-- expect: out_of_fuel
return function(arg)
  local t = table.create(400000, 0)
  while true do table.insert(t, table.remove(t, 1)) end
end
