//! Counts the live heap bytes of each thread, to limit the memory of Rhai bots.

#![allow(unsafe_code)] // calls of the C library, and an allocator

#[cfg(feature = "counting-allocator")]
mod counting;

use std::cell::Cell;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static TOTAL: Cell<Total> = const { Cell::new(Total::ZERO) };
}

/// Allocations of a thread since it started, including freed ones.
#[derive(Clone, Copy)]
pub struct Total {
    bytes: u64,
    count: u64,
}

impl Total {
    /// Nothing.
    pub const ZERO: Total = Total { bytes: 0, count: 0 };

    /// Returns the bytes and the number of allocations since `earlier`.
    pub fn since(self, earlier: Total) -> (u64, u64) {
        (self.bytes.wrapping_sub(earlier.bytes), self.count.wrapping_sub(earlier.count))
    }
}

/// Returns the allocations of this thread; zero without the feature `counting-allocator`.
pub fn allocated() -> Total {
    TOTAL.get()
}

/// Returns the bytes this thread has allocated and not freed. Memory that another thread frees is
/// subtracted there, so only differences over work on a single thread are meaningful. Always 0
/// without the feature `counting-allocator`.
pub fn live_bytes() -> isize {
    LIVE.get()
}

/// Keeps up to 4 MiB of freed memory for later allocations instead of returning it to the system.
/// Each match needs about the same heap as the previous one, and getting it from the system takes
/// longer than playing several matches. Call this before starting threads.
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
