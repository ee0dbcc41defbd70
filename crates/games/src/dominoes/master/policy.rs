//! The way others are expected to play: a policy for playouts, and the likelihood of a move.

use super::table::{PASS, Table, code_of};
use crate::cards::Cards;
use crate::dominoes::{Numbers, SEATS, Tile};
use crate::masters::Weighed;
use crate::masters::learning::weights;
use juez_core::Seat;
use juez_search::{Code, choice_surprisal};

weights! {
    /// Weights of tiles, and the shares of habits. The defaults are four times the weights of the bot
    /// `greedy`.
    pub(in crate::dominoes) struct Policy {
        // A pip of the tile.
        pip = 4, 0..=40;
        // A double.
        double = 36, -100..=200;
        // Each own tile that fits afterwards.
        own_fitting = 12, -40..=100;
        // Each own tile with the newly exposed number.
        own_exposed = 8, -40..=100;
        // Each tile of the others that fits afterwards.
        others_fitting = -8, -80..=40;
        // Each number in the rest of the hand.
        own_number = 4, -40..=100;
        // Both ends, if the next opponent lacks them.
        next_lacks_both = 80, 0..=300;
        // Each end that an opponent lacks.
        opponent_lacks = 40, 0..=200;
        // Both ends, if the partner lacks them.
        partner_lacks_both = -40, -300..=0;
        // Each end that the partner lacks.
        partner_lacks = -16, -200..=0;
        // Lack of worth that halves the likelihood of a tile.
        halving = 16, 1..=100;
        // Share of players that weigh their tiles so, in parts of all shares.
        weighs = 110, 1..=255;
        // Share of `Habit::Individual`.
        individual = 60, 1..=255;
        // Share of `Habit::Sheds`.
        sheds = 40, 1..=255;
        // Share of `Habit::Any`.
        any = 46, 1..=255;
    }
}

impl Policy {
    /// Returns the policy of each seat: the other pair has this one, the own pair the default.
    pub fn by_seat(self, me: Option<Seat>) -> [Policy; SEATS as usize] {
        std::array::from_fn(|seat| match me {
            Some(me) if me.index() % 2 == seat % 2 => Policy::default(),
            _ => self,
        })
    }

    /// Returns the share of each habit, in the order of [`HABITS`].
    pub fn shares(&self) -> [u32; HABITS.len()] {
        [self.weighs, self.individual, self.sheds, self.any].map(i32::unsigned_abs)
    }
}

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

    /// Returns the worth of a move by a policy.
    pub fn worth(&self, policy: &Policy, tile: Tile, ends: (u8, u8)) -> i32 {
        let rest = self.hand - Cards::of(tile);
        let fitting = Tile::showing(ends.0) | Tile::showing(ends.1);
        let count = |tiles: Cards<Tile>| tiles.len() as i32;
        let lacked = |seat: usize| {
            i32::from(self.lacks[seat].has(ends.0)) + i32::from(self.lacks[seat].has(ends.1))
        };
        let [next, partner, last] = [0, 1, 2].map(lacked);
        let numbers = (0..=Tile::MOST).filter(|&number| rest.meets(Tile::showing(number))).count();
        policy.pip * tile.pips() as i32
            + policy.double * i32::from(tile.is_double())
            + policy.own_fitting * count(rest & fitting)
            + policy.own_exposed * count(rest & Tile::showing(ends.1))
            + policy.others_fitting * count(self.unseen & fitting)
            + policy.own_number * numbers as i32
            + policy.next_lacks_both * i32::from(next == 2)
            + policy.opponent_lacks * (next + last)
            + policy.partner_lacks_both * i32::from(partner == 2)
            + policy.partner_lacks * partner
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
    /// Weighs everything, by its policy.
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
    fn worth(self, outlook: &Outlook, policy: &Policy, tile: Tile, ends: (u8, u8)) -> i32 {
        match self {
            Habit::Weighs => outlook.worth(policy, tile, ends),
            Habit::Individual => outlook.own_worth(tile, ends),
            Habit::Sheds => tile.pips() as i32,
            Habit::Any => 0,
        }
    }

    /// Returns how often the likelihood of a move halves for a lack of worth.
    fn halvings(self, policy: &Policy, lack: i32) -> u32 {
        let halvings = match self {
            Habit::Weighs => lack / policy.halving,
            Habit::Individual => lack.saturating_mul(3),
            Habit::Sheds => lack.saturating_mul(3) / 2,
            Habit::Any => 0,
        };
        halvings.unsigned_abs()
    }

    /// Returns the move of the seat to move: the first of the highest worth.
    pub fn choose(self, table: &Table, policy: &Policy) -> Code {
        let playing = if self == Habit::Any { Habit::Weighs } else { self };
        let outlook = Outlook::of(table);
        let (mut best, mut highest) = (PASS, i32::MIN);
        table.each_move(|tile, joined| {
            let worth = playing.worth(&outlook, policy, tile, table.ends_after(tile, joined));
            if worth > highest {
                (best, highest) = (code_of(tile, joined), worth);
            }
        });
        best
    }

    /// Returns the surprisal of a move of the seat to move, in 1/256 bit.
    pub fn surprisal(self, table: &Table, policy: &Policy, played: Code) -> u32 {
        let outlook = Outlook::of(table);
        let mut weighed = Weighed::<MOST_MOVES>::new();
        table.each_move(|tile, joined| {
            let worth = self.worth(&outlook, policy, tile, table.ends_after(tile, joined));
            weighed.add(worth, code_of(tile, joined) == played);
        });
        let halvings = |lack: i32| self.halvings(policy, lack);
        choice_surprisal(weighed.lacks().map(halvings), halvings(weighed.chosen_lack()))
    }
}

/// Moves of a seat with tiles, at most: seven tiles at two ends.
const MOST_MOVES: usize = 14;
