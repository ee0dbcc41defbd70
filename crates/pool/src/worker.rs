//! The child: enters its sandbox, then plays one bot until there are no more requests.

use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

use super::affinity;
use super::handler::Handler;
use super::pipe::Pipe;
use super::protocol::{Answer, Inbox, LONGEST_REQUEST, Reply, Request, VERSION, frame};
use super::sandbox::{self, LeaveOut, Report};
use super::spawn::{FORK_SERVER, serve};
use juez_core::{Hook, Notes};
use juez_script::STACK;

/// The command that makes a process a worker. Only juez itself uses it.
pub const COMMAND: &str = "bot-worker";

/// Stack of the thread that detects the parent's end, in bytes.
#[cfg(unix)]
const LIFELINE_STACK: usize = 64 << 10;

/// Orders of a worker on its command line.
#[derive(Serialize, Deserialize)]
pub(super) struct Orders {
    /// Bytes of address space.
    pub address_space: u64,
    /// Layers of the sandbox to leave out.
    pub leave_out: LeaveOut,
}

impl Orders {
    /// Returns the argument after [`COMMAND`].
    pub fn to_arg(&self) -> String {
        serde_json::to_string(self).expect("orders are plain data")
    }

    fn from_args(args: &[String]) -> Option<Orders> {
        let [orders] = args else { return None };
        serde_json::from_str(orders).ok()
    }
}

/// Runs a worker, or the process that forks workers, with the arguments after [`COMMAND`].
pub fn main(args: &[String]) -> ExitCode {
    main_as(args, |args| main_with(args, |_, _| {}))
}

/// Runs `work` with the arguments of a worker: `args` or, in the process that forks workers, the
/// argument of each fork.
pub fn main_as(args: &[String], work: impl FnOnce(&[String]) -> ExitCode) -> ExitCode {
    if args != [FORK_SERVER] {
        return work(args);
    }
    match serve() {
        Ok(Some(orders)) => work(&[orders]),
        Ok(None) => ExitCode::SUCCESS,
        Err(error) => failed(error),
    }
}

/// Runs a worker, and calls `before` ahead of each call of the bot with the hook and the number of
/// its earlier calls in this match. For tests of misbehaving processes.
pub fn main_with(args: &[String], before: impl FnMut(Hook, u32) + Send + 'static) -> ExitCode {
    let Some(orders) = Orders::from_args(args) else {
        let why = "is how juez starts itself again to play a bot; try `juez play`";
        return failed(format_args!("{COMMAND} {why}"));
    };
    match run(&orders, before) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error),
    }
}

fn failed(why: impl Display) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(2)
}

fn run(orders: &Orders, before: impl FnMut(Hook, u32) + Send + 'static) -> io::Result<()> {
    let leave_out = orders.leave_out;
    let mut report = Report::default();
    affinity::run_when_woken();
    sandbox::before_threads(orders.address_space, leave_out, &mut report);
    // On Windows the job ends the process.
    #[cfg(unix)]
    watch_lifeline()?;
    let player = thread::Builder::new().name("bot".into()).stack_size(STACK);
    let player = player.spawn(move || {
        sandbox::after_threads(leave_out, &mut report);
        answer_all(report, before)
    })?;
    // The parent reads the message that a panic has printed.
    player.join().map_err(|_| io::Error::other("the worker panicked"))?
}

/// Ends the process when the parent is gone, even during a call.
#[cfg(unix)]
fn watch_lifeline() -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    use std::sync::mpsc;
    let (ready, started) = mpsc::channel();
    thread::Builder::new().name("lifeline".into()).stack_size(LIFELINE_STACK).spawn(move || {
        let _ = ready.send(());
        // Without requested events, poll only reports that the other end of the pipe is closed.
        while poll(&mut [PollFd::new(&io::stdin(), PollFlags::empty())], None).is_err() {}
        std::process::exit(0);
    })?;
    // The thread must have started before system calls are filtered.
    let _ = started.recv();
    Ok(())
}

fn thread_id() -> u32 {
    #[cfg(target_os = "linux")]
    return rustix::thread::gettid().as_raw_nonzero().get().unsigned_abs();
    #[cfg(not(target_os = "linux"))]
    0
}

fn answer_all(report: Report, mut before: impl FnMut(Hook, u32)) -> io::Result<()> {
    // The answer reports a panic of the bot; its message would only fill the pipe.
    let talk = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some("bot") {
            talk(panic);
        }
    }));
    let [mut input, mut out] = Pipe::standard();
    let ready = Reply::Ready { version: VERSION, report, thread: thread_id() };
    out.write_all(&frame(&Answer::new(Ok(ready), Notes::default())))?;
    let (mut inbox, mut handler) = (Inbox::new(LONGEST_REQUEST), Handler::default());
    loop {
        if let Some(request) = inbox.next().map_err(io::Error::other)? {
            let request = postcard::from_bytes::<Request<'_>>(request).map_err(io::Error::other)?;
            if let Some((hook, times)) = handler.about_to_call(&request) {
                before(hook, times);
            }
            if let Some(answer) = handler.answer(request) {
                out.write_all(&frame(&answer))?;
            }
        } else if inbox.fill(&mut input)? == 0 {
            return Ok(());
        }
    }
}
