//! Learning of the policy from the choices of winners.

use super::policy::{HABITS, Habit, Policy, Worths};
use super::table::Table;
use crate::masters::learning;
use crate::scopone::{Move, Options, Position, Scopone};
use juez_core::{Learning, State};
use juez_search::mixed_surprisal;

/// The learning of the master.
pub const LEARNING: Learning<Scopone> = learning::learning::<Policy>();

/// A choice of a seat.
#[derive(Debug)]
pub struct Choice {
    /// The table before, with all hands.
    table: Table,
    options: Options,
    played: Move,
}

impl Choice {
    fn surprisal(&self, habit: Habit, worths: &Worths) -> u64 {
        habit.surprisal(&self.table, &self.options, worths, self.played).into()
    }
}

impl learning::Policy for Policy {
    type Game = Scopone;
    type Choice = Choice;

    fn choice(state: &Position, mv: Move) -> Option<Choice> {
        let options = state.public().options;
        let choice = || Choice { table: Table::open(state), options, played: mv };
        (state.legal_count() > 1).then(choice)
    }

    fn surprisal(&self, choices: &[Choice]) -> u64 {
        let worths = Worths::new(*self);
        let with = |habit| choices.iter().map(|choice| choice.surprisal(habit, &worths)).sum();
        let surprisals: [u64; HABITS.len()] = HABITS.map(with);
        mixed_surprisal(self.shares().into_iter().zip(surprisals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::masters::learning::testing::{check_recovery, check_restraint};
    use crate::scopone::Kind;

    #[test]
    fn the_weights_of_players_are_learnt_from_their_choices() {
        let rules = Options { kind: Kind::Solo9, ..Options::default() };
        let shares = Policy { weighs: 255, takes: 1, any: 1, ..Policy::default() };
        let careless = Policy { next_scopa: 10, risk: 5, denari: 40, prime: 8, ..shares };
        check_recovery(&rules, careless, 60, 5.0);
    }

    #[test]
    fn little_evidence_teaches_nothing() {
        check_restraint::<Policy>(&Options { kind: Kind::Solo9, ..Options::default() });
    }
}
