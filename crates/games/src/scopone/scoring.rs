//! The points of a hand.

use serde::Serialize;

use super::Public;
use crate::cards::{Cards, Italian, ItalianSuit};
use juez_core::{HandRow, HandScore, Seat};

/// The points of a side's pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// A point for each capture that emptied the table.
    pub scope: u8,
    /// The point for 21 cards or more.
    pub carte: bool,
    /// The point for at least the number of denari in the options.
    pub denari: bool,
    /// The point for the seven of denari.
    pub settebello: bool,
    /// The point for the primiera.
    pub primiera: bool,
}

impl Tally {
    /// Returns the sum of the points.
    pub fn total(self) -> i32 {
        let points = [self.carte, self.denari, self.settebello, self.primiera];
        i32::from(self.scope) + points.map(i32::from).iter().sum::<i32>()
    }

    /// Creates the tally of a pile and its scope. `primiera` is its point for the primiera, and
    /// `enough` denari make theirs.
    pub(super) fn of(pile: Cards<Italian>, scope: u8, primiera: bool, enough: u8) -> Tally {
        Tally {
            scope,
            carte: pile.len() >= 21,
            denari: denari(pile) >= usize::from(enough),
            settebello: pile.has(settebello()),
            primiera,
        }
    }
}

/// Returns the seven of denari.
pub(super) fn settebello() -> Italian {
    Italian::of(ItalianSuit::Denari, 7).expect("there is a seven")
}

/// Returns the number of denari a pile has.
pub(super) fn denari(pile: Cards<Italian>) -> usize {
    (pile & ItalianSuit::Denari.cards()).len()
}

/// Returns the value of a card for the primiera.
pub fn primiera_value(card: Italian) -> u8 {
    value_for_primiera(card.value())
}

/// The values above the lowest for the primiera, highest first.
const BY_PRIMIERA: [u8; 7] = [7, 6, 1, 5, 4, 3, 2];

fn value_for_primiera(value: u8) -> u8 {
    match value {
        7 => 21,
        6 => 18,
        1 => 16,
        5 => 15,
        4 => 14,
        3 => 13,
        2 => 12,
        _ => 10,
    }
}

/// Returns the primiera of a pile: the sum of its best card of each suit; 0 if it lacks a suit,
/// because it then cannot win.
pub fn primiera(pile: Cards<Italian>) -> u8 {
    let mut sum = 0;
    for suit in ItalianSuit::ALL {
        let cards = pile & suit.cards();
        let best = BY_PRIMIERA.into_iter().find(|&value| cards.meets(Italian::all_of(value)));
        match best.or(cards.first().map(Italian::value)) {
            Some(value) => sum += value_for_primiera(value),
            None => return 0,
        }
    }
    sum
}

/// Returns the score of the hand that has ended, by side; `None` during a hand.
pub(super) fn hand_score(public: &Public) -> Option<HandScore> {
    if public.to_move.is_some() || public.dealt == 0 {
        return None;
    }
    let sides = public.sides();
    let first: Vec<Seat> = sides.iter().map(|side| side[0]).collect();
    let in_pairs = public.kind().in_pairs();
    let of = |value: fn(Cards<Italian>) -> usize| {
        first.iter().map(|&seat| value(public.pile(seat)) as i32).collect::<Vec<_>>()
    };
    let tally = |point: fn(Tally) -> i32| {
        first.iter().map(|&seat| point(public.tally(seat))).collect::<Vec<_>>()
    };
    let primiera = if in_pairs {
        HandRow::new("primiera").values(of(|pile| primiera(pile).into()))
    } else {
        HandRow::new("sevens").values(of(|pile| (pile & Italian::all_of(7)).len()))
    };
    let score = HandScore::of(sides)
        .row(HandRow::new("carte").values(of(Cards::len)).points(tally(|of| of.carte.into())))
        .row(HandRow::new("denari").values(of(denari)).points(tally(|of| of.denari.into())))
        .row(HandRow::new("settebello").points(tally(|of| of.settebello.into())))
        .row(primiera.points(tally(|of| of.primiera.into())))
        .row(HandRow::new("scope").points(tally(|of| of.scope.into())))
        .row(HandRow::new("sum").points(tally(Tally::total)));
    // In solo there is one hand, whose sum is the score.
    let so_far = HandRow::new("score").values(first.iter().map(|&seat| public.score[seat]));
    Some(if in_pairs { score.row(so_far) } else { score })
}
