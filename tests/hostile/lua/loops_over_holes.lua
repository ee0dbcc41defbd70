-- Begins loops over a list in which all but the last element are nil.
-- expect: out_of_fuel
return function(arg)
  local list = table.create(200000, 1)
  for n = 1, 199999 do
    list[n] = nil
  end
  while true do
    for _ in list do
      break
    end
  end
end
