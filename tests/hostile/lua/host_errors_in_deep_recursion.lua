-- Has the host report an error at the bottom of thousands of calls, again and again.
-- expect: out_of_fuel
return function(arg)
  local function down(n)
    if n > 0 then return (down(n - 1)) end
    while true do
      pcall(require, "no")
      pcall(tostring)
    end
  end
  down(15000)
end
