-- Sorts a long list with a native function that has no safepoint.
-- expect: out_of_fuel
return function(arg)
  local t = table.create(400000, 0)
  while true do table.sort(t, rawequal) end
end
