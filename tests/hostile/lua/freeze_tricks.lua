-- Freezes what others write to.
-- expect: none
return function(arg)
  for _, t in { _G, {}, setmetatable({}, { __metatable = 1 }), arg or {} } do
    pcall(table.freeze, t)
    pcall(table.freeze, t)
    pcall(rawset, t, 1, 1)
    pcall(table.insert, t, 1)
    pcall(table.clone, t)
  end
end
