//! The child: gives up what it does not need, then plays what it is told to until nobody tells it
//! anything any more.

#![allow(unsafe_code)] // the descriptors that the parent left open come as numbers

use rustix::fd::{FromRawFd, OwnedFd};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

use super::beat::Beat;
use super::drill::{Drill, Harm, probe};
use super::job::{Examination, Inquest, Job, Sources};
use super::protocol::{Reply, Request};
use super::reporter::{Line, Reporter};
use super::sandbox::{self, LeaveOut, Report};
use crate::core::{
    By, Fault, FaultKind, Hook, HookLog, MAX_SEATS, Plot, Ply, Record, Seat, SeatFault,
};
use crate::referee::{Call, Chance};
use crate::registry::{AnyGame, MatchSetup, Question, SetupError, game};
use crate::script::{STACK, live_bytes};

/// The command that makes a process a worker. Only juez itself gives it.
pub const COMMAND: &str = "match-worker";

/// Stack of the thread that notices when the parent is gone, in bytes.
const LIFELINE_STACK: usize = 64 << 10;

/// What the parent tells a worker on its command line.
pub(super) struct Orders {
    /// The descriptor of the shared page.
    pub beat: i32,
    /// The descriptor that is closed when the parent is gone.
    pub lifeline: i32,
    /// Bytes of address space.
    pub address_space: u64,
    /// Layers of the sandbox to leave out.
    pub leave_out: LeaveOut,
}

impl Orders {
    /// As arguments after [`COMMAND`].
    pub fn to_args(&self) -> Vec<String> {
        let LeaveOut { landlock, seccomp } = self.leave_out;
        vec![
            self.beat.to_string(),
            self.lifeline.to_string(),
            self.address_space.to_string(),
            u8::from(landlock).to_string(),
            u8::from(seccomp).to_string(),
        ]
    }

    fn from_args(args: &[String]) -> Option<Orders> {
        let [beat, lifeline, address_space, landlock, seccomp] = args else { return None };
        Some(Orders {
            beat: beat.parse().ok()?,
            lifeline: lifeline.parse().ok()?,
            address_space: address_space.parse().ok()?,
            leave_out: LeaveOut { landlock: landlock == "1", seccomp: seccomp == "1" },
        })
    }
}

/// Runs a worker with the arguments after [`COMMAND`].
pub fn main(args: &[String]) -> ExitCode {
    let Some(orders) = Orders::from_args(args) else {
        eprintln!("{COMMAND} is how juez starts itself again to play a match; try `juez play`");
        return ExitCode::from(2);
    };
    match run(orders) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(orders: Orders) -> std::io::Result<()> {
    // SAFETY: the parent opened these two for this process and nothing else here uses them.
    let [beat, lifeline] =
        [orders.beat, orders.lifeline].map(|number| unsafe { OwnedFd::from_raw_fd(number) });
    let beat = Beat::map(&beat)?;
    let mut report = Report::default();
    sandbox::before_threads(orders.address_space, orders.leave_out, &mut report);
    watch_lifeline(lifeline)?;
    let player = thread::Builder::new().name("match".into()).stack_size(STACK);
    let player = player.spawn(move || {
        sandbox::after_threads(orders.leave_out, &mut report);
        play_all(&beat, report);
    })?;
    // A panic has printed its message to where the parent reads it.
    player.join().map_err(|_| std::io::Error::other("the worker panicked"))
}

/// Ends the process when the parent is gone, whatever the match is doing.
fn watch_lifeline(lifeline: OwnedFd) -> std::io::Result<()> {
    let (ready, started) = mpsc::channel();
    thread::Builder::new().name("lifeline".into()).stack_size(LIFELINE_STACK).spawn(move || {
        let mut lifeline = File::from(lifeline);
        let _ = ready.send(());
        // Nothing is ever written: the read ends when the other end is closed.
        let _ = lifeline.read(&mut [0]);
        std::process::exit(0);
    })?;
    // Its start must be over before system calls are filtered.
    let _ = started.recv();
    Ok(())
}

fn play_all(beat: &Beat, report: Report) {
    // A bot that panics is reported in the record; the text would only fill the pipe.
    let talk = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some("match") {
            talk(panic);
        }
    }));
    // SAFETY: this thread alone uses the two.
    let [input, out] = [0, 1].map(|number| unsafe { File::from_raw_fd(number) });
    let mut line = Line::new(BufReader::new(input), BufWriter::new(out));
    line.say(&Reply::Ready(report));
    let (mut sources, mut drill) = (Sources::default(), None);
    let at_first = live_bytes();
    while let Some(request) = line.hear() {
        match request {
            Request::Ping => line.say(&Reply::Pong),
            Request::Source(source) => sources.keep(source),
            Request::Forget => sources.forget(),
            Request::Probe => line.say(&Reply::Probed(probe())),
            Request::Drill(order) => drill = Some(order),
            Request::Check(job) => {
                let reply = check(&job, &sources, beat);
                line.say(&reply.unwrap_or_else(Reply::Refused));
            }
            Request::Lint(job) => {
                let reply = lint(&job, &sources);
                line.say(&reply.unwrap_or_else(Reply::Refused));
            }
            Request::Inquire(inquest) => {
                let reply = inquire(&inquest, &sources);
                line.say(&reply.unwrap_or_else(Reply::Refused));
            }
            Request::Examine(examination) => {
                let reply = examine(&examination, &sources);
                line.say(&reply.unwrap_or_else(Reply::Refused));
            }
            Request::Play(job) => {
                let reply = play(&job, &sources, beat, &mut line, drill.take());
                let mut reply = reply.unwrap_or_else(Reply::Refused);
                if let Reply::Record { leaked, .. } = &mut reply {
                    *leaked = u64::try_from(live_bytes() - at_first).unwrap_or(0);
                }
                line.say(&reply);
            }
            // Answers to questions that were not asked.
            Request::Deal(_) | Request::Seed(_) | Request::Chosen(_) => {}
        }
    }
}

fn unpack(job: &Job, sources: &Sources) -> Result<(&'static dyn AnyGame, MatchSetup), String> {
    let game = game(&job.game).map_err(|error| error.to_string())?;
    Ok((game, job.unpack(game, sources)?))
}

/// Loads each script once, the page naming its player as a seat.
fn check(job: &Job, sources: &Sources, beat: &Beat) -> Result<Reply, String> {
    let (game, setup) = unpack(job, sources)?;
    for (number, player) in setup.players.iter().enumerate() {
        let seat = Seat::try_from(number as u8)?;
        beat.begin(Call { seat, hook: Hook::Load, ply: 0 });
        let checked = game.check_player(&setup, player);
        beat.end();
        if let Err(error) = checked {
            // Whose script it is says the one who asked.
            let why = match &error {
                SetupError::Bot { source, .. } => source.to_string(),
                other => other.to_string(),
            };
            return Ok(Reply::Checked(Some((number, why))));
        }
    }
    Ok(Reply::Checked(None))
}

fn lint(job: &Job, sources: &Sources) -> Result<Reply, String> {
    let (game, setup) = unpack(job, sources)?;
    let first = setup.players.first().ok_or("there is nobody to lint")?;
    Ok(Reply::Linted(game.lint(&setup, first).map_err(|error| error.to_string())?))
}

fn inquire(inquest: &Inquest, sources: &Sources) -> Result<Reply, String> {
    let Inquest { record, seat, ply, hook, player, profile } = inquest;
    let game = game(&record.game).map_err(|error| error.to_string())?;
    let player = &player.unpack(game, sources)?;
    let question = Question { seat: *seat, ply: *ply, hook: *hook, player, profile: *profile };
    let inquiry = game.inquire(record, &question).map_err(|error| error.to_string())?;
    Ok(Reply::Inquired(Box::new(inquiry)))
}

fn examine(examination: &Examination, sources: &Sources) -> Result<Reply, String> {
    let Examination { case, player } = examination;
    let game = game(&case.record.game).map_err(|error| error.to_string())?;
    let player = player.unpack(game, sources)?;
    let result = game.examine(case, &player).map_err(|error| error.to_string())?;
    Ok(Reply::Examined(Box::new(result)))
}

fn play<R: Read, W: std::io::Write>(
    job: &Job,
    sources: &Sources,
    beat: &Beat,
    line: &mut Line<R, W>,
    drill: Option<Drill>,
) -> Result<Reply, String> {
    let (game, setup) = unpack(job, sources)?;
    let mut reporter = Reporter::new(line, beat, job.follow, drill, job.seeds.clone());
    let chance = &mut reporter.clone();
    let mut record = game
        .play_with(&setup, &mut reporter, Chance::Croupier(chance))
        .map_err(|error| error.to_string())?;
    forge(&mut record, drill);
    let took = reporter.took();
    Ok(Reply::Record { record: Box::new(record), leaked: 0, took })
}

/// What a worker that has been taken over might send.
fn forge(record: &mut Record, drill: Option<Drill>) {
    match drill.map(|drill| drill.harm) {
        Some(Harm::ForgeMove) => {
            record.moves.swap(0, 1);
        }
        Some(Harm::ForgeEnd) => {
            if let Some(end) = &mut record.end {
                let seats = end.ranks.seats();
                for seat in Seat::all(seats) {
                    end.ranks[seat] = seats + 1 - end.ranks[seat];
                }
            }
        }
        Some(Harm::ForgeGiven) => record.plies[0] = Ply::unasked(By::Given),
        Some(Harm::ForgeLog) => {
            let seat = Seat::new(MAX_SEATS as u8 - 1);
            let log = vec!["me".to_string()];
            record.logs.push(HookLog { seat, hook: Hook::Finish, fuel: None, log });
        }
        Some(Harm::ForgePlots) => {
            for (n, ply) in record.plies.iter_mut().enumerate() {
                ply.plots = Plot::new(n.to_string(), 1.0).into_iter().collect();
            }
        }
        Some(Harm::ForgeFault) => {
            let (seat, ply) = (Seat::new(0), record.moves.len() as u32);
            let fault = Fault::new(FaultKind::Resigned, Hook::Finish, "", "");
            record.end.iter_mut().for_each(|end| {
                end.faults.push(SeatFault { seat, ply, fault: fault.clone() });
            });
        }
        Some(Harm::ForgePlayer) => record.players[0].source = Some("another".to_string()),
        _ => {}
    }
}
