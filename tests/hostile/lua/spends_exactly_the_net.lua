-- Does dear steps that are cheap in fuel: compares texts too short to be charged, often in one turn.
-- expect: out_of_time
return function(arg)
  local a, b = string.rep("a", 8e3) .. "1", string.rep("a", 8e3) .. "2"
  while true do
    local _ = a < b, a < b, a < b, a < b, b < a, b < a, b < a, b < a
    _ = a < b, a < b, a < b, a < b, b < a, b < a, b < a, b < a
    _ = a < b, a < b, a < b, a < b, b < a, b < a, b < a, b < a
    _ = a < b, a < b, a < b, a < b, b < a, b < a, b < a, b < a
    _ = a < b, a < b, a < b, a < b, b < a, b < a, b < a, b < a
    _ = a < b, a < b, a < b, a < b, b < a, b < a, b < a, b < a
  end
end
