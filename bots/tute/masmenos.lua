-- masmenos: strives for the most points (más) or for the fewest (menos), never for the middle.
--
-- Every bot is a table with a `next_move`. The referee calls it when it is your turn, and you
-- return one move as text: "O12" plays the king of oros, "40:O" sings the forty.

local bot = {}

-- The points of a list of cards.
local function points(view, cards)
  local sum = 0
  for _, card in ipairs(cards) do
    sum = sum + view:card_points(card)
  end
  return sum
end

-- Whether to go for the most: if we have more than the others have on average, counting the
-- cards that everybody still holds. Seats are counted from 0.
local function goes_high(view)
  local me, others, theirs = view.seat, 0, points(view, view:unseen())
  for seat = 0, view.seats - 1 do
    if seat ~= me and view:in_hand(seat) then
      others = others + 1
      theirs = theirs + view:hand_points(seat)
    end
  end
  local mine = view:hand_points(me) + points(view, view:hand())
  return mine * others > theirs
end

-- The strongest card of a list, or the weakest; nil if there is none.
local function strongest(view, cards)
  local best = nil
  for _, card in ipairs(cards) do
    if best == nil or view:strength(card) > view:strength(best) then
      best = card
    end
  end
  return best
end

local function weakest(view, cards)
  local best = nil
  for _, card in ipairs(cards) do
    if best == nil or view:strength(card) < view:strength(best) then
      best = card
    end
  end
  return best
end

function bot.next_move(view)
  local high = goes_high(view)

  -- Sort what we may play: songs have a colon, the rest are cards. The card that is winning is the
  -- one on the table that no other card there beats.
  local trick = view:trick()
  local winning = trick[1]
  for _, card in ipairs(trick) do
    if view:beats(card, winning) then
      winning = card
    end
  end
  local beating, staying = {}, {}
  for _, move in ipairs(view:moves()) do
    if string.find(move, ":") then
      -- A tute wins the hand at once; other songs are points, good for the most only.
      if high or string.find(move, "tute") then
        print("singing", move)
        return move
      end
    elseif winning ~= nil and view:beats(move, winning) then
      table.insert(beating, move)
    else
      table.insert(staying, move)
    end
  end

  local card
  if high then
    -- Leading: the strongest card. Following: win with the strongest, or give away the weakest.
    if winning == nil then
      card = strongest(view, staying)
    else
      card = strongest(view, beating) or weakest(view, staying)
    end
  else
    -- Leading: the weakest card. Following: the strongest card that does not win.
    if winning == nil then
      card = weakest(view, staying)
    else
      card = strongest(view, staying) or weakest(view, beating)
    end
  end

  -- `print` writes to your log, which you can read after the match.
  print(if high then "más" else "menos", card)
  return card
end

return bot
