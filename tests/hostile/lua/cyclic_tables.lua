-- Prints tables that hold themselves as keys and values.
-- expect: none
return function(arg)
  local t = {}
  t.t, t[1], t[t] = t, t, t
  setmetatable(t, { __index = t, __newindex = t, __metatable = t })
  print(t, { t, { t, { t } } })
  return tostring(t)
end
