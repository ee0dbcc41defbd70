-- Cuts, turns and rewrites a long text, for ever.
-- expect: out_of_fuel
return function(arg)
  local s = string.rep("x", 2e6)
  while true do
    local _ = s:sub(1, -2), s:sub(-2^53, 2^53), s:upper(), s:lower(), s:reverse()
  end
end
