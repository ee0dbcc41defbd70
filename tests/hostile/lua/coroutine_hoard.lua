-- Keeps every coroutine it can make.
-- expect: out_of_fuel
return function(arg)
  local all = {}
  while true do
    local co = coroutine.create(function() coroutine.yield() end)
    coroutine.resume(co)
    all[#all + 1] = co
  end
end
