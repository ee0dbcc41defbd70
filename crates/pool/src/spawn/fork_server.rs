//! Forks workers from one process that does nothing else.
//!
//! A processor predicts branches by their addresses, and forks have equal addresses: bots that take
//! turns on a core share its predictions, and a decision takes up to a quarter less time than in
//! processes with different addresses. The addresses are still random for each start of the fork
//! server. A fork also starts sooner than a program.

#![allow(unsafe_code)] // a system call that no crate has

use parking_lot::Mutex;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
    sockopt,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, setpgid, waitpid};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use rustix::thread::set_name;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use super::{FORK_SERVER, Started, command};
use crate::affinity;
use crate::pipe::Pipe;
use crate::worker::Orders;

const FORK_DEADLINE: Duration = Duration::from_secs(10);
const MAX_ARG_BYTES: usize = 256;

/// The process that forks workers, started with the first worker.
pub struct Spawner {
    program: PathBuf,
    running: Mutex<Option<Running>>,
}

struct Running {
    process: std::process::Child,
    socket: OwnedFd,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Spawner {
    /// Creates a fork server of this program.
    pub fn new(program: PathBuf) -> Spawner {
        Spawner { program, running: Mutex::new(None) }
    }

    /// Starts a worker.
    pub fn start(&self, orders: &Orders) -> io::Result<Started> {
        let orders = orders.to_arg();
        let mut running = self.running.lock();
        // Replace a server that has died since the last fork.
        if let Some(server) = &*running
            && let Ok(started) = server.fork(&orders)
        {
            return Ok(started);
        }
        *running = None;
        running.insert(Running::of(&self.program)?).fork(&orders)
    }
}

impl Running {
    fn of(program: &Path) -> io::Result<Running> {
        let kind = SocketType::SEQPACKET;
        let (socket, other) = socketpair(AddressFamily::UNIX, kind, SocketFlags::CLOEXEC, None)?;
        sockopt::set_socket_timeout(&socket, sockopt::Timeout::Recv, Some(FORK_DEADLINE))?;
        let pipes = [other.into(), Stdio::null(), Stdio::null()];
        let process = command(program, FORK_SERVER, pipes).spawn()?;
        // The thread of a match can be bound to a core; its workers must start unbound.
        affinity::bind(Some(process.id()), None);
        Ok(Running { process, socket })
    }

    fn fork(&self, orders: &str) -> io::Result<Started> {
        let ends = || pipe_with(PipeFlags::CLOEXEC);
        let ((its_input, input), (output, its_output), (errors, its_errors)) =
            (ends()?, ends()?, ends()?);
        let pipes = [its_input.as_fd(), its_output.as_fd(), its_errors.as_fd()];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&pipes));
        let text = [IoSlice::new(orders.as_bytes())];
        sendmsg(&self.socket, &text, &mut control, SendFlags::NOSIGNAL)?;
        let mut id = [0; 4];
        let count = rustix::io::read(&self.socket, &mut id).map_err(|error| match error {
            rustix::io::Errno::AGAIN => io::Error::other("the fork server does not answer"),
            error => error.into(),
        })?;
        let id = Pid::from_raw(i32::from_le_bytes(id)).filter(|_| count == id.len());
        let id = id.ok_or_else(|| io::Error::other("the fork server made no worker"))?;
        let child = Child { id, end: None };
        let [input, output, errors] = [input, output, errors].map(Pipe::new);
        Ok(Started { child, input, output, errors })
    }
}

/// Forks until there are no more requests, then returns `None`. Each fork returns the argument of
/// its worker.
pub fn serve() -> io::Result<Option<String>> {
    set_name(c"fork-server")?;
    // SAFETY: it stays open until a fork replaces it.
    let socket = unsafe { BorrowedFd::borrow_raw(0) };
    loop {
        let mut text = [0; MAX_ARG_BYTES];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut parts = [IoSliceMut::new(&mut text)];
        let count = recvmsg(socket, &mut parts, &mut control, RecvFlags::CMSG_CLOEXEC)?.bytes;
        let mut pipes: Vec<OwnedFd> = Vec::new();
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(received) = message {
                pipes.extend(received);
            }
        }
        let [input, output, errors] = &pipes[..] else { return Ok(None) };
        match fork_beside()? {
            0 => {
                dup2_stdin(input)?;
                dup2_stdout(output)?;
                dup2_stderr(errors)?;
                setpgid(None, None)?;
                set_name(c"bot-worker")?;
                return Ok(Some(String::from_utf8_lossy(&text[..count]).into_owned()));
            }
            child => drop(rustix::io::write(socket, &child.to_le_bytes())?),
        }
    }
}

/// As `fork`, but the child belongs to this process's parent, which waits for its end. Call it only
/// in a process of one thread.
fn fork_beside() -> io::Result<i32> {
    let flags = libc::CLONE_PARENT | libc::SIGCHLD;
    // SAFETY: as for `fork`: the only thread continues twice, on a copy of its stack.
    match unsafe { libc::syscall(libc::SYS_clone, libc::c_long::from(flags), 0, 0, 0, 0) } {
        -1 => Err(io::Error::last_os_error()),
        child => Ok(child as i32),
    }
}

/// A worker's process.
pub struct Child {
    id: Pid,
    /// The exit status, once it was waited for.
    end: Option<ExitStatus>,
}

impl Child {
    /// Returns the id of the process.
    pub fn id(&self) -> u32 {
        self.id.as_raw_nonzero().get().unsigned_abs()
    }

    /// Kills the process without waiting for its end.
    pub fn kill(&mut self) {
        // Another process can have the id of one that was waited for.
        if self.end.is_none() {
            let _ = kill_process(self.id, Signal::KILL);
        }
    }

    /// Returns the exit status, if the process has ended.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.wait_as(WaitOptions::NOHANG)
    }

    /// Waits for the end of the process.
    pub fn wait(&mut self) {
        self.wait_as(WaitOptions::empty());
    }

    fn wait_as(&mut self, how: WaitOptions) -> Option<ExitStatus> {
        while self.end.is_none() {
            match waitpid(Some(self.id), how) {
                Err(rustix::io::Errno::INTR) => {}
                Ok(Some((_, status))) => self.end = Some(ExitStatus::from_raw(status.as_raw())),
                Ok(None) | Err(_) => break,
            }
        }
        self.end
    }
}
