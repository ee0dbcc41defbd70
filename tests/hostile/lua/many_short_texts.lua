-- Keeps short texts until memory is full.
-- expect: out_of_fuel | out_of_time
return function(arg)
  local t = {}
  for i = 1, 1e9 do t[i] = "text number " .. i end
end
