//! The memory of a VM.
//!
//! Luau finds a table, a function or a coroutine among the keys of a table by the lower 32 bits of
//! its address. Every arena begins at a multiple of 4 GiB, and the same allocations have the same
//! offsets, so these keys have the same order in every run, thread, process and system.

mod blocks;
mod range;

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr;

use blocks::Blocks;
use range::{DISTANCE, Range};

/// Bytes that are made usable at once, at least.
const STEP: usize = 256 << 10;
/// Length of freed blocks, in bytes, from which their memory goes back to the system at once: a
/// table that grows moves through blocks that together are as long as its last one.
const LARGE: usize = 256 << 10;
/// The largest page of a system.
const PAGE: usize = 64 << 10;
/// Bytes whose memory stays with an arena that is used again.
const KEPT: usize = 1 << 20;
/// Luau takes memory by pages of one block size each, most of which stays empty: only chunks of
/// this many bytes are kept that were written to.
const CHUNK: usize = 256;
/// The contents of a chunk that was not written to.
const BLANK: [u8; CHUNK] = [0xA5; CHUNK];

/// Addresses for the blocks of one VM at a time, with the bytes that it has and may have.
pub struct Arena {
    range: Range,
    /// The bytes that can be used.
    usable: Cell<usize>,
    /// The bytes that have been used since the arena was new or reset.
    touched: Cell<usize>,
    blocks: RefCell<Blocks>,
    used: Cell<usize>,
    most: Cell<usize>,
}

/// A copy of the contents of an arena. It holds addresses, so it fits no other arena.
pub struct Contents {
    /// The chunks written to, joined where they touch, by offset.
    parts: Vec<(usize, Vec<u8>)>,
    blocks: Blocks,
    used: usize,
}

impl Arena {
    /// Returns the length of the addresses for a VM that may have `most` bytes. Blocks that are
    /// taken and given back leave gaps, so it is twice as much, but at most 4 GiB.
    pub fn room(most: usize) -> usize {
        most.saturating_mul(2).saturating_add(1).clamp(STEP, DISTANCE).next_multiple_of(STEP)
    }

    /// Creates an empty arena; `None` if the system has no room of this length.
    pub fn new(room: usize) -> Option<Arena> {
        let range = Range::reserve(room)?;
        let (usable, touched) = (Cell::new(0), Cell::new(0));
        let (used, most) = (Cell::new(0), Cell::new(usize::MAX));
        Some(Arena { range, usable, touched, blocks: RefCell::default(), used, most })
    }

    /// Returns the length of the addresses.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Returns the sum of the bytes that were asked for and not given back.
    pub fn used(&self) -> usize {
        self.used.get()
    }

    /// Refuses allocations that would give the VM more than `most` bytes.
    pub fn limit(&self, most: usize) {
        self.most.set(most);
    }

    /// Marks the first bytes, so that [`Arena::contents`] finds those written to since; returns
    /// false if the system refuses memory.
    ///
    /// # Safety
    /// The arena must be empty.
    pub unsafe fn blank(&self) -> bool {
        let len = self.range.len().min(4 * STEP);
        let is_usable = self.reach(len);
        if is_usable {
            let start = self.range.start().as_ptr();
            sanitizer::allow(start, len);
            // SAFETY: the bytes are usable.
            unsafe { start.write_bytes(BLANK[0], len) };
            sanitizer::forbid(start, len);
        }
        is_usable
    }

    /// Copies what was written since [`Arena::blank`], to which [`Arena::restore`] returns.
    pub fn contents(&self) -> Contents {
        let blocks = self.blocks.borrow().clone();
        let start = self.range.start().as_ptr();
        sanitizer::allow(start, blocks.end());
        // SAFETY: bytes up to the end of the blocks are usable.
        let bytes = unsafe { std::slice::from_raw_parts(start, blocks.end()) };
        let mut parts: Vec<(usize, Vec<u8>)> = Vec::new();
        for (chunk, at) in bytes.chunks(CHUNK).zip((0..).step_by(CHUNK)) {
            match parts.last_mut() {
                _ if chunk == &BLANK[..chunk.len()] => {}
                Some((from, part)) if *from + part.len() == at => part.extend_from_slice(chunk),
                _ => parts.push((at, chunk.to_vec())),
            }
        }
        Contents { parts, blocks, used: self.used.get() }
    }

    /// Replaces everything by the contents that this arena had, without a limit.
    ///
    /// # Safety
    /// Nothing may use the blocks in it.
    pub unsafe fn restore(&self, Contents { parts, blocks, used }: &Contents) {
        let start = self.range.start().as_ptr();
        sanitizer::allow(start, blocks.end());
        for (at, part) in parts {
            // SAFETY: these bytes were usable before.
            unsafe { ptr::copy_nonoverlapping(part.as_ptr(), start.add(*at), part.len()) };
        }
        self.blocks.borrow_mut().clone_from(blocks);
        self.used.set(*used);
        self.most.set(usize::MAX);
        self.touched.set(blocks.end());
    }

    /// Replaces everything by the contents that this arena has, and gives other memory back to the
    /// system.
    ///
    /// # Safety
    /// Nothing may run in it.
    pub unsafe fn shrink(&self, contents: &Contents) {
        self.range.discard(0, self.touched.get().next_multiple_of(STEP));
        // SAFETY: see above.
        unsafe { self.restore(contents) };
    }

    /// Frees everything, without a limit.
    ///
    /// # Safety
    /// Nothing may use the blocks in it.
    pub unsafe fn reset(&self) {
        let touched = self.touched.replace(0).next_multiple_of(STEP);
        sanitizer::forbid(self.range.start().as_ptr(), touched);
        if touched > KEPT {
            self.range.discard(KEPT, touched);
        }
        *self.blocks.borrow_mut() = Blocks::default();
        self.used.set(0);
        self.most.set(usize::MAX);
    }

    /// Makes the bytes up to `end` usable; returns false if the arena or the system has no more.
    fn reach(&self, end: usize) -> bool {
        let usable = self.usable.get();
        if end > usable {
            let more = end.max(2 * usable).next_multiple_of(STEP).min(self.range.len());
            if end > more || !self.range.commit(usable, more) {
                return false;
            }
            // SAFETY: the bytes are part of the range.
            let new = unsafe { self.range.start().as_ptr().add(usable) };
            sanitizer::forbid(new, more - usable);
            self.usable.set(more);
        }
        self.touched.set(self.touched.get().max(end));
        true
    }

    fn take(&self, len: usize) -> Option<*mut u8> {
        let mut blocks = self.blocks.borrow_mut();
        let at = blocks.take(len);
        if !self.reach(blocks.end()) {
            blocks.give(at, len);
            return None;
        }
        // SAFETY: the block is part of the range.
        let block = unsafe { self.range.start().as_ptr().add(at) };
        sanitizer::allow(block, len);
        Some(block)
    }

    fn give(&self, block: *mut u8, len: usize) {
        sanitizer::forbid(block, len);
        let at = self.offset(block);
        self.blocks.borrow_mut().give(at, len);
        if len >= LARGE {
            self.range.discard(at.next_multiple_of(PAGE), (at + len) / PAGE * PAGE);
        }
    }

    /// Changes the length of a block where it is, if possible.
    fn resize(&self, block: *mut u8, old: usize, new: usize) -> bool {
        let at = self.offset(block);
        let mut blocks = self.blocks.borrow_mut();
        if !blocks.resize(at, old, new) {
            return false;
        }
        if !self.reach(blocks.end()) {
            blocks.resize(at, new, old);
            return false;
        }
        sanitizer::forbid(block, old);
        sanitizer::allow(block, new);
        true
    }

    fn offset(&self, block: *mut u8) -> usize {
        block.addr() - self.range.start().addr().get()
    }
}

/// The allocator of a VM, over an [`Arena`]; a size of 0 frees.
///
/// # Safety
/// `arena` must be one, and `block` null or one of its blocks of `old` bytes.
pub unsafe extern "C" fn allocate(
    arena: *mut c_void,
    block: *mut c_void,
    old: usize,
    new: usize,
) -> *mut c_void {
    // SAFETY: see above.
    let arena = unsafe { &*arena.cast::<Arena>() };
    let block = block.cast::<u8>();
    let old = if block.is_null() { 0 } else { old };
    let used = arena.used.get() - old + new;
    if new > old && used > arena.most.get() {
        return ptr::null_mut();
    }
    #[cfg(test)]
    if new > old && tests::refuses() {
        return ptr::null_mut();
    }
    let moved = match (old, new) {
        (0, 0) => None,
        (0, _) => arena.take(new),
        (_, 0) => {
            arena.give(block, old);
            None
        }
        _ if arena.resize(block, old, new) => Some(block),
        _ => arena.take(new).inspect(|&moved| {
            // SAFETY: both blocks are this long, and do not overlap.
            unsafe { ptr::copy_nonoverlapping(block, moved, old) };
            arena.give(block, old);
        }),
    };
    if new == 0 || moved.is_some() {
        arena.used.set(used);
    }
    moved.unwrap_or_default().cast()
}

/// Tells AddressSanitizer which bytes are blocks, in a build with `--cfg juez_asan`.
mod sanitizer {
    #[cfg(juez_asan)]
    unsafe extern "C" {
        fn __asan_poison_memory_region(from: *const u8, len: usize);
        fn __asan_unpoison_memory_region(from: *const u8, len: usize);
    }

    /// Any use of the bytes is an error from now on.
    pub fn forbid(_from: *const u8, _len: usize) {
        // SAFETY: no memory changes.
        #[cfg(juez_asan)]
        unsafe {
            __asan_poison_memory_region(_from, _len)
        }
    }

    /// The bytes may be used.
    pub fn allow(_from: *const u8, _len: usize) {
        // SAFETY: no memory changes.
        #[cfg(juez_asan)]
        unsafe {
            __asan_unpoison_memory_region(_from, _len)
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    thread_local! {
        /// The number of allocations after which all are refused.
        pub static REFUSED_IN: Cell<u32> = const { Cell::new(u32::MAX) };
    }

    /// Counts an allocation; returns true if it is refused.
    pub(super) fn refuses() -> bool {
        REFUSED_IN.set(REFUSED_IN.get().saturating_sub(1));
        REFUSED_IN.get() == 0
    }

    /// Allocates, resizes or frees a block.
    fn call(arena: &Arena, block: *mut u8, old: usize, new: usize) -> *mut u8 {
        let arena = ptr::from_ref(arena).cast_mut().cast();
        // SAFETY: the tests pass their own blocks.
        unsafe { allocate(arena, block.cast(), old, new).cast() }
    }

    #[test]
    fn every_arena_has_the_same_addresses_modulo_4_gib() {
        let arenas = [(); 3].map(|()| Arena::new(Arena::room(1 << 20)).expect("there is room"));
        let addresses = |arena| {
            let big = call(arena, ptr::null_mut(), 0, 700_000);
            let small = call(arena, ptr::null_mut(), 0, 1000);
            call(arena, big, 700_000, 0);
            let moved = call(arena, small, 1000, 2000);
            [big, small, moved].map(|block| block.addr() as u32)
        };
        let [one, two, three] = arenas.each_ref().map(addresses);
        assert_eq!((one, one), (two, three));
        assert_eq!(one[0], 0);
    }

    #[test]
    fn a_block_keeps_its_bytes_when_it_moves() {
        let arena = Arena::new(Arena::room(1 << 20)).expect("there is room");
        let block = call(&arena, ptr::null_mut(), 0, 100);
        // SAFETY: the blocks are this long.
        unsafe { block.write_bytes(7, 100) };
        call(&arena, ptr::null_mut(), 0, 100);
        let moved = call(&arena, block, 100, 300_000);
        assert_ne!(moved, block);
        // SAFETY: the block is this long.
        let bytes = unsafe { std::slice::from_raw_parts(moved, 100) };
        assert_eq!((bytes, arena.used()), (&[7; 100][..], 300_100));
    }

    #[test]
    fn contents_are_what_was_written_and_come_back() {
        let arena = Arena::new(Arena::room(1 << 20)).expect("there is room");
        // SAFETY: nothing else uses the arena, and the block is this long.
        unsafe {
            assert!(arena.blank());
            let block = call(&arena, ptr::null_mut(), 0, 100_000).add(50_000);
            block.write_bytes(7, 10);
            let contents = arena.contents();
            let kept: usize = contents.parts.iter().map(|(_, part)| part.len()).sum();
            assert_eq!(kept, CHUNK);
            block.write_bytes(8, 10);
            call(&arena, ptr::null_mut(), 0, 100);
            arena.restore(&contents);
            assert_eq!((block.read(), block.add(9).read(), arena.used()), (7, 7, 100_000));
        }
    }

    #[test]
    fn an_arena_without_room_refuses_and_stays_whole() {
        let arena = Arena::new(STEP).expect("there is room");
        let block = call(&arena, ptr::null_mut(), 0, STEP - 100);
        assert!(call(&arena, ptr::null_mut(), 0, 200).is_null());
        assert!(call(&arena, block, STEP - 100, STEP + 1).is_null());
        assert_eq!(arena.used(), STEP - 100);
        assert_eq!(call(&arena, block, STEP - 100, STEP), block);
        call(&arena, block, STEP, 0);
        assert_eq!((arena.used(), arena.blocks.borrow().end()), (0, 0));
    }
}
