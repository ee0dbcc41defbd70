-- Has the compiler unroll and inline loops within loops.
-- expect: none
return function(arg)
  local function f(x) for i = 1, 16 do for j = 1, 16 do x += i * j end end return x end
  local n = 0
  for a = 1, 4 do for b = 1, 4 do for c = 1, 2 do
    n += f(1)
    n += f(n)
    n += f(f(n))
  end end end
end
