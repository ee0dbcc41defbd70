-- Calls itself in tail position without end.
-- expect: script
return function(arg)
  local function down(n) return down(n + 1) end
  down(0)
end
