-- Loops inside coroutines that are resumed again and again.
-- expect: out_of_fuel
return function(arg)
  while true do
    local next = coroutine.wrap(function() while true do coroutine.yield() end end)
    for i = 1, 100 do next() end
    pcall(coroutine.wrap(function() while true do end end))
  end
end
