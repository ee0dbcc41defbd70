-- Moves a long list one place on, for ever.
-- expect: out_of_fuel
return function(arg)
  local t = table.create(400000, 0)
  while true do table.move(t, 1, 399999, 2) end
end
