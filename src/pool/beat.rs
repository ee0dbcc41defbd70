//! The shared page: which bot of a worker is being called.
//!
//! The worker writes it at every call; the parent reads it when the worker hangs or is gone. How long a
//! call has lasted the parent takes by its own clock: a worker that was taken over writes what it likes.

#![allow(unsafe_code)] // memory shared between processes

use rustix::fd::{AsFd, OwnedFd};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use std::ffi::c_void;
use std::io;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::core::{Hook, Seat};
use crate::referee::Call;

const BYTES: usize = 4096;
const HOOKS: [Hook; 4] = [Hook::Load, Hook::Start, Hook::NextMove, Hook::Finish];

/// What lies in the page.
#[repr(C)]
struct Page {
    /// The call, packed; 0 when no bot is called.
    call: AtomicU64,
}

/// One process' view of the page.
pub struct Beat {
    page: *mut c_void,
}

// SAFETY: the page is only ever read and written through atomics.
unsafe impl Send for Beat {}
unsafe impl Sync for Beat {}

impl Drop for Beat {
    fn drop(&mut self) {
        // SAFETY: it was mapped with this length and nobody else has the address.
        let _ = unsafe { munmap(self.page, BYTES) };
    }
}

/// A file without a name for a page.
pub fn file() -> io::Result<OwnedFd> {
    #[cfg(target_os = "linux")]
    let file = rustix::fs::memfd_create("juez-beat", rustix::fs::MemfdFlags::CLOEXEC)?;
    #[cfg(not(target_os = "linux"))]
    let file = unnamed_file()?;
    rustix::fs::ftruncate(&file, BYTES as u64)?;
    Ok(file)
}

#[cfg(not(target_os = "linux"))]
fn unnamed_file() -> io::Result<OwnedFd> {
    use std::sync::atomic::AtomicU32;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("juez-beat-{}-{number}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let file = std::fs::File::options().read(true).write(true).create_new(true).open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file.into())
}

impl Beat {
    /// Maps the page in `file`.
    pub fn map(file: impl AsFd) -> io::Result<Beat> {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: a new mapping at an address of the system's choice overlaps nothing.
        let page = unsafe { mmap(null_mut(), BYTES, access, MapFlags::SHARED, file, 0)? };
        Ok(Beat { page })
    }

    fn page(&self) -> &Page {
        // SAFETY: the mapping is as long as `self`, large enough, aligned to a page, and any bits
        // are a valid `Page`.
        unsafe { &*self.page.cast::<Page>() }
    }

    /// Says that a call begins.
    pub fn begin(&self, call: Call) {
        self.page().call.store(pack(call), Ordering::Release);
    }

    /// Says that it has ended.
    pub fn end(&self) {
        self.page().call.store(0, Ordering::Release);
    }

    /// The call in progress, if there is one. What a worker writes there is believed only as far as
    /// it is a call at all.
    pub fn read(&self) -> Option<Call> {
        unpack(self.page().call.load(Ordering::Acquire))
    }
}

/// From the low end: seat + 1 and hook in a byte each, then the ply.
fn pack(call: Call) -> u64 {
    let hook = HOOKS.iter().position(|&hook| hook == call.hook).unwrap_or_default();
    u64::from(call.ply) << 16 | (hook as u64) << 8 | (call.seat.index() as u64 + 1)
}

fn unpack(packed: u64) -> Option<Call> {
    let seat = Seat::try_from((packed as u8).checked_sub(1)?).ok()?;
    let hook = *HOOKS.get(usize::from((packed >> 8) as u8))?;
    Some(Call { seat, hook, ply: (packed >> 16) as u32 })
}
