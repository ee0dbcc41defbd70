//! Learning of the policy from the choices of winners.

use super::policy::Policy;
use crate::cards::{Cards, French};
use crate::durak::{Durak, Move, Position, Public};
use crate::masters::learning;
use juez_core::{Learning, State};

/// The learning of the master.
pub const LEARNING: Learning<Durak> = learning::learning::<Policy>();

/// A choice of a seat.
#[derive(Debug)]
pub struct Choice {
    public: Public,
    hand: Cards<French>,
    played: Move,
}

impl learning::Policy for Policy {
    type Game = Durak;
    type Choice = Choice;

    fn choice(state: &Position, mv: Move) -> Option<Choice> {
        let (public, hand) = (*state.public(), state.hand_to_move());
        (state.legal_count() > 1).then_some(Choice { public, hand, played: mv })
    }

    fn surprisal(&self, choices: &[Choice]) -> u64 {
        let of_one =
            |choice: &Choice| self.surprisal_of(&choice.public, choice.hand, choice.played);
        choices.iter().map(|choice| u64::from(of_one(choice))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::durak::Options;
    use crate::masters::learning::testing::{check_recovery, check_restraint};

    #[test]
    fn the_weights_of_players_are_learnt_from_their_choices() {
        let spends_trumps =
            Policy { trump: 4, throw_early: 4, beat_early: 13, ..Policy::default() };
        check_recovery(&Options { seats: 4, ..Options::default() }, spends_trumps, 60, 5.0);
    }

    #[test]
    fn little_evidence_teaches_nothing() {
        check_restraint::<Policy>(&Options::default());
    }
}
