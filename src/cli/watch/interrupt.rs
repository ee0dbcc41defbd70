//! Ctrl-C: the first one is an event, the second one the end.

use anyhow::Context;
use std::sync::mpsc::Sender;

use super::Event;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C is told of as an event.
pub(super) fn listen(events: Sender<Event>) -> anyhow::Result<()> {
    let mut pressed = false;
    ctrlc::set_handler(move || {
        if std::mem::replace(&mut pressed, true) || events.send(Event::Interrupt).is_err() {
            std::process::exit(INTERRUPTED);
        }
    })
    .context("cannot listen for Ctrl-C")
}
