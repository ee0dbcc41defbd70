-- Reads numbers of a million digits.
-- expect: out_of_time
return function(arg)
  local s = string.rep("1", 2e6)
  while true do local _ = tonumber(s) end
end
