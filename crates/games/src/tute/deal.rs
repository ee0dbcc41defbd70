//! Draws deals, checks them, and begins hands with them.

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

use super::ranks::{SUITS, deck_of, oros};
use super::{Phase, Public, Six, Swap, Trick, TrumpRule};
use crate::cards::{Cards, Spanish, SpanishSuit, each_once, hand_of};
use juez_core::{BadDeal, MAX_SEATS, Rng, Seat, SeatSet, sentences};

sentences! {
    /// Reasons why a deal of cards is refused.
    DEALS:
    no_seat(seat, seats) = "no seat {seat} at a table of {seats}";
    has_retired(seat) = "seat {seat} has retired and is dealt no cards";
    deals_this_hand(seat) = "seat {seat} deals this hand and does not play it";
    no_cards(seat) = "seat {seat} plays this hand and is dealt no cards";
    without_twos(card) = "{card} is not in a deck without twos";
    undealt_missing() = "with three in the hand \"undealt\" names the card left over";
    nothing_undealt(players, card) = "with {players} in the hand no card is left over, so not {card}";
    the_card_left_over() = "the card left over";
    no_trump_shown(card) = "trump goes by turns, so no card shows it, not {card} either";
    trump_missing() = "\"trump\" names the last card, which shows trump";
    not_the_last(card, seat) = "{card} cannot be the last card: it is not dealt to seat {seat}, the last from the mano";
}

/// The cards of one hand as dealt, before the exchange of the two of oros.
///
/// Serialized as `{"hands":{"0":["B1",..],..},"undealt":"C4"}`, with `"trump":"E5"` if the last
/// card makes trump; only seats in the hand are named.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The cards of each seat in the hand.
    pub hands: Hands,
    /// With three in the hand, the card left over.
    #[serde(default)]
    pub undealt: Option<Spanish>,
    /// The last card dealt, which shows trump.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trump: Option<Spanish>,
}

/// A set of cards for some of the seats, serialized as a map.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hands([Option<Cards<Spanish>>; MAX_SEATS]);

impl Hands {
    /// Returns the cards of `seat`, if it is dealt any.
    pub fn of(&self, seat: Seat) -> Option<Cards<Spanish>> {
        self.0[seat.index()]
    }

    /// Sets the cards of `seat`.
    pub fn set(&mut self, seat: Seat, cards: Cards<Spanish>) {
        self.0[seat.index()] = Some(cards);
    }

    /// Returns each seat that has cards, with its cards.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, Cards<Spanish>)> + Clone {
        Seat::all(MAX_SEATS as u8).filter_map(|seat| Some((seat, self.of(seat)?)))
    }

    /// Returns the seat that is dealt `card`.
    pub fn holder(&self, card: Spanish) -> Option<Seat> {
        self.iter().find(|(_, cards)| cards.has(card)).map(|(seat, _)| seat)
    }
}

impl Serialize for Hands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Hands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hands, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Hands;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from seats to lists of cards")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Hands, A::Error> {
                let mut hands = Hands::default();
                while let Some((seat, cards)) = map.next_entry::<Seat, _>()? {
                    if hands.of(seat).is_some() {
                        return Err(de::Error::custom(format!("seat {seat} appears twice")));
                    }
                    hands.set(seat, cards);
                }
                Ok(hands)
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// Facts about the next hand before its deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The seats that play it.
    pub players: SeatSet,
    /// The dealer; before the first hand, known only with six seats.
    dealer: Option<Seat>,
    /// The seat that leads first; in the first hand, the cards decide.
    mano: Option<Seat>,
    /// Number of cards of each seat.
    pub size: usize,
    /// The cards to deal.
    pub deck: Cards<Spanish>,
    left_over: bool,
    /// True if the two of oros is exchanged for it.
    pub swap_due: bool,
}

impl Public {
    pub(super) fn plan(&self) -> Plan {
        let active = self.active();
        let six = active.len() == 6;
        let dealer = if self.deals > 0 { self.mano } else { six.then(|| Seat::new(0)) };
        let players = match dealer {
            Some(dealer) if six && self.options.six == Six::DealerOut => active.without(dealer),
            _ => active,
        };
        let deck = deck_of(players.len());
        Plan {
            players,
            dealer,
            mano: self.mano.filter(|_| self.deals > 0).map(|mano| players.after(mano)),
            size: deck.len() / players.len(),
            deck,
            left_over: deck.len() % players.len() == 1,
            swap_due: players.len() == 3 && (self.options.swap == Swap::Every || self.deals == 0),
        }
    }

    pub(super) fn shuffle(&self, rng: &mut Rng) -> Deal {
        let plan = self.plan();
        let mut cards = plan.deck.list();
        rng.shuffle(&mut cards);
        let mut hands = Hands::default();
        for (seat, own) in plan.players.iter().zip(cards.chunks(plan.size)) {
            hands.set(seat, own.iter().copied().collect());
        }
        let undealt = cards.last().copied().filter(|_| plan.left_over);
        let mut deal = Deal { hands, undealt, trump: None };
        if self.options.trump == TrumpRule::LastCard {
            let last = plan.last(&deal);
            deal.trump = deal.hands.of(last).map(|hand| hand.pick(rng));
        }
        deal
    }

    /// Begins a hand with `deal`, if it can be the next one.
    pub(super) fn begin(&mut self, deal: &Deal) -> Result<(), BadDeal> {
        let plan = self.plan();
        self.check_cards(&plan, deal)?;
        let trump = self.trump_of(&plan, deal)?;
        let (mano, exchanger) = (plan.mano(deal), plan.exchanger(deal));
        let last = plan.players.before(mano);
        *self = Public {
            phase: Phase::Play,
            deals: self.deals + 1,
            porotos: self.porotos,
            retired: self.retired,
            players: plan.players,
            dealer: Some(plan.dealer.unwrap_or(last)),
            mano: Some(mano),
            size: plan.size as u8,
            trump: Some(trump),
            shown: deal.trump,
            swap_due: plan.swap_due,
            face_up: exchanger.map(|_| oros(2)),
            exchanger,
            turn: mano,
            trick: Trick::new(mano),
            ..Public::new(self.options)
        };
        if self.deals == 1 {
            self.known[mano].insert(oros(plan.mano_card()));
        }
        if let Some(card) = deal.trump {
            let gone = self.out_of_play();
            self.known[last] |= Cards::of(card) - gone;
        }
        Ok(())
    }

    fn check_cards(&self, plan: &Plan, deal: &Deal) -> Result<(), BadDeal> {
        let refuse = |why: String| Err(BadDeal(why));
        for (seat, _) in deal.hands.iter() {
            if seat.index() >= usize::from(self.options.seats) {
                return refuse(no_seat(seat, self.options.seats));
            }
            if self.retired[seat].is_some() {
                return refuse(has_retired(seat));
            }
            if !plan.players.has(seat) {
                return refuse(deals_this_hand(seat));
            }
        }
        for seat in plan.players.iter() {
            let Some(hand) = deal.hands.of(seat) else { return refuse(no_cards(seat)) };
            hand_of(seat, hand, plan.size)?;
            if let Some(card) = (hand - plan.deck).first() {
                return refuse(without_twos(card));
            }
        }
        match (deal.undealt, plan.left_over) {
            (None, true) => return refuse(undealt_missing()),
            (Some(card), false) => return refuse(nothing_undealt(plan.players.len(), card)),
            _ => {}
        }
        let left_over = deal.undealt.map_or(Cards::EMPTY, Cards::of);
        each_once(deal.hands.iter(), left_over, the_card_left_over)
    }

    fn trump_of(&self, plan: &Plan, deal: &Deal) -> Result<SpanishSuit, BadDeal> {
        match (self.options.trump, deal.trump) {
            (TrumpRule::Cycle, None) => Ok(SUITS[self.deals as usize % SUITS.len()]),
            (TrumpRule::Cycle, Some(card)) => Err(BadDeal(no_trump_shown(card))),
            (TrumpRule::LastCard, None) => Err(BadDeal(trump_missing())),
            (TrumpRule::LastCard, Some(card)) => {
                let last = plan.last(deal);
                if deal.hands.of(last).is_some_and(|hand| hand.has(card)) {
                    return Ok(card.suit());
                }
                Err(BadDeal(not_the_last(card, last)))
            }
        }
    }
}

impl Plan {
    /// Returns the seat that exchanges the two of oros for the card left over.
    fn exchanger(&self, deal: &Deal) -> Option<Seat> {
        if self.swap_due { deal.hands.holder(oros(2)) } else { None }
    }

    /// Returns the seat that leads first.
    fn mano(&self, deal: &Deal) -> Seat {
        if let Some(mano) = self.mano {
            return mano;
        }
        let card = oros(self.mano_card());
        let taken = self.exchanger(deal).filter(|_| deal.undealt == Some(card));
        let holder = taken.or_else(|| deal.hands.holder(card));
        holder.unwrap_or_else(|| self.players.iter().next().expect("a seat plays"))
    }

    /// Returns the rank in oros that makes its holder mano of the first hand.
    pub(super) fn mano_card(&self) -> u8 {
        match (self.players.len(), self.deck.has(oros(2))) {
            (3, _) => 7,
            (_, true) => 2,
            (_, false) => 4,
        }
    }

    /// Returns the last seat of the hand, counted from the mano.
    fn last(&self, deal: &Deal) -> Seat {
        self.players.before(self.mano(deal))
    }
}
