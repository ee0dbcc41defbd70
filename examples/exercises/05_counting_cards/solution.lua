-- juez: durak
-- Exercise 5, one way to solve it.

local bot = {}

-- How many cards of `suit` ("C", "D", "H" or "S") we have not seen yet.
function bot.count_unseen(view, suit)
  local count = 0
  for _, card in ipairs(view:unseen()) do
    if view:suit(card) == suit then
      count = count + 1
    end
  end
  return count
end

-- How many cards that we have not seen yet beat `card`.
function bot.beaters(view, card)
  local count = 0
  for _, other in ipairs(view:unseen()) do
    if view:beats(other, card) then
      count = count + 1
    end
  end
  return count
end

function bot.next_move(view)
  if view:phase() ~= "attack" then
    return view:moves()[1]
  end
  local best, fewest
  for _, card in ipairs(view:moves()) do
    if not view:is_trump(card) then
      local count = bot.beaters(view, card)
      if not best or count < fewest then
        best, fewest = card, count
      end
    end
  end
  -- With nothing but trumps in hand, the lowest of them.
  return best or view:moves()[1]
end

return bot
