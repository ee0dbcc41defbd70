-- Asks for weak tables and for finalizers.
-- expect: none
return function(arg)
  local weak = setmetatable({}, { __mode = "kv", __gc = error, __close = error })
  for i = 1, 1000 do weak[{}] = {} weak[i] = {} end
  local n = 0
  for _ in weak do n += 1 end
end
