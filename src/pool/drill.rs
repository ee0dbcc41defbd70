//! What a worker does to itself when it is told to: the ways in which a process is lost, and what a
//! sandbox must refuse. `doctor`, the benches and the tests see with it that the promises hold on
//! this very machine.

#![allow(unsafe_code)] // a drill must really do what nobody should

use serde::{Deserialize, Serialize};
use std::hint::black_box;
use std::io;
use std::net::TcpStream;

use crate::core::{Hook, MAX_SEATS, Seat};
use crate::referee::Call;

/// An order to misbehave at a call of the next match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drill {
    /// The call before which it happens.
    pub seat: u8,
    /// Its hook.
    pub hook: Hook,
    /// Moves made before it.
    pub ply: u32,
    /// What happens.
    pub harm: Harm,
}

/// Ways to be lost, and to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Harm {
    /// A native loop that never ends.
    Hang,
    /// A native wait that never ends and takes no CPU time.
    Sleep,
    /// The process aborts.
    Abort,
    /// Native recursion without end.
    Overflow,
    /// Memory without end.
    Allocate,
    /// A write to where nothing may be written.
    Segfault,
    /// The process ends as if all were well.
    Exit,
    /// After the match, a move of the record is another one.
    ForgeMove,
    /// After the match, the winner of the record is another one.
    ForgeEnd,
    /// After the match, the first player of the record is another one.
    ForgePlayer,
    /// A person is not asked, and a move is made up.
    ForgeChoice,
    /// After the match, a bot's move of the record is one that was given.
    ForgeGiven,
    /// After the match, a seat that is not there has written something.
    ForgeLog,
    /// After the match, the bots of the record have drawn a curve of another name at each move.
    ForgePlots,
    /// After the match, a bot of the record has given up at its end.
    ForgeFault,
    /// The process aborts, and names a call of a seat that is not there.
    Accuse,
    /// The same thing is asked again and again.
    Chatter,
}

/// The move that is made up for a person.
pub const MADE_UP: &str = "e2";

impl Drill {
    /// Does it if this is the call.
    pub fn at(&self, call: Call) {
        if self.is(call) {
            self.harm.happen();
        }
    }

    /// Whether a person is not asked at this call.
    pub fn makes_up(&self, call: Call) -> bool {
        self.harm == Harm::ForgeChoice && self.is(call)
    }

    /// The call that is named instead of this one.
    pub fn accuses(&self, call: Call) -> Option<Call> {
        let other = Seat::new(MAX_SEATS as u8 - 1);
        (self.harm == Harm::Accuse && self.is(call)).then_some(Call { seat: other, ..call })
    }

    /// Whether nothing but questions comes at this call.
    pub fn chatters(&self, call: Call) -> bool {
        self.harm == Harm::Chatter && self.is(call)
    }

    fn is(&self, call: Call) -> bool {
        (call.seat.index(), call.hook, call.ply) == (self.seat.into(), self.hook, self.ply)
    }
}

impl Harm {
    fn happen(self) {
        match self {
            Harm::Hang => loop {
                black_box(());
            },
            Harm::Sleep => loop {
                std::thread::park();
            },
            Harm::Abort | Harm::Accuse => std::process::abort(),
            Harm::Overflow => {
                black_box(deeper(0));
            }
            Harm::Allocate => {
                let mut all = Vec::new();
                loop {
                    all.push(black_box(vec![1u8; 16 << 20]));
                }
            }
            Harm::Segfault => {
                let nowhere = black_box(8 as *mut u8);
                // SAFETY: none; this is the fault that is asked for.
                unsafe { nowhere.write_volatile(1) };
            }
            Harm::Exit => std::process::exit(0),
            Harm::ForgeMove
            | Harm::ForgeEnd
            | Harm::ForgePlayer
            | Harm::ForgeChoice
            | Harm::ForgeGiven
            | Harm::ForgeLog
            | Harm::ForgePlots
            | Harm::ForgeFault
            | Harm::Chatter => {}
        }
    }
}

#[allow(unconditional_recursion)] // that is what is asked for
fn deeper(level: u64) -> u64 {
    let frame = black_box([level; 64]);
    deeper(level + 1) + frame[3]
}

/// Something a sandbox must refuse, tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// What was tried.
    pub tried: String,
    /// Whether it was refused.
    pub refused: bool,
}

/// Tries everything that a sandbox must refuse.
pub fn probe() -> Vec<Probe> {
    let mut probes = Vec::new();
    let mut try_out = |tried: &str, worked: bool| {
        probes.push(Probe { tried: tried.to_string(), refused: !worked });
    };
    try_out("read a file", std::fs::read("/etc/passwd").is_ok());
    try_out("list a folder", std::fs::read_dir("/").is_ok());
    let path = std::env::temp_dir().join("juez-was-here");
    let wrote = std::fs::write(&path, "x").is_ok();
    // Where there is no sandbox nothing may stay behind either.
    let _ = std::fs::remove_file(&path);
    try_out("write a file", wrote);
    // Nobody listens at that port: being turned away there is having reached the network.
    let reached = match TcpStream::connect("127.0.0.1:9") {
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::ConnectionRefused,
    };
    try_out("open a connection", reached);
    try_out("bind a port", std::net::UdpSocket::bind("127.0.0.1:0").is_ok());
    let mut shell = std::process::Command::new("/bin/sh");
    try_out("run a program", shell.arg("-c").arg("true").status().is_ok());
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(|| {});
    try_out("start a thread", thread.is_ok());
    // SAFETY: signal 0 is only a question.
    let asked = unsafe { libc::kill(libc::getppid(), 0) };
    try_out("signal another process", asked == 0);
    try_out("make memory executable", executable_memory());
    try_out("allocate 64 GiB", Vec::<u8>::new().try_reserve_exact(64 << 30).is_ok());
    probes
}

fn executable_memory() -> bool {
    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
    let access = ProtFlags::READ | ProtFlags::WRITE | ProtFlags::EXEC;
    // SAFETY: a new mapping at an address of the system's choice, which nobody uses.
    unsafe {
        match mmap_anonymous(std::ptr::null_mut(), 4096, access, MapFlags::PRIVATE) {
            Ok(page) => {
                let _ = munmap(page, 4096);
                true
            }
            Err(_) => false,
        }
    }
}
