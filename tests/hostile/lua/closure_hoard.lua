-- Keeps closures, each holding the one before.
-- expect: out_of_memory
return function(arg)
  local f
  while true do
    local before, a, b, c = f, {}, {}, {}
    f = function() return before, a, b, c end
  end
end
