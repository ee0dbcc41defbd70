//! Harm by a process whose bot has escaped its VM.

#![allow(unsafe_code)] // most of it is what no safe code does

use std::hint::black_box;

use crate::forge;

const HARMS: &[(&str, fn())] = &[
    ("abort", || std::process::abort()),
    ("overflow", || {
        black_box(deeper(0));
    }),
    ("allocate", allocate),
    ("segfault", segfault),
    ("exit", || std::process::exit(3)),
    ("hang", || {
        loop {
            black_box(());
        }
    }),
    ("answer_and_spin", || {
        forge::write(&forge::done());
        loop {
            black_box(());
        }
    }),
    ("sleep", rest),
    // SAFETY: the process must end here.
    ("kill", || {
        unsafe { libc::kill(libc::getpid(), libc::SIGKILL) };
    }),
    ("kill_thread", kill_thread),
    // SAFETY: the call only asks.
    ("forbidden", || {
        unsafe { libc::getppid() };
    }),
    ("mute", mute),
    ("garbage", || forge::write(&[3, 0, 0, 0, 255, 255, 255])),
    ("too_long", || forge::write(&[255; 4])),
    ("second", || forge::write(&[forge::done(), forge::done()].concat())),
    ("resign", || forge::answer(forge::fault("resigned"))),
    ("illegal", || forge::answer(forge::fault("illegal_move"))),
    ("unreadable", || forge::answer(forge::fault("unreadable"))),
    ("refuse", || forge::answer(forge::refused())),
    ("escapes", || forge::answer(forge::escapes())),
    ("fault_escapes", || forge::answer(forge::fault_of("script", forge::ESCAPES))),
    ("refuse_escapes", || forge::answer(forge::refused_for(forge::ESCAPES))),
    ("answer_to_else", || forge::answer(forge::done())),
    ("flood", || forge::answer(forge::flood())),
    ("flood_all", || forge::answer_all(forge::flood(), forge::flood())),
];

pub fn harm(name: &str) -> fn() {
    HARMS.iter().find(|(known, _)| *known == name).expect("a harm of that name").1
}

#[allow(unconditional_recursion)] // that is what is asked for
fn deeper(level: u64) -> u64 {
    let frame = black_box([level; 64]);
    deeper(level + 1) + frame[3]
}

/// Takes address space until none is left, and touches little of it.
fn allocate() {
    let mut all = Vec::new();
    loop {
        all.push(black_box(Vec::<u8>::with_capacity(16 << 20)));
    }
}

fn segfault() {
    let nowhere = black_box(8 as *mut u8);
    // SAFETY: none; this fault is intended.
    unsafe { nowhere.write_volatile(1) };
}

fn kill_thread() {
    // SAFETY: the process must end here.
    unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), libc::gettid(), libc::SIGKILL) };
}

/// Closes the pipe and stays.
fn mute() {
    // SAFETY: this process writes there no more.
    unsafe { libc::close(1) };
    rest();
}

/// Waits without using CPU time.
fn rest() {
    loop {
        std::thread::park();
    }
}
