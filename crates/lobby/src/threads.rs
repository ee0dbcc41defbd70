//! The threads of a lobby: one per match, and threads that load scripts.

use std::sync::Arc;
use std::thread::Builder;

use super::error::RefusalKind::{Conflict, Wrong};
use super::error::Result;
use super::live::EarlyEnd;
use super::open_tables::OpenTables;
use super::plan::Scripts;
use super::run::MatchRun;
use super::table::MatchTable;
use super::{Lobby, LobbyError};
use crate::words;
use juez_core::Limits;
use juez_match::referee::PlayError;
use juez_match::registry::SetupError;
use juez_pool::{Isolation, PoolError};
use juez_script::STACK;
use juez_script::clock::{add_cpu_time, thread_cpu_time};

impl Lobby {
    /// Loads a script, or calls it once. Only a few callers do so at a time; the others wait.
    ///
    /// # Errors
    /// Like [`Lobby::with_isolation`].
    pub fn with_script<T: Send>(
        &self,
        work: impl FnOnce(&Arc<Isolation>, &Limits) -> T + Send,
    ) -> Result<T> {
        let _one_of_few = self.loads.take();
        self.with_isolation(work)
    }

    /// Runs work on scripts outside the lobby's matches, in the isolation and under the limits of
    /// its bots.
    ///
    /// # Errors
    /// If the system has no threads left.
    pub fn with_isolation<T: Send>(
        &self,
        work: impl FnOnce(&Arc<Isolation>, &Limits) -> T + Send,
    ) -> Result<T> {
        let done = std::thread::scope(|scope| {
            let work = || (work(&self.isolation, &self.limits), thread_cpu_time());
            let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            Ok(thread.join())
        });
        let no_thread = |source| LobbyError::System { why: words::no_thread(&source), source };
        match done.map_err(no_thread)? {
            Ok((done, took)) => {
                // The caller's thread has waited for it.
                add_cpu_time(took);
                Ok(done)
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Loads every script of a match once.
    pub(super) fn check_players(&self, run: &MatchRun) -> Result<()> {
        let _one_of_few = self.loads.take();
        match self.with_isolation(|at, _| at.check_players(run.table.game, &run.setup()))? {
            Err(PoolError::Setup(SetupError::Play(PlayError::Lost(lost)))) => {
                Err(PoolError::Worker(lost.to_string()).into())
            }
            Err(PoolError::Setup(error)) => {
                let MatchTable { policy, plan, .. } = &*run.table;
                let is_kept = |author| !policy.may_read(&plan.owner, author);
                let does_not_load = |name| Conflict.because(words::does_not_load(name));
                let kept = plan.private_bot(&error, is_kept);
                Err(kept.map_or_else(|| Wrong.because(&error), does_not_load))
            }
            checked => Ok(checked?),
        }
    }

    /// Plays a match on a new thread; a host's match never waits for memory.
    pub(super) fn spawn(
        self: &Arc<Self>,
        tables: &mut OpenTables,
        run: MatchRun,
        is_host: bool,
    ) -> Result<()> {
        tables.threads.retain(|thread| !thread.is_finished());
        let (table, lobby) = (run.table.clone(), Arc::downgrade(self));
        let isolation = self.isolation.clone();
        tables.running.push(table.clone());
        let memory = self.stores.memory.claim(table.plan.owner, table.bots_mb(), is_host);
        table.live().memory = Some(memory.id);
        let play = move || {
            let table = run.table.clone();
            let not_stored =
                if run.waits_for(&memory) { run.play(&isolation) } else { run.leave() };
            drop(memory);
            if let Some(lobby) = lobby.upgrade() {
                lobby.tables.lock().finish(&table);
                lobby.stores.list.changed();
            }
            if let Some(end) = not_stored {
                end.store_later(&table);
            }
        };
        match Builder::new().name(format!("match {}", table.id)).stack_size(STACK).spawn(play) {
            Ok(thread) => {
                tables.threads.push(thread);
                Ok(())
            }
            Err(source) => {
                tables.running.retain(|other| !Arc::ptr_eq(other, &table));
                let why = words::no_thread_for_match(&source);
                MatchRun::new(table, Vec::new()).give_up(why.clone());
                Err(LobbyError::System { why, source })
            }
        }
    }

    /// Resumes a match that ran when the archive was closed.
    pub(super) fn resume(self: &Arc<Self>, id: &str) -> Result<()> {
        let stored = match self.stores.archive.stored(id) {
            Ok(Some(stored)) => stored,
            Ok(None) => return Ok(()),
            Err(error) => return Ok(self.stores.archive.break_off(id, &error.plain())?),
        };
        let scripts = self.stores.archive.scripts(&stored.plan, Scripts::new());
        let scripts = scripts.map_err(|error| error.plain());
        let mut run = match MatchRun::restore(stored, &self.stores) {
            Ok(run) => run,
            Err(why) => return Ok(self.stores.archive.break_off(id, &why)?),
        };
        match scripts.and_then(|scripts| run.find_bots(&scripts)) {
            Ok(()) => {
                let is_host = self.stores.policy.hosts().contains(&run.table.plan.owner);
                self.spawn(&mut self.tables.lock(), run, is_host)
            }
            Err(why) => {
                run.give_up(why);
                Ok(())
            }
        }
    }

    /// Stops the threads of all matches; they resume when the archive is reopened.
    pub fn close(&self) {
        self.reviews.close();
        let (tables, threads) = {
            let mut tables = self.tables.lock();
            tables.is_closed = true;
            // The end of a finished match may not be stored yet.
            (tables.all(), std::mem::take(&mut tables.threads))
        };
        tables.iter().for_each(|table| table.end(EarlyEnd::Closed));
        for thread in threads {
            // The thread of a match can be the last owner of the lobby.
            if thread.thread().id() != std::thread::current().id() {
                // The table already shows a panic of the thread.
                let _ = thread.join();
            }
        }
    }
}
