//! The global allocator: the system's, with a count per thread.

use std::alloc::{GlobalAlloc, Layout, System};

use super::{LIVE, TOTAL, Total};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Counting;

fn add(bytes: isize) {
    // An ending thread still frees memory after its counter is destroyed.
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
