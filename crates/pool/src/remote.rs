//! A script that runs in its own process.
//!
//! The process that was asked is to blame if no answer comes. A process that died is replaced once
//! per match: a fresh one gets the same earlier requests, then the current one again. A late call
//! is not repeated: it is late by the CPU time of its own process, which other work of the machine
//! does not increase.

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
use juez_core::{
    AnyView, Capacity, CodeLine, Fault, FaultKind, Hook, Journal, Limits, Mark, Outcome,
    ProfileRow, Seat, plain,
};
use juez_script::{BotSpec, LoadError, Loading, Profiler, Program, Returned, is_profiling};

/// Bytes that a bot's process can answer in one match. A bot's notes fill [`Capacity::BYTES`], and
/// a move is short.
const MOST_ANSWERED: u64 = 16 * Capacity::BYTES as u64;
/// Maximum fuel accepted for a call: more than any call can use, and sums of many do not overflow.
const MOST_FUEL: u64 = 1 << 40;

/// The answered requests of a match, followed by the current one.
#[derive(Default)]
struct Requests {
    frames: Vec<u8>,
    /// The end of each answered request, and its deadline.
    answered: Vec<(usize, Deadline)>,
}

impl Requests {
    /// Returns the end of the last answered request.
    fn end(&self) -> usize {
        self.answered.last().map_or(0, |(end, _)| *end)
    }

    /// Returns the frame of the current request.
    fn current(&self) -> &[u8] {
        &self.frames[self.end()..]
    }

    /// Returns the answered requests in order.
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
    /// `None` between a loss and the next request.
    process: Option<Process>,
    /// The requests that bring a fresh process to the state of this one.
    requests: Requests,
    /// True once a process that died was replaced.
    replaced: bool,
    /// Number of moves of the history that the process knows.
    known: usize,
    functions: Vec<String>,
    /// True if the fuel of each line is counted.
    profile: bool,
    /// Bytes answered by earlier processes.
    answered: u64,
    turn: Vec<u8>,
}

/// The reason why a request has no valid answer.
enum Failure {
    Loss(Loss),
    /// No worker could be started.
    NoWorker(String),
}

/// The party to blame for a failure, and the reason.
enum Verdict {
    Fault(FaultKind, String),
    Lost(String),
}

impl Remote {
    /// Loads a bot in a worker.
    ///
    /// # Errors
    /// Returns a fault of hook `load`. If the platform fails, the journal records it.
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

    /// Asks a worker about a bot's source, outside a match: to compile or to lint it.
    ///
    /// # Errors
    /// If the source kills its process, or the platform fails.
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
                // A failure of the source itself would repeat itself and take as long.
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

    /// Calls the bot, which then knows `known` moves of the history. Its notes go to `journal`.
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
        let Answer { result, spent, log, marks, plots, profile, last, memory: _ } = answer;
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
            let last = last.map(|CodeLine { file, line, function }| CodeLine {
                file: plain(&file),
                line,
                function: plain(&function),
            });
            Profiler::hear(profile.into_iter().map(believed).collect(), last);
        }
        match result {
            // An honest worker never refuses a bot that this program has sent.
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

    /// Ends a process that breaks the protocol, and returns its fault.
    fn lied(&mut self, hook: Hook, what: impl Display) -> Fault {
        if let Some(process) = self.process.take() {
            self.lose(process);
        }
        Fault::new(FaultKind::Crashed, hook, "", words::lied(what))
    }

    /// Returns the answer to a request, from this process or from its replacement.
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

    /// Asks the process, or a fresh one in the same state.
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

    /// Starts a process and repeats the answered requests to it.
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

    fn lose(&mut self, mut process: Process) {
        leave(&mut process);
        self.answered += process.answered;
    }

    /// Packs a decision for the process into a buffer, which the caller must give back.
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

/// Removes a process from the match of this thread.
fn leave(process: &mut Process) {
    process.count_cpu_time();
    affinity::leave();
}

/// Decides which party is to blame for a failure.
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

/// Returns the fault of a call. If the platform failed, the journal records it.
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

/// Returns true if the VM ended the call because of the clock.
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
