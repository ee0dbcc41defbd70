-- juez: durak
-- lowest: its cheapest card whenever one may be played, and nothing else. A measure for other bots.

local bot = {}

local function price(view, card)
  local value = view:value(card)
  return if view:is_trump(card) then value + 20 else value
end

function bot.next_move(view)
  local best = nil
  for _, move in ipairs(view:moves()) do
    if move ~= "take" and move ~= "done" then
      if best == nil or price(view, move) < price(view, best) then
        best = move
      end
    end
  end
  return best or view:moves()[1]
end

return bot
