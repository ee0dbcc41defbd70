//! A deal: the hands, the talon and the trump.

use serde::{Deserialize, Serialize};

use super::deck::trumps_below;
use super::explain::not_in_deck;
use super::{HAND, NextFirst, Options, Phase, Public, deck, lowest_trump};
use crate::cards::{Cards, French, check_hands, each_once};
use juez_core::{BadDeal, PerSeat, Rng, Seat, sentences};

sentences! {
    /// Reasons why a deal of cards is refused.
    DEALS:
    the_talon() = "the talon";
    twice_in_talon(card) = "{card} is in the talon twice";
    wrong_talon(found, size) = "the talon has {found} cards instead of {size}";
    trump_and_talon(card) = "`trump` is only for a deal without a talon; here it is the last card, {card}";
    trump_missing(seat) = "without a talon `trump` must name a card of seat {seat}";
    trump_not_held(card, seat) = "the trump card {card} is not in the hand of seat {seat}";
}

/// The cards of one game, as files store them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The hand of each seat.
    pub hands: Vec<Cards<French>>,
    /// The talon, from the first card drawn to the trump card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub talon: Vec<French>,
    /// Without a talon, the trump card, which is in the last seat's hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trump: Option<French>,
}

/// Draws a deal for a match with `options`.
pub(super) fn shuffle(options: &Options, rng: &mut Rng) -> Deal {
    let mut cards = deck(options.deck).list();
    rng.shuffle(&mut cards);
    let (dealt, talon) = cards.split_at(usize::from(options.seats * HAND));
    let hands = dealt.chunks(HAND.into()).map(|hand| hand.iter().copied().collect()).collect();
    let trump = if talon.is_empty() { dealt.last().copied() } else { None };
    Deal { hands, talon: talon.to_vec(), trump }
}

impl Deal {
    /// Checks the deal and returns its trump card.
    ///
    /// # Errors
    /// If the deal does not fit `options`.
    pub(super) fn check(&self, options: &Options) -> Result<French, BadDeal> {
        let refuse = |why: String| Err(BadDeal(why));
        check_hands(options.seats, &self.hands, HAND.into())?;
        let talon: Cards<French> = self.talon.iter().copied().collect();
        let is_twice = |card: &&French| self.talon.iter().filter(|other| other == card).count() > 1;
        if let Some(twice) = self.talon.iter().find(is_twice) {
            return refuse(twice_in_talon(twice));
        }
        let wanted = usize::from(options.deck - options.seats * HAND);
        if talon.len() != wanted {
            return refuse(wrong_talon(talon.len(), wanted));
        }
        let all = self.hands.iter().fold(talon, |all, &hand| all | hand);
        if let Some(card) = (all - deck(options.deck)).first() {
            return refuse(not_in_deck(card, options.deck));
        }
        each_once(Seat::all(options.seats).zip(self.hands.iter().copied()), talon, the_talon)?;
        self.check_trump(Seat::new(options.seats - 1))
    }

    fn check_trump(&self, last: Seat) -> Result<French, BadDeal> {
        let refuse = |why: String| Err(BadDeal(why));
        match (self.talon.last(), self.trump) {
            (Some(&card), None) => Ok(card),
            (Some(card), Some(_)) => refuse(trump_and_talon(card)),
            (None, None) => refuse(trump_missing(last)),
            (None, Some(card)) if self.hands[last.index()].has(card) => Ok(card),
            (None, Some(card)) => refuse(trump_not_held(card, last)),
        }
    }
}

impl Public {
    /// Begins a game with these hands, which stay hidden except for an announced trump.
    pub(super) fn begin_game(
        &mut self,
        hands: &PerSeat<Cards<French>>,
        talon: u8,
        trump_card: French,
    ) {
        let (options, trump) = (self.options, trump_card.suit());
        *self = Public {
            dealt: self.dealt + 1,
            points: self.points,
            durak: self.durak,
            trump_card: Some(trump_card),
            talon,
            count: PerSeat::from_fn(options.seats, |_| HAND),
            ..Public::new(options)
        };
        if talon == 0 {
            self.known[Seat::new(options.seats - 1)].insert(trump_card);
        }
        let avenged = options.next_first == NextFirst::AttackTheDurak;
        let first = match self.durak.filter(|_| avenged) {
            Some(durak) => Seat::all(options.seats).find(|seat| seat.next(options.seats) == durak),
            None => {
                let lowest = hands.iter().filter_map(|(seat, &hand)| {
                    lowest_trump(hand, trump).map(|card| (card.rank(), seat, card))
                });
                let lowest = lowest.min().map(|(_, seat, card)| (seat, card));
                self.announced = lowest.map(|(_, card)| card);
                self.only_drawn = trumps_below(self.announced, trump, options.deck);
                lowest.into_iter().for_each(|(seat, card)| self.known[seat].insert(card));
                lowest.map(|(seat, _)| seat)
            }
        };
        debug_assert_eq!(self.phase, Phase::Deal);
        self.begin_bout(first.unwrap_or_default());
    }
}
