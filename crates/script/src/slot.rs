//! Lends the view and journal of a hook call to a VM whose objects can outlive the call.

#![allow(unsafe_code)] // the lifetime of a loan ends at run time, see `lend`

use std::cell::Cell;

use super::words;
use juez_core::{AnyView, Journal};

/// A script's handle of a view, valid during one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ticket {
    call: u32,
    ply: u32,
}

/// The current loan of a VM. Its pointers are set only while [`Slot::lend`] runs.
#[derive(Default)]
pub struct Slot {
    view: Cell<Option<*const (dyn AnyView + 'static)>>,
    journal: Cell<Option<*const Journal>>,
    call: Cell<u32>,
}

/// Ends a loan, also when the call unwinds.
struct Loan<'a>(&'a Slot);

impl Drop for Loan<'_> {
    fn drop(&mut self) {
        self.0.view.set(None);
        self.0.journal.set(None);
    }
}

impl Slot {
    /// Runs `call` with the view and journal on loan, and a ticket for the view.
    pub fn lend<R>(
        &self,
        view: Option<&dyn AnyView>,
        journal: &Journal,
        call: impl FnOnce(Ticket) -> R,
    ) -> R {
        self.call.set(self.call.get().wrapping_add(1));
        let ticket = Ticket { call: self.call.get(), ply: view.map_or(0, |view| view.ply()) };
        // SAFETY: only the lifetime changes. The pointer is dereferenced only in `with_view`, while
        // it is set; `Loan` clears it before `view` goes out of scope, also on unwinding, and a
        // reference created from it never leaves the closure passed to `with_view`.
        self.view.set(view.map(|view| unsafe {
            std::mem::transmute::<*const dyn AnyView, *const (dyn AnyView + 'static)>(view)
        }));
        self.journal.set(Some(journal));
        let _loan = Loan(self);
        call(ticket)
    }

    /// Calls `f` with the view that `ticket` was issued for.
    ///
    /// # Errors
    /// A sentence about a view used after its call.
    pub fn with_view<R>(
        &self,
        ticket: Ticket,
        f: impl FnOnce(&dyn AnyView) -> R,
    ) -> Result<R, String> {
        match self.view.get() {
            // SAFETY: the pointer is set only while `lend` is on the stack of this thread (a slot
            // is not `Sync`), so its source is still borrowed there.
            Some(view) if self.call.get() == ticket.call => Ok(f(unsafe { &*view })),
            _ => Err(words::view_is_over(ticket.ply)),
        }
    }

    /// Calls `f` with the journal of the running hook, if there is one.
    pub fn with_journal(&self, f: impl FnOnce(&Journal)) {
        if let Some(journal) = self.journal.get() {
            // SAFETY: as in `with_view`.
            f(unsafe { &*journal });
        }
    }

    /// Writes a line to the log of the running hook.
    pub fn print(&self, line: &str) {
        self.with_journal(|journal| journal.print(line));
    }
}
