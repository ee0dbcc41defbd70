//! The way others are expected to play: a policy for playouts, and the likelihood of a move.

use super::table::{SEATS_LEN, Table};
use crate::cards::{Card, Cards, Italian, ItalianSuit};
use crate::masters::Weighed;
use crate::masters::learning::weights;
use crate::scopone::scoring::settebello;
use crate::scopone::{Move, Options, primiera_value};
use juez_search::choice_surprisal;

weights! {
    /// Weights of moves, in hundredths of a point, and the shares of habits. The defaults are the
    /// weights of the bot `greedy`.
    pub(in crate::scopone) struct Policy {
        // A scopa.
        scopa = 100, 0..=300;
        // The scopa that the next seat can make, if it surely has the card.
        next_scopa = 100, 0..=300;
        // The seven of denari.
        settebello = 100, 0..=300;
        // Each card of a pile.
        card = 5, 0..=40;
        // Each card of denari.
        denari = 12, 0..=80;
        // Each point of primiera above 10.
        prime = 2, 0..=20;
        // Share of a card left on the table that counts, if the next seat surely has its equal, in
        // percent.
        risk = 50, 0..=100;
        // Lack of worth that halves the likelihood of a move.
        halving = 6, 1..=60;
        // Share of players that weigh their moves so, in parts of all shares.
        weighs = 150, 1..=255;
        // Share of `Habit::Takes`.
        takes = 40, 1..=255;
        // Share of `Habit::Any`.
        any = 66, 1..=255;
    }
}

impl Policy {
    /// Returns the share of each habit, in the order of [`HABITS`].
    pub fn shares(&self) -> [u32; HABITS.len()] {
        [self.weighs, self.takes, self.any].map(i32::unsigned_abs)
    }
}

/// A policy with the worth of each card for a pile, in hundredths of a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worths {
    policy: Policy,
    cards: [i32; Italian::COUNT as usize],
}

impl Worths {
    pub fn new(policy: Policy) -> Worths {
        let cards = std::array::from_fn(|index| {
            let card = Italian::new(index as u8);
            policy.card
                + policy.prime * (i32::from(primiera_value(card)) - 10)
                + policy.denari * i32::from(card.suit() == ItalianSuit::Denari)
                + policy.settebello * i32::from(card == settebello())
        });
        Worths { policy, cards }
    }

    fn of(&self, card: Italian) -> i32 {
        self.cards[usize::from(card.index())]
    }

    fn sum(&self, cards: Cards<Italian>) -> i32 {
        cards.iter().map(|card| self.of(card)).sum()
    }

    /// Returns the immediate gain of a move.
    pub fn gained(&self, table: &Table, mv: Move) -> i32 {
        let sweeps = !mv.captured.is_empty() && mv.captured == table.cards;
        self.sum(mv.gain()) + self.policy.scopa * i32::from(sweeps)
    }
}

/// The hand of the seat to move and its knowledge of the others, which it weighs.
struct Outlook<'a> {
    worths: &'a Worths,
    /// Chance in percent that the next seat holds a card of each value.
    chances: [i32; 11],
    /// The worth that the next seat is expected to take from the table.
    risk: i32,
    /// The sum of the values on the table.
    total: u32,
    /// True if the table without cards after the move is no scopa.
    no_scopa: bool,
}

impl<'a> Outlook<'a> {
    fn of(table: &Table, options: &Options, worths: &'a Worths) -> Outlook<'a> {
        let me = usize::from(table.turn);
        let next = (me + 1) % SEATS_LEN;
        let others = (0..SEATS_LEN).filter(|&seat| seat != me);
        let unseen = others.fold(Cards::EMPTY, |unseen, seat| unseen | table.hands[seat]);
        let (held, all) = (table.hands[next].len(), unseen.len().max(1));
        let mut chances = [0; 11];
        for (value, chance) in (1..=10).zip(&mut chances[1..]) {
            let count = (unseen & Italian::all_of(value)).len();
            *chance = (100 * (count * held) / all).min(100) as i32;
        }
        let no_scopa = table.hands[me].len() == 1 && held == 0 && !options.last_scopa();
        let mut outlook = Outlook { worths, chances, risk: 0, total: 0, no_scopa };
        outlook.risk = table.cards.iter().map(|card| outlook.risk(card)).sum();
        outlook.total = total(table.cards);
        outlook
    }

    /// Returns the share of a card on the table that the next seat is expected to take.
    fn risk(&self, card: Italian) -> i32 {
        let chance = self.chances[usize::from(card.value())];
        self.worths.of(card) * chance * self.worths.policy.risk / 10_000
    }

    fn worth(&self, mv: Move) -> i32 {
        let (total, risk) = if mv.captured.is_empty() {
            (self.total + u32::from(mv.card.value()), self.risk + self.risk(mv.card))
        } else {
            let taken: i32 = mv.captured.iter().map(|card| self.risk(card)).sum();
            (self.total - u32::from(mv.card.value()), self.risk - taken)
        };
        let mut worth = self.worths.sum(mv.gain()) - risk;
        if total == 0 && !self.no_scopa {
            worth += self.worths.policy.scopa;
        }
        if (1..=10).contains(&total) {
            worth -= self.worths.policy.next_scopa * self.chances[total as usize] / 100;
        }
        worth
    }
}

fn total(cards: Cards<Italian>) -> u32 {
    cards.iter().map(|card| u32::from(card.value())).sum()
}

/// A way of playing that others are expected to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Habit {
    /// Weighs everything, by its policy.
    Weighs,
    /// Takes the cards of the highest worth, whatever it leaves.
    Takes,
    /// Unknown, so that any move is as likely.
    Any,
}

pub(super) const HABITS: [Habit; 3] = [Habit::Weighs, Habit::Takes, Habit::Any];

/// Moves of a seat that are weighed, at most.
const MOST_MOVES: usize = 48;

impl Habit {
    fn worth(self, outlook: &Outlook<'_>, mv: Move) -> i32 {
        match self {
            Habit::Weighs => outlook.worth(mv),
            Habit::Takes => outlook.worths.sum(mv.gain()),
            Habit::Any => 0,
        }
    }

    /// Returns the move of the seat to move: the first of the highest worth.
    pub fn choose(self, table: &Table, options: &Options, worths: &Worths) -> Move {
        let playing = if self == Habit::Any { Habit::Weighs } else { self };
        let outlook = Outlook::of(table, options, worths);
        let (mut best, mut highest) = (Move::stay(Italian::new(0)), i32::MIN);
        table.each_move(options, |mv| {
            let worth = playing.worth(&outlook, mv);
            if worth > highest {
                (best, highest) = (mv, worth);
            }
        });
        best
    }

    /// Returns the surprisal of a move of the seat to move, in 1/256 bit.
    pub fn surprisal(self, table: &Table, options: &Options, worths: &Worths, played: Move) -> u32 {
        let outlook = Outlook::of(table, options, worths);
        let mut weighed = Weighed::<MOST_MOVES>::new();
        table.each_move(options, |mv| weighed.add(self.worth(&outlook, mv), mv == played));
        let halvings = |lack: i32| (lack / worths.policy.halving) as u32;
        choice_surprisal(weighed.lacks().map(halvings), halvings(weighed.chosen_lack()))
    }
}

/// Calls `each` for the moves of the seat to move with their worth, ascending.
pub(super) fn each_worth(
    table: &Table,
    options: &Options,
    worths: &Worths,
    mut each: impl FnMut(Move, i32),
) {
    let outlook = Outlook::of(table, options, worths);
    table.each_move(options, |mv| each(mv, outlook.worth(mv)));
}
