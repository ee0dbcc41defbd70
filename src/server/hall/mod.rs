//! The matches that run and those that are stored, and who sits at them.

mod choices;
mod error;
mod reel;
mod table;
mod visitor;

use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::watch;

pub use choices::{BotChoice, GameChoice, Setting, Values};
pub use error::{HallError, Trouble};
pub use reel::Reel;
pub use table::{Table, Watching};
pub use visitor::Visitor;

use super::{Listed, NewMatch};
use crate::core::Limits;
use crate::pool::{IsolationKind, PoolOptions};

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
        }
    }
}

/// Every match there is. All methods are quick enough for asynchronous code but for [`Hall::open`],
/// [`Hall::begin`], [`Hall::close`], [`Table::answer`] and [`Table::rematch`].
pub struct Hall {
    _options: HallOptions,
}

impl Hall {
    /// Opens the hall. What ran when the last server ended goes on.
    ///
    /// # Errors
    /// If the archive cannot be opened or no worker can be started.
    pub fn open(options: HallOptions) -> Result<Arc<Hall>, HallError> {
        let _ = options;
        unimplemented!()
    }

    /// What a match can be made of. The folder of bots is read anew each time.
    pub fn games(&self) -> Vec<GameChoice> {
        unimplemented!()
    }

    /// Starts a match; its id.
    ///
    /// # Errors
    /// If it cannot be played, or no more can run.
    pub fn begin(self: &Arc<Self>, new: &NewMatch, by: &Visitor) -> Result<String, HallError> {
        let _ = (new, by);
        unimplemented!()
    }

    /// The matches that run and the newest of those that are stored, newest first.
    pub fn lobby(&self) -> Vec<Listed> {
        unimplemented!()
    }

    /// Counts the changes of the lobby.
    pub fn changes(&self) -> watch::Receiver<u64> {
        unimplemented!()
    }

    /// The match with this id.
    pub fn table(&self, id: &str) -> Option<Arc<Table>> {
        let _ = id;
        unimplemented!()
    }

    /// Ends the threads of all matches. They go on when the archive is opened again.
    pub fn close(&self) {
        unimplemented!()
    }
}
