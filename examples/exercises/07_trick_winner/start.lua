-- juez: tute
-- Exercise 7: who takes the trick, and what may be played to it?

local bot = {}

-- The ranks from the best to the worst. A card is its suit and its rank: "O12".
local RANKS = { "1", "3", "12", "11", "10", "7", "6", "5", "4", "2" }

-- The card that takes a trick of these cards, which are in the order in which they were played.
-- Your task: look for the best trump, or else for the best card of the suit that was led.
function bot.winning_card(view, cards)
  return cards[1]
end

-- The cards of `hand` that may be played to `trick`, the cards on the table in their order.
-- Your task: the three rules of the task. Now any card goes.
function bot.may_play(view, hand, trick)
  return hand
end

-- Not part of this exercise, but every bot needs one.
function bot.next_move(view)
  return view:moves()[1]
end

return bot
