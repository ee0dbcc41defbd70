//! Forbidden actions, tried in a sandbox. `doctor` and the tests use them to check that the
//! promises hold on this machine.

#![allow(unsafe_code)] // system calls without a safe wrapper

use std::io;
use std::net::TcpStream;

/// An attempt that a sandbox must refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The action, in a few words.
    pub tried: String,
    pub refused: bool,
}

/// Tries an action; returns true if it works.
type Works = fn() -> bool;

/// A file that every user can read.
const READABLE: &str = if cfg!(windows) { r"C:\Windows\win.ini" } else { "/etc/passwd" };

/// The attempts, each made in its own worker, because a forbidden one ends it.
pub const TRIED: &[(&str, Works)] = &[
    ("read a file", || std::fs::read(READABLE).is_ok()),
    ("list a folder", || std::fs::read_dir(std::path::MAIN_SEPARATOR_STR).is_ok()),
    ("write a file", wrote),
    ("open a connection", reached),
    ("bind a port", || std::net::UdpSocket::bind("127.0.0.1:0").is_ok()),
    ("run a program", ran),
    ("start a thread", || std::thread::Builder::new().stack_size(64 << 10).spawn(|| {}).is_ok()),
    // SAFETY: signal 0 sends nothing.
    #[cfg(unix)]
    ("signal another process", || unsafe { libc::kill(libc::getppid(), 0) == 0 }),
    #[cfg(unix)]
    ("make memory executable", executable_memory),
    ("allocate 64 GiB", || Vec::<u8>::new().try_reserve_exact(64 << 30).is_ok()),
    #[cfg(unix)]
    ("use a descriptor of the parent", inherited),
];

/// Makes attempt `number` of [`TRIED`]. Returns true if it works here.
pub fn works(number: usize) -> bool {
    TRIED.get(number).is_some_and(|(_, works)| works())
}

fn wrote() -> bool {
    let path = std::env::temp_dir().join("juez-was-here");
    let wrote = std::fs::write(&path, "x").is_ok();
    // Without a sandbox, nothing must stay behind either.
    let _ = std::fs::remove_file(&path);
    wrote
}

/// Returns true if the network was reached. Nothing listens at that port, so a refused connection
/// counts.
fn reached() -> bool {
    match TcpStream::connect("127.0.0.1:9") {
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::ConnectionRefused,
    }
}

fn ran() -> bool {
    let (shell, arguments) =
        if cfg!(windows) { ("cmd", ["/C", "exit"]) } else { ("/bin/sh", ["-c", "true"]) };
    std::process::Command::new(shell).args(arguments).status().is_ok()
}

/// Returns true if a descriptor other than the three of every worker can be read or written.
#[cfg(unix)]
fn inherited() -> bool {
    let is_open = |result: isize| {
        result == 0 || io::Error::last_os_error().raw_os_error() != Some(libc::EBADF)
    };
    (3..1024).any(|number| {
        // SAFETY: reads and writes zero bytes; a closed descriptor gives an error.
        unsafe {
            is_open(libc::read(number, std::ptr::null_mut(), 0))
                || is_open(libc::write(number, std::ptr::null(), 0))
        }
    })
}

#[cfg(unix)]
fn executable_memory() -> bool {
    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};
    let access = ProtFlags::READ | ProtFlags::WRITE | ProtFlags::EXEC;
    // SAFETY: a new mapping at an address of the system's choice, which nothing else uses. It ends
    // with the worker.
    unsafe { mmap_anonymous(std::ptr::null_mut(), 4096, access, MapFlags::PRIVATE) }.is_ok()
}
