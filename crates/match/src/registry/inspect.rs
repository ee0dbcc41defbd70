//! Asks a player again about a decision of a match, or at the position of a case.

use std::time::Duration;

use super::agree::agree;
use super::case::{Case, CaseError, CaseResult, Expected};
use super::{AnyGame, PlayerSpec, words};
use crate::referee::{
    AnyTable, Call, InspectError, Inspection, Onlooker, Replay, Request, Task, positions,
};
use juez_core::{Hook, Next, Record, Seat, listed};
use juez_script::Profiler;
use juez_script::clock::thread_cpu_time;

const PROFILE_LINES: usize = 5;

type Result<T, E = InspectError> = std::result::Result<T, E>;

/// A question to a bot about a call of a match.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The seat.
    pub seat: Seat,
    /// Moves made before the call; used only for `next_move`.
    pub ply: u32,
    /// The hook to call.
    pub hook: Hook,
    /// The player to ask.
    pub player: &'a PlayerSpec,
    /// True to count the fuel of each line. The call uses the same fuel, but much more time.
    pub profile: bool,
}

impl dyn AnyGame + '_ {
    /// Asks a bot again as in a match: it relives the match, and the recorded moves are played
    /// whatever its answers.
    ///
    /// # Errors
    /// If the record is wrong before the call, or the match has no such call.
    pub fn inspect(&self, record: &Record, question: &Question<'_>) -> Result<Inspection> {
        let Question { seat, ply, hook, player, profile } = *question;
        let call = Call { seat, hook, ply };
        let seats = self.replay(record)?.table().seats();
        if seat.index() >= usize::from(seats) {
            return Err(InspectError::NoCall(words::no_seat(seat, seats - 1)));
        }
        match hook {
            Hook::Load | Hook::Start => {}
            Hook::NextMove => drop(self.decision(record, call)?),
            Hook::Finish if record.end.is_none() => return Err(InspectError::NoEnd),
            Hook::Finish => {}
        }
        // Before the bot is loaded, since its VM must be created for profiling.
        let profiler = profile.then(Profiler::start);
        let mut clock = CallClock::default();
        let request = Request { call, task: Task::Move, relive: true, strict: false };
        let inspection = self.call_bot(record, &request, player, &mut clock)?;
        Ok(Inspection {
            // Profiling would distort the time.
            cpu_us: (!profile).then_some(clock.micros()),
            last: profiler.as_ref().and_then(Profiler::last),
            profile: profiler.map(|profiler| profiler.top(PROFILE_LINES)).unwrap_or_default(),
            ..inspection
        })
    }

    /// Returns the view and the legal moves of the seat of a call in a match without asking the
    /// bot.
    ///
    /// # Errors
    /// If the record is wrong before the call, or the match has no such call.
    pub fn inspect_unasked(&self, record: &Record, call: Call) -> Result<Inspection> {
        let inspection = Inspection::unasked(call);
        if call.hook != Hook::NextMove {
            return Ok(inspection);
        }
        Ok(inspection.at(self.decision(record, call)?.table()))
    }

    /// Walks to a decision of the seat of a call.
    fn decision<'r>(&self, record: &'r Record, call: Call) -> Result<Replay<'r, dyn AnyTable>> {
        let Call { seat, ply, .. } = call;
        if ply as usize > record.moves.len() {
            let moves = record.moves.len();
            return Err(InspectError::NoCall(format!(
                "no ply {ply}: the record has {moves} moves, so choose ply 0 to {moves}"
            )));
        }
        let mut replay = self.replay(record)?;
        replay.go_to(ply)?;
        match check_decision(&replay, Some(seat), true) {
            Ok(()) => Ok(replay),
            Err(why) => {
                let near = self.near(record, seat, ply);
                let near = match near[..] {
                    [] => String::new(),
                    [ply] => format!("; it decides at ply {ply}"),
                    _ => format!("; it decides at plies {}", listed(near, "and")),
                };
                Err(InspectError::NoCall(format!("{why}{near}")))
            }
        }
    }

    /// Returns the nearest plies before and after `ply` at which `seat` decides.
    fn near(&self, record: &Record, seat: Seat, ply: u32) -> Vec<u32> {
        let decides = positions(self.replay(record))
            .map_while(Result::ok)
            .filter(|position| position.seat == Some(seat) && position.legal.len() > 1);
        let (before, after): (Vec<u32>, Vec<u32>) =
            decides.map(|position| position.ply).partition(|&other| other < ply);
        before.last().into_iter().chain(after.first()).copied().collect()
    }

    /// Checks that a case can be asked, and that the moves it names are possible.
    ///
    /// # Errors
    /// The first error in its position or its moves.
    pub fn check_case(&self, case: &Case) -> Result<(), CaseError> {
        self.position_of(case).map(drop)
    }

    /// Asks a player at the position of a case. With untrusted scripts this thread needs a stack of
    /// [`STACK`](juez_script::STACK) bytes.
    ///
    /// # Errors
    /// Like `check_case`.
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

    /// Walks to the position of a case, and checks that it can be asked.
    fn position_of<'c>(&self, case: &'c Case) -> Result<Replay<'c, dyn AnyTable>, CaseError> {
        self.api(&case.record.without).map_err(InspectError::from)?;
        let mut replay = self.replay(&case.record)?;
        replay.go_to_end()?;
        check_decision(&replay, case.seat, case.expected.task() == Task::Move)
            .map_err(InspectError::NoCall)?;
        for (key, mv) in case.expected.moves() {
            replay.table().read_text(mv).map_err(|why| {
                CaseError::Form(format!("the {key} move {mv:?} cannot be made there: {why}"))
            })?;
        }
        Ok(replay)
    }
}

/// Checks that a seat (`seat`, if given) is to move at the current position, and with `choice` that
/// it has more than one move. The error is the reason why it does not decide.
fn check_decision(
    replay: &Replay<'_, dyn AnyTable>,
    seat: Option<Seat>,
    choice: bool,
) -> Result<(), String> {
    let table = replay.table();
    let why = match (table.next(), seat) {
        (Next::Deal, _) => "no seat is to move: a deal is due that the record does not have".into(),
        (Next::Over, _) => "no seat is to move: the match is over".into(),
        (Next::Move(mover), Some(seat)) if seat != mover => {
            format!("seat {mover} is to move, not seat {seat}")
        }
        (Next::Move(_), _) => match &table.legal()[..] {
            [only] if choice => {
                format!("the only legal move is {only}, which is played without asking")
            }
            _ => return Ok(()),
        },
    };
    Err(format!("at ply {} {why}", table.ply()))
}

impl Expected {
    fn task(&self) -> Task<'_> {
        match self {
            Expected::Move { .. } => Task::Move,
            Expected::Call { function, args, .. } => Task::Call { function, args },
        }
    }
}

/// Returns true if an inspection at `table` satisfies the case.
fn passes(case: &Case, table: &dyn AnyTable, inspection: &Inspection) -> bool {
    // Some moves have more than one notation.
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

/// Measures the CPU time of each call.
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
