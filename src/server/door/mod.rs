//! How many connections there are, and which have to go when there are too many.
//!
//! A connection costs a file and some memory, also one on which nothing is asked. A server that is full
//! closes the one that was idle for longest when a new one comes; where none is idle, the new one waits
//! in front of the door.
//!
//! | file | what it is |
//! |---|---|
//! | `caller` | what a connection is used for |
//! | `connection` | reads and writes, and ends with its time |

mod caller;
mod connection;

use axum::serve::Listener;
use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

pub(super) use caller::{Caller, attend};
use connection::Connection;

/// Most connections at once, where the system has files for so many.
const MOST: usize = 1000;

/// How the server deals with connections.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manners {
    /// Most connections at once.
    pub most: usize,
    /// How long one may be without a byte from us: streams say something every few seconds, requests are
    /// answered within half a minute.
    pub silence: Duration,
    /// How long one must have been idle before it may be closed for another.
    pub grace: Duration,
}

impl Default for Manners {
    fn default() -> Manners {
        Manners {
            most: MOST.min(open_files() / 2),
            silence: Duration::from_secs(60),
            grace: Duration::from_secs(1),
        }
    }
}

#[cfg(unix)]
fn open_files() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    limit.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
fn open_files() -> usize {
    usize::MAX
}

/// Where connections come in.
pub(super) struct Door {
    listener: TcpListener,
    inside: Arc<Inside>,
}

/// The connections that are open.
struct Inside {
    manners: Manners,
    open: Mutex<Open>,
    /// One has gone.
    gone: Notify,
}

#[derive(Default)]
struct Open {
    callers: HashMap<u64, (Caller, oneshot::Sender<()>)>,
    next: u64,
}

impl Door {
    /// A door to the address of `listener`.
    pub fn new(listener: TcpListener, manners: Manners) -> Door {
        let (open, gone) = (Mutex::default(), Notify::new());
        Door { listener, inside: Arc::new(Inside { manners, open, gone }) }
    }
}

impl Listener for Door {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // A message is to leave at once, not when more has come together.
        let _ = stream.set_nodelay(true);
        let (number, caller, sent_away) = self.inside.admit().await;
        let inside = self.inside.clone();
        (Connection::new(stream, inside, number, caller, sent_away), address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Inside {
    /// How long a connection may be without a byte from us.
    pub fn silence(&self) -> Duration {
        self.manners.silence
    }

    /// Waits for a place.
    async fn admit(&self) -> (u64, Caller, oneshot::Receiver<()>) {
        loop {
            if let Some(admitted) = self.admit_now() {
                return admitted;
            }
            // What becomes idle does not tell.
            let _ = timeout(self.manners.grace, self.gone.notified()).await;
        }
    }

    fn admit_now(&self) -> Option<(u64, Caller, oneshot::Receiver<()>)> {
        let mut open = self.open();
        if open.callers.len() >= self.manners.most {
            let idle = open.callers.iter();
            let idle = idle.filter_map(|(number, (caller, _))| Some((caller.idle()?, *number)));
            let (time, number) = idle.max()?;
            if time < self.manners.grace {
                return None;
            }
            // Its connection sees that it is not kept any more.
            open.callers.remove(&number);
        }
        let (caller, (keep, sent_away)) = (Caller::new(), oneshot::channel());
        let number = open.next;
        open.next += 1;
        open.callers.insert(number, (caller.clone(), keep));
        Some((number, caller, sent_away))
    }

    /// A connection is closed.
    pub fn leave(&self, number: u64) {
        self.open().callers.remove(&number);
        self.gone.notify_one();
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
