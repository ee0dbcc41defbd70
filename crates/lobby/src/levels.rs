//! The level of a visitor, and the opponent that follows it.

use super::Lobby;
use super::archive::Archive;
use super::error::RefusalKind::{Missing, Wrong};
use super::error::{LobbyError, Result};
use super::plan::PlannedPlayer;
use super::policy::Policy;
use super::start::built_in_bot;
use crate::{LevelSummary, NewMatch, VisitorId, VisitorLevel, words};
use juez_core::{LevelResult, Levels};
use juez_match::registry::{ADAPTIVE, AnyGame, game, games, level_player};

/// Returns true if `adaptive` is among the players of a match against a visitor who sits down as
/// `me`.
///
/// # Errors
/// If it is, but the match is not a new one of these two.
pub(super) fn has_adaptive(new: &NewMatch, me: &str) -> Result<bool> {
    if !new.players.iter().any(|player| player == ADAPTIVE) {
        return Ok(false);
    }
    if new.from.is_some() {
        return Err(Wrong.because(words::adaptive_begins_anew()));
    }
    if new.players.len() != 2 {
        return Err(Wrong.because(words::adaptive_plays_at_two()));
    }
    if !new.players.iter().any(|player| player == me) {
        return Err(Wrong.because(words::adaptive_needs_you()));
    }
    Ok(true)
}

/// Returns the level that suits a visitor, as a player.
///
/// # Errors
/// If the game has no levels, or the archive cannot be read.
pub(super) fn suited(
    game: &dyn AnyGame,
    to: &VisitorId,
    archive: &Archive,
    policy: &dyn Policy,
) -> Result<PlannedPlayer> {
    let scale = scale(game).map_err(|why| Wrong.because(why))?;
    let (results, _) = results(game, to, archive)?;
    let name = level_player(scale.estimate(&results).next_level());
    Ok(PlannedPlayer::of(&built_in_bot(&name, game, policy)?))
}

fn scale(game: &dyn AnyGame) -> Result<Levels, String> {
    game.scale().ok_or_else(|| words::no_levels(game.info().title))
}

fn results(
    game: &dyn AnyGame,
    of: &VisitorId,
    archive: &Archive,
) -> Result<(Vec<LevelResult>, u32)> {
    Ok(archive.level_results(of, game.info().id, Levels::MATCHES)?)
}

impl Lobby {
    /// Returns the level of a visitor in a game.
    ///
    /// # Errors
    /// If the game is unknown or has no levels, or the archive cannot be read.
    pub fn level(&self, game_id: &str, of: &VisitorId) -> Result<VisitorLevel> {
        let game = game(game_id).map_err(|error| Missing.because(error))?;
        let scale = scale(game).map_err(|why| Missing.because(why))?;
        let (results, matches) = results(game, of, &self.stores.archive)?;
        Ok(VisitorLevel {
            summary: summary(game, &scale, &results, matches),
            next: scale.estimate(&results).next_level(),
            of: scale.count(),
            curve: scale.curve(&results),
        })
    }

    /// Returns the levels of several visitors, in the games in which they have played against
    /// `adaptive`.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn levels_of(&self, visitors: &[VisitorId]) -> Result<Vec<Vec<LevelSummary>>> {
        let all = games().into_iter().filter_map(|game| Some((game, game.scale()?)));
        let scales: Vec<(&dyn AnyGame, Levels)> = all.collect();
        let levels = |of: &VisitorId| {
            let mut levels = Vec::new();
            for (game, scale) in &scales {
                let (results, matches) = results(*game, of, &self.stores.archive)?;
                if matches > 0 {
                    levels.push(summary(*game, scale, &results, matches));
                }
            }
            Ok::<_, LobbyError>(levels)
        };
        visitors.iter().map(levels).collect()
    }
}

fn summary(
    game: &dyn AnyGame,
    scale: &Levels,
    results: &[LevelResult],
    matches: u32,
) -> LevelSummary {
    let estimate = scale.estimate(results);
    let (level, margin) = (estimate.level(), estimate.margin());
    LevelSummary { game: game.info().id, matches, level, margin }
}
