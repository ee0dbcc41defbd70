//! The streams that are open.

use tokio::sync::watch;

use super::VisitorId;
use super::turns::{Turn, Turns};

/// Most subjects of the streams of one visitor: each window has one, and while a browser connects again the server
/// may count it twice.
const MAX_OF_VISITOR: u32 = 48;

/// All open streams: few of each visitor.
pub(super) struct OpenStreams {
    turns: Turns<VisitorId>,
    ended: watch::Sender<()>,
}

/// An open stream, until it is dropped.
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

    /// Ends all of them, for rights have changed: pages connect again, as far as they may.
    pub fn end_all(&self) {
        self.ended.send_replace(());
    }
}

impl OpenStream {
    /// Returns once the stream is to end.
    pub async fn ended(&mut self) {
        let _ = self.ended.changed().await;
    }
}
