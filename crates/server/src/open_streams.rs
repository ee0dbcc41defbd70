//! The open streams.

use tokio::sync::watch;

use super::turns::{Turn, Turns};
use juez_lobby::VisitorId;

/// Limit on the subjects of a visitor's streams: each window has one, and while a browser
/// reconnects the server can count it twice.
const MAX_OF_VISITOR: usize = 48;

/// All open streams, limited by visitor.
pub(super) struct OpenStreams {
    turns: Turns<VisitorId>,
    ended: watch::Sender<()>,
}

/// An open stream; closed when dropped.
pub(super) struct OpenStream {
    _turns: Vec<Turn<VisitorId>>,
    ended: watch::Receiver<()>,
}

impl OpenStreams {
    pub fn new() -> OpenStreams {
        OpenStreams { turns: Turns::new(MAX_OF_VISITOR), ended: watch::Sender::new(()) }
    }

    /// Opens a stream of several subjects; `None` if the visitor has too many.
    pub fn open(&self, visitor: VisitorId, subjects: usize) -> Option<OpenStream> {
        let turns = (0..subjects).map(|_| self.turns.take(visitor)).collect::<Option<_>>()?;
        Some(OpenStream { _turns: turns, ended: self.ended.subscribe() })
    }

    /// Ends all streams after a change of rights. Pages reconnect, as far as they are allowed.
    pub fn end_all(&self) {
        self.ended.send_replace(());
    }
}

impl OpenStream {
    /// Waits until the stream must end.
    pub async fn ended(&mut self) {
        let _ = self.ended.changed().await;
    }
}
