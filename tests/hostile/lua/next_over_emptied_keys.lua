-- Asks again and again for the first key of a table of emptied ones.
-- expect: out_of_fuel
return function(arg)
  local t = {}
  for i = 1, 12000 do t[i + 0.5] = true end
  for i = 1, 12000 do t[i + 0.5] = nil end
  while true do next(t) end
end
