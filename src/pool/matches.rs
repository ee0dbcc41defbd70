//! Matches on the workers of a pool: played until a record can be believed, whatever becomes of the
//! worker.

use std::sync::PoisonError;
use std::time::Duration;

use super::drill::Drill;
use super::follow::{Follow, Told};
use super::job::{Examination, Inquest, Job, Traveller, scripts};
use super::process::{Heard, Worker};
use super::protocol::{Reply, Request};
use super::supervise::{Hung, PATIENCE, Supervisor, TICK, crashed, out_of_time};
use super::{Pool, PoolError};
use crate::core::{FaultKind, Limits, Record, SeatFault, monotonic_time};
use crate::referee::Inquiry;
use crate::registry::{AnyGame, Case, CaseResult, MatchSetup, Onlooker, PlayerSpec, Question};
use crate::script::{BotSpec, LintMessage};

/// Heap bytes left behind by matches from which a worker is replaced; what is kept on purpose,
/// parsed scripts and shared modules, is a part of it.
const LEAKED: u64 = 24 << 20;
/// What is said of a worker that says nothing while no bot is called.
const STILL: &str = "it stands still";
/// What is said of a worker that was lost in a call that cannot have been made.
const NO_CALL: &str = "it was lost in a call that nobody made";
/// Tries of a match on workers that fail for no fault of a bot.
const TRIES: u32 = 3;

/// A match that was played, and what its bots took.
#[derive(Clone, PartialEq, Debug)]
pub struct Timed {
    /// The match.
    pub record: Record,
    /// CPU time of the calls of each seat, by the clock of the place where it was played: for
    /// people to look at, and no ground for a verdict. Ends with the last seat that was called.
    pub took: Vec<Duration>,
}

/// How one try of a match ended.
enum Try {
    /// With a record that can be believed.
    Played(Box<Timed>),
    /// A call of this bot took the worker with it.
    Blamed(SeatFault),
    /// The worker failed while no bot was being called.
    Failed(String),
}

impl Pool {
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
                Heard::Nothing => match supervisor.look(&worker, &setup.limits, || {}) {
                    Some(Hung::In(call)) => {
                        return Err(bot(call.seat.index(), out_of_time(call).fault.to_string()));
                    }
                    Some(Hung::Idle) => return Err(PoolError::Lost(STILL.into())),
                    None => {}
                },
                Heard::Gone => {
                    let call = worker.beat().read();
                    let cause = worker.end();
                    return Err(match call {
                        Some(call) => {
                            bot(call.seat.index(), crashed(call, &cause).fault.to_string())
                        }
                        None => PoolError::Lost(cause),
                    });
                }
            }
        }
    }

    /// The lint of the script of the first player, done in a worker.
    ///
    /// # Errors
    /// If the setup is wrong, or the source takes the worker with it.
    pub fn lint(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<Vec<LintMessage>, PoolError> {
        let (job, scripts) = Job::pack(game, setup, false)?;
        self.ask(&setup.limits, &scripts, &Request::Lint(Box::new(job)), |reply| match reply {
            Reply::Linted(lint) => Some(lint),
            _ => None,
        })
    }

    /// Plays a match in a worker. A bot whose call hangs or takes the worker with it has a fault,
    /// and the match is played again without that call. A match in which a bot ran out of time is
    /// played once more, alone, before that counts, unless people sit at the table; the onlooker
    /// keeps what it was told of the first time.
    ///
    /// # Errors
    /// If the setup is wrong, workers fail for no fault of a bot, or the onlooker stops the match.
    pub fn play(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        onlooker: &mut dyn Onlooker,
        follow: bool,
    ) -> Result<Record, PoolError> {
        Ok(self.play_timed(game, setup, onlooker, follow)?.record)
    }

    /// As [`Pool::play`], and tells what the bots took in the try that counts.
    ///
    /// # Errors
    /// As [`Pool::play`].
    pub fn play_timed(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        onlooker: &mut dyn Onlooker,
        follow: bool,
    ) -> Result<Timed, PoolError> {
        let played = self.play_twice_if_late(game, setup, onlooker, follow)?;
        // Bots have heard of it in the worker.
        if let Some(end) = &played.record.end {
            game.mirror(setup)?.get_up(end);
        }
        Ok(played)
    }

    fn play_twice_if_late(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        onlooker: &mut dyn Onlooker,
        follow: bool,
    ) -> Result<Timed, PoolError> {
        let mut told = Told::default();
        // People may think for hours, and what they play is no rated match: it waits for nobody,
        // and nobody waits for it.
        if setup.players.iter().any(|player| player.mind.person().is_some()) {
            return Ok(self.play_out(game, setup, onlooker, follow, &mut told, None)?.0);
        }
        {
            let _with_others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            let (played, late) = self.play_out(game, setup, onlooker, follow, &mut told, None)?;
            if !late {
                return Ok(played);
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
        let inquest = Inquest {
            record: record.clone(),
            seat: question.seat,
            ply: question.ply,
            hook: question.hook,
            player: Traveller::pack(question.player),
            profile: question.profile,
        };
        let request = Request::Inquire(Box::new(inquest));
        let limits = record.limits.clone().unwrap_or_default();
        self.ask(&limits, &scripts([question.player]), &request, |reply| match reply {
            Reply::Inquired(inquiry) => Some(*inquiry),
            _ => None,
        })
    }

    /// Puts a bot before the position of a case, in a worker. What the answer must be stays here,
    /// and here it is judged.
    ///
    /// # Errors
    /// If it cannot be asked, or takes the worker with it.
    pub fn examine(
        &self,
        game: &'static dyn AnyGame,
        case: &Case,
        player: &PlayerSpec,
    ) -> Result<CaseResult, PoolError> {
        let examination =
            Examination { case: case.without_answer(), player: Traveller::pack(player) };
        let request = Request::Examine(Box::new(examination));
        let limits = case.record.limits.clone().unwrap_or_default();
        let result = self.ask(&limits, &scripts([player]), &request, |reply| match reply {
            Reply::Examined(result) => Some(*result),
            _ => None,
        })?;
        Ok(CaseResult { passed: game.passes(case, &result), ..result })
    }

    /// Asks a worker something about scripts, to be answered in one word. A worker that
    /// says anything else is not asked again.
    fn ask<T>(
        &self,
        limits: &Limits,
        scripts: &[BotSpec],
        request: &Request,
        answer: impl FnOnce(Reply) -> Option<T>,
    ) -> Result<T, PoolError> {
        let mut worker = self.take(limits, scripts)?;
        worker.say(request)?;
        match worker.hear(PATIENCE)? {
            Heard::Reply(Reply::Refused(why)) => {
                self.give_back(worker);
                Err(PoolError::Inquiry(why))
            }
            Heard::Reply(reply) => {
                let answer =
                    answer(reply).ok_or_else(|| PoolError::Lost("an answer to nothing".into()))?;
                self.give_back(worker);
                Ok(answer)
            }
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
        Ok(self.play_out(game, setup, &mut (), false, &mut told, Some(drill))?.0.record)
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
    ) -> Result<(Timed, bool), PoolError> {
        let mut setup = setup.clone();
        let mut tries = 0;
        loop {
            let (job, scripts) = Job::pack(game, &setup, follow)?;
            let worker = self.take(&setup.limits, &scripts)?;
            let mut following = Follow::new(game, &setup, follow, onlooker, told)?;
            match self.try_once(worker, job, &setup.limits, &mut following, drill.take())? {
                Try::Played(played) => {
                    following.close(&played.record);
                    let faults = played.record.end.iter().flat_map(|end| &end.faults);
                    let late = faults.into_iter().any(|f| f.fault.kind == FaultKind::OutOfTime);
                    return Ok((*played, late));
                }
                Try::Blamed(fault) => {
                    setup.known.extend(following.late_calls().cloned());
                    setup.known.push(fault);
                }
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
        let began = monotonic_time();
        loop {
            if following.is_stopped() {
                worker.end();
                return Err(PoolError::Stopped);
            }
            match worker.hear(TICK) {
                Ok(Heard::Reply(Reply::Record { mut record, leaked, took })) => {
                    let whole = monotonic_time().saturating_sub(began);
                    return Ok(match following.believe(&mut record) {
                        Ok(()) => {
                            if leaked < LEAKED {
                                self.give_back(worker);
                            }
                            let took = following.likely(took, whole);
                            Try::Played(Box::new(Timed { record: *record, took }))
                        }
                        Err(why) => Try::Failed(why),
                    });
                }
                Ok(Heard::Reply(Reply::Refused(why))) => return Ok(Try::Failed(why)),
                Ok(Heard::Reply(reply)) => {
                    match following.hear(reply) {
                        Ok(Some(answer)) => {
                            // A worker that is gone is noticed when it is listened to.
                            let _ = worker.say(&answer);
                        }
                        Ok(None) => {}
                        Err(why) => return Ok(Try::Failed(why)),
                    }
                    supervisor.heard();
                }
                Ok(Heard::Nothing) => {
                    let space = worker.address_space;
                    let fault = match supervisor.look(&worker, limits, || self.spare(space)) {
                        Some(Hung::In(call)) if following.can_be_in(call) => out_of_time(call),
                        Some(Hung::In(_)) => return Ok(Try::Failed(NO_CALL.into())),
                        Some(Hung::Idle) => return Ok(Try::Failed(STILL.into())),
                        None => continue,
                    };
                    worker.end();
                    return Ok(Try::Blamed(fault));
                }
                Ok(Heard::Gone) => {
                    let call = worker.beat().read();
                    let cause = worker.end();
                    return Ok(match call {
                        Some(call) if following.can_be_in(call) => {
                            Try::Blamed(crashed(call, &cause))
                        }
                        Some(_) => Try::Failed(NO_CALL.into()),
                        None => Try::Failed(cause),
                    });
                }
                Err(error) => return Ok(Try::Failed(error.to_string())),
            }
        }
    }
}
