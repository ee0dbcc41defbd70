-- Repeats by counts that overflow.
-- expect: script
return function(arg)
  for _, n in { 2^53, -2^53, 2^63, 2^64, 0 / 0, -math.huge, "1e300" } do
    pcall(string.rep, "xy", n)
    pcall(string.rep, "", n)
  end
  string.rep(string.rep("x", 1e5), 2^31 - 1)
end
