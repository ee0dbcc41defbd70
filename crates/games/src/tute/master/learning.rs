//! Learning of the policy from the choices of winners.

use super::policy::{HABITS, Habit, Outlook, Policy};
use crate::masters::learning;
use crate::tute::{Match, Move, Tute};
use juez_core::{Learning, State};
use juez_search::mixed_surprisal;

/// The learning of the master.
pub const LEARNING: Learning<Tute> = learning::learning::<Policy>();

/// A choice of a seat.
#[derive(Debug)]
pub struct Choice {
    table: Match,
    played: Move,
}

impl learning::Policy for Policy {
    type Game = Tute;
    type Choice = Choice;

    fn choice(state: &Match, mv: Move) -> Option<Choice> {
        let is_choice = state.legal_count() > 1 && matches!(mv, Move::Song(_) | Move::Card(_));
        is_choice.then_some(Choice { table: *state, played: mv })
    }

    fn surprisal(&self, choices: &[Choice]) -> u64 {
        let mut surprisals = [0_u64; HABITS.len()];
        for Choice { table, played } in choices {
            let (outlook, legal) = (Outlook::of_table(table, *self), table.legal());
            let of_habit = |habit: Habit| habit.surprisal(&outlook, legal, *played);
            for (sum, habit) in surprisals.iter_mut().zip(HABITS) {
                *sum += u64::from(of_habit(habit));
            }
        }
        mixed_surprisal(self.shares().into_iter().zip(surprisals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::masters::learning::testing::{check_recovery, check_restraint};
    use crate::tute::Options;

    #[test]
    fn the_weights_of_players_are_learnt_from_their_choices() {
        let rules = Options { seats: 4, limit: 2, ..Options::default() };
        let shares = Policy { weighs: 255, extremes: 1, any: 1, ..Policy::default() };
        let spends_trumps = Policy { strength: 0, trump_steps: 0, trick: 20, halving: 8, ..shares };
        check_recovery(&rules, spends_trumps, 20, 5.0);
    }

    #[test]
    fn little_evidence_teaches_nothing() {
        check_restraint::<Policy>(&Options::default());
    }
}
