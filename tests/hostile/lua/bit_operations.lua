-- Shifts and extracts by infinite numbers and NaN.
-- expect: none
return function(arg)
  for name, f in bit32 do
    for _, a in { 0 / 0, math.huge, -1, 2^53, 2^31, 32, 33, -33, 0.5 } do
      for _, b in { 0 / 0, -1, 0, 31, 32, 2^53 } do
        pcall(f, a, b)
        pcall(f, a, b, b)
        pcall(f, a, a, b, b)
      end
    end
  end
end
