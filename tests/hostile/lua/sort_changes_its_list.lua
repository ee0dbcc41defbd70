-- Changes the list while it is sorted.
-- expect: script
return function(arg)
  local t = {}
  for i = 1, 100 do t[i] = i end
  table.sort(t, function(a, b) table.clear(t) for i = 1, 1000 do t[i] = i end return a < b end)
end
