//! The level of a visitor, and the opponent that follows it.

use serde_json::{Map, Value};

use super::Lobby;
use super::archive::Archive;
use super::error::RefusalKind::{Missing, Wrong};
use super::error::{LobbyError, Result};
use super::plan::PlannedPlayer;
use super::policy::Policy;
use super::start::built_in_bot;
use crate::{LevelSummary, NewMatch, VisitorId, VisitorLevel, words};
use juez_core::{LevelResult, Levels, Team};
use juez_match::registry::{ADAPTIVE, AnyGame, NoLevels, game, games, level_player};

/// Returns the seat of a visitor who sits down as `me`, if `adaptive` is among the players.
///
/// # Errors
/// If it is, but the match is not a new one, or anyone else plays.
pub(super) fn seat_against_adaptive(new: &NewMatch, me: &str) -> Result<Option<usize>> {
    if !new.players.iter().any(|player| player == ADAPTIVE) {
        return Ok(None);
    }
    if new.from.is_some() {
        return Err(Wrong.because(words::adaptive_begins_anew()));
    }
    let Some(own) = new.players.iter().position(|player| player == me) else {
        return Err(Wrong.because(words::adaptive_needs_you()));
    };
    let is_adaptive = |(seat, player): (usize, &String)| seat == own || player == ADAPTIVE;
    if !new.players.iter().enumerate().all(is_adaptive) {
        return Err(Wrong.because(words::adaptive_fills_the_table()));
    }
    Ok(Some(own))
}

/// The levels that suit a visitor, in all other seats of a table.
pub(super) struct Suited {
    scale: Levels,
    /// The level of the opponents.
    level: usize,
    teams: Vec<Team>,
    /// The seat of the visitor.
    own: usize,
}

impl Suited {
    /// Reads the level of a visitor in seat `own` of a table for `seats` players.
    ///
    /// # Errors
    /// If there is no such table, the game has no levels at it, or the archive cannot be read.
    pub fn of(
        game: &dyn AnyGame,
        options: &Map<String, Value>,
        (own, seats): (usize, usize),
        visitor: &VisitorId,
        archive: &Archive,
    ) -> Result<Suited> {
        let options = game.options(&game.info().with_seats(options, seats));
        let options = options.map_err(|error| Wrong.because(error))?;
        let teams = game.teams_at(&options, seats).map_err(|error| Wrong.because(error))?;
        if teams.len() != seats {
            return Err(Wrong.because(words::players_for_seats(seats, teams.len())));
        }
        let scale = game.scale_under(&options).map_err(|none| match none {
            NoLevels::Game(game) => Wrong.because(words::no_levels(game)),
            NoLevels::Rules { game, rule } => Wrong.because(words::no_levels_under(game, rule)),
        })?;
        let (results, _) = results(game, visitor, archive)?;
        let level = scale.estimate(&results).next_level();
        Ok(Suited { scale, level, teams, own })
    }

    /// Returns the player of a seat.
    ///
    /// # Errors
    /// If the game has no such bot.
    pub fn player(
        &self,
        seat: usize,
        game: &dyn AnyGame,
        policy: &dyn Policy,
    ) -> Result<PlannedPlayer> {
        let is_partner = self.teams[seat] == self.teams[self.own];
        let level = if is_partner { self.scale.partner(self.level) } else { self.level };
        Ok(built_in_bot(&level_player(level), game, policy)?.player().into())
    }
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
        let none = || Missing.because(words::no_levels(game.info().title));
        let scale = game.scale().ok_or_else(none)?;
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
