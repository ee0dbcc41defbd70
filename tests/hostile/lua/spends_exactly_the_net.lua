-- Does dear steps that are cheap in fuel.
-- expect: out_of_time
return function(arg)
  local a, b = string.rep("a", 1.5e4) .. "1", string.rep("a", 1.5e4) .. "2"
  while true do
    local _ = a < b, a < b, a < b, a < b, b < a, b < a, b < a, b < a
  end
end
