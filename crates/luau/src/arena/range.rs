//! A range of addresses of the system.

use std::ffi::c_void;
use std::ptr::NonNull;

/// The distance of ranges in bytes: Luau hashes the lower 32 bits of an address.
pub const DISTANCE: usize = 1 << 32;

/// The first range that is tried, in distances: programs lie below 64 GiB. Small systems address
/// 256 GiB.
const FIRST: usize = 16;
/// The number of ranges that are tried, in ascending order.
const COUNT: usize = 20_000;

/// Addresses from a multiple of 4 GiB on. Their memory can be used after [`Range::commit`].
pub struct Range {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: it owns its addresses.
unsafe impl Send for Range {}

impl Range {
    /// Reserves addresses from a multiple of 4 GiB on; `None` if the system refuses.
    pub fn reserve(len: usize) -> Option<Range> {
        for index in FIRST..FIRST + COUNT {
            match system::reserve(index * DISTANCE, len) {
                Attempt::Reserved(start) => return Some(Range { start, len }),
                Attempt::Taken => {}
                Attempt::Refused => return None,
            }
        }
        None
    }

    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Makes the bytes usable, and returns false if the system refuses.
    pub fn commit(&self, from: usize, to: usize) -> bool {
        // SAFETY: the bytes are part of the range.
        unsafe { system::commit(self.start.add(from), to - from) }
    }

    /// Returns the memory of the bytes to the system; they stay usable, and are zero or unchanged.
    pub fn discard(&self, from: usize, to: usize) {
        // SAFETY: the bytes are part of the range.
        unsafe { system::discard(self.start.add(from), to - from) }
    }
}

impl Drop for Range {
    fn drop(&mut self) {
        // SAFETY: it was reserved, and nothing refers to it.
        unsafe { system::release(self.start, self.len) }
    }
}

/// The result of reserving addresses.
enum Attempt {
    Reserved(NonNull<u8>),
    Taken,
    /// No other addresses can be had either.
    Refused,
}

#[cfg(unix)]
mod system {
    use rustix::io::Errno;
    use rustix::mm::{
        Advice, MapFlags, MprotectFlags, ProtFlags, madvise, mmap_anonymous, mprotect, munmap,
    };

    use super::*;

    pub fn reserve(at: usize, len: usize) -> Attempt {
        let wanted: *mut c_void = std::ptr::without_provenance_mut(at);
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
        // Other systems take the address as a wish.
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let flags = flags | MapFlags::FIXED_NOREPLACE;
        // SAFETY: existing maps are not replaced.
        match unsafe { mmap_anonymous(wanted, len, ProtFlags::empty(), flags) } {
            Ok(start) if start == wanted => {
                NonNull::new(start.cast()).map_or(Attempt::Taken, Attempt::Reserved)
            }
            Ok(other) => {
                // SAFETY: it was just mapped.
                let _ = unsafe { munmap(other, len) };
                Attempt::Taken
            }
            Err(Errno::EXIST) => Attempt::Taken,
            Err(_) => Attempt::Refused,
        }
    }

    pub unsafe fn commit(from: NonNull<u8>, len: usize) -> bool {
        let flags = MprotectFlags::READ | MprotectFlags::WRITE;
        // SAFETY: the caller has reserved the bytes.
        unsafe { mprotect(from.as_ptr().cast(), len, flags).is_ok() }
    }

    pub unsafe fn discard(from: NonNull<u8>, len: usize) {
        let advice =
            if cfg!(target_os = "linux") { Advice::LinuxDontNeed } else { Advice::DontNeed };
        // SAFETY: the caller has reserved the bytes, and needs them no longer.
        let _ = unsafe { madvise(from.as_ptr().cast(), len, advice) };
    }

    pub unsafe fn release(start: NonNull<u8>, len: usize) {
        // SAFETY: as in `discard`.
        let _ = unsafe { munmap(start.as_ptr().cast(), len) };
    }
}

#[cfg(windows)]
mod system {
    use windows_sys::Win32::Foundation::{ERROR_INVALID_ADDRESS, GetLastError};
    use windows_sys::Win32::System::Memory::{
        MEM_COMMIT, MEM_RELEASE, MEM_RESERVE, MEM_RESET, PAGE_READWRITE, VirtualAlloc, VirtualFree,
    };

    use super::*;

    pub fn reserve(at: usize, len: usize) -> Attempt {
        let wanted: *mut c_void = std::ptr::without_provenance_mut(at);
        // SAFETY: addresses in use are refused.
        let start = unsafe { VirtualAlloc(wanted, len, MEM_RESERVE, PAGE_READWRITE) };
        match NonNull::new(start.cast()) {
            Some(start) => Attempt::Reserved(start),
            // SAFETY: it only reads a number.
            None if unsafe { GetLastError() } == ERROR_INVALID_ADDRESS => Attempt::Taken,
            None => Attempt::Refused,
        }
    }

    pub unsafe fn commit(from: NonNull<u8>, len: usize) -> bool {
        // SAFETY: the caller has reserved the bytes.
        unsafe { !VirtualAlloc(from.as_ptr().cast(), len, MEM_COMMIT, PAGE_READWRITE).is_null() }
    }

    pub unsafe fn discard(from: NonNull<u8>, len: usize) {
        // SAFETY: the caller has reserved the bytes, and needs them no longer.
        unsafe { VirtualAlloc(from.as_ptr().cast(), len, MEM_RESET, PAGE_READWRITE) };
    }

    pub unsafe fn release(start: NonNull<u8>, _: usize) {
        // SAFETY: as in `discard`.
        unsafe { VirtualFree(start.as_ptr().cast(), 0, MEM_RELEASE) };
    }
}
