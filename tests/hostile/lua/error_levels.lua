-- Raises errors that blame levels of the stack that are not there.
-- expect: script
return function(arg)
  for _, level in { 0, -1, 1e9, -1e9, 0 / 0, math.huge } do
    pcall(error, "m", level)
  end
  error("bot.lua:1: main.lua:99999999999: m", 2^31 - 1)
end
