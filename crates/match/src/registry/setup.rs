//! Matches to play: players, seats, options, and whether all players can play.

use serde_json::{Map, Value};

use super::{AnyGame, Mind, PlayerSpec, SetupError};
use crate::referee::{self, Lost, Onlooker, PlayError};
use juez_core::{Allowed, OptionsError, Record, Team};
use juez_script::{LintMessage, LoadError};

type Result<T, E = SetupError> = std::result::Result<T, E>;

/// The setup of a match, with one player for each seat or side.
pub type MatchSetup = referee::MatchSetup<PlayerSpec>;

impl dyn AnyGame + '_ {
    /// Returns the complete options.
    ///
    /// # Errors
    /// If they are not playable.
    pub fn options(
        &self,
        options: &Map<String, Value>,
    ) -> Result<Map<String, Value>, OptionsError> {
        Ok(self.table(options)?.options_json())
    }

    /// Returns the team of each seat of a table for `seats` players, in seat order. If the options
    /// have another number of seats, that counts.
    ///
    /// # Errors
    /// If the options are not playable.
    pub fn teams_at(
        &self,
        options: &Map<String, Value>,
        seats: usize,
    ) -> Result<Vec<Team>, OptionsError> {
        Ok(self.table(&self.info().with_seats(options, seats))?.teams())
    }

    /// Returns the team of each seat of a match, in seat order.
    ///
    /// # Errors
    /// If its options are not playable.
    pub fn teams(&self, setup: &MatchSetup) -> Result<Vec<Team>> {
        Ok(self.table(&with_seats(self, setup)?)?.teams())
    }

    /// Seats the players and loads every script once, so that no unplayable match is started.
    ///
    /// # Errors
    /// If there are too few or too many players, or the first script that does not load.
    pub fn check_players(&self, setup: &MatchSetup) -> Result<()> {
        seat_players(self, setup)?;
        setup.players.iter().try_for_each(|player| self.check_player(setup, player))
    }

    /// Loads the script of one player of a match once, or starts its program.
    ///
    /// # Errors
    /// If it does not load.
    pub fn check_player(&self, setup: &MatchSetup, player: &PlayerSpec) -> Result<()> {
        #[cfg(feature = "programs")]
        if let Some(Mind::External(spec)) = player.mind.bot() {
            let (journal, seats) =
                (juez_core::Journal::new(setup.terms.limits.output), setup.players.len());
            return spec.check(self.info(), seats as u8, &journal).map_err(|fault| {
                let (fault, log) = (Box::new(fault), journal.take().log);
                let source = LoadError::Load { fault, excerpt: None, log };
                SetupError::Bot { name: player.name.clone(), source }
            });
        }
        self.functions(setup, player).map(drop)
    }

    /// Loads the script of one player of a match once and returns the names of its functions, hooks
    /// included, in ascending order; empty for other players.
    ///
    /// # Errors
    /// If it does not load.
    pub fn functions(&self, setup: &MatchSetup, player: &PlayerSpec) -> Result<Vec<String>> {
        let api = self.api(&setup.terms.without)?;
        let Some(Mind::Script(spec)) = player.mind.bot() else { return Ok(Vec::new()) };
        spec.functions(&api, &setup.terms.limits).map_err(|source| match source {
            LoadError::Lost(why) => PlayError::from(Lost(why)).into(),
            source => SetupError::Bot { name: player.name.clone(), source },
        })
    }

    /// Lints the source of one player of a match; empty for other players and for a source that
    /// does not compile.
    ///
    /// # Errors
    /// If the setup is wrong.
    pub fn lint(&self, setup: &MatchSetup, player: &PlayerSpec) -> Result<Vec<LintMessage>> {
        let api = self.api(&setup.terms.without)?;
        let Some(Mind::Script(spec)) = player.mind.bot() else { return Ok(Vec::new()) };
        Ok(spec.lint(&api))
    }

    /// Plays a match to its end on this thread. With untrusted scripts the thread needs a stack of
    /// [`STACK`](juez_script::STACK) bytes.
    ///
    /// # Errors
    /// If the setup is wrong.
    pub fn play(&self, setup: &MatchSetup, onlooker: &mut dyn Onlooker) -> Result<Record> {
        self.play_seated(&seat_players(self, setup)?, onlooker)
    }

    /// Returns the record of a match that was left after `moves`, without plies and without an end.
    /// The deal due after the last move is made if a given deal or a seed provides it.
    ///
    /// # Errors
    /// If the setup is wrong or a move is impossible.
    pub fn left_after(&self, setup: &MatchSetup, moves: &[String]) -> Result<Record> {
        let setup = seat_players(self, setup)?;
        let players = setup.players.iter().map(|player| player.player()).collect();
        let table = self.table(&setup.terms.options)?;
        Ok(setup.with_players(players).left_after(table, moves)?)
    }
}

/// Returns the options of a match; `seats` defaults to the number of players.
fn with_seats(game: &dyn AnyGame, setup: &MatchSetup) -> Result<Map<String, Value>> {
    let mut options = setup.terms.options.clone();
    let seats = game.info().options.iter().find(|option| option.name == "seats");
    let Some(seats) = seats.filter(|_| !options.contains_key("seats")) else { return Ok(options) };
    let players = setup.players.len();
    if seats.allowed.admits(&players.into()) {
        options.insert("seats".to_string(), players.into());
        return Ok(options);
    }
    // The players may be one for each team of the game's usual table.
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

/// Assigns players to seats. Players given per side fill the seats of their team; `None` if their
/// number fits neither.
pub fn fill_seats<'s>(players: &'s [PlayerSpec], teams: &[Team]) -> Option<Vec<&'s PlayerSpec>> {
    if players.len() == teams.len() {
        return Some(players.iter().collect());
    }
    let sides = sides(teams);
    let player = |team| &players[sides.binary_search(team).unwrap_or_default()];
    (players.len() == sides.len()).then(|| teams.iter().map(player).collect())
}

/// Returns the match with a player for each seat and complete options.
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
    let mut seated = setup.with_players(seated);
    seated.terms.options = table.options_json();
    Ok(seated)
}

/// Returns the distinct teams of the seats, in ascending order.
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
