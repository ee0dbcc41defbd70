//! The workers of a pool, and a match played on one of them.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use super::drill::{Drill, Probe};
use super::follow::{Follow, Told};
use super::job::{Inquest, Job, Traveller, scripts};
use super::process::{Heard, Worker};
use super::protocol::{FrameError, Reply, Request};
use super::sandbox::{LeaveOut, Report};
use super::supervise::{Supervisor, TICK, crashed, out_of_time};
use crate::core::{FaultKind, Limits, MAX_SEATS, Record, SeatFault};
use crate::referee::Inquiry;
use crate::registry::{AnyGame, MatchSetup, Onlooker, Question, SetupError};
use crate::script::{BotSpec, STACK};

/// Address space beside stack and bots: the program, its libraries, arenas of the allocator, bytes.
const PROGRAM_SPACE: u64 = 512 << 20;
/// Matches after which a worker is replaced: nothing that builds up in a process lasts.
const MATCHES: u32 = 500;
/// How long a bot that is asked again may take over the whole match.
const PATIENCE: Duration = Duration::from_secs(60);
/// Heap bytes left behind by matches from which a worker is replaced; what is kept on purpose,
/// parsed scripts and shared modules, is a part of it.
const LEAKED: u64 = 24 << 20;
/// Tries of a match on workers that fail for no fault of a bot.
const TRIES: u32 = 3;

/// What kind of workers a pool has.
#[derive(Clone, Debug, Default)]
pub struct PoolOptions {
    /// The program to run; `None` for this one. It must call [`worker_main`](super::worker_main)
    /// when its first argument is [`COMMAND`](super::COMMAND).
    pub program: Option<PathBuf>,
    /// Refuse to play with workers that could not give up everything.
    pub require_sandbox: bool,
    /// Do without landlock, as on a system that has none.
    pub without_landlock: bool,
    /// Do without seccomp, as on a system that has none.
    pub without_seccomp: bool,
}

/// Worker processes, each of which plays one match at a time. May be used by several threads.
pub struct Pool {
    program: PathBuf,
    leave_out: LeaveOut,
    report: Report,
    idle: Mutex<Vec<Worker>>,
    /// Held for reading by every match, for writing by one that must run alone.
    alone: RwLock<()>,
}

/// Why a match could not be played in a worker. Never a bot's doing.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A bot does not load.
    #[error("{name} cannot play: {why}")]
    Bot {
        /// The player.
        name: String,
        /// Why.
        why: String,
    },
    /// A bot cannot be asked again.
    #[error("{0}")]
    Inquiry(String),
    /// A worker cannot be started or reached.
    #[error("match worker: {0}")]
    Worker(#[from] FrameError),
    /// Workers fail again and again while no bot is being called.
    #[error("no worker could play the match: {0}")]
    Lost(String),
    /// The system lacks what a sandbox is made of.
    #[error("{0}; --require-sandbox refuses that")]
    Weak(Report),
}

impl From<io::Error> for PoolError {
    fn from(error: io::Error) -> PoolError {
        PoolError::Worker(error.into())
    }
}

/// How one try of a match ended.
enum Try {
    /// With a record that can be believed.
    Played(Box<Record>),
    /// A call of this bot took the worker with it.
    Blamed(SeatFault),
    /// The worker failed while no bot was being called.
    Failed(String),
}

impl Pool {
    /// A pool with its first worker started.
    ///
    /// # Errors
    /// If no worker can be started, or the sandbox is weaker than required.
    pub fn new(options: &PoolOptions) -> Result<Pool, PoolError> {
        let program = match &options.program {
            Some(program) => program.clone(),
            None => this_program()?,
        };
        let leave_out =
            LeaveOut { landlock: options.without_landlock, seccomp: options.without_seccomp };
        let (worker, report) = Worker::start(&program, space_for(&Limits::default()), leave_out)?;
        if options.require_sandbox && !report.is_complete() {
            return Err(PoolError::Weak(report));
        }
        let (idle, alone) = (Mutex::new(vec![worker]), RwLock::new(()));
        Ok(Pool { program, leave_out, report, idle, alone })
    }

    /// What the workers could give up.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Loads every script of a setup once, in a worker.
    ///
    /// # Errors
    /// The first that does not load, or what the platform got wrong.
    pub fn check_players(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<(), PoolError> {
        let (job, scripts) = Job::pack(game, setup, false)?;
        let mut worker = self.take(&setup.limits, &scripts)?;
        let name = |number: usize| setup.players.get(number).map_or("?", |player| &player.name);
        let bot = |number: usize, why: String| PoolError::Bot { name: name(number).into(), why };
        worker.say(&Request::Check(Box::new(job)))?;
        let mut supervisor = Supervisor::default();
        loop {
            match worker.hear(TICK)? {
                Heard::Reply(Reply::Checked(wrong)) => {
                    self.give_back(worker);
                    return wrong.map_or(Ok(()), |(number, why)| Err(bot(number, why)));
                }
                Heard::Reply(Reply::Refused(why)) => return Err(PoolError::Lost(why)),
                Heard::Reply(_) => return Err(PoolError::Lost("an answer to nothing".into())),
                Heard::Nothing => {
                    if let Some(beating) = supervisor.look(&worker, &setup.limits, || {}) {
                        let why = out_of_time(beating).fault.to_string();
                        return Err(bot(beating.call.seat.index(), why));
                    }
                }
                Heard::Gone => {
                    let beating = worker.beat().read();
                    let cause = worker.end();
                    return Err(match beating {
                        Some(beating) => {
                            let why = crashed(beating, &cause).fault.to_string();
                            bot(beating.call.seat.index(), why)
                        }
                        None => PoolError::Lost(cause),
                    });
                }
            }
        }
    }

    /// Plays a match in a worker. A bot whose call hangs or takes the worker with it has a fault,
    /// and the match is played again without that call. A match in which a bot ran out of time is
    /// played once more, alone, before that counts.
    ///
    /// # Errors
    /// If the setup is wrong or workers fail for no fault of a bot.
    pub fn play(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        onlooker: &mut dyn Onlooker,
        follow: bool,
    ) -> Result<Record, PoolError> {
        let mut told = Told::default();
        {
            let _with_others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            let (record, late) = self.play_out(game, setup, onlooker, follow, &mut told, None)?;
            if !late {
                return Ok(record);
            }
        }
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        Ok(self.play_out(game, setup, onlooker, follow, &mut told, None)?.0)
    }

    /// Asks a bot again, in a worker.
    ///
    /// # Errors
    /// If it cannot be asked, or takes the worker with it.
    pub fn inquire(&self, record: &Record, question: &Question<'_>) -> Result<Inquiry, PoolError> {
        let limits = record.limits.clone().unwrap_or_default();
        let mut worker = self.take(&limits, &scripts([question.player]))?;
        let inquest = Inquest {
            record: record.clone(),
            seat: question.seat,
            ply: question.ply,
            hook: question.hook,
            player: Traveller::pack(question.player),
            profile: question.profile,
        };
        worker.say(&Request::Inquire(Box::new(inquest)))?;
        match worker.hear(PATIENCE)? {
            Heard::Reply(Reply::Inquired(inquiry)) => {
                self.give_back(worker);
                Ok(*inquiry)
            }
            Heard::Reply(Reply::Refused(why)) => {
                self.give_back(worker);
                Err(PoolError::Inquiry(why))
            }
            Heard::Reply(_) => Err(PoolError::Lost("an answer to nothing".into())),
            Heard::Nothing => Err(PoolError::Inquiry("the bot took too long".into())),
            Heard::Gone => Err(PoolError::Lost(worker.end())),
        }
    }

    /// Plays a match with a worker that misbehaves. For tests, benches and `doctor`.
    ///
    /// # Errors
    /// As [`Pool::play`].
    pub fn play_drill(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        drill: Drill,
    ) -> Result<Record, PoolError> {
        let mut told = Told::default();
        Ok(self.play_out(game, setup, &mut (), false, &mut told, Some(drill))?.0)
    }

    /// What a worker of this pool can still do that it should not.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub fn probe(&self) -> Result<Vec<Probe>, PoolError> {
        let mut worker = self.take(&Limits::default(), &[])?;
        worker.say(&Request::Probe)?;
        match worker.hear(Duration::from_secs(10))? {
            Heard::Reply(Reply::Probed(probes)) => Ok(probes),
            Heard::Reply(_) | Heard::Nothing => Err(PoolError::Lost("no answer".into())),
            Heard::Gone => Err(PoolError::Lost(worker.end())),
        }
    }

    /// Asks a worker for a sign of life: one message there and one back.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub fn ping(&self, times: u32) -> Result<(), PoolError> {
        let mut worker = self.take(&Limits::default(), &[])?;
        for _ in 0..times {
            worker.say(&Request::Ping)?;
            match worker.hear(Duration::from_secs(10))? {
                Heard::Reply(Reply::Pong) => {}
                _ => return Err(PoolError::Lost("no answer".into())),
            }
        }
        self.give_back(worker);
        Ok(())
    }

    /// Starts a worker beside those there are, and ends it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start_one(&self) -> Result<(), PoolError> {
        Worker::start(&self.program, space_for(&Limits::default()), self.leave_out)?;
        Ok(())
    }

    /// The ids of the processes that wait for a match.
    pub fn idle(&self) -> Vec<u32> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).iter().map(Worker::id).collect()
    }

    /// Plays until a record can be believed; and whether a bot ran out of time.
    fn play_out(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        onlooker: &mut dyn Onlooker,
        follow: bool,
        told: &mut Told,
        mut drill: Option<Drill>,
    ) -> Result<(Record, bool), PoolError> {
        let mut setup = setup.clone();
        let mut tries = 0;
        loop {
            let (job, scripts) = Job::pack(game, &setup, follow)?;
            let worker = self.take(&setup.limits, &scripts)?;
            let mut following = Follow::new(game, &setup, onlooker, told)?;
            match self.try_once(worker, job, &setup.limits, &mut following, drill.take())? {
                Try::Played(record) => {
                    let faults = record.end.iter().flat_map(|end| &end.faults);
                    let late = faults.into_iter().any(|f| f.fault.kind == FaultKind::OutOfTime);
                    return Ok((*record, late));
                }
                Try::Blamed(fault) => setup.known.push(fault),
                Try::Failed(why) => {
                    tries += 1;
                    if tries == TRIES {
                        return Err(PoolError::Lost(why));
                    }
                }
            }
        }
    }

    fn try_once(
        &self,
        mut worker: Worker,
        job: Job,
        limits: &Limits,
        following: &mut Follow<'_>,
        drill: Option<Drill>,
    ) -> Result<Try, PoolError> {
        let drill = drill.map(Request::Drill);
        for request in drill.into_iter().chain([Request::Play(Box::new(job))]) {
            if let Err(error) = worker.say(&request) {
                return Ok(Try::Failed(error.to_string()));
            }
        }
        let mut supervisor = Supervisor::default();
        loop {
            match worker.hear(TICK) {
                Ok(Heard::Reply(Reply::Record { mut record, leaked })) => {
                    return Ok(match following.believe(&mut record) {
                        Ok(()) => {
                            if leaked < LEAKED {
                                self.give_back(worker);
                            }
                            Try::Played(record)
                        }
                        Err(why) => Try::Failed(why),
                    });
                }
                Ok(Heard::Reply(Reply::Refused(why))) => return Err(PoolError::Lost(why)),
                Ok(Heard::Reply(reply)) => match following.hear(reply) {
                    Ok(Some(answer)) => {
                        // A worker that is gone is noticed when it is listened to.
                        let _ = worker.say(&answer);
                    }
                    Ok(None) => {}
                    Err(why) => return Ok(Try::Failed(why)),
                },
                Ok(Heard::Nothing) => {
                    let space = worker.address_space;
                    if let Some(beating) = supervisor.look(&worker, limits, || self.spare(space)) {
                        worker.end();
                        return Ok(Try::Blamed(out_of_time(beating)));
                    }
                }
                Ok(Heard::Gone) => {
                    let beating = worker.beat().read();
                    let cause = worker.end();
                    return Ok(match beating {
                        Some(beating) => Try::Blamed(crashed(beating, &cause)),
                        None => Try::Failed(cause),
                    });
                }
                Err(error) => return Ok(Try::Failed(error.to_string())),
            }
        }
    }

    /// A worker for a match with these limits that has these scripts.
    fn take(&self, limits: &Limits, scripts: &[BotSpec]) -> Result<Worker, PoolError> {
        let space = space_for(limits);
        let fits = |worker: &mut Worker| {
            worker.is_alive()
                && worker.address_space >= space
                && worker.matches < MATCHES
                && worker.has_room_for(scripts)
        };
        loop {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut worker = match idle {
                Some(mut worker) => match fits(&mut worker) {
                    true => worker,
                    false => continue,
                },
                None => Worker::start(&self.program, space, self.leave_out)?.0,
            };
            // One that has died while it idled is replaced without a word.
            if scripts.iter().try_for_each(|spec| worker.send_source(spec)).is_ok() {
                return Ok(worker);
            }
        }
    }

    /// Starts a worker ahead of the moment when one may have to be replaced. One that cannot be
    /// started is missed then, with an error.
    fn spare(&self, space: u64) {
        if self.idle().is_empty()
            && let Ok((worker, _)) = Worker::start(&self.program, space, self.leave_out)
        {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        }
    }

    fn give_back(&self, mut worker: Worker) {
        worker.matches += 1;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }
}

/// Bytes of address space for a table whose seats all use what they may.
fn space_for(limits: &Limits) -> u64 {
    let bots = MAX_SEATS as u64 * (u64::from(limits.memory_mb) << 20);
    STACK as u64 + PROGRAM_SPACE + bots
}

/// This program, also if its file was replaced since it was started.
fn this_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        return Ok(PathBuf::from("/proc/self/exe"));
    }
    std::env::current_exe()
}
