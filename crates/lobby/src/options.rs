//! The options of a lobby.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::policy::Policy;
use juez_core::Limits;
use juez_pool::{IsolationKind, PoolOptions};

/// Default time without viewers after which a match can be stopped for another.
const UNWATCHED: Duration = Duration::from_secs(10 * 60);

#[derive(Clone, Debug)]
pub struct LobbyOptions {
    /// The file of the archive; without one, everything is lost with the process.
    pub store: Option<PathBuf>,
    /// The folder of scripts that can be given a seat.
    pub bots: Option<PathBuf>,
    /// True if other processes can read the archive meanwhile; the caller then ensures that no
    /// other process opens it to play.
    pub others_may_read: bool,
    /// The rights of visitors, used instead of the folder.
    pub policy: Option<Arc<dyn Policy>>,
    /// Isolation of bots.
    pub isolation: IsolationKind,
    /// Kind of workers, with isolation by process.
    pub pool: PoolOptions,
    /// Limits of bots.
    pub limits: Limits,
    /// Maximum number of matches that run at once.
    pub most: usize,
    /// Megabytes for all bots together; `None`: half of the machine's. Matches that do not fit
    /// wait.
    pub memory_mb: Option<u64>,
    /// Time without viewers after which a match can be stopped for another when the lobby is full.
    pub unwatched: Duration,
    /// Returns true for the id of a game whose positions come with a drawing, since pages have no
    /// table for it.
    pub drawn: fn(&str) -> bool,
}

impl Default for LobbyOptions {
    fn default() -> LobbyOptions {
        LobbyOptions {
            store: None,
            bots: None,
            others_may_read: false,
            policy: None,
            isolation: IsolationKind::Thread,
            pool: PoolOptions::default(),
            limits: Limits::default(),
            most: 64,
            memory_mb: None,
            unwatched: UNWATCHED,
            drawn: |_| true,
        }
    }
}
