-- Stacks protected calls as deep as they go, and loops at the top.
-- expect: out_of_fuel
return function(arg)
  local function tower(n)
    while true do
      pcall(tower, n + 1)
    end
  end
  tower(0)
end
