-- Computes with numbers at the ends of what there is.
-- expect: none
return function(arg)
  for _, a in { 0 / 0, math.huge, -math.huge, -2^63, 5e-324, -0, 1e308 } do
    for _, b in { 0 / 0, math.huge, 0, -0, 2^53, -3 } do
      local _ = a // b, a % b, a ^ b, a / b, a * b
      for name, f in math do
        if type(f) == "function" and name ~= "random" and name ~= "randomseed" then pcall(f, a, b) pcall(f, a) pcall(f, a, b, b) end
      end
      pcall(tostring, a)
      pcall(string.format, "%d %x %c %g %i", a, b, a, b, a)
      pcall(string.char, a)
      pcall(select, a, b)
      pcall(tonumber, tostring(a), b)
      local t = {}
      pcall(function() t[a] = b end)
      pcall(function() t[b] = a return #t, next(t, a) end)
    end
  end
end
