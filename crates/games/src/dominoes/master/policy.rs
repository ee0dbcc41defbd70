//! The way others are expected to play: a policy for playouts, and the likelihood of a move.

use super::table::{PASS, Table, code_of};
use crate::cards::Cards;
use crate::dominoes::{Numbers, SEATS, Tile};
use juez_search::{Code, choice_surprisal};

/// The hand of a seat and the public facts, which it weighs.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    pub hand: Cards<Tile>,
    /// The tiles in the hands of the others.
    pub unseen: Cards<Tile>,
    /// The numbers that the next opponent, the partner and the last opponent lack.
    pub lacks: [Numbers; 3],
}

impl Outlook {
    /// Returns the outlook of the seat to move.
    pub fn of(table: &Table) -> Outlook {
        let seat = |after: u8| usize::from((table.turn + after) % SEATS);
        let [one, two, three] = [1, 2, 3].map(seat);
        Outlook {
            hand: table.hands[seat(0)],
            unseen: table.hands[one] | table.hands[two] | table.hands[three],
            lacks: [table.lacks[one], table.lacks[two], table.lacks[three]],
        }
    }

    /// Returns the worth of a move, weighed as the bot `greedy` does.
    pub fn worth(&self, tile: Tile, ends: (u8, u8)) -> i32 {
        let rest = self.hand - Cards::of(tile);
        let fitting = Tile::showing(ends.0) | Tile::showing(ends.1);
        let count = |tiles: Cards<Tile>| tiles.len() as i32;
        let lacked = |seat: usize| {
            i32::from(self.lacks[seat].has(ends.0)) + i32::from(self.lacks[seat].has(ends.1))
        };
        let [next, partner, last] = [0, 1, 2].map(lacked);
        let numbers = (0..=Tile::MOST).filter(|&number| rest.meets(Tile::showing(number))).count();
        tile.pips() as i32
            + 9 * i32::from(tile.is_double())
            + 3 * count(rest & fitting)
            + 2 * count(rest & Tile::showing(ends.1))
            - 2 * count(self.unseen & fitting)
            + numbers as i32
            + 20 * i32::from(next == 2)
            + 10 * (next + last)
            - 10 * i32::from(partner == 2)
            - 4 * partner
    }

    /// Returns the worth of a move as the bot `individualist` sees it: heavy doubles, then the tile
    /// that exposes its most frequent number.
    fn own_worth(&self, tile: Tile, ends: (u8, u8)) -> i32 {
        if tile.is_double() {
            return 20 + tile.pips() as i32;
        }
        let rest = self.hand - Cards::of(tile);
        (rest & Tile::showing(ends.1)).len() as i32
    }
}

/// A way of playing that others are expected to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::dominoes) enum Habit {
    /// Weighs everything that the bot `greedy` does.
    Weighs,
    /// Plays heavy doubles, then for its own next tiles.
    Individual,
    /// Sheds the heaviest tile, as one of the bot `pair` does.
    Sheds,
    /// None that is known: any move is as likely.
    Any,
}

pub(super) const HABITS: [Habit; 4] = [Habit::Weighs, Habit::Individual, Habit::Sheds, Habit::Any];

impl Habit {
    fn worth(self, outlook: &Outlook, tile: Tile, ends: (u8, u8)) -> i32 {
        match self {
            Habit::Weighs => outlook.worth(tile, ends),
            Habit::Individual => outlook.own_worth(tile, ends),
            Habit::Sheds => tile.pips() as i32,
            Habit::Any => 0,
        }
    }

    /// Returns how often the likelihood of a move halves for each lack of worth, in quarters.
    const fn quarters(self) -> i32 {
        match self {
            Habit::Weighs => 1,
            Habit::Individual => 12,
            Habit::Sheds => 6,
            Habit::Any => 0,
        }
    }

    /// Returns the move of the seat to move: the first of the highest worth.
    pub fn choose(self, table: &Table) -> Code {
        let playing = if self == Habit::Any { Habit::Weighs } else { self };
        let outlook = Outlook::of(table);
        let (mut best, mut highest) = (PASS, i32::MIN);
        table.each_move(|tile, joined| {
            let worth = playing.worth(&outlook, tile, table.ends_after(tile, joined));
            if worth > highest {
                (best, highest) = (code_of(tile, joined), worth);
            }
        });
        best
    }

    /// Returns how much a move of the seat to move surprises, in 1/256 bit.
    pub fn surprisal(self, table: &Table, played: Code) -> u32 {
        let outlook = Outlook::of(table);
        let (mut count, mut highest, mut own) = (0, i32::MIN, i32::MIN);
        let mut worths = [0; MOST_MOVES];
        table.each_move(|tile, joined| {
            let worth = self.worth(&outlook, tile, table.ends_after(tile, joined));
            worths[count] = worth;
            count += 1;
            highest = highest.max(worth);
            if code_of(tile, joined) == played {
                own = worth;
            }
        });
        let halvings =
            |worth: i32| (highest.saturating_sub(worth).saturating_mul(self.quarters()) / 4) as u32;
        let worths = worths[..count].iter().copied();
        choice_surprisal(worths.map(halvings), halvings(own))
    }
}

/// Moves of a seat with tiles, at most: seven tiles at two ends.
const MOST_MOVES: usize = 14;
