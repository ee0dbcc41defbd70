-- Yields from inside of sort, gsub, metamethods, require and tostring.
-- expect: none
return function(arg)
  local yield = coroutine.yield
  local o = setmetatable({}, { __tostring = yield, __index = yield, __lt = yield, __len = yield, __iter = yield })
  local function try(f, ...) coroutine.resume(coroutine.create(f), ...) end
  try(function() table.sort({ 3, 2, 1 }, yield) end)
  try(function() return string.gsub("abc", ".", yield) end)
  try(function() return string.gsub("abc", ".", o) end)
  try(function() return tostring(o), o.x, #o, o < o end)
  try(function() print(o) end)
  try(function() for _ in o do end end)
  try(function() return string.format("%s%*", o, o) end)
  try(function() return table.concat({ o }) end)
  try(pcall, yield)
  try(xpcall, error, yield)
end
