-- juez: tute
-- Exercise 7, one way to solve it.

local bot = {}

-- The ranks from the best to the worst. A card is its suit and its rank: "O12".
local RANKS = { "1", "3", "12", "11", "10", "7", "6", "5", "4", "2" }

local function suit_of(card)
  return string.sub(card, 1, 1)
end

-- The place of a card in the list of ranks: 1 is the best.
local function place_of(card)
  return table.find(RANKS, string.sub(card, 2))
end

-- The best card of `suit` among `cards`; nil if there is none.
local function best_of_suit(cards, suit)
  local best
  for _, card in ipairs(cards) do
    if suit_of(card) == suit and (not best or place_of(card) < place_of(best)) then
      best = card
    end
  end
  return best
end

-- The card that takes a trick of these cards, which are in the order in which they were played.
function bot.winning_card(view, cards)
  return best_of_suit(cards, view:trump()) or best_of_suit(cards, suit_of(cards[1]))
end

-- The cards among `cards` that would take `trick`.
local function winners(view, cards, trick)
  local found = {}
  for _, card in ipairs(cards) do
    local after = table.clone(trick)
    table.insert(after, card)
    if bot.winning_card(view, after) == card then
      table.insert(found, card)
    end
  end
  return found
end

-- The cards of `suit` among `cards`.
local function of_suit(cards, suit)
  local found = {}
  for _, card in ipairs(cards) do
    if suit_of(card) == suit then
      table.insert(found, card)
    end
  end
  return found
end

-- The cards of `hand` that may be played to `trick`, the cards on the table in their order.
function bot.may_play(view, hand, trick)
  if #trick == 0 then
    return hand
  end
  -- Rule 1: follow suit, and beat the trick if that can be done.
  local following = of_suit(hand, suit_of(trick[1]))
  if #following > 0 then
    local beating = winners(view, following, trick)
    return #beating > 0 and beating or following
  end
  -- Rule 2: without that suit, a trump that beats the trick. Rule 3: or any card.
  local trumps = winners(view, of_suit(hand, view:trump()), trick)
  return #trumps > 0 and trumps or hand
end

function bot.next_move(view)
  return view:moves()[1]
end

return bot
