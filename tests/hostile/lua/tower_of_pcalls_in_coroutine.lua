-- Stacks protected calls within a coroutine, where they take no native stack, and waits at the top.
-- expect: out_of_fuel
return function(arg)
  local function tower(n)
    if n % 1000 == 0 then
      coroutine.yield(n)
    end
    while true do
      pcall(tower, n + 1)
    end
  end
  local go = coroutine.wrap(tower)
  while true do
    pcall(go, 1)
  end
end
