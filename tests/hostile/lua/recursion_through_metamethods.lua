-- Calls itself through every metamethod there is.
-- expect: none
return function(arg)
  local events = { "__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__idiv", "__concat",
    "__len", "__eq", "__lt", "__le", "__index", "__newindex", "__call", "__iter", "__tostring" }
  for _, event in events do
    local meta = {}
    local a, b = setmetatable({}, meta), setmetatable({}, meta)
    meta[event] = function()
      local _ = a + b, a - b, a * b, a / b, a % b, a ^ b, -a, a // b, a .. b, #a, a == b, a < b, a <= b
      local _ = a.x, a(), tostring(a)
      a.y = 1
      for _ in a do end
    end
    for _, go in {
      function() return a + b end, function() return a .. b end, function() return #a end,
      function() return a == b end, function() return a < b end, function() return a <= b end,
      function() return a.x end, function() a.x = 1 end, function() return a() end,
      function() return tostring(a) end, function() for _ in a do end end,
    } do
      pcall(go)
    end
  end
end
