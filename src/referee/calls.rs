//! Calling a bot: the one place where its panics are caught and its journal is opened.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Watch;
use crate::core::{Bot, Fault, FaultKind, Game, Hook, Journal, Notes, Seat};

/// What came back from a bot, and what it wrote on the way there.
pub(super) type Answered<T> = (Result<T, Fault>, Notes);

/// Calls one hook of the bot in `seat`, with a fresh journal of `output` bytes.
pub(super) fn call<G: Game, T>(
    bots: &mut [Box<dyn Bot<G>>],
    watch: &mut dyn Watch<G>,
    (seat, hook): (Seat, Hook),
    output: u32,
    run: impl FnOnce(&mut dyn Bot<G>, &Journal) -> Result<T, Fault>,
) -> Answered<T> {
    let journal = Journal::new(output);
    let bot = &mut *bots[seat.index()];
    watch.calling(seat, hook);
    // A bot that panicked may be half-way through a change of its own mind, and of nothing else.
    let result = catch_unwind(AssertUnwindSafe(|| run(bot, &journal)));
    watch.returned(seat, hook);
    let result = result.unwrap_or_else(|panic| {
        let message = message(&*panic);
        Err(Fault::new(FaultKind::Crashed, hook, message, format!("the bot panicked: {message}")))
    });
    (result, journal.take())
}

/// What `panic!` was given.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
