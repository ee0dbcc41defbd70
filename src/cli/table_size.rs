//! The number of players at a table.

use juez_core::MAX_SEATS;
use juez_match::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, SetupError};

/// Checks that a number of players can play.
pub(super) fn fits(
    game: &dyn AnyGame,
    base: &MatchSetup,
    players: usize,
) -> Result<(), SetupError> {
    let players = (0..players).map(|n| stand_in(&n.to_string())).collect();
    game.check_players(&MatchSetup { players, ..base.clone() })
}

/// Returns the players at the smallest table for this number of players or more.
///
/// # Errors
/// If no such number can play with these options.
pub(super) fn table_size(
    game: &dyn AnyGame,
    base: &MatchSetup,
    players: usize,
) -> Result<usize, SetupError> {
    let Err(error) = fits(game, base, players) else { return Ok(players) };
    (players..=MAX_SEATS).find(|&players| fits(game, base, players).is_ok()).ok_or(error)
}

/// Returns a player that only fills a seat.
pub(super) fn stand_in(name: &str) -> PlayerSpec {
    let mind = Mind::BuiltIn { name: "random", options: Default::default(), text: "random".into() };
    PlayerSpec { name: name.to_string(), mind }
}
