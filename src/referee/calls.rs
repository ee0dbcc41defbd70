//! Calling a bot: the one place where its panics are caught and its journal is opened.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Call, Watch};
use crate::core::{Bot, Fault, FaultKind, Game, Journal, Notes, SeatFault};

/// What came back from a bot, and what it wrote on the way there.
pub(super) type Answered<T> = (Result<T, Fault>, Notes);

/// Who is called, and under what circumstances.
pub(super) struct Caller<'a, G: Game> {
    pub bots: &'a mut [Box<dyn Bot<G>>],
    pub watch: &'a mut dyn Watch<G>,
    /// Faults that happened when this match was played before: those calls are not made again.
    pub known: &'a [SeatFault],
    /// Bytes that a bot may write in one call.
    pub output: u32,
}

impl<G: Game> Caller<'_, G> {
    /// Calls one hook of one bot, with a fresh journal.
    pub fn call<T>(
        &mut self,
        call: Call,
        run: impl FnOnce(&mut dyn Bot<G>, &Journal) -> Result<T, Fault>,
    ) -> Answered<T> {
        let Call { seat, hook, ply } = call;
        let known = self
            .known
            .iter()
            .find(|known| (known.seat, known.fault.hook, known.ply) == (seat, hook, ply));
        if let Some(known) = known {
            return (Err(known.fault.clone()), Notes::default());
        }
        let journal = Journal::new(self.output);
        let bot = &mut *self.bots[seat.index()];
        self.watch.calling(call);
        // A bot that panicked may be half-way through a change of its own mind, and of nothing else.
        let result = catch_unwind(AssertUnwindSafe(|| run(bot, &journal)));
        self.watch.returned(call);
        let result = result.unwrap_or_else(|panic| {
            let text = message(&*panic);
            Err(Fault::new(FaultKind::Crashed, hook, text, format!("the bot panicked: {text}")))
        });
        (result, journal.take())
    }
}

/// What `panic!` was given.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
