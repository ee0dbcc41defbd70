//! Captures of a card: counted without listing, and listed in ascending order.

use super::{Move, Sum};
use crate::games::cards::{Card, Cards, Italian};

/// Bits of a lane of [`Captures::ways`].
const LANE: u32 = 11;
const LANE_MASK: u128 = (1 << LANE) - 1;

/// The value of each card by its number.
const VALUE: [u8; 40] = {
    let per_suit = [1, 10, 2, 3, 4, 5, 6, 7, 8, 9];
    let mut values = [0; 40];
    let mut i = 0;
    while i < 40 {
        values[i] = per_suit[i % 10];
        i += 1;
    }
    values
};

/// The four cards of each value.
const OF_VALUE: [u64; 11] = {
    let mut sets = [0; 11];
    let mut i = 0;
    while i < 40 {
        sets[VALUE[i] as usize] |= 1 << i;
        i += 1;
    }
    sets
};

/// The cards of a value, 1 to 10.
pub(super) fn of_value(value: u8) -> Cards<Italian> {
    Cards::from_bits(OF_VALUE[usize::from(value)])
}

/// The captures that a table offers.
///
/// Lane `v` of `ways` counts the sets of table cards that add up to `v`. Adding a card to the table
/// is one shift and one addition for all values at once. Play leaves no table with so many sets
/// that a lane could overflow: a card stays only if nothing on the table adds up to it.
#[derive(Clone, Copy)]
pub(super) struct Captures {
    table: u64,
    ways: u128,
    /// For each value, the number of cards a sum must have; 0 for any.
    size: [u8; 11],
}

impl Captures {
    pub(super) fn of(table: Cards<Italian>, sum: Sum) -> Captures {
        let table = table.bits();
        match sum {
            Sum::Any => {
                let mut ways = 1u128;
                for card in bits(table) {
                    ways += ways << (LANE * u32::from(VALUE[card]));
                }
                Captures { table, ways, size: [0; 11] }
            }
            Sum::Fewest => Captures::fewest(table),
        }
    }

    fn fewest(table: u64) -> Captures {
        // The sets by their number of cards.
        let mut by_size = [0u128; 11];
        by_size[0] = 1;
        for card in bits(table) {
            for size in (0..10).rev() {
                by_size[size + 1] += by_size[size] << (LANE * u32::from(VALUE[card]));
            }
        }
        let mut captures = Captures { table, ways: 0, size: [0; 11] };
        for value in 1..=10u8 {
            let lane = LANE * u32::from(value);
            let found = (1..=10).find(|&size| by_size[size] >> lane & LANE_MASK > 0);
            if let Some(size) = found {
                captures.size[usize::from(value)] = size as u8;
                captures.ways |= (by_size[size] >> lane & LANE_MASK) << lane;
            }
        }
        captures
    }

    /// The cards of the same value on the table.
    fn equals(&self, value: u8) -> u64 {
        self.table & OF_VALUE[usize::from(value)]
    }

    /// Number of captures a card of this value has.
    pub(super) fn count(&self, value: u8) -> usize {
        match self.equals(value) {
            0 => (self.ways >> (LANE * u32::from(value)) & LANE_MASK) as usize,
            equals => equals.count_ones() as usize,
        }
    }

    /// Number of cards a sum for a card of this value must have; 0 for any.
    pub(super) fn size(&self, value: u8) -> u8 {
        self.size[usize::from(value)]
    }

    /// Hands each capture of a card of this value to `f`, ascending, until it says stop; whether
    /// it did.
    fn each(&self, value: u8, f: &mut impl FnMut(u64) -> bool) -> bool {
        match self.equals(value) {
            0 if self.count(value) == 0 => false,
            0 => sums(self.table, value, 0, self.size(value), f),
            equals => bits(equals).any(|card| f(1 << card)),
        }
    }

    /// The capture with `n` others before it.
    pub(super) fn nth(&self, value: u8, n: usize) -> Cards<Italian> {
        let (mut left, mut found) = (n, 0);
        self.each(value, &mut |captured| {
            found = captured;
            left = left.wrapping_sub(1);
            left == usize::MAX
        });
        Cards::from_bits(found)
    }

    /// Appends the moves of a hand, ascending.
    pub(super) fn moves_into(&self, hand: Cards<Italian>, out: &mut Vec<Move>) {
        for card in self.ordered(hand) {
            self.moves_of(card, out);
        }
    }

    /// The moves a card allows, ascending: its captures, or to stay.
    pub(super) fn moves_of(&self, card: Italian, out: &mut Vec<Move>) {
        let value = card.value();
        if self.count(value) == 0 {
            out.push(Move::stay(card));
            return;
        }
        self.each(value, &mut |captured| {
            out.push(Move::take(card, Cards::from_bits(captured)));
            false
        });
    }

    /// The cards of a hand in the ascending order of their moves. An ace that captures comes after
    /// the ten of its suit.
    pub(super) fn ordered(&self, hand: Cards<Italian>) -> impl Iterator<Item = Italian> + use<> {
        let (hand, aces) = (hand.bits(), OF_VALUE[1]);
        let turned = self.table & aces != 0;
        let order = if turned {
            hand & !(aces | aces << 1) | (hand & aces) << 1 | (hand >> 1 & aces)
        } else {
            hand
        };
        bits(order).map(move |bit| {
            // Ace and ten are neighbours, and each suit begins at an even number.
            let ace_or_ten = turned && (aces | aces << 1) >> bit & 1 == 1;
            Italian::new(if ace_or_ten { bit ^ 1 } else { bit } as u8)
        })
    }
}

/// The numbers of the bits, ascending.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let first = set.trailing_zeros() as usize;
            set &= set - 1;
            first
        })
    })
}

/// Hands each subset of `rest` that adds up to `need` to `f` together with `taken`, ascending. With
/// `left` above 0 it has that many cards.
fn sums(mut rest: u64, need: u8, taken: u64, left: u8, f: &mut impl FnMut(u64) -> bool) -> bool {
    while rest != 0 {
        let card = rest.trailing_zeros();
        rest &= rest - 1;
        let (value, with) = (VALUE[card as usize], taken | 1 << card);
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
