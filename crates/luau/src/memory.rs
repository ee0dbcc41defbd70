//! Memory for VMs, which the process keeps for the next ones.

use std::any::TypeId;
use std::ptr;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use crate::arena::{Arena, Contents};
use crate::lua::Lua;
use crate::native::Native;
use crate::own::TYPES;
use crate::reference::Ref;
use crate::sys::lua_State;

/// The set-up of VMs: two of the same set-up are alike.
#[derive(Clone, Copy)]
pub struct SetUp {
    /// The function that gets an error which no function catches, and returns its text.
    pub handler: Native,
    /// Fills an empty VM, always in the same way: it runs once for each arena.
    pub fill: fn(&mut Lua),
}

impl SetUp {
    pub(crate) fn is(self, other: SetUp) -> bool {
        ptr::fn_addr_eq(self.handler.entry, other.handler.entry)
            && ptr::fn_addr_eq(self.fill, other.fill)
    }
}

/// A VM that was just set up, and its memory then.
pub(crate) struct Image {
    pub set_up: SetUp,
    pub contents: Contents,
    pub start: Start,
}

/// The parts of a new VM outside its memory.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    pub state: *mut lua_State,
    pub handler: Ref,
    pub enter: Ref,
    /// The registered types of objects.
    pub types: [Option<TypeId>; TYPES],
}

/// Memory for one VM at a time.
pub(crate) struct Memory {
    /// Counted, since the VM has its address too.
    pub arena: Rc<Arena>,
    pub image: Option<Image>,
}

// SAFETY: nothing runs in the VM whose state is in the image, and nothing else counts the arena.
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
        Some(Memory { arena: Rc::new(Arena::new(room)?), image: None })
    }

    /// Keeps the memory for another VM.
    ///
    /// # Safety
    /// The VM in it must not be used again.
    pub unsafe fn give(self) {
        // SAFETY: see above.
        unsafe { self.arena.reset() };
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < MAX_SPARE {
            spare.push(self);
        }
    }
}
