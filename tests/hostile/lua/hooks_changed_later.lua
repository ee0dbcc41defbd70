-- Changes its hooks while it plays.
-- expect: none
-- hooks: next_move
-- whole: yes
local bot = {}
function bot.next_move(view)
  bot.next_move, bot.finish, bot.start = print, error, error
  table.clear(bot)
  return view:moves()[1]
end
return bot
