//! Starts workers.
//!
//! On Linux a worker is a fork of one process that does nothing else. A processor predicts branches by
//! their addresses, and forks have the same ones: bots that take turns on a core share what it has
//! learnt, and a decision takes up to a quarter less than in processes with addresses of their own. The
//! addresses are still random from one start of the fork server to the next. And a fork starts sooner
//! than a program. Elsewhere each worker is started as a program.

#![allow(unsafe_code)] // a system call that no crate has, and what is closed between fork and exec

use rustix::fd::OwnedFd;
use rustix::process::Pid;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::sandbox;
use super::worker::COMMAND;

pub use system::{ForkServer, serve};

/// The argument of a worker's command that makes it the fork server.
pub const FORK_SERVER: &str = "fork-server";

/// A worker that was just started, and the parent's ends of its pipes.
pub struct Started {
    pub id: Pid,
    pub input: OwnedFd,
    pub output: OwnedFd,
    pub errors: OwnedFd,
}

/// The command of a worker or of the fork server, with nothing of this process but what is set.
fn command(program: &Path, args: &[String], [input, output, errors]: [Stdio; 3]) -> Command {
    let mut command = Command::new(program);
    command
        .arg(COMMAND)
        .args(args)
        .env_clear()
        // A Ctrl-C is for the program that a person runs, which ends its workers by itself.
        .process_group(0)
        .current_dir("/")
        .stdin(input)
        .stdout(output)
        .stderr(errors);
    // SAFETY: between fork and exec only system calls are made, nothing is allocated.
    unsafe { command.pre_exec(sandbox::close_inherited) };
    command
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::fd::{AsFd, BorrowedFd};
    use rustix::net::{
        AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
        SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
        sockopt,
    };
    use rustix::pipe::{PipeFlags, pipe_with};
    use rustix::process::setpgid;
    use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
    use rustix::thread::set_name;
    use std::io::{IoSlice, IoSliceMut};
    use std::mem::MaybeUninit;
    use std::path::PathBuf;
    use std::process::Child;
    use std::sync::{Mutex, PoisonError};
    use std::time::Duration;

    use super::*;
    use crate::pool::affinity;

    const FORK_DEADLINE: Duration = Duration::from_secs(10);
    const MAX_ARG_BYTES: usize = 256;

    /// The process of which workers are forks, started when the first one is wanted.
    pub struct ForkServer {
        program: PathBuf,
        running: Mutex<Option<Running>>,
    }

    struct Running {
        process: Child,
        socket: OwnedFd,
    }

    impl Drop for Running {
        fn drop(&mut self) {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }

    impl ForkServer {
        /// A fork server of this program.
        pub fn new(program: PathBuf) -> ForkServer {
            ForkServer { program, running: Mutex::new(None) }
        }

        /// Starts a worker with these arguments.
        ///
        /// # Errors
        /// The errors of the system.
        pub fn start(&self, args: &[String]) -> io::Result<Started> {
            let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
            // One that has died since the last fork is replaced.
            if let Some(server) = &*running
                && let Ok(started) = server.fork(args)
            {
                return Ok(started);
            }
            *running = None;
            running.insert(Running::of(&self.program)?).fork(args)
        }
    }

    impl Running {
        fn of(program: &Path) -> io::Result<Running> {
            let kind = SocketType::SEQPACKET;
            let (socket, other) =
                socketpair(AddressFamily::UNIX, kind, SocketFlags::CLOEXEC, None)?;
            sockopt::set_socket_timeout(&socket, sockopt::Timeout::Recv, Some(FORK_DEADLINE))?;
            let pipes = [other.into(), Stdio::null(), Stdio::null()];
            let process = command(program, &[FORK_SERVER.to_string()], pipes).spawn()?;
            // The thread of a match may be bound to a core, its workers not from the start.
            affinity::bind(Some(process.id()), None);
            Ok(Running { process, socket })
        }

        fn fork(&self, args: &[String]) -> io::Result<Started> {
            let ends = || pipe_with(PipeFlags::CLOEXEC);
            let ((its_input, input), (output, its_output), (errors, its_errors)) =
                (ends()?, ends()?, ends()?);
            let pipes = [its_input.as_fd(), its_output.as_fd(), its_errors.as_fd()];
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
            let mut control = SendAncillaryBuffer::new(&mut space);
            control.push(SendAncillaryMessage::ScmRights(&pipes));
            let text = args.join(" ");
            let text = [IoSlice::new(text.as_bytes())];
            sendmsg(&self.socket, &text, &mut control, SendFlags::NOSIGNAL)?;
            let mut id = [0; 4];
            let count = rustix::io::read(&self.socket, &mut id)?;
            let id = Pid::from_raw(i32::from_le_bytes(id)).filter(|_| count == id.len());
            let id = id.ok_or_else(|| io::Error::other("the fork server made no worker"))?;
            Ok(Started { id, input, output, errors })
        }
    }

    /// Forks until nothing more is asked, which is `None`; in each fork, the arguments of the worker that
    /// it is.
    ///
    /// # Errors
    /// The errors of the system.
    pub fn serve() -> io::Result<Option<Vec<String>>> {
        set_name(c"fork-server")?;
        // SAFETY: it is open until a fork replaces it.
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
                    let text = String::from_utf8_lossy(&text[..count]).into_owned();
                    return Ok(Some(text.split(' ').map(String::from).collect()));
                }
                child => drop(rustix::io::write(socket, &child.to_le_bytes())?),
            }
        }
    }

    /// As `fork`, but the child is one of this process's parent, which waits for its end. To be called in
    /// a process of one thread.
    fn fork_beside() -> io::Result<i32> {
        let flags = libc::CLONE_PARENT | libc::SIGCHLD;
        // SAFETY: as of `fork`: the only thread goes on twice, on a copy of its stack.
        match unsafe { libc::syscall(libc::SYS_clone, libc::c_long::from(flags), 0, 0, 0, 0) } {
            -1 => Err(io::Error::last_os_error()),
            child => Ok(child as i32),
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::path::PathBuf;

    use super::*;

    /// Starts workers as programs.
    pub struct ForkServer {
        program: PathBuf,
    }

    impl ForkServer {
        /// Starts workers of this program.
        pub fn new(program: PathBuf) -> ForkServer {
            ForkServer { program }
        }

        /// Starts a worker with these arguments.
        ///
        /// # Errors
        /// The errors of the system.
        pub fn start(&self, args: &[String]) -> io::Result<Started> {
            let pipes = [Stdio::piped(), Stdio::piped(), Stdio::piped()];
            let mut child = command(&self.program, args, pipes).spawn()?;
            let missing = || io::Error::other("a pipe to the worker is missing");
            let input = child.stdin.take().ok_or_else(missing)?.into();
            let output = child.stdout.take().ok_or_else(missing)?.into();
            let errors = child.stderr.take().ok_or_else(missing)?.into();
            Ok(Started { id: Pid::from_child(&child), input, output, errors })
        }
    }

    /// Refuses: here no worker is forked.
    ///
    /// # Errors
    /// Always.
    pub fn serve() -> io::Result<Option<Vec<String>>> {
        Err(io::Error::other("workers are forked on Linux alone"))
    }
}
