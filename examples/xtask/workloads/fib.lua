-- Calls: the Fibonacci numbers by recursion.
local function fib(n)
  if n < 2 then
    return n
  end
  return fib(n - 1) + fib(n - 2)
end

local function next_move(view)
  assert(fib(20) == 6765)
  return view:moves()[1]
end

return { next_move = next_move }
