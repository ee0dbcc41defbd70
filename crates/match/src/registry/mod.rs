//! Games and players by name, with their types erased.
//!
//! The layers below are generic over the game; the layers above are not. They exchange plain data:
//! records, drawings, numbers.

mod agree;
mod any_game;
mod case;
mod case_file;
mod case_words;
pub mod definitions;
mod entry;
mod game_of;
mod inspect;
mod levels;
mod patterns;
mod players;
mod records;
#[cfg(feature = "live")]
mod reload;
mod review;
mod setup;
mod words;

pub use agree::{Strictness, agree};
pub use any_game::{AnyGame, FeatureShape, LearnError, ReviewError, SetupError};
pub use case::{Case, CaseError, CaseResult, Expected};
pub use case_file::{CaseFileError, FiledCase, cases_of, read_cases};
pub use game_of::{NoGame, game_of, other_game};
pub use inspect::Question;
pub use levels::{ADAPTIVE, NoLevels, level_of, level_player, rule_text};
pub use patterns::{FoundPattern, patterns_of};
pub use players::{
    Mind, PlayerSpec, PlayerSpecError, Reading, open_weights, read_weights, tell_apart,
};
pub use records::{DrawnTable, LegalWalk, MadeMove};
#[cfg(feature = "live")]
pub use reload::{
    Broken, Change, Check, LiveBot, News, Notice, Reload, ReloadError, Version, Wanted,
    bots_of_folder, is_bot_folder,
};
pub use review::{Review, ReviewKey, ReviewSum, Reviewing, ScoreSources};
pub use setup::{MatchSetup, fill_seats};
pub use words::SENTENCES;

pub use crate::referee::{
    AnyAnalysis, AnyTable, ArrayTable, Asked, Choice, Decision, EntryRefused, Function, Hindsight,
    JsonText, Moment, Onlooker, Person, RecordFault, ReviewPart, ReviewStep, Reviewed,
    ReviewedHand, Sight, Snapshot, Step,
};

use juez_core::{Game, UnknownName};
use juez_games::{Visitor, each};

/// Returns every game, in the order of their list.
pub fn games() -> Vec<&'static dyn AnyGame> {
    struct Collect(Vec<&'static dyn AnyGame>);
    impl Visitor for Collect {
        fn visit<G: Game>(&mut self) {
            self.0.push(entry::Entry::<G>::INSTANCE);
        }
    }
    let mut collect = Collect(Vec::new());
    each(&mut collect);
    collect.0
}

/// A name that is not a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", unknown(.0))]
pub struct UnknownGame(pub UnknownName);

fn unknown(UnknownName { name, meant, known }: &UnknownName) -> String {
    let name = format!("{name:?}");
    match meant {
        Some(meant) => words::no_game_but(name, meant),
        None => words::no_game(name, known),
    }
}

/// Returns the game called `id`.
///
/// # Errors
/// If there is none; the error suggests a similar name.
pub fn game(id: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
    let games = games();
    games
        .iter()
        .copied()
        .find(|game| game.info().id == id)
        .ok_or_else(|| UnknownGame(UnknownName::of(id, games.iter().map(|game| game.info().id))))
}
