-- Closes, resumes and wraps coroutines in states they should not be in.
-- expect: none
return function(arg)
  local self = coroutine.running()
  pcall(coroutine.close, self)
  pcall(coroutine.resume, self)
  local co
  co = coroutine.create(function() pcall(coroutine.close, co) pcall(coroutine.resume, co) coroutine.yield() end)
  coroutine.resume(co)
  coroutine.close(co)
  pcall(coroutine.resume, co)
  pcall(coroutine.close, co)
  local failed = coroutine.create(error)
  coroutine.resume(failed, failed)
  pcall(coroutine.close, failed)
  local w
  w = coroutine.wrap(function() return w() end)
  pcall(w)
  pcall(w)
  pcall(coroutine.wrap(function() pcall(coroutine.yield) error(coroutine.running()) end))
  for _, f in coroutine do pcall(f) pcall(f, 1) pcall(f, co, co, co) end
end
