//! The tournaments of a class, and the one that plays.

use axum::http::StatusCode;
use parking_lot::Mutex;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use tokio::sync::watch;

use super::board::{board, broken};
use super::plan::{Planned, plan};
use super::task;
use super::wire::{TournamentBoard, TournamentChange, TournamentMessage, TournamentRequest};
use crate::class::boards::Boards;
use crate::class::ladder::AtWork;
use crate::error::{Refusal, Result};
use crate::words;
use juez_class::{Class, NewTournament, TournamentId, TournamentState};
use juez_lobby::{Lobby, json};
use juez_tournament::Store;

/// The folder of the files of tournaments, in the folder of the class.
pub(in crate::class) const TOURNAMENTS_FOLDER: &str = "tournaments";

/// The tournaments of a class. At most one plays.
pub(crate) struct Tournaments {
    pub(super) class: Arc<Class>,
    folder: PathBuf,
    /// The ladder waits while a tournament plays.
    pub(super) at_work: AtWork,
    /// Held during each change, so that two changes at once do not start two threads.
    pub(super) running: Mutex<Option<Running>>,
    boards: Boards<TournamentId, TournamentBoard>,
    /// The error that ended the last run of a tournament.
    trouble: Mutex<Option<(TournamentId, String)>>,
}

/// The thread of a tournament.
pub(super) struct Running {
    id: TournamentId,
    end: RunEnd,
    thread: JoinHandle<()>,
}

/// Ends a run from outside.
#[derive(Clone, Default)]
pub(super) struct RunEnd {
    /// No match begins once it is set.
    pub stop: Arc<AtomicBool>,
    /// Matches in progress stop too: they are due again in the next run.
    pub halt: Arc<AtomicBool>,
}

impl Tournaments {
    pub(in crate::class) fn new(class: Arc<Class>, at_work: AtWork) -> Tournaments {
        let folder = class.path().parent().unwrap_or(Path::new(".")).join(TOURNAMENTS_FOLDER);
        Tournaments {
            class,
            folder,
            at_work,
            running: Mutex::default(),
            boards: Boards::new(),
            trouble: Mutex::default(),
        }
    }

    /// Returns a counter of the changes of boards.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.boards.changes()
    }

    /// Returns the file of a tournament.
    pub(super) fn path(&self, id: TournamentId) -> PathBuf {
        self.folder.join(format!("{id}.db"))
    }

    /// Makes the board of a tournament, unless it is known. Blocks.
    ///
    /// # Errors
    /// If it does not exist, or cannot be read.
    pub fn open(&self, id: TournamentId) -> Result<()> {
        self.board(id).map(drop)
    }

    /// Returns the newest message about an opened tournament.
    pub fn message(&self, id: TournamentId) -> Option<Arc<str>> {
        self.boards.message(&id)
    }

    /// Returns the board of a tournament.
    ///
    /// # Errors
    /// If it does not exist, or cannot be read.
    pub(super) fn board(&self, id: TournamentId) -> Result<TournamentBoard> {
        self.boards.board(&id).map_or_else(|| self.refresh(id, None), Ok)
    }

    /// Makes the board of a tournament again, which plays at `pace` seconds a match.
    ///
    /// # Errors
    /// If it does not exist, or cannot be read.
    pub(super) fn refresh(&self, id: TournamentId, pace: Option<f64>) -> Result<TournamentBoard> {
        let tournament = self.class.tournament(id)?;
        let board = board(&self.path(id), &tournament, pace)?;
        let message = json(&TournamentMessage { tournament: board.clone() });
        self.boards.show(id, board.clone(), message);
        Ok(board)
    }

    /// Returns the error that ended the last run of a tournament.
    pub(super) fn trouble(&self, id: TournamentId) -> Option<String> {
        let trouble = self.trouble.lock();
        trouble.as_ref().filter(|(of, _)| *of == id).map(|(_, why)| why.clone())
    }

    /// Notes the error that has ended a run.
    pub(super) fn note_trouble(&self, id: TournamentId, why: String) {
        *self.trouble.lock() = Some((id, why));
    }

    /// Plans a tournament and returns its number. Nothing is played yet, except trial matches.
    ///
    /// # Errors
    /// If the request is wrong, or the file cannot be written.
    pub(super) fn plan(&self, lobby: &Lobby, request: &TournamentRequest) -> Result<TournamentId> {
        let _working = self.at_work.begin();
        let isolation = lobby.background_isolation().map_err(broken)?;
        let planned = plan(&self.class, lobby, &isolation, request)?;
        let Planned { plan, entrants, matches, seconds } = planned;
        Class::make_folder(&self.folder)?;
        let (name, game) = (plan.name.clone(), plan.game.clone());
        let id = self.class.add_tournament(&NewTournament { name, game, matches, seconds })?;
        let stored = Store::create_or_open(&self.path(id));
        let stored = stored.and_then(|mut store| store.begin(&plan, &entrants));
        if let Err(error) = stored {
            self.delete(id)?;
            return Err(broken(error));
        }
        self.refresh(id, None)?;
        Ok(id)
    }

    /// Changes a tournament.
    ///
    /// # Errors
    /// If another one plays, or this one is over.
    pub(super) fn change(
        self: &Arc<Self>,
        lobby: &Arc<Lobby>,
        id: TournamentId,
        change: TournamentChange,
    ) -> Result<()> {
        use TournamentState::{Paused, Running, Stopped};
        let conflict = |why: String| Refusal::new(StatusCode::CONFLICT, why);
        let mut running = self.running.lock();
        let state = self.class.tournament(id)?.state;
        match change {
            TournamentChange::Start if state.is_over() => {
                return Err(conflict(words::tournament_is_over()));
            }
            TournamentChange::Start => {
                let others = self.class.tournaments()?;
                let mut others = others.iter().filter(|other| other.id != id);
                if let Some(other) = others.find(|other| other.state == Running) {
                    return Err(conflict(words::another_tournament_plays(&other.plan.name)));
                }
                self.class.set_tournament_state(id, Running)?;
                self.start(&mut running, Arc::downgrade(lobby), id)?;
            }
            TournamentChange::Pause if state == Running => {
                self.class.set_tournament_state(id, Paused)?;
                end(&mut running, id);
            }
            TournamentChange::Stop if !state.is_over() => {
                self.class.set_tournament_state(id, Stopped)?;
                end(&mut running, id);
                self.take_out_deleted(id)?;
            }
            TournamentChange::Pause | TournamentChange::Stop => {}
            TournamentChange::Delete if state == Running => {
                return Err(conflict(words::pause_it_first()));
            }
            TournamentChange::Delete => {
                end(&mut running, id);
                self.delete(id)?;
                self.boards.remove(&id);
                return Ok(());
            }
        }
        self.refresh(id, None).map(drop)
    }

    /// Deletes a tournament with its file.
    fn delete(&self, id: TournamentId) -> Result<()> {
        self.class.delete_tournament(id)?;
        for suffix in ["", "-wal", "-shm", ".lock"] {
            let mut path = self.path(id).into_os_string();
            path.push(suffix);
            // Without its row no page shows what is left of it.
            let _ = fs::remove_file(path);
        }
        Ok(())
    }

    /// Starts the thread of a tournament, unless it plays.
    pub(super) fn start(
        self: &Arc<Self>,
        running: &mut Option<Running>,
        lobby: Weak<Lobby>,
        id: TournamentId,
    ) -> Result<()> {
        if running.as_ref().is_some_and(|own| own.id == id && !own.thread.is_finished()) {
            return Ok(());
        }
        join(running.take());
        self.trouble.lock().take();
        let end = RunEnd::default();
        let thread = task::start(self.clone(), lobby, id, end.clone()).map_err(broken)?;
        *running = Some(Running { id, end, thread });
        Ok(())
    }

    /// Ends the run, if there is one; returns once no match is played.
    pub(in crate::class) fn close(&self) {
        join(self.running.lock().take());
    }

    /// Continues the tournament that was played when the class was closed.
    pub(in crate::class) fn resume(self: &Arc<Self>, lobby: &Arc<Lobby>) {
        let mut running = self.running.lock();
        let all = self.class.tournaments().unwrap_or_default();
        if let Some(one) = all.iter().find(|one| one.state == TournamentState::Running) {
            // Without a thread the class works, and the teacher can start it again.
            let _ = self.start(&mut running, Arc::downgrade(lobby), one.id);
        }
    }
}

/// Ends the run of a tournament; returns once no match is played.
pub(super) fn end(running: &mut Option<Running>, id: TournamentId) {
    join(running.take_if(|own| own.id == id));
}

/// Ends a run and waits for its thread.
fn join(running: Option<Running>) {
    let Some(running) = running else { return };
    running.end.stop.store(true, Ordering::SeqCst);
    running.end.halt.store(true, Ordering::SeqCst);
    // A panic of the thread has ended the run alone.
    let _ = running.thread.join();
}
