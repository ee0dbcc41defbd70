//! Asking a player again what it was asked in a match.

use std::rc::Rc;
use std::time::Duration;

use super::PlayerSpec;
use super::entry::build;
use crate::core::{Game, Hook, Record, Seat, thread_cpu_time};
use crate::referee::{self, Call, Inquiry, InquiryError, Watch};
use crate::script::{Api, Profiler, UnknownMethod};

/// Lines of a profile.
const LINES: usize = 5;

/// A question to a bot about a call of a match.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The seat.
    pub seat: Seat,
    /// Moves made before; of no matter but for `next_move`.
    pub ply: u32,
    /// What is called.
    pub hook: Hook,
    /// Who sits there now.
    pub player: &'a PlayerSpec,
    /// Whether to count what each line spends. The call uses the same fuel, and far more time.
    pub profile: bool,
}

/// Asks `question` in the match of `record`.
pub(super) fn inquire<G: Game>(
    record: &Record,
    question: &Question<'_>,
) -> Result<Inquiry, InquiryError> {
    let Question { seat, ply, hook, player, profile } = *question;
    let without = |error: UnknownMethod| InquiryError::Without(format!("{error}"));
    let api = Api::of::<G>(&record.without).map_err(without)?;
    // Before the bot is loaded: its VM is made to count.
    let profiler = profile.then(Profiler::start);
    let mut bot = build::<G>(player, &Rc::new(api)).ok_or(InquiryError::NoBot)?;
    let mut watch = StopWatch::default();
    let inquiry = referee::inquire::<G>(record, Call { seat, hook, ply }, &mut *bot, &mut watch)?;
    Ok(Inquiry {
        // Counting is what takes the time then.
        cpu_us: (!profile).then_some(watch.micros()),
        profile: profiler.map(|profiler| profiler.top(LINES)).unwrap_or_default(),
        ..inquiry
    })
}

/// Takes the CPU time of each call.
#[derive(Default)]
pub(super) struct StopWatch {
    begun: Duration,
    last: Duration,
}

impl StopWatch {
    /// What the last call took, in microseconds.
    pub fn micros(&self) -> u64 {
        self.last.as_micros() as u64
    }
}

impl<G: Game> Watch<G> for StopWatch {
    fn calling(&mut self, _: Call) {
        self.begun = thread_cpu_time();
    }

    fn returned(&mut self, _: Call) {
        self.last = thread_cpu_time().saturating_sub(self.begun);
    }
}
