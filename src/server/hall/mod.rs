//! The matches that run and those that are stored, and who sits at them.
//!
//! Each match that runs has a thread, which plays it as any other match is played and asks at every
//! decision who takes it. Pages read and write beside it; they share one lock a table, which none
//! holds for long.
//!
//! | file | what it is |
//! |---|---|
//! | `table` | one match as pages see it |
//! | `play` | what changes at a table while its match runs |
//! | `company` | who sits there, and who may |
//! | `question` | the decision that is due |
//! | `verdict` | the referee's judgement of a move, for the request that waits for it |
//! | `chair` | who decides: a bot, a person, a clock |
//! | `pace` | the time that bots take for a move |
//! | `scribe` | writes down what happens, first into the archive, then for all to see |
//! | `logs`, `log`, `reel` | what each set of eyes is told while a match runs, and how pages read it |
//! | `showing` | which of it a visitor is shown |
//! | `run` | the thread of a match |
//! | `begin` | how a match gets its table and its thread |
//! | `find` | how a match is found, at hand or in the archive |
//! | `late` | the end of a match that cannot be stored, tried again |
//! | `room`, `watchers` | whose place it gets where the hall is full, and who looks on |
//! | `resume` | matches from the archive, to be looked at or to go on |
//! | `paper` | the record of a match that was stopped; the film of one that is over |
//! | `rematch` | everybody one seat on |
//! | `archive` | the matches on disk |
//! | `plan`, `roster`, `choices`, `shelf` | what a match is made of, and what there is to choose from |
//! | `lobby` | the list of matches |
//! | `adopt` | matches that another part of the program brings |

mod adopt;
mod archive;
mod begin;
mod chair;
mod choices;
mod company;
mod error;
mod find;
mod id;
mod late;
mod lobby;
mod log;
mod logs;
mod pace;
mod paper;
mod plan;
mod play;
mod question;
mod reel;
mod rematch;
mod resume;
mod room;
mod roster;
mod run;
mod scribe;
mod seats;
mod shelf;
mod showing;
mod table;
mod verdict;
mod visitor;
mod watchers;

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::watch;

pub use archive::ArchiveError;
pub use choices::{BotChoice, GameChoice, Setting, Values};
pub use error::{HallError, Trouble};
pub(super) use reel::Cursor;
pub use reel::Reel;
pub use table::{Table, Watching};
pub use visitor::Visitor;

use super::Listed;
use crate::core::Limits;
use crate::pool::{Isolation, IsolationKind, PoolOptions, Report};
use crate::registry::{AnyGame, games};
use archive::Archive;
use lobby::Lobby;
use play::Ending;
use resume::Resumed;
use shelf::Shelf;

/// What a hall is opened with.
#[derive(Clone, Debug)]
pub struct HallOptions {
    /// The file of the archive; without one, all is gone with the process.
    pub store: Option<PathBuf>,
    /// The folder with scripts that may be given a seat.
    pub bots: Option<PathBuf>,
    /// Where matches are played.
    pub isolation: IsolationKind,
    /// With isolation by process: what kind of workers.
    pub pool: PoolOptions,
    /// What bots may spend.
    pub limits: Limits,
    /// How many matches may run at once.
    pub most: usize,
    /// How long a match must have been without viewers before it may be stopped for another, where
    /// as many run as may.
    pub unwatched: Duration,
}

impl Default for HallOptions {
    fn default() -> HallOptions {
        HallOptions {
            store: None,
            bots: None,
            isolation: IsolationKind::Thread,
            pool: PoolOptions::default(),
            limits: Limits::default(),
            most: 64,
            unwatched: room::UNWATCHED,
        }
    }
}

/// Every match there is. All methods are quick enough for asynchronous code but for [`Hall::open`],
/// [`Hall::games`], [`Hall::begin`], [`Hall::table`], [`Hall::close`], [`Table::answer`],
/// [`Table::sit`], [`Table::stop`], [`Table::rematch`], [`Table::reel`], [`Reel::text`] and
/// [`Reel::packed`].
pub struct Hall {
    archive: Arc<Archive>,
    place: Arc<Isolation>,
    shelf: Shelf,
    lobby: Arc<Lobby>,
    limits: Limits,
    most: usize,
    unwatched: Duration,
    tables: Mutex<Tables>,
}

/// The tables that are there.
#[derive(Default)]
struct Tables {
    /// Those at which a match runs, oldest first.
    running: Vec<Arc<Table>>,
    /// Those of matches that are over, for as long as a page looks at them.
    opened: HashMap<String, Weak<Table>>,
    /// Those that were fetched from the archive last.
    recent: VecDeque<Arc<Table>>,
    threads: Vec<JoinHandle<()>>,
    is_closed: bool,
}

impl Hall {
    /// Opens the hall. What ran when the last server ended goes on.
    ///
    /// # Errors
    /// If the archive or the folder of bots cannot be opened, or no worker can be started.
    pub fn open(options: HallOptions) -> Result<Arc<Hall>, HallError> {
        let HallOptions { store, bots, isolation, pool, limits, most, unwatched } = options;
        if let Some(path) = &bots {
            let wrong = |source| HallError::Bots { path: path.clone(), source };
            fs::read_dir(path).map_err(wrong)?;
        }
        let archive = Arc::new(Archive::open(store.as_deref()).map_err(HallError::Open)?);
        let lobby = Arc::new(Lobby::new(archive.newest(lobby::NEWEST)?));
        let place = Arc::new(Isolation::new(isolation, &pool)?);
        let shelf = Shelf::new(bots, isolation);
        let tables = Mutex::default();
        let hall = Hall { archive, place, shelf, lobby, limits, most, unwatched, tables };
        let hall = Arc::new(hall);
        for id in hall.archive.running()? {
            hall.resume(&id)?;
        }
        Ok(hall)
    }

    /// What the processes could give up in which matches are played; nothing where they are played
    /// on threads.
    pub fn sandbox(&self) -> Option<&Report> {
        match &*self.place {
            Isolation::Process(pool) => Some(pool.report()),
            Isolation::Thread => None,
        }
    }

    /// What a match can be made of. The folder of bots is read each time.
    pub fn games(&self) -> Vec<GameChoice> {
        let scripts = self.shelf.scripts();
        let choice = |game: &'static dyn AnyGame| {
            let ours = scripts.iter().filter(|(id, _)| *id == game.info().id);
            GameChoice::of(game, ours.map(|(_, script)| script.clone()).collect())
        };
        games().into_iter().map(choice).collect()
    }

    /// Puts a match that is over away; pages that look at it keep it.
    fn clear(&self, table: &Arc<Table>) {
        let mut tables = self.tables();
        tables.running.retain(|other| !Arc::ptr_eq(other, table));
        tables.keep(table);
        drop(tables);
        self.lobby.changed();
    }

    /// Lets a match go on that ran when the last server ended.
    fn resume(self: &Arc<Self>, id: &str) -> Result<(), HallError> {
        let stored = match self.archive.stored(id) {
            Ok(Some(stored)) => stored,
            Ok(None) => return Ok(()),
            Err(error) => return Ok(self.archive.break_off(id, &error.plain())?),
        };
        let scripts = self.archive.scripts(&stored.plan).map_err(|error| error.plain());
        let resumed = match Resumed::new(stored, &self.archive, &self.lobby) {
            Ok(resumed) => resumed,
            Err(why) => return Ok(self.archive.break_off(id, &why)?),
        };
        match scripts.and_then(|scripts| resumed.bots(&scripts)) {
            Ok(bots) => self.seat(&mut self.tables(), resumed.run(bots, &self.place)),
            Err(why) => {
                resumed.give_up(why);
                Ok(())
            }
        }
    }

    /// The matches that run and the newest of those that are over, newest first.
    pub fn lobby(&self) -> Vec<Listed> {
        let running: Vec<Arc<Table>> = self.tables().running.iter().rev().cloned().collect();
        let mut listed: Vec<Listed> = running.iter().map(|table| table.listed()).collect();
        let is_new = |past: &Listed| running.iter().all(|table| table.id != past.id);
        listed.extend(self.lobby.past().into_iter().filter(is_new));
        listed
    }

    /// Counts the changes of the lobby. Moves alone change it once a second at most.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.lobby.changes()
    }

    /// Ends the threads of all matches. They go on when the archive is opened again.
    pub fn close(&self) {
        let (tables, threads) = {
            let mut tables = self.tables();
            tables.is_closed = true;
            // Of those that are over the end may still have to be stored.
            let opened = tables.opened.values().filter_map(Weak::upgrade);
            let there: Vec<_> = tables.running.iter().cloned().chain(opened).collect();
            (there, std::mem::take(&mut tables.threads))
        };
        tables.iter().for_each(|table| table.end(Ending::Close));
        for thread in threads {
            // A hall may be dropped by the last of its own matches.
            if thread.thread().id() != std::thread::current().id() {
                // What a thread had to say it has said to its table.
                let _ = thread.join();
            }
        }
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.close();
    }
}
