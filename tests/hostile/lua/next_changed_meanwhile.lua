-- Changes a table while it goes over it.
-- expect: none
return function(arg)
  local t = {}
  for i = 1, 100 do t["k" .. i] = i end
  for k in t do
    t[k] = nil
    for i = 1, 5 do t[k .. i] = nil end
  end
  pcall(next, {}, "no such key")
  pcall(function() for k in pairs({ a = 1 }) do t[{}] = k if #k > 0 then t = { b = 2 } end end end)
end
