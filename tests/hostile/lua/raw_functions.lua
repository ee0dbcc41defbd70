-- Goes behind metatables with raw functions.
-- expect: none
return function(arg)
  local locked = setmetatable({}, { __metatable = false, __index = error, __newindex = error, __len = error, __eq = error })
  rawset(locked, 1, 1)
  assert(rawget(locked, 1) == 1 and rawlen(locked) == 1 and rawequal(locked, locked))
  for _, f in { rawset, rawget, rawlen, rawequal, next, ipairs, pairs, select, getmetatable, setmetatable, type, typeof } do
    pcall(f)
    pcall(f, 1)
    pcall(f, nil, nil, nil)
    pcall(f, "x", "y", "z")
    pcall(f, locked, nil, 1)
    pcall(f, locked, 0 / 0, 1)
    pcall(f, arg, 1, 1)
  end
  pcall(setmetatable, locked, nil)
  assert(getmetatable(locked) == false)
end
