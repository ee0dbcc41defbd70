//! Matches that another part of the program brings: to be looked at, or to be played with bots of
//! its own.

use std::sync::Arc;

use super::archive::{Beginning, Sitter};
use super::begin::{Start, new_id, now};
use super::plan::{Place, Plan, Scripts, Who};
use super::run::leave;
use super::table::{Founding, Table};
use super::{Hall, HallError, Visitor};
use crate::core::{PlayedBy, Player, Reason, Record, Seed};
use crate::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game};
use crate::server::words;
use crate::server::{OnClock, Status, Takeover};

impl Hall {
    /// Puts a record on a table of its own, as a match that is over; its id. No file is read for
    /// it, whatever its players are called.
    ///
    /// # Errors
    /// If it is of no game, its house rules cannot be played, or it cannot be stored.
    pub fn show_record(&self, record: &Record, by: &Visitor) -> Result<String, HallError> {
        let game = game(&record.game).map_err(|error| HallError::wrong(error.to_string()))?;
        let terms = game.terms(record).map_err(|fault| HallError::wrong(fault.error))?;
        let places = (0..terms.teams.len()).map(|seat| match record.players.get(seat) {
            Some(player) => place(player),
            None => {
                Place { name: format!("seat {seat}"), bot: PlayedBy::Builtin, who: Who::Person }
            }
        });
        let plan = Plan {
            game: record.game.clone(),
            options: terms.options,
            places: places.collect(),
            seed: record.seed.unwrap_or(Seed::from(0)),
            limits: record.limits.clone().unwrap_or_default(),
            without: record.without.clone(),
            deals: Vec::new(),
            moves: Vec::new(),
            clock_s: None,
            on_clock: OnClock::Random,
            pace_ms: 0,
            takeover: Takeover::Anyone,
            stays: false,
            owner: *by,
        };
        let (id, begun) = (new_id()?, now());
        let (archive, lobby) = (self.archive.clone(), self.lobby.clone());
        let table = Table::new(Founding { id: id.clone(), game, plan, begun, archive, lobby })
            .map_err(|fault| HallError::wrong(fault.error))?;
        self.archive.begin(&Beginning {
            id: &id,
            begun,
            plan: &table.plan,
            scripts: &Scripts::new(),
            sitters: &[],
            rematch_of: None,
        })?;
        let status = match record.end.as_ref().map(|end| end.reason) {
            Some(Reason::Stopped) => Status::Stopped,
            _ => Status::Finished,
        };
        leave(&table, status, None, Some(record.clone()), Vec::new());
        self.lobby.changed();
        Ok(id)
    }

    /// Starts a match of these players, who may change while they play; its id. People among them
    /// sit down as `owner`. Where hands are hidden that is one of them at most. Bots take `pace_ms`
    /// for each move.
    ///
    /// A match with bots that change does not go on after a restart.
    ///
    /// # Errors
    /// As [`Hall::begin`].
    pub fn begin_with(
        self: &Arc<Self>,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        owner: &Visitor,
        pace_ms: u32,
    ) -> Result<String, HallError> {
        let players = seated(game, setup)?;
        let plan = Plan {
            game: game.info().id.to_string(),
            options: setup.options.clone(),
            places: players.iter().map(|player| Place::of(player)).collect(),
            seed: match setup.seed {
                Some(seed) => seed,
                None => super::roster::seed(None)?,
            },
            limits: setup.limits.clone(),
            without: setup.without.clone(),
            deals: setup.deals.clone(),
            moves: setup.moves.clone(),
            clock_s: None,
            on_clock: OnClock::Random,
            pace_ms,
            takeover: Takeover::Anyone,
            stays: true,
            owner: *owner,
        };
        let bots: Vec<Option<Mind>> =
            players.iter().map(|player| player.mind.bot().cloned()).collect();
        let script = |bot: &Option<Mind>| match bot {
            Some(Mind::Script(spec)) => Some((spec.bundle.hash.clone(), spec.clone())),
            _ => None,
        };
        let scripts: Scripts = bots.iter().filter_map(script).collect();
        let sitter = |place: &Place| {
            (!place.is_for_bot()).then(|| Sitter { visitor: *owner, name: place.name.clone() })
        };
        let sitters = plan.places.iter().map(sitter).collect();
        self.start(Start { game, plan, scripts, bots, sitters, rematch_of: None })
    }
}

/// The player of each seat. Fewer players than seats fill the seats of their team.
fn seated<'s>(game: &dyn AnyGame, setup: &'s MatchSetup) -> Result<Vec<&'s PlayerSpec>, HallError> {
    let wrong = |error: crate::registry::SetupError| HallError::wrong(error.to_string());
    let teams = game.teams(setup).map_err(wrong)?;
    if setup.players.len() == teams.len() {
        return Ok(setup.players.iter().collect());
    }
    let mut sides = teams.clone();
    sides.sort_unstable();
    sides.dedup();
    let player = |team| setup.players.get(sides.iter().position(|side| *side == team)?);
    let players: Option<Vec<&PlayerSpec>> = teams.iter().map(|team| player(*team)).collect();
    match players.filter(|_| sides.len() == setup.players.len()) {
        Some(players) => Ok(players),
        None => {
            let (seats, players) = (teams.len(), setup.players.len());
            Err(HallError::wrong(words::players_for_seats(players, seats)))
        }
    }
}

/// The place of a player who has played.
fn place(player: &Player) -> Place {
    let source = player.source.clone().unwrap_or_default();
    let who = match player.bot {
        PlayedBy::Builtin => Who::BuiltIn(source),
        PlayedBy::Lua | PlayedBy::Rhai => Who::Script(source),
        PlayedBy::Human => Who::Person,
    };
    Place { name: player.name.clone(), bot: player.bot, who }
}
