-- Adds and takes keys of a full table, so that each one rebuilds it.
-- expect: out_of_time
return function(arg)
  local t, n = {}, 2^13 - 1
  for i = 1, n do t["k" .. i] = true end
  local i = 0
  while true do
    i += 1
    t["k" .. i] = nil
    t["k" .. (i + n)] = true
  end
end
