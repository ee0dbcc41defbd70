-- Overflows the stack, catches it and overflows it again.
-- expect: out_of_fuel
return function(arg)
  local function down() return 1 + down() end
  while true do
    pcall(down)
    coroutine.resume(coroutine.create(down))
  end
end
