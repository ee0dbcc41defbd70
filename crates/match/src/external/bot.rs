//! Adapts an external program to a [`Bot`] of any game: its clock, its faults.

use std::time::{Duration, Instant};

use super::ExternalSpec;
use super::protocol::{Lost, Protocol, Question, until};
use super::words;
use juez_core::{
    Bot, Fault, FaultKind, Finish, Game, GameInfo, Hook, Journal, MoveOf, Seat, SeatView, Start,
    TimeLimit, Turn,
};
use juez_script::clock::add_cpu_time;
use juez_script::{Returned, read_answer, start_info};

/// Time limit for starting, importing libraries and reading a network.
const LOAD: Duration = Duration::from_secs(10);
const FINISH: Duration = Duration::from_secs(2);

/// An external program as a [`Bot`] of any game.
pub struct ExternalBot {
    spec: ExternalSpec,
    /// `None` before it is started and once it is lost.
    program: Option<Box<dyn Protocol>>,
    /// The time left on its clock; `None` without a limit.
    left: Option<Duration>,
}

impl ExternalBot {
    /// Creates the bot of `spec`; the program starts later.
    pub fn new(spec: ExternalSpec) -> ExternalBot {
        let left = spec.time.at_start();
        ExternalBot { spec, program: None, left }
    }

    fn load(
        &mut self,
        game: &'static GameInfo,
        seat: Seat,
        seats: u8,
        journal: &Journal,
    ) -> Result<(), Fault> {
        let not_started = |why| Fault::new(FaultKind::Crashed, Hook::Load, "", why);
        self.program = Some(self.spec.start().map_err(not_started)?);
        let until = self.until(LOAD);
        let late = || late(LOAD);
        self.call(Hook::Load, journal, late, |program| program.load(game, seat, seats, until))
    }

    /// Returns the deadline of a call that is not on the clock. A program being debugged has none.
    fn until(&self, time: Duration) -> Instant {
        until(self.spec.time.at_start().map(|_| time))
    }

    /// Makes one call. Ends the program after a final loss.
    fn call<T>(
        &mut self,
        hook: Hook,
        journal: &Journal,
        late: impl FnOnce() -> String,
        call: impl FnOnce(&mut dyn Protocol) -> Result<T, Lost>,
    ) -> Result<T, Fault> {
        let Some(program) = &mut self.program else {
            return Err(Fault::new(FaultKind::Crashed, hook, "", words::over()));
        };
        let begin = Instant::now();
        let called = call(&mut **program);
        add_cpu_time(begin.elapsed());
        program.drain_log(journal);
        called.map_err(|lost| {
            if lost.is_final() {
                self.program = None;
            }
            let kind = lost.kind();
            let (text, why) = match lost {
                Lost::Late(None) => (String::new(), late()),
                Lost::Late(Some(heard)) => (String::new(), heard.why(late())),
                Lost::Gone(why) => (String::new(), why),
                Lost::Unasked(line) => (line.clone(), words::unasked(line)),
                Lost::NoAnswer { line, why } => (line, why),
                Lost::Failed(why) => (why.clone(), words::said(why)),
            };
            Fault::new(kind, hook, text, why)
        })
    }
}

impl ExternalSpec {
    /// Starts the program once, to check that it exists and can play a game at a table of `seats`
    /// seats. `journal` receives its log.
    ///
    /// # Errors
    /// If it does not start, or is not ready to play this game.
    pub fn check(
        &self,
        game: &'static GameInfo,
        seats: u8,
        journal: &Journal,
    ) -> Result<(), Fault> {
        ExternalBot::new(self.clone()).load(game, Seat::default(), seats, journal)
    }
}

fn late(time: Duration) -> String {
    words::late(time.as_millis())
}

impl<G: Game> Bot<G> for ExternalBot {
    fn load(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.load(&G::INFO, start.seat, start.seats, start.journal)
    }

    fn start(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        let (info, time) = (start_info(start), self.spec.time);
        let until = self.until(LOAD);
        let late = || late(LOAD);
        self.call(Hook::Start, start.journal, late, |program| program.start(&info, time, until))
    }

    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        let (view, time, left) = (SeatView::of(turn), self.spec.time, self.left);
        let (begin, margin) = (Instant::now(), Duration::from_millis(time.margin.into()));
        let until = until(left.map(|left| left + margin));
        let question = Question { view: &view, time, left, until };
        let late = || match time.limit {
            TimeLimit::PerMove(ms) => {
                let total = u64::from(ms) + u64::from(time.margin);
                words::late_with_margin(total, ms, time.margin)
            }
            _ => words::flag(time.limit),
        };
        let answer =
            self.call(Hook::NextMove, turn.journal, late, |program| program.next_move(&question));
        self.left = time.after(left, begin.elapsed());
        read_answer::<G>(Returned::Text(answer?).cut(), turn.legal, "")
    }

    fn finish(&mut self, finish: &Finish<'_>) -> Result<(), Fault> {
        let until = self.until(FINISH);
        let finished = self.call(
            Hook::Finish,
            finish.journal,
            || late(FINISH),
            |program| program.finish(finish.seat, finish.outcome, until),
        );
        // The program has no further part in the match.
        self.program = None;
        finished
    }

    fn runs_here(&self) -> bool {
        false
    }
}
