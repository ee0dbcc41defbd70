//! Rules that every game must keep, checked for each game of the list under each of its house
//! rules.
//!
//! No test here knows a particular game, so every new game of the list is tested.

mod effects;
mod features;
mod hand_scores;
mod leaks;
mod options;
mod packed;
mod playthrough;
mod records;
mod rules;
mod tables;
mod views;

use crate::common::high_card::HighCard;
use crate::nim::Nim;
use juez_games::{Visitor, each};

/// Visits every game of the list, the game of the example, and the test game with hidden hands and
/// partners.
fn visit_every_game(visitor: &mut impl Visitor) {
    each(visitor);
    visitor.visit::<Nim>();
    visitor.visit::<HighCard>();
}

/// Turns each generic function into a test that calls it for every game.
macro_rules! for_every_game {
    ($($claim:ident),+ $(,)?) => {
        mod of_every_game {
            $(
                #[test]
                fn $claim() {
                    struct Check;
                    impl juez_games::Visitor for Check {
                        fn visit<G: juez_core::Game>(&mut self) {
                            super::$claim::<G>();
                        }
                    }
                    crate::conformance::visit_every_game(&mut Check);
                }
            )+
        }
    };
}
pub(crate) use for_every_game;
