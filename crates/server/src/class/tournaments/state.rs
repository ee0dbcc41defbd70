//! The tournaments of a class, and the one that plays.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use tokio::sync::watch;

use super::board::{board, broken};
use super::plan::{Planned, plan};
use super::wire::{TournamentBoard, TournamentChange, TournamentMessage, TournamentRequest};
use crate::class::ladder::AtWork;
use crate::error::{Refusal, Result};
use crate::words;
use axum::http::StatusCode;
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
    running: Mutex<Option<Running>>,
    boards: Mutex<BTreeMap<TournamentId, Arc<Board>>>,
    changes: watch::Sender<u64>,
}

/// The thread of a tournament.
struct Running {
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

/// A board in both of its forms.
pub(super) struct Board {
    board: TournamentBoard,
    /// The message of the stream.
    message: Arc<str>,
}

impl Tournaments {
    /// Returns the tournaments of a class, whose file is in `folder`.
    pub(in crate::class) fn new(class: Arc<Class>, at_work: AtWork) -> Tournaments {
        let folder = class.path().parent().unwrap_or(Path::new(".")).join(TOURNAMENTS_FOLDER);
        Tournaments {
            class,
            folder,
            at_work,
            running: Mutex::default(),
            boards: Mutex::default(),
            changes: watch::Sender::new(0),
        }
    }

    /// Returns a counter of the changes of boards.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
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
        self.shown(id).map(drop)
    }

    /// Returns the newest message about an opened tournament.
    pub fn message(&self, id: TournamentId) -> Option<Arc<str>> {
        self.boards.lock().get(&id).map(|shown| shown.message.clone())
    }

    /// Returns the board of a tournament.
    ///
    /// # Errors
    /// If it does not exist, or cannot be read.
    pub(super) fn board(&self, id: TournamentId) -> Result<TournamentBoard> {
        self.shown(id).map(|shown| shown.board.clone())
    }

    fn shown(&self, id: TournamentId) -> Result<Arc<Board>> {
        let known = self.boards.lock().get(&id).cloned();
        known.map_or_else(|| self.refresh(id, None), Ok)
    }

    /// Makes the board of a tournament again.
    ///
    /// # Errors
    /// If it does not exist, or cannot be read.
    pub(super) fn refresh(&self, id: TournamentId, pace: Option<f64>) -> Result<Arc<Board>> {
        let tournament = self.class.tournament(id)?;
        let board = board(&self.path(id), &tournament, pace)?;
        let message = json(&TournamentMessage { tournament: board.clone() }).into();
        let shown = Arc::new(Board { board, message });
        self.boards.lock().insert(id, shown.clone());
        self.changes.send_modify(|count| *count += 1);
        Ok(shown)
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
        use TournamentState::{Finished, Paused, Running, Stopped};
        let conflict = |why: String| Refusal::new(StatusCode::CONFLICT, why);
        let state = self.class.tournament(id)?.state;
        let is_over = matches!(state, Finished | Stopped);
        match change {
            TournamentChange::Start if is_over => {
                return Err(conflict(words::tournament_is_over()));
            }
            TournamentChange::Start => {
                let others = self.class.tournaments()?;
                if let Some(other) =
                    others.iter().find(|other| other.state == Running && other.id != id)
                {
                    return Err(conflict(words::another_tournament_plays(&other.plan.name)));
                }
                self.class.set_tournament_state(id, Running)?;
                self.start(Arc::downgrade(lobby), id)?;
            }
            TournamentChange::Pause if state == Running => {
                self.class.set_tournament_state(id, Paused)?;
                self.end_run(Some(id));
            }
            TournamentChange::Stop if !is_over => {
                self.class.set_tournament_state(id, Stopped)?;
                self.end_run(Some(id));
            }
            TournamentChange::Pause | TournamentChange::Stop => {}
            TournamentChange::Delete if state == Running => {
                return Err(conflict(words::pause_it_first()));
            }
            TournamentChange::Delete => {
                self.end_run(Some(id));
                self.delete(id)?;
                self.boards.lock().remove(&id);
                self.changes.send_modify(|count| *count += 1);
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

    /// Starts the thread of a tournament, after the end of the thread before.
    pub(super) fn start(self: &Arc<Self>, lobby: Weak<Lobby>, id: TournamentId) -> Result<()> {
        let mut running = self.running.lock();
        if let Some(own) = running.as_ref().filter(|own| own.id == id && !own.thread.is_finished())
            && !own.end.stop.load(Ordering::SeqCst)
        {
            return Ok(());
        }
        join(running.take());
        let end = RunEnd::default();
        let thread = super::task::start(self.clone(), lobby, id, end.clone()).map_err(broken)?;
        *running = Some(Running { id, end, thread });
        Ok(())
    }

    /// Ends the run of a tournament, or any run; returns once no match is played.
    pub(in crate::class) fn end_run(&self, id: Option<TournamentId>) {
        let mut running = self.running.lock();
        if id.is_none() || running.as_ref().map(|own| own.id) == id {
            join(running.take());
        }
    }

    /// Continues the tournament that was played when the class was closed.
    pub(in crate::class) fn resume(self: &Arc<Self>, lobby: &Arc<Lobby>) {
        let all = self.class.tournaments().unwrap_or_default();
        if let Some(one) = all.iter().find(|one| one.state == TournamentState::Running) {
            // Without a thread the class works, and the teacher can start it again.
            let _ = self.start(Arc::downgrade(lobby), one.id);
        }
    }
}

/// Ends a run and waits for its thread.
fn join(running: Option<Running>) {
    let Some(running) = running else { return };
    running.end.stop.store(true, Ordering::SeqCst);
    running.end.halt.store(true, Ordering::SeqCst);
    // A panic of the thread has ended the run alone.
    let _ = running.thread.join();
}
