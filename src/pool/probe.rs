//! Forbidden actions, tried in a sandbox: `doctor` and the tests check with it that the promises hold on
//! this very machine.

#![allow(unsafe_code)] // system calls without a safe wrapper

use std::io;
use std::net::TcpStream;

/// Something a sandbox must refuse, tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The attempt, in a few words.
    pub tried: String,
    /// True if it was refused.
    pub refused: bool,
}

/// Tries something; whether it works.
type Works = fn() -> bool;

/// A file that every user may read.
const READABLE: &str = if cfg!(windows) { r"C:\Windows\win.ini" } else { "/etc/passwd" };

/// The attempts, each made in a worker of its own, for a forbidden one ends it.
pub const TRIED: &[(&str, Works)] = &[
    ("read a file", || std::fs::read(READABLE).is_ok()),
    ("list a folder", || std::fs::read_dir(std::path::MAIN_SEPARATOR_STR).is_ok()),
    ("write a file", wrote),
    ("open a connection", reached),
    ("bind a port", || std::net::UdpSocket::bind("127.0.0.1:0").is_ok()),
    ("run a program", ran),
    ("start a thread", || std::thread::Builder::new().stack_size(64 << 10).spawn(|| {}).is_ok()),
    // SAFETY: signal 0 is only a question.
    #[cfg(unix)]
    ("signal another process", || unsafe { libc::kill(libc::getppid(), 0) == 0 }),
    #[cfg(unix)]
    ("make memory executable", executable_memory),
    ("allocate 64 GiB", || Vec::<u8>::new().try_reserve_exact(64 << 30).is_ok()),
    #[cfg(unix)]
    ("use a descriptor of the parent", inherited),
];

/// Makes attempt `number` of [`TRIED`]; true if it works here.
pub fn works(number: usize) -> bool {
    TRIED.get(number).is_some_and(|(_, works)| works())
}

fn wrote() -> bool {
    let path = std::env::temp_dir().join("juez-was-here");
    let wrote = std::fs::write(&path, "x").is_ok();
    // Where there is no sandbox nothing may stay behind either.
    let _ = std::fs::remove_file(&path);
    wrote
}

/// Nothing listens at that port: being turned away there is having reached the network.
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

/// True if a descriptor beside the three of every worker can be read or written.
#[cfg(unix)]
fn inherited() -> bool {
    (3..1024).any(|number| {
        // SAFETY: nothing is read into nothing; a descriptor that is not open says so.
        let read = unsafe { libc::read(number, std::ptr::null_mut(), 0) };
        read == 0 || io::Error::last_os_error().raw_os_error() != Some(libc::EBADF)
    })
}

#[cfg(unix)]
fn executable_memory() -> bool {
    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};
    let access = ProtFlags::READ | ProtFlags::WRITE | ProtFlags::EXEC;
    // SAFETY: a new mapping at an address of the system's choice, which nothing else uses. It goes with
    // the worker.
    unsafe { mmap_anonymous(std::ptr::null_mut(), 4096, access, MapFlags::PRIVATE) }.is_ok()
}
