-- Resumes coroutines within coroutines without end.
-- expect: none
return function(arg)
  local function down()
    return coroutine.resume(coroutine.create(down))
  end
  down()
  coroutine.wrap(function() pcall(down) end)()
end
