-- Asks for weak tables and for finalizers.
-- expect: none
return function(arg)
  local meta = { __mode = "kv", __gc = error, __close = error }
  local keys, values = setmetatable({}, meta), setmetatable({}, meta)
  for i = 1, 1000 do keys[{}] = {} values[i] = {} values["k" .. i] = {} end
  local n = 0
  for _ in values do n += 1 end
end
