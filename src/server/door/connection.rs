//! One connection: it is closed when it has been silent for too long, or has to go for another.
//!
//! What counts is what we write. A client that sends half a request, or a byte now and then, is
//! told nothing by us, and neither is one that does not read its answer.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep_until};

use super::{Caller, Inside};

/// A connection that has been let in.
pub struct Connection {
    stream: TcpStream,
    inside: Arc<Inside>,
    number: u64,
    caller: Caller,
    /// Comes to its end when the connection has to go; then it is gone.
    sent_away: Option<oneshot::Receiver<()>>,
    /// When to look whether it was silent for too long.
    look: Pin<Box<Sleep>>,
}

impl Connection {
    /// The connection with this number of those inside.
    pub(super) fn new(
        stream: TcpStream,
        inside: Arc<Inside>,
        number: u64,
        caller: Caller,
        sent_away: oneshot::Receiver<()>,
    ) -> Connection {
        let look = Box::pin(sleep_until(Instant::now() + inside.silence()));
        Connection { stream, inside, number, caller, sent_away: Some(sent_away), look }
    }

    /// Who is at the other end.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Waits until the connection is to be closed.
    fn poll_end(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        let sent_away = self.sent_away.as_mut().map(|sent_away| Pin::new(sent_away).poll(context));
        if sent_away.is_none_or(|sent_away| sent_away.is_ready()) {
            self.sent_away = None;
            return Poll::Ready(io::ErrorKind::ConnectionAborted.into());
        }
        loop {
            ready!(self.look.as_mut().poll(context));
            let end = Instant::from_std(self.caller.since()) + self.inside.silence();
            if end <= Instant::now() {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            self.look.as_mut().reset(end);
        }
    }

    /// What came of reading or writing; where nothing did, whether the connection has to end.
    fn or_end<T>(
        &mut self,
        done: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        match done {
            Poll::Ready(done) => Poll::Ready(done),
            Poll::Pending => self.poll_end(context).map(Err),
        }
    }

    /// What came of writing.
    fn wrote(
        &mut self,
        wrote: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        self.caller.wrote(wrote.is_pending());
        self.or_end(wrote, context)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.inside.leave(self.number);
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.or_end(read, context)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(wrote, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(wrote, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
