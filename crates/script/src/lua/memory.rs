//! Memory for VMs, which the process keeps for the next ones.

#![allow(unsafe_code)] // arenas, and pointers to VMs

use juez_luau as ffi;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use super::arena::{Arena, Contents};
use super::reference::Ref;

/// The set-up of VMs: two of the same set-up are alike.
#[derive(Clone, Copy)]
pub struct SetUp {
    /// The handler through which an error passes that no function catches, such as
    /// [`super::errors::to_text`].
    pub handler: ffi::lua_CFunction,
    /// Fills an empty VM, always in the same way, and without values of Rust: it runs once for each
    /// arena.
    pub fill: unsafe fn(*mut ffi::lua_State),
}

impl SetUp {
    pub fn is(self, other: SetUp) -> bool {
        ptr::fn_addr_eq(self.handler, other.handler) && ptr::fn_addr_eq(self.fill, other.fill)
    }
}

/// A VM that was just set up, and its memory then.
pub struct Image {
    pub set_up: SetUp,
    pub contents: Contents,
    pub state: *mut ffi::lua_State,
    pub handler: Ref,
    pub enter: Ref,
}

/// Memory for one VM at a time.
pub struct Memory {
    /// Boxed, since the VM has its address.
    pub arena: Box<Arena>,
    pub image: Option<Image>,
}

// SAFETY: the VM whose state is in the image is not running.
unsafe impl Send for Memory {}

static SPARE: Mutex<Vec<Memory>> = Mutex::new(Vec::new());
/// Limit on the spare memory that is kept, in VMs.
const MAX_SPARE: usize = 32;

impl Memory {
    /// Returns memory with this much room, preferably spare memory with the image of this set-up;
    /// `None` if the system refuses.
    pub fn take(room: usize, set_up: SetUp) -> Option<Memory> {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |memory: &Memory| memory.arena.len() == room;
        let is_same =
            |memory: &Memory| memory.image.as_ref().is_some_and(|image| image.set_up.is(set_up));
        let index = spare.iter().rposition(|memory| fits(memory) && is_same(memory));
        if let Some(index) = index.or_else(|| spare.iter().rposition(fits)) {
            return Some(spare.swap_remove(index));
        }
        // Addresses of other lengths count against the limit of a worker.
        spare.clear();
        drop(spare);
        Some(Memory { arena: Box::new(Arena::new(room)?), image: None })
    }

    /// Keeps the memory for another VM.
    ///
    /// # Safety
    /// The VM in it must not be used again.
    pub unsafe fn give(mut self) {
        unsafe { self.arena.reset() };
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < MAX_SPARE {
            spare.push(self);
        }
    }
}
