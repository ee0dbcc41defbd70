-- Looks for an order of addresses, which would differ from run to run, in every kind of loop.
-- expect: none
return function(arg)
  local objects, seen = {}, {}
  for i = 1, 50 do objects[i] = { i } end
  local function visit(...)
    local ok, why = pcall(function(...)
      for key, value in ... do
        seen[#seen + 1] = type(key) == "table" and key[1] or tostring(key)
      end
    end, ...)
    seen[#seen + 1] = tostring(why)
  end
  local set = {}
  for i, object in objects do set[object] = i end
  visit(set)
  visit(next, set)
  visit(pairs(set))
  visit(setmetatable({}, { __iter = function() return set end }))
  visit(setmetatable({}, { __iter = function() return next, set end }))
  -- The loop itself puts them where the VM would go next.
  local list = { 1, 2, 3 }
  pcall(function()
    for i in list do
      for _, object in objects do list[object] = true end
      seen[#seen + 1] = type(i)
    end
  end)
  local function loops()
    local pairs = function(t) return t end
    for key in pairs(set) do seen[#seen + 1] = key[1] end
  end
  pcall(loops)
  pcall(function()
    local ipairs = function(t) return t end
    for key in ipairs(set) do seen[#seen + 1] = key[1] end
  end)
  ipairs = function(t) return nil, t, 0 end
  pcall(function() for key in ipairs(set) do seen[#seen + 1] = key[1] end end)
  -- What is gone may have moved what is left.
  for _, object in objects do set[object] = nil end
  for i = 1, 20 do set["k" .. i] = i end
  visit(set)
  local key = next(set)
  while key do seen[#seen + 1] = key key = next(set, key) end
  print(table.concat(seen, " "))
  print(set, seen)
end
