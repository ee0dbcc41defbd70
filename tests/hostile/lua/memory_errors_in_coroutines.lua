-- Runs out of memory inside a coroutine and goes on outside.
-- expect: out_of_memory
return function(arg)
  local function hoard()
    local t = {}
    while true do t[#t + 1] = table.create(1000, t) end
  end
  while true do pcall(coroutine.wrap(hoard)) end
end
