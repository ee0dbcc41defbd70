//! Everything open: the knowledge of a player who forgets nothing.

use serde::{Deserialize, Serialize};

use super::deck::Talon;
use super::{HAND, Move, Options, Table, beaters, deck};
use crate::cards::{Cards, French, FrenchSuit};
use juez_core::{PerSeat, Seat};

/// The next step of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The deal of the next game.
    #[default]
    Deal,
    /// The attacker's first card of a bout.
    Attack,
    /// A card that beats the unbeaten one, or `take`.
    Defend,
    /// A card of a rank on the table, or `done`.
    Throw,
    /// Nothing: the match is over.
    Over,
}

/// The public state of a match.
///
/// It does not include the hidden cards of a seat. It determines the course of play, which depends
/// only on the cards played and on the number of cards in each hand.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Public {
    /// The house rules.
    pub options: Options,
    /// Number of games dealt, including this one.
    pub dealt: u8,
    /// The next step of the match.
    pub phase: Phase,
    pub(super) to_move: Seat,
    /// The current points, also of seats that are out of this game.
    pub points: PerSeat<i32>,
    /// The loser of the last finished game; `None` after a draw.
    pub durak: Option<Seat>,
    /// The card that was turned up; `None` before the first deal.
    pub trump_card: Option<French>,
    /// Cards left in the talon, including the trump card.
    pub talon: u8,
    /// Number of cards each seat holds.
    pub count: PerSeat<u8>,
    /// The cards that each seat is known to hold.
    pub known: PerSeat<Cards<French>>,
    /// The cards that each seat has put on the table in this game.
    pub played: PerSeat<Cards<French>>,
    /// The cards beaten and discarded in this game.
    pub discard: Cards<French>,
    /// The lowest trump dealt, if it decided the first attack.
    pub announced: Option<French>,
    /// The trumps that were not dealt: a seat that holds one has drawn or taken it.
    pub only_drawn: Cards<French>,
    /// Number of cards each seat drew unseen, minus the played ones that belong to `only_drawn`.
    pub(super) drawn: PerSeat<u8>,
    /// Finished bouts of this game.
    pub bouts: u32,
    /// The seat that attacks in this bout.
    pub attacker: Seat,
    /// The seat that defends in this bout.
    pub defender: Seat,
    /// Maximum attacking cards in this bout.
    pub limit: u8,
    /// True if the defender has given up and will take the table.
    pub taking: bool,
    /// The table of the bout.
    pub table: Table,
    /// The place of each seat in this game; 0 while it plays.
    pub(super) place: PerSeat<u8>,
}

/// The moves of the seat to move: a set of cards and a word.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Choices {
    /// The legal cards.
    pub cards: Cards<French>,
    /// The word that is legal too, if any.
    pub word: Option<Move>,
}

impl Choices {
    /// Returns the number of legal moves.
    pub fn count(&self) -> usize {
        self.cards.len() + usize::from(self.word.is_some())
    }

    pub(super) fn list_into(&self, out: &mut Vec<Move>) {
        out.extend(self.cards.iter().map(Move::Card));
        out.extend(self.word);
    }

    /// Returns true if `mv` is among them.
    pub fn has(&self, mv: Move) -> bool {
        match mv {
            Move::Card(card) => self.cards.has(card),
            word => self.word == Some(word),
        }
    }
}

impl Public {
    pub(super) fn new(options: Options) -> Public {
        let seats = options.seats;
        Public {
            options,
            points: PerSeat::new(seats),
            count: PerSeat::new(seats),
            known: PerSeat::new(seats),
            played: PerSeat::new(seats),
            drawn: PerSeat::new(seats),
            place: PerSeat::new(seats),
            ..Public::default()
        }
    }

    /// Returns the legal moves of the seat to move if it holds `hand`.
    #[inline]
    pub fn choices(&self, hand: Cards<French>) -> Choices {
        match self.phase {
            Phase::Attack => Choices { cards: hand, word: None },
            Phase::Defend => {
                let beating = self.unbeaten().zip(self.trump());
                let beating = beating.map_or(Cards::EMPTY, |(card, trump)| beaters(card, trump));
                Choices { cards: hand & beating, word: Some(Move::Take) }
            }
            Phase::Throw => Choices { cards: hand & self.table.ranks(), word: Some(Move::Done) },
            Phase::Deal | Phase::Over => Choices::default(),
        }
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.options.seats
    }

    /// Returns the seat to move; `None` before a deal and at the end.
    pub fn to_move(&self) -> Option<Seat> {
        (!matches!(self.phase, Phase::Deal | Phase::Over)).then_some(self.to_move)
    }

    /// Returns the trump suit; `None` before the first deal.
    pub fn trump(&self) -> Option<FrenchSuit> {
        self.trump_card.map(French::suit)
    }

    /// Returns the most hidden cards of [`Public::only_drawn`] that the hand of `seat` can have.
    pub fn most_drawn(&self, seat: Seat) -> u8 {
        self.drawn[seat].min(self.hidden(seat))
    }

    /// Returns the number of cards of `seat` that are not public.
    pub fn hidden(&self, seat: Seat) -> u8 {
        self.count[seat] - self.known[seat].len() as u8
    }

    /// Returns the number of further cards that can attack in this bout.
    pub fn room(&self) -> u8 {
        self.limit - self.table.attacks()
    }

    /// Returns the card that the defender has to beat; `None` if there is none, or the defender
    /// takes.
    pub fn unbeaten(&self) -> Option<French> {
        if self.phase == Phase::Defend { self.table.unbeaten() } else { None }
    }

    /// Returns true if `seat` is still in this game.
    pub fn plays(&self, seat: Seat) -> bool {
        self.place[seat] == 0
    }

    /// Returns the place of `seat` in this game, 1 for the first to get out; `None` while it plays.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        Some(self.place[seat]).filter(|&place| place > 0)
    }

    /// Returns the cards that the holder of `hand` has not seen.
    pub fn unseen(&self, hand: Cards<French>) -> Cards<French> {
        if self.dealt == 0 { Cards::EMPTY } else { deck(self.options.deck) - self.seen() - hand }
    }

    /// Returns every card whose place is public.
    pub fn seen(&self) -> Cards<French> {
        let known = self.known.iter().fold(Cards::EMPTY, |all, (_, &cards)| all | cards);
        let shown = self.trump_card.map_or(Cards::EMPTY, Cards::of);
        known | shown | self.discard | self.table.cards()
    }

    /// Returns the next seat after `seat` that is still in the game.
    pub(super) fn next_in_play(&self, seat: Seat) -> Seat {
        let mut next = seat.next(self.seats());
        while !self.plays(next) && next != seat {
            next = next.next(self.seats());
        }
        next
    }

    /// Returns true if every list has one entry per seat, all seats exist and no pile is too big,
    /// so that no index is out of range.
    pub(super) fn is_in_range(&self) -> bool {
        let seats = self.options.seats;
        let lists = [
            self.points.seats(),
            self.count.seats(),
            self.known.seats(),
            self.played.seats(),
            self.drawn.seats(),
            self.place.seats(),
        ];
        let named = [Some(self.to_move), Some(self.attacker), Some(self.defender), self.durak];
        (2..=6).contains(&seats)
            && lists.iter().all(|&len| len == seats)
            && named.iter().flatten().all(|&seat| u8::from(seat) < seats)
            && usize::from(self.talon) <= Talon::MAX_CARDS
            && self.table.attacks() <= self.limit.max(HAND)
    }

    /// Returns the number of cards that `seat` lacks for a full hand.
    pub(super) fn lacks(&self, seat: Seat) -> u8 {
        HAND.saturating_sub(self.count[seat])
    }
}
