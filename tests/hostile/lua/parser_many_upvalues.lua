-- Uses more upvalues than a closure may have.
-- expect: script
-- hooks: load
-- repeat: (function() return a1, a2, a3 end)() + 5000
return function(arg)
  local a1, a2, a3, a4, a5, a6, a7, a8, a9, a10 = 1
  return function()
    return @@@ 1
  end
end
