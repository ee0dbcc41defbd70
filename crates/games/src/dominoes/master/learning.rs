//! Learning of the policy from the choices of winners.

use super::policy::{HABITS, Habit, Policy};
use super::table::{Table, code_of};
use crate::dominoes::{Dominoes, Move, Position};
use crate::masters::learning;
use juez_core::{Learning, Seat};
use juez_search::{Code, mixed_surprisal};

/// The learning of the master.
pub const LEARNING: Learning<Dominoes> = learning::learning::<Policy>();

/// A tile that a seat chose.
#[derive(Debug)]
pub struct Choice {
    /// The table before, with all hands.
    table: Table,
    played: Code,
    /// Its surprisal with each habit, in 1/256 bit; by weighing, it depends on the policy.
    surprisals: [u32; HABITS.len()],
}

impl learning::Policy for Policy {
    type Game = Dominoes;
    type Choice = Choice;

    fn choice(state: &Position, mv: Move) -> Option<Choice> {
        let public = state.public();
        let hands = std::array::from_fn(|seat| state.hand(Seat::new(seat as u8)));
        let table = Table::new(public, hands);
        let played = match mv {
            // 6-6 opens the first hand.
            Move::First(tile) if public.hands > 1 => code_of(tile, tile.high()),
            Move::Join(tile, end) => code_of(tile, end),
            _ => return None,
        };
        let policy = Policy::default();
        let surprisals = HABITS.map(|habit| habit.surprisal(&table, &policy, played));
        Some(Choice { table, played, surprisals })
    }

    fn surprisal(&self, choices: &[Choice]) -> u64 {
        let with = |(nth, habit): (usize, Habit)| {
            let of_one = |choice: &Choice| match habit {
                Habit::Weighs => habit.surprisal(&choice.table, self, choice.played),
                _ => choice.surprisals[nth],
            };
            choices.iter().map(|choice| u64::from(of_one(choice))).sum()
        };
        let surprisals: Vec<u64> = HABITS.into_iter().enumerate().map(with).collect();
        mixed_surprisal(self.shares().into_iter().zip(surprisals.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominoes::Options;
    use crate::masters::learning::testing::{check_recovery, check_restraint};

    #[test]
    fn the_weights_of_players_are_learnt_from_their_choices() {
        let shares = Policy { weighs: 255, individual: 1, sheds: 1, any: 1, ..Policy::default() };
        let keeps_doubles = Policy { pip: 12, double: -60, own_number: 32, halving: 12, ..shares };
        check_recovery(&Options::default(), keeps_doubles, 25, 15.0);
    }

    #[test]
    fn little_evidence_teaches_nothing() {
        check_restraint::<Policy>(&Options::default());
    }
}
