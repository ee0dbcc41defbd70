//! A script that runs in a process of its own.
//!
//! The process that was asked is the one to blame when no answer comes. One that is gone is replaced
//! once a match: a fresh one hears what this one had heard, and is asked again. A late call is not made
//! again: it is late by the CPU time of its own process, which no other work of the machine adds to.

use serde_json::Value;
use std::fmt::Display;
use std::iter;
use std::mem::take;

use super::affinity;
use super::process::{Loss, Process};
use super::processes::{Pool, overran};
use super::protocol::{Answer, Lesson, Reply, Request, append_frame, frame};
use super::watchdog::{Deadline, Overrun};
use super::words;
use crate::core::{
    AnyView, Capacity, Fault, FaultKind, Hook, Journal, Limits, Mark, Outcome, ProfileRow, Seat,
    plain,
};
use crate::script::{BotSpec, LoadError, Loading, Profiler, Program, Returned, is_profiling};

/// Bytes that a bot's process may answer in one match. A bot fills [`Capacity::BYTES`] with what it
/// writes, and a move is short.
const MOST_ANSWERED: u64 = 16 * Capacity::BYTES as u64;
/// Fuel of a call that is believed: more than any call may use, and a sum of many is still a number.
const MOST_FUEL: u64 = 1 << 40;

/// The requests of a match that were answered, and behind them the one that is being made.
#[derive(Default)]
struct Requests {
    frames: Vec<u8>,
    /// Where each ends, and how long its answer may take.
    answered: Vec<(usize, Deadline)>,
}

impl Requests {
    /// Where the last one that was answered ends.
    fn end(&self) -> usize {
        self.answered.last().map_or(0, |(end, _)| *end)
    }

    /// The frame of the one that is being made.
    fn current(&self) -> &[u8] {
        &self.frames[self.end()..]
    }

    /// Those that were answered, in order.
    fn earlier(&self) -> impl Iterator<Item = (&[u8], Deadline)> {
        let starts = iter::once(0).chain(self.answered.iter().map(|(end, _)| *end));
        let ranges = starts.zip(&self.answered);
        ranges.map(|(start, &(end, deadline))| (&self.frames[start..end], deadline))
    }
}

/// The program of a bot that runs in a worker.
pub struct Remote {
    pool: Pool,
    spec: BotSpec,
    limits: Limits,
    /// None between a loss and the next request.
    process: Option<Process>,
    /// The requests that bring a fresh process to where this one is.
    requests: Requests,
    /// True once it was replaced because it was gone.
    replaced: bool,
    /// Moves of the history that it knows.
    known: usize,
    functions: Vec<String>,
    /// True if the fuel of each line is counted.
    profile: bool,
    /// Bytes that processes before this one have answered.
    answered: u64,
    /// A buffer for decisions.
    turn: Vec<u8>,
}

/// Why a request was not answered as it should be.
enum Failure {
    Loss(Loss),
    /// There is none to ask.
    NoWorker(String),
}

/// The verdict on a failure: the party to blame, and the reason.
enum Verdict {
    Fault(FaultKind, String),
    Lost(String),
}

impl Remote {
    /// Loads a bot in a worker.
    ///
    /// # Errors
    /// A fault of hook `load`; where the platform fails, the journal says so.
    pub fn load(pool: &Pool, spec: &BotSpec, loading: Loading<'_>) -> Result<Remote, Fault> {
        let Loading { api, limits, seed, journal } = loading;
        let (lesson, profile) = (Lesson::of(api), is_profiling());
        let mut remote = Remote {
            pool: pool.clone(),
            spec: spec.clone(),
            limits: limits.clone(),
            process: None,
            requests: Requests::default(),
            replaced: false,
            known: 0,
            functions: Vec::new(),
            profile,
            answered: 0,
            turn: Vec::new(),
        };
        let request = Request::Load { lesson, limits: limits.clone(), seed, profile };
        match remote.ask(Hook::Load, &request, 0, journal)? {
            Reply::Loaded(functions) => remote.functions = functions,
            _ => return Err(remote.lied(Hook::Load, words::unasked())),
        }
        Ok(remote)
    }

    /// Asks a worker about a bot's source, which it has at no table: to compile or to lint it.
    ///
    /// # Errors
    /// If the source takes its process with it, or the platform fails.
    pub fn ask_source(
        pool: &Pool,
        spec: &BotSpec,
        request: &Request<'_>,
    ) -> Result<Reply, LoadError> {
        let limits = Limits::default();
        let deadline = Deadline::of(limits.start_ms);
        let request = frame(request);
        let lost = |why: String| LoadError::Lost(plain(&words::no_worker(why)));
        let mut tried = false;
        loop {
            let mut process = pool.take(spec, &limits).map_err(lost)?;
            let answer = process.ask(&request, deadline);
            process.count_cpu_time();
            match answer {
                Ok(Answer { result: Ok(Reply::Refused(why)), .. }) => return Err(lost(why)),
                Ok(Answer { result: Ok(reply), .. }) => {
                    pool.give_back(process);
                    return Ok(reply);
                }
                Ok(Answer { result: Err(fault), .. }) => {
                    return Err(LoadError::Deadly(fault.into()));
                }
                // What the source itself did, it would do again, and take as long.
                Err(Loss::Killed) if !tried => tried = true,
                Err(loss) => {
                    return Err(match verdict(Failure::Loss(loss)) {
                        Verdict::Fault(kind, why) => {
                            LoadError::Deadly(Fault::new(kind, Hook::Load, "", why).into())
                        }
                        Verdict::Lost(why) => LoadError::Lost(why),
                    });
                }
            }
        }
    }

    /// Makes a call of the bot, which has then heard of so many moves; what it wrote goes to
    /// `journal`.
    fn ask(
        &mut self,
        hook: Hook,
        request: &Request<'_>,
        known: usize,
        journal: &Journal,
    ) -> Result<Reply, Fault> {
        let slower = if self.profile { Profiler::SLOWER } else { 1 };
        let deadline = Deadline::of(self.limits.call_ms(hook)).times(slower);
        let mut requests = take(&mut self.requests);
        requests.frames.truncate(requests.end());
        append_frame(request, &mut requests.frames);
        let answer = self.answer_of(&requests, deadline);
        if answer.as_ref().is_ok_and(|answer| !is_late(answer)) {
            self.known = known;
            requests.answered.push((requests.frames.len(), deadline));
        }
        self.requests = requests;
        let answer = answer.map_err(|failure| fault(hook, failure, journal))?;
        let Answer { result, spent, log, marks, plots, profile, memory: _ } = answer;
        log.iter().for_each(|line| journal.print(line));
        for (place, label, colour) in marks {
            journal.mark(Mark { place, label, colour });
        }
        plots.iter().for_each(|(name, value)| journal.plot(name, *value));
        if let Some((fuel, allowed)) = spent {
            journal.spent(fuel.min(MOST_FUEL), allowed.min(MOST_FUEL));
        }
        if self.profile {
            let believed = |ProfileRow { function, file, line, fuel }| {
                let (function, file) = (plain(&function), plain(&file));
                ProfileRow { function, file, line, fuel: fuel.min(MOST_FUEL) }
            };
            Profiler::hear(profile.into_iter().map(believed).collect());
        }
        match result {
            // What no honest one says of a bot that this same program has sent.
            Ok(Reply::Refused(why)) => Err(self.lied(hook, why)),
            Ok(reply) => Ok(reply),
            Err(fault) => match fault.kind {
                FaultKind::IllegalMove | FaultKind::Unreadable | FaultKind::Resigned => {
                    Err(self.lied(hook, fault.kind))
                }
                _ => Err(Fault { hook, ..fault }),
            },
        }
    }

    /// The fault of a process that was taken over, and is ended.
    fn lied(&mut self, hook: Hook, what: impl Display) -> Fault {
        if let Some(process) = self.process.take() {
            self.lose(process);
        }
        Fault::new(FaultKind::Crashed, hook, "", words::lied(what))
    }

    /// The answer to a request, of this process or of the one that replaces it.
    fn answer_of(&mut self, requests: &Requests, deadline: Deadline) -> Result<Answer, Failure> {
        match self.ask_process(requests, deadline) {
            late @ Err(Failure::Loss(Loss::Overran(_))) => late,
            Err(_) if !self.replaced => {
                self.replaced = true;
                self.ask_process(requests, deadline)
            }
            answered => answered,
        }
    }

    /// Asks the process, or one that is made to be where the last one was.
    fn ask_process(&mut self, requests: &Requests, deadline: Deadline) -> Result<Answer, Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.revive(requests)?,
        };
        let answer = match process.ask(requests.current(), deadline) {
            _ if self.answered + process.answered > MOST_ANSWERED => {
                Err(Loss::Lied(words::too_much(MOST_ANSWERED)))
            }
            answer => answer,
        };
        match answer {
            Ok(answer) => {
                self.process = Some(process);
                Ok(answer)
            }
            Err(loss) => {
                self.lose(process);
                Err(Failure::Loss(loss))
            }
        }
    }

    /// A process that has heard what the last one had.
    fn revive(&mut self, requests: &Requests) -> Result<Process, Failure> {
        let mut process = self.pool.take(&self.spec, &self.limits).map_err(Failure::NoWorker)?;
        process.bind(affinity::join());
        for (request, deadline) in requests.earlier() {
            if let Err(loss) = process.ask(request, deadline) {
                self.lose(process);
                return Err(Failure::Loss(loss));
            }
        }
        Ok(process)
    }

    /// Calls a hook that returns nothing, if the bot has it.
    fn tell(&mut self, hook: Hook, request: &Request<'_>, journal: &Journal) -> Result<(), Fault> {
        if !self.functions.iter().any(|name| name == hook.name()) {
            return Ok(());
        }
        match self.ask(hook, request, self.known, journal)? {
            Reply::Done => Ok(()),
            _ => Err(self.lied(hook, words::unasked())),
        }
    }

    /// Ends a process.
    fn lose(&mut self, mut process: Process) {
        leave(&mut process);
        self.answered += process.answered;
    }

    /// A decision packed for the process, in a buffer that is to be given back.
    fn pack(&mut self, view: &dyn AnyView) -> Vec<u8> {
        let mut turn = take(&mut self.turn);
        turn.clear();
        view.pack(self.known, &mut turn);
        turn
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            leave(&mut process);
            self.pool.end_match(process);
        }
    }
}

/// A process leaves the match of this thread.
fn leave(process: &mut Process) {
    process.count_cpu_time();
    affinity::leave();
}

/// The verdict on a failure.
fn verdict(failure: Failure) -> Verdict {
    let loss = match failure {
        Failure::Loss(loss) => loss,
        Failure::NoWorker(why) => return Verdict::Lost(words::no_worker(why)),
    };
    match loss {
        Loss::Overran(overrun) => match overrun {
            Overrun::CpuTime | Overrun::Asleep => {
                Verdict::Fault(FaultKind::OutOfTime, overran(overrun))
            }
            Overrun::Unasked => Verdict::Fault(FaultKind::Crashed, overran(overrun)),
            Overrun::Starved => Verdict::Lost(words::no_worker(overran(overrun))),
        },
        Loss::Died(cause) => Verdict::Fault(FaultKind::Crashed, words::gone(cause)),
        Loss::Killed => Verdict::Lost(words::no_worker(words::killed())),
        Loss::Lied(why) => Verdict::Fault(FaultKind::Crashed, words::lied(why)),
    }
}

/// The fault of a call; where the platform failed, the journal says so.
fn fault(hook: Hook, failure: Failure, journal: &Journal) -> Fault {
    let (kind, why) = match verdict(failure) {
        Verdict::Fault(kind, why) => (kind, why),
        Verdict::Lost(why) => {
            journal.lose(why.clone());
            (FaultKind::Crashed, why)
        }
    };
    Fault::new(kind, hook, "", why)
}

/// True if the VM has ended the call by the clock.
fn is_late(answer: &Answer) -> bool {
    answer.result.as_ref().is_err_and(|fault| fault.kind == FaultKind::OutOfTime)
}

impl Program for Remote {
    fn start(&mut self, info: &Value, journal: &Journal) -> Result<(), Fault> {
        self.tell(Hook::Start, &Request::Start(&info.to_string()), journal)
    }

    fn next_move(&mut self, view: &dyn AnyView, journal: &Journal) -> Result<Returned, Fault> {
        let turn = self.pack(view);
        let request = Request::Move(&turn);
        let reply = self.ask(Hook::NextMove, &request, view.past_count(), journal);
        self.turn = turn;
        match reply? {
            Reply::Move(returned) => Ok(returned.cut()),
            _ => Err(self.lied(Hook::NextMove, words::unasked())),
        }
    }

    fn call(
        &mut self,
        name: &str,
        args: &[Value],
        view: &dyn AnyView,
        journal: &Journal,
    ) -> Result<Value, Fault> {
        let (turn, args) = (self.pack(view), Value::from(args).to_string());
        let request = Request::Call { turn: &turn, function: name, args: &args };
        let reply = self.ask(Hook::NextMove, &request, view.past_count(), journal);
        self.turn = turn;
        match reply? {
            Reply::Value(value) => serde_json::from_str(&value).ok(),
            _ => None,
        }
        .ok_or_else(|| self.lied(Hook::NextMove, words::unasked()))
    }

    fn functions(&self) -> Vec<String> {
        self.functions.clone()
    }

    fn finish(&mut self, seat: Seat, outcome: &Outcome, journal: &Journal) -> Result<(), Fault> {
        let outcome = serde_json::to_string(outcome).expect("an outcome is plain data");
        self.tell(Hook::Finish, &Request::Finish { seat, outcome: &outcome }, journal)
    }
}
