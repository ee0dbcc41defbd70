-- Raises the view itself, or a function.
-- expect: script
return function(arg)
  pcall(error, arg)
  pcall(error, coroutine.create(print))
  error(arg or print, 0)
end
