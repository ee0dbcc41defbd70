//! Asking a player: again what it was asked in a match, or at the position of a case.

use std::time::Duration;

use super::agree::agree;
use super::case::{Case, CaseError, CaseResult, Expected};
use super::{AnyGame, PlayerSpec};
use crate::core::{Hook, Next, Record, Seat, thread_cpu_time};
use crate::referee::{
    AnyTable, Call, InspectError, Inspection, NoDecision, Onlooker, Replay, Request, Task,
    positions,
};
use crate::script::Profiler;

const PROFILE_LINES: usize = 5;

type Result<T, E = InspectError> = std::result::Result<T, E>;

/// A question to a bot about a call of a match.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The seat.
    pub seat: Seat,
    /// Moves made before; of no matter but for `next_move`.
    pub ply: u32,
    /// The hook that is called.
    pub hook: Hook,
    /// The player that is asked.
    pub player: &'a PlayerSpec,
    /// True to count the fuel of each line. The call uses the same fuel, and far more time.
    pub profile: bool,
}

impl dyn AnyGame + '_ {
    /// Asks a bot again what it was asked in a match: it lives through the match as it did then,
    /// and the recorded moves are played whatever it answers on the way.
    ///
    /// # Errors
    /// If the record is wrong before that, or the bot is not asked so there.
    pub fn inspect(&self, record: &Record, question: &Question<'_>) -> Result<Inspection> {
        let Question { seat, ply, hook, player, profile } = *question;
        let call = Call { seat, hook, ply };
        let seats = self.replay(record)?.table().seats();
        if seat.index() >= usize::from(seats) {
            return Err(InspectError::NoSeat { seat, seats });
        }
        match hook {
            Hook::Load | Hook::Start => {}
            Hook::NextMove => drop(self.decision(record, call)?),
            Hook::Finish if record.end.is_none() => return Err(InspectError::NoEnd),
            Hook::Finish => {}
        }
        // Before the bot is loaded: its VM is made to count.
        let profiler = profile.then(Profiler::start);
        let mut clock = CallClock::default();
        let request = Request { call, task: Task::Move, relive: true, strict: false };
        let inspection = self.call_bot(record, &request, player, &mut clock)?;
        Ok(Inspection {
            // Counting is what takes the time then.
            cpu_us: (!profile).then_some(clock.micros()),
            profile: profiler.map(|profiler| profiler.top(PROFILE_LINES)).unwrap_or_default(),
            ..inspection
        })
    }

    /// The view and the legal moves of the seat of a call in a match; the bot is not asked.
    ///
    /// # Errors
    /// If the record is wrong before that, or the bot is not called so there.
    pub fn inspect_unasked(&self, record: &Record, call: Call) -> Result<Inspection> {
        let inspection = Inspection::unasked(call);
        if call.hook != Hook::NextMove {
            return Ok(inspection);
        }
        Ok(inspection.at(self.decision(record, call)?.table()))
    }

    /// The walk to a decision of the seat of a call.
    fn decision<'r>(&self, record: &'r Record, call: Call) -> Result<Replay<'r, dyn AnyTable>> {
        let Call { seat, ply, .. } = call;
        if ply as usize > record.moves.len() {
            return Err(InspectError::NoPly { ply, moves: record.moves.len() });
        }
        let mut replay = self.replay(record)?;
        replay.go_to(ply)?;
        match check_decision(&replay, Some(seat), true) {
            Ok(()) => Ok(replay),
            Err(why) => {
                let (ply, near) = (replay.table().ply(), self.near(record, seat, ply));
                Err(InspectError::NoDecision { ply, why, near })
            }
        }
    }

    /// The last ply before `ply` and the first after it at which `seat` decides.
    fn near(&self, record: &Record, seat: Seat, ply: u32) -> Vec<u32> {
        let decides = positions(self.replay(record))
            .map_while(Result::ok)
            .filter(|position| position.seat == Some(seat) && position.legal.len() > 1);
        let (before, after): (Vec<u32>, Vec<u32>) =
            decides.map(|position| position.ply).partition(|&other| other < ply);
        before.last().into_iter().chain(after.first()).copied().collect()
    }

    /// Checks that a case can be asked, and that the moves it names can be made there.
    ///
    /// # Errors
    /// The first thing that is wrong with its position or its moves.
    pub fn check_case(&self, case: &Case) -> Result<(), CaseError> {
        self.position_of(case).map(drop)
    }

    /// Asks a player at the position of a case. With scripts of unknown origin this thread needs a
    /// stack of [`STACK`](crate::script::STACK) bytes.
    ///
    /// # Errors
    /// As `check_case`.
    pub fn examine(&self, case: &Case, player: &PlayerSpec) -> Result<CaseResult, CaseError> {
        let replay = self.position_of(case)?;
        let table = replay.table();
        let seat = table.to_move().expect("a seat was to move");
        let call = Call { seat, hook: Hook::NextMove, ply: table.ply() };
        let task = case.expected.task();
        let request = Request { call, task, relive: case.relive, strict: true };
        let mut clock = CallClock::default();
        let inspection = self.call_bot(&case.record, &request, player, &mut clock)?;
        let inspection = Inspection { cpu_us: Some(clock.micros()), ..inspection };
        Ok(CaseResult { passed: passes(case, table, &inspection), inspection })
    }

    /// The walk to the position of a case that can be asked.
    fn position_of<'c>(&self, case: &'c Case) -> Result<Replay<'c, dyn AnyTable>, CaseError> {
        self.api(&case.record.without).map_err(InspectError::from)?;
        let mut replay = self.replay(&case.record).map_err(InspectError::from)?;
        replay.go_to_end().map_err(InspectError::from)?;
        let ply = replay.table().ply();
        check_decision(&replay, case.seat, case.expected.task() == Task::Move)
            .map_err(|why| InspectError::NoDecision { ply, why, near: Vec::new() })?;
        for (key, text) in case.expected.moves() {
            let refused = |why| CaseError::Move { key, mv: text.clone(), why };
            replay.table().read_text(text).map_err(|error| refused(error.to_string()))?;
        }
        Ok(replay)
    }
}

/// Checks that a seat, `seat` if it is given, is to move where a walk stands; with `choice` that it
/// has more than one move.
fn check_decision(
    replay: &Replay<'_, dyn AnyTable>,
    seat: Option<Seat>,
    choice: bool,
) -> Result<(), NoDecision> {
    let table = replay.table();
    let mover = match table.next() {
        Next::Move(mover) => mover,
        Next::Deal => {
            return Err(NoDecision::NoMover("a deal is due that the record does not have"));
        }
        Next::Over => return Err(NoDecision::NoMover("the match is over")),
    };
    if let Some(seat) = seat.filter(|&seat| seat != mover) {
        return Err(NoDecision::OtherMover { seat, mover });
    }
    match &table.legal()[..] {
        [only] if choice => Err(NoDecision::Forced(only.clone())),
        _ => Ok(()),
    }
}

impl Expected {
    fn task(&self) -> Task<'_> {
        match self {
            Expected::Move { .. } => Task::Move,
            Expected::Call { function, args, .. } => Task::Call { function, args },
        }
    }
}

/// Returns true if an inspection at `table` is what the case wants.
fn passes(case: &Case, table: &dyn AnyTable, inspection: &Inspection) -> bool {
    // Some moves may be written in more than one way.
    let same = |text: &String, answer: &str| table.read_text(text).is_ok_and(|mv| mv == answer);
    inspection.fault.is_none()
        && match (&case.expected, &inspection.answer, &inspection.returned) {
            (Expected::Move { allowed, forbidden }, Some(answer), _) => {
                let among = |moves: &[String]| moves.iter().any(|mv| same(mv, answer));
                (allowed.is_empty() || among(allowed)) && !among(forbidden)
            }
            (Expected::Call { returns, strictness, .. }, _, Some(got)) => {
                agree(returns, got, *strictness)
            }
            _ => false,
        }
}

/// Takes the CPU time of each call.
#[derive(Default)]
struct CallClock {
    begun: Duration,
    last: Duration,
}

impl CallClock {
    fn micros(&self) -> u64 {
        self.last.as_micros() as u64
    }
}

impl Onlooker for CallClock {
    fn calling(&mut self, _: Call) {
        self.begun = thread_cpu_time();
    }

    fn returned(&mut self, _: Call) {
        self.last = thread_cpu_time().saturating_sub(self.begun);
    }
}
