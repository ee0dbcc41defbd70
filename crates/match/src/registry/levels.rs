//! The levels of a game's master.

use super::AnyGame;
use juez_core::Levels;

/// The player for which the level that suits a person is chosen.
pub const ADAPTIVE: &str = "adaptive";
/// A level of the master, up to its number.
const LEVEL: &str = "master:level=";

impl dyn AnyGame + '_ {
    /// Returns the levels of the master; `None` if the game has none.
    pub fn scale(&self) -> Option<Levels> {
        let strengths = self.master_levels();
        let ascending = || Levels::new(strengths.iter().copied().map(f64::from).collect());
        (strengths.len() > 1).then(ascending)
    }
}

/// Returns the player of a level: `master:level=4`.
pub fn level_player(level: usize) -> String {
    format!("{LEVEL}{level}")
}

/// Returns the level of a player, if it is one. Other options can follow.
pub fn level_of(player: &str) -> Option<usize> {
    player.strip_prefix(LEVEL)?.split(',').next()?.parse().ok()
}
