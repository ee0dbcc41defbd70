-- juez: durak
-- Exercise 5: which cards are still out there?

local bot = {}

-- How many cards of `suit` ("C", "D", "H" or "S") we have not seen yet.
-- Your task: count them.
function bot.count_unseen(view, suit)
  return #view:unseen()
end

-- How many cards that we have not seen yet beat `card`.
-- Your task: count them.
function bot.beaters(view, card)
  return #view:unseen()
end

-- Your task: when we attack, play the card that fewest unseen cards beat; trumps only if there is
-- nothing else.
function bot.next_move(view)
  return view:moves()[1]
end

return bot
