//! The points of a hand.

use serde::Serialize;

use super::Public;
use crate::core::{HandRow, HandScore, Seat};
use crate::games::cards::{Cards, Italian, ItalianSuit};

/// Points of a side's pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// A point for each capture that emptied the table.
    pub scope: u8,
    /// The point for 21 cards or more.
    pub carte: bool,
    /// The point for as many denari as the house rule says, or more.
    pub denari: bool,
    /// The point for the seven of denari.
    pub settebello: bool,
    /// The point for the primiera.
    pub primiera: bool,
}

impl Tally {
    /// The points together.
    pub fn total(self) -> i32 {
        let points = [self.carte, self.denari, self.settebello, self.primiera];
        i32::from(self.scope) + points.map(i32::from).iter().sum::<i32>()
    }

    /// The tally of a pile and its scope, the primiera apart; so many denari make their point.
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

/// The seven of denari.
pub(super) fn settebello() -> Italian {
    Italian::of(ItalianSuit::Denari, 7).expect("there is a seven")
}

/// Number of denari a pile has.
pub(super) fn denari(pile: Cards<Italian>) -> usize {
    (pile & ItalianSuit::Denari.cards()).len()
}

/// Value of a card for the primiera.
pub fn primiera_value(card: Italian) -> u8 {
    match card.value() {
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

/// The primiera of a pile: its best card of each suit, added up; 0 if it lacks a suit, for then it
/// cannot win.
pub fn primiera(pile: Cards<Italian>) -> u8 {
    let best = ItalianSuit::ALL
        .map(|suit| (pile & suit.cards()).iter().map(primiera_value).max().unwrap_or(0));
    if best.contains(&0) { 0 } else { best.iter().sum() }
}

/// The score of the hand that has ended, by side; `None` while one is played.
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
    // Each for himself there is one hand, whose sum is the score.
    let so_far = HandRow::new("score").values(first.iter().map(|&seat| public.score[seat]));
    Some(if in_pairs { score.row(so_far) } else { score })
}
