-- Uses the view inside coroutines and leaves them hanging.
-- expect: none
return function(arg)
  hanging = hanging or {}
  local co = coroutine.create(function()
    while arg do
      pcall(function() return arg:moves() end)
      coroutine.yield(arg)
    end
  end)
  coroutine.resume(co)
  hanging[#hanging + 1] = co
  for _, old in hanging do coroutine.resume(old) end
end
