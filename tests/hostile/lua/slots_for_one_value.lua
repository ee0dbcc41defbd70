-- Goes over a table of a million empty slots again and again.
-- expect: out_of_fuel
return function(arg)
  local t = table.create(1000000)
  t[1] = 1
  while true do
    for k in t do
      next(t)
    end
  end
end
