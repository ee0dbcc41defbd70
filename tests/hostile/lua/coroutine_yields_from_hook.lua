-- Yields to a host that waits for nothing.
-- expect: script
return function(arg)
  coroutine.yield("e2")
end
