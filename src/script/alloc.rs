//! Counts the live heap bytes of each thread, which is what bounds the memory of a Rhai bot.

#![allow(unsafe_code)] // an allocator cannot be written without

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static TOTAL: Cell<Total> = const { Cell::new(Total::ZERO) };
}

/// Allocations of a thread since it began, freed ones included.
#[derive(Clone, Copy)]
pub struct Total {
    bytes: u64,
    count: u64,
}

impl Total {
    /// Nothing.
    pub const ZERO: Total = Total { bytes: 0, count: 0 };

    /// Bytes and allocations since `earlier`.
    pub fn since(self, earlier: Total) -> (u64, u64) {
        (self.bytes.wrapping_sub(earlier.bytes), self.count.wrapping_sub(earlier.count))
    }
}

/// Allocations of this thread. Zero without the feature `counting-allocator`.
pub fn allocated() -> Total {
    TOTAL.get()
}

/// Bytes this thread has allocated and not freed. Memory freed by another thread is counted there,
/// so only differences over work that stays on one thread mean something. Always 0 without the
/// feature `counting-allocator`.
pub fn live_bytes() -> isize {
    LIVE.get()
}

/// Keeps freed memory up to 4 MiB for what is allocated next, where the C library would give it back to
/// the system: the heap of one match is that of the next, and the system takes longer to give it than
/// many matches take to play. To be called before threads start.
pub fn keep_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const KEPT: libc::c_int = 4 << 20;
        // SAFETY: only settings of the allocator change.
        unsafe {
            libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
            libc::mallopt(libc::M_MMAP_THRESHOLD, KEPT);
        }
    }
}

struct Counting;

fn add(bytes: isize) {
    // A thread that is ending still frees, after its counter is gone.
    let _ = LIVE.try_with(|live| live.set(live.get() + bytes));
    if bytes > 0 {
        let _ = TOTAL.try_with(|total| {
            let Total { bytes: before, count } = total.get();
            total.set(Total {
                bytes: before.wrapping_add(bytes as u64),
                count: count.wrapping_add(1),
            });
        });
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size as isize - layout.size() as isize);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[cfg(feature = "counting-allocator")]
#[global_allocator]
static ALLOCATOR: Counting = Counting;
