//! How a match gets its table and its thread.

use std::sync::Arc;
use std::thread::Builder;
use std::time::{SystemTime, UNIX_EPOCH};

use super::archive::{Beginning, Sitter};
use super::id::fresh_id;
use super::plan::{Plan, Scripts};
use super::roster::Roster;
use super::run::{Run, leave};
use super::table::{Founding, Table};
use super::{Hall, HallError, Tables, Visitor};
use crate::pool::PoolError;
use crate::referee::PlayError;
use crate::registry::{AnyGame, Mind, SetupError};
use crate::script::STACK;
use crate::server::{NewMatch, Status, words};

/// A match that is about to begin.
pub(super) struct Start {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// What it is started with.
    pub plan: Plan,
    /// The scripts among its bots.
    pub scripts: Scripts,
    /// The bot at each seat.
    pub bots: Vec<Option<Mind>>,
    /// Who sits where, in seat order, under which name.
    pub sitters: Vec<Option<Sitter>>,
    /// The match that it is the rematch of.
    pub rematch_of: Option<String>,
}

impl Hall {
    /// Starts a match; its id. Every script is loaded once before.
    ///
    /// # Errors
    /// If it cannot be played, or no more can run.
    pub fn begin(self: &Arc<Self>, new: &NewMatch, by: &Visitor) -> Result<String, HallError> {
        let Roster { game, plan, scripts, his } = Roster::read(new, by, &self.shelf, &self.limits)?;
        let bots = plan.bots(game, &scripts).map_err(HallError::wrong)?;
        let sitter = |name: Option<String>| name.map(|name| Sitter { visitor: *by, name });
        let sitters = his.into_iter().map(sitter).collect();
        self.start(Start { game, plan, scripts, bots, sitters, rematch_of: None })
    }

    /// Starts a match of which everything is known.
    pub(super) fn start(self: &Arc<Self>, start: Start) -> Result<String, HallError> {
        let Start { game, plan, scripts, bots, sitters, rematch_of } = start;
        self.has_room(&self.tables())?;
        let (id, begun) = (new_id()?, now());
        let (archive, lobby) = (self.archive.clone(), self.lobby.clone());
        let table = Table::new(Founding { id: id.clone(), game, plan, begun, archive, lobby })
            .map_err(|fault| HallError::wrong(fault.error))?;
        let table = Arc::new(table);
        let mut stored = Vec::new();
        for (seat, sitter) in table.seats().zip(sitters) {
            let Some(Sitter { visitor, name }) = sitter else {
                stored.push(None);
                continue;
            };
            let mut play = table.play();
            play.company.may_sit(&visitor, seat)?;
            stored.push(Some(play.company.sit(visitor, seat, Some(&name))));
        }
        let run = Run::new(table.clone(), self.place.clone(), bots);
        self.check(&run)?;
        let mut tables = self.tables();
        self.make_room(&tables)?;
        self.archive.begin(&Beginning {
            id: &id,
            begun,
            plan: &table.plan,
            scripts: &scripts,
            sitters: &stored,
            rematch_of: rematch_of.as_deref(),
        })?;
        self.seat(&mut tables, run)?;
        drop(tables);
        self.lobby.changed();
        Ok(id)
    }

    /// Loads every script of a match once.
    fn check(&self, run: &Run) -> Result<(), HallError> {
        let check = || self.place.check_players(run.table.game, &run.setup());
        let checked = std::thread::scope(|scope| {
            let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, check)?;
            Ok(thread.join())
        });
        let no_thread = |source| HallError::System { why: words::no_thread(&source), source };
        match checked.map_err(no_thread)? {
            Ok(Err(PoolError::Setup(SetupError::Play(PlayError::Lost(lost))))) => {
                Err(PoolError::Worker(lost.to_string()).into())
            }
            Ok(Err(PoolError::Setup(error))) => Err(HallError::wrong(error.to_string())),
            Ok(checked) => Ok(checked?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Gives a match its thread.
    pub(super) fn seat(self: &Arc<Self>, tables: &mut Tables, run: Run) -> Result<(), HallError> {
        tables.threads.retain(|thread| !thread.is_finished());
        let (table, hall) = (run.table.clone(), Arc::downgrade(self));
        tables.running.push(table.clone());
        let played = move || {
            let table = run.table.clone();
            run.go();
            if let Some(hall) = hall.upgrade() {
                hall.clear(&table);
            }
            table.store_late();
        };
        match Builder::new().name(format!("match {}", table.id)).stack_size(STACK).spawn(played) {
            Ok(thread) => {
                tables.threads.push(thread);
                Ok(())
            }
            Err(source) => {
                tables.running.retain(|other| !Arc::ptr_eq(other, &table));
                leave(&table, Status::Broken, None, None, Vec::new());
                Err(HallError::System { why: words::no_thread_for_match(&source), source })
            }
        }
    }
}

/// The id of a new match.
pub(super) fn new_id() -> Result<String, HallError> {
    fresh_id().map_err(|source| HallError::System { why: words::no_id_drawn(&source), source })
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
