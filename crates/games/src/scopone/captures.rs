//! Captures of a card: counted without a list, or listed in ascending order.

use super::{Move, Sum};
use crate::cards::{Card, Cards, Italian};

/// Bits of a lane of [`Captures::ways`].
const LANE: u32 = 11;
const LANE_MASK: u128 = (1 << LANE) - 1;

/// The captures possible on a table.
///
/// Lane `v` of `ways` counts the sets of table cards that add up to `v`. Adding a card takes one
/// shift and one addition for all values at once. No lane overflows on a table reached by play: a
/// card stays only if no cards on the table add up to it.
#[derive(Clone, Copy)]
pub(super) struct Captures {
    table: Cards<Italian>,
    ways: u128,
    /// For each value, the number of cards that a sum must have; 0 for any.
    size: [u8; 11],
}

/// Returns the lowest bit of the lane of a value.
fn lane(value: u8) -> u32 {
    LANE * u32::from(value)
}

impl Captures {
    pub(super) fn of(table: Cards<Italian>, sum: Sum) -> Captures {
        match sum {
            Sum::Any => {
                let ways = table.iter().fold(1, |ways, card| ways + (ways << lane(card.value())));
                Captures { table, ways, size: [0; 11] }
            }
            Sum::Fewest => Captures::fewest(table),
        }
    }

    fn fewest(table: Cards<Italian>) -> Captures {
        // The sets, by their number of cards.
        let mut by_size = [0u128; 11];
        by_size[0] = 1;
        for card in table {
            for size in (0..10).rev() {
                by_size[size + 1] += by_size[size] << lane(card.value());
            }
        }
        let mut captures = Captures { table, ways: 0, size: [0; 11] };
        for value in 1..=10u8 {
            let ways = |size: usize| by_size[size] & LANE_MASK << lane(value);
            if let Some(size) = (1..=10).find(|&size| ways(size) > 0) {
                captures.size[usize::from(value)] = size as u8;
                captures.ways |= ways(size);
            }
        }
        captures
    }

    /// Returns the cards of the same value on the table.
    fn equals(&self, value: u8) -> Cards<Italian> {
        self.table & Italian::all_of(value)
    }

    /// Returns the number of captures a card of this value has.
    pub(super) fn count(&self, value: u8) -> usize {
        match self.equals(value).len() {
            0 => (self.ways >> lane(value) & LANE_MASK) as usize,
            equals => equals,
        }
    }

    /// Returns the number of cards that a sum for a card of this value must have; 0 for any.
    pub(super) fn size(&self, value: u8) -> u8 {
        self.size[usize::from(value)]
    }

    /// Calls `f` with each capture of a card of this value, ascending, until it returns true.
    /// Returns true if it did.
    pub(super) fn each(&self, value: u8, f: &mut impl FnMut(Cards<Italian>) -> bool) -> bool {
        let equals = self.equals(value);
        if !equals.is_empty() {
            return equals.iter().any(|card| f(Cards::of(card)));
        }
        self.count(value) > 0 && sums(self.table, value, Cards::EMPTY, self.size(value), f)
    }

    /// Returns the capture that has `n` others before it.
    pub(super) fn nth(&self, value: u8, n: usize) -> Cards<Italian> {
        let (mut left, mut found) = (n, Cards::EMPTY);
        self.each(value, &mut |captured| {
            found = captured;
            left = left.wrapping_sub(1);
            left == usize::MAX
        });
        found
    }

    /// Appends the moves of a hand, ascending.
    pub(super) fn moves_into(&self, hand: Cards<Italian>, out: &mut Vec<Move>) {
        for card in self.ordered(hand) {
            self.moves_of(card, out);
        }
    }

    /// Appends the moves of a card, ascending: its captures, or to stay.
    pub(super) fn moves_of(&self, card: Italian, out: &mut Vec<Move>) {
        let value = card.value();
        if self.count(value) == 0 {
            out.push(Move::stay(card));
            return;
        }
        self.each(value, &mut |captured| {
            out.push(Move::take(card, captured));
            false
        });
    }

    /// Returns the cards of a hand in the ascending order of their moves. An ace that captures
    /// comes after the ten of its suit.
    pub(super) fn ordered(&self, hand: Cards<Italian>) -> impl Iterator<Item = Italian> + use<> {
        let (hand, aces) = (hand.bits(), Italian::all_of(1).bits());
        let turned = !self.equals(1).is_empty();
        let order = if turned {
            hand & !(aces | aces << 1) | (hand & aces) << 1 | (hand >> 1 & aces)
        } else {
            hand
        };
        Cards::<Italian>::from_bits(order).iter().map(move |card| {
            // Ace and ten are neighbours, and each suit begins at an even number.
            let is_turned = turned && matches!(card.value(), 1 | 10);
            Italian::new(card.index() ^ u8::from(is_turned))
        })
    }
}

/// Calls `f` with each subset of `rest` that adds up to `need`, joined with `taken`, ascending,
/// until it returns true. If `left` is above 0, a subset has that many cards.
fn sums(
    mut rest: Cards<Italian>,
    need: u8,
    taken: Cards<Italian>,
    left: u8,
    f: &mut impl FnMut(Cards<Italian>) -> bool,
) -> bool {
    while let Some(card) = rest.first() {
        rest.remove(card);
        let (value, with) = (card.value(), taken | Cards::of(card));
        let stop = match value {
            value if value == need => left <= 1 && f(with),
            value if value < need && left != 1 => {
                sums(rest, need - value, with, left.saturating_sub(1), f)
            }
            _ => false,
        };
        if stop {
            return true;
        }
    }
    false
}
