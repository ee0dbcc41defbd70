//! Matches to play: who sits where, under which options, and whether all of them can play.

use serde_json::{Map, Value};

use super::{AnyGame, Mind, PlayerSpec, SetupError};
use crate::core::{Allowed, Journal, OptionsError, Record, Team};
use crate::referee::{self, Lost, Onlooker, PlayError};
use crate::script::{LintMessage, LoadError};

type Result<T, E = SetupError> = std::result::Result<T, E>;

/// Everything a match is made of, with one player for each seat or side.
pub type MatchSetup = referee::MatchSetup<PlayerSpec>;

impl dyn AnyGame + '_ {
    /// The options in full.
    ///
    /// # Errors
    /// If they cannot be played.
    pub fn options(
        &self,
        options: &Map<String, Value>,
    ) -> Result<Map<String, Value>, OptionsError> {
        Ok(self.table(options)?.options_json())
    }

    /// The side of each seat of a match, in seat order.
    ///
    /// # Errors
    /// If its options cannot be played.
    pub fn teams(&self, setup: &MatchSetup) -> Result<Vec<Team>> {
        Ok(self.table(&with_seats(self, setup)?)?.teams())
    }

    /// Seats the players and loads every script once, so that a match is not begun that cannot be
    /// played.
    ///
    /// # Errors
    /// Too few or too many players, or the first script that does not load.
    pub fn check_players(&self, setup: &MatchSetup) -> Result<()> {
        seat_players(self, setup)?;
        setup.players.iter().try_for_each(|player| self.check_player(setup, player))
    }

    /// Loads the script of one player of a match once, or starts its program.
    ///
    /// # Errors
    /// If it does not load.
    pub fn check_player(&self, setup: &MatchSetup, player: &PlayerSpec) -> Result<()> {
        let Some(Mind::External(spec)) = player.mind.bot() else {
            return self.functions(setup, player).map(drop);
        };
        let (journal, seats) = (Journal::new(setup.limits.output), setup.players.len());
        spec.check(self.info(), seats as u8, &journal).map_err(|fault| {
            let (fault, log) = (Box::new(fault), journal.take().log);
            let source = LoadError::Load { fault, excerpt: None, log };
            SetupError::Bot { name: player.name.clone(), source }
        })
    }

    /// Loads the script of one player of a match once; the names of its functions, the hooks
    /// included, ascending. Only scripts have any.
    ///
    /// # Errors
    /// If it does not load.
    pub fn functions(&self, setup: &MatchSetup, player: &PlayerSpec) -> Result<Vec<String>> {
        let api = self.api(&setup.without)?;
        let Some(Mind::Script(spec)) = player.mind.bot() else { return Ok(Vec::new()) };
        spec.functions(&api, &setup.limits).map_err(|source| match source {
            LoadError::Lost(why) => PlayError::from(Lost(why)).into(),
            source => SetupError::Bot { name: player.name.clone(), source },
        })
    }

    /// The lint of the source of one player of a match; empty for a built-in bot and for a source
    /// that does not compile.
    ///
    /// # Errors
    /// If the setup is wrong.
    pub fn lint(&self, setup: &MatchSetup, player: &PlayerSpec) -> Result<Vec<LintMessage>> {
        let api = self.api(&setup.without)?;
        let Some(Mind::Script(spec)) = player.mind.bot() else { return Ok(Vec::new()) };
        Ok(spec.lint(&api))
    }

    /// Plays a match to its end, on this thread. With scripts of unknown origin that thread needs a
    /// stack of [`STACK`](crate::script::STACK) bytes.
    ///
    /// # Errors
    /// If the setup is wrong.
    pub fn play(&self, setup: &MatchSetup, onlooker: &mut dyn Onlooker) -> Result<Record> {
        self.play_seated(&seat_players(self, setup)?, onlooker)
    }

    /// The record of a match that was left after `moves`, without plies and without an end. The
    /// deal that is due after the last move is made if there is anything to draw it from.
    ///
    /// # Errors
    /// If the setup is wrong or a move cannot be made.
    pub fn left_after(&self, setup: &MatchSetup, moves: &[String]) -> Result<Record> {
        let setup = seat_players(self, setup)?;
        let players = setup.players.iter().map(|player| player.player()).collect();
        let table = self.table(&setup.options)?;
        Ok(setup.with_players(players).left_after(table, moves)?)
    }
}

/// The options of a match; `seats` follows from the number of players if it is not given.
fn with_seats(game: &dyn AnyGame, setup: &MatchSetup) -> Result<Map<String, Value>> {
    let mut options = setup.options.clone();
    let seats = game.info().options.iter().find(|option| option.name == "seats");
    let Some(seats) = seats.filter(|_| !options.contains_key("seats")) else { return Ok(options) };
    let players = setup.players.len();
    if seats.allowed.admits(&players.into()) {
        options.insert("seats".to_string(), players.into());
        return Ok(options);
    }
    // So many players may still be one for each team of the game's usual table.
    let teams = game.table(&options)?.teams();
    let sides = sides(&teams).len();
    if sides == players {
        return Ok(options);
    }
    let mut needed = format!("{} players", in_words(&seats.allowed));
    if sides < teams.len() {
        needed.push_str(&format!(", or {sides} who play for a side each"));
    }
    Err(SetupError::Players { game: game.info().id, needed, players })
}

/// The player of each seat, of players for the seats or for the sides, who fill the seats of their
/// team; `None` if there are more or fewer.
pub fn fill_seats<'s>(players: &'s [PlayerSpec], teams: &[Team]) -> Option<Vec<&'s PlayerSpec>> {
    if players.len() == teams.len() {
        return Some(players.iter().collect());
    }
    let sides = sides(teams);
    let player = |team| &players[sides.binary_search(team).unwrap_or_default()];
    (players.len() == sides.len()).then(|| teams.iter().map(player).collect())
}

/// The match with a player for each seat and its options in full.
fn seat_players<'s>(
    game: &dyn AnyGame,
    setup: &'s MatchSetup,
) -> Result<referee::MatchSetup<&'s PlayerSpec>> {
    let table = game.table(&with_seats(game, setup)?)?;
    let teams = table.teams();
    let seated = fill_seats(&setup.players, &teams).ok_or_else(|| SetupError::Players {
        game: game.info().id,
        needed: format!("{} players with these house rules", teams.len()),
        players: setup.players.len(),
    })?;
    Ok(referee::MatchSetup { options: table.options_json(), ..setup.with_players(seated) })
}

/// The sides of the seats, each once, ascending.
fn sides(teams: &[Team]) -> Vec<Team> {
    let mut sides = teams.to_vec();
    sides.sort_unstable();
    sides.dedup();
    sides
}

fn in_words(allowed: &Allowed) -> String {
    match allowed {
        Allowed::Numbers(numbers) => {
            numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" or ")
        }
        other => other.to_string(),
    }
}
