//! The pipes between parent and worker.

#![allow(unsafe_code)] // a worker's ends come as numbers, and a call of Windows

use std::io::{self, Read, Write};

#[cfg(unix)]
use std::os::fd::OwnedFd as Handle;
#[cfg(windows)]
use std::os::windows::io::OwnedHandle as Handle;

#[cfg(unix)]
type End = Handle;
#[cfg(windows)]
type End = std::fs::File;

/// An end of a pipe. On Unix, reads and writes are plain system calls: the functions of the C
/// library take two more steps in a program with many threads.
pub struct Pipe(End);

impl Read for Pipe {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        return Ok(rustix::io::read(&self.0, bytes)?);
        #[cfg(windows)]
        self.0.read(bytes)
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        #[cfg(unix)]
        return Ok(rustix::io::write(&self.0, bytes)?);
        #[cfg(windows)]
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Pipe {
    /// Wraps an end of a pipe.
    #[allow(clippy::useless_conversion)] // a conversion on Windows
    pub fn new(end: impl Into<Handle>) -> Pipe {
        let end: Handle = end.into();
        Pipe(end.into())
    }

    /// Returns standard input and output of this process. Call it only once.
    #[cfg(unix)]
    pub fn standard() -> [Pipe; 2] {
        use std::os::fd::FromRawFd;
        // SAFETY: both are open, and no other owner closes them.
        [0, 1].map(|number| Pipe(unsafe { Handle::from_raw_fd(number) }))
    }

    /// Returns standard input and output of this process. Call it only once.
    #[cfg(windows)]
    pub fn standard() -> [Pipe; 2] {
        use std::os::windows::io::{AsRawHandle, FromRawHandle};
        let handles = [io::stdin().as_raw_handle(), io::stdout().as_raw_handle()];
        // SAFETY: both are open, and no other owner closes them.
        handles.map(|handle| Pipe::new(unsafe { Handle::from_raw_handle(handle) }))
    }

    /// Returns true if a read would not wait: bytes are available, or the other end is closed.
    #[cfg(unix)]
    fn is_ready(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut wanted = [PollFd::new(&self.0, PollFlags::IN)];
        poll(&mut wanted, Some(&now)).is_ok_and(|ready| ready > 0)
    }

    /// Returns true if bytes are available.
    #[cfg(windows)]
    fn is_ready(&self) -> bool {
        use std::os::windows::io::AsRawHandle;
        use std::ptr::null_mut;
        use windows_sys::Win32::System::Pipes::PeekNamedPipe;
        let mut bytes = 0;
        let handle = self.0.as_raw_handle();
        // SAFETY: the call only writes the number.
        let peeked =
            unsafe { PeekNamedPipe(handle, null_mut(), 0, null_mut(), &raw mut bytes, null_mut()) };
        peeked != 0 && bytes > 0
    }

    /// Reads at most `most` bytes that have arrived, without waiting for more.
    pub fn read_arrived(&mut self, most: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        if self.is_ready() {
            bytes.resize(most, 0);
            let count = self.read(&mut bytes).unwrap_or_default();
            bytes.truncate(count);
        }
        bytes
    }
}
