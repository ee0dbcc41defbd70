//! Answers of a hijacked process, in the form of the protocol.

#![allow(unsafe_code)] // it writes where the worker does
#![allow(dead_code)] // of what travels, only some is made up

use juez::core::{Fault, FaultKind, Hook};
use juez::script::Returned;
use serde::Serialize;
use std::io::Read;

/// Matches the type of the protocol.
#[derive(Serialize)]
struct Answer {
    result: Result<Reply, Fault>,
    spent: Option<(u64, u64)>,
    log: Vec<String>,
    marks: Vec<(Option<String>, String, Option<String>)>,
    plots: Vec<(String, f64)>,
    profile: Vec<()>,
    last: Option<()>,
    memory: u64,
}

/// Matches the type of the protocol, with its fields in the same order.
#[derive(Serialize)]
enum Reply {
    Ready,
    Done,
    Loaded(Vec<String>),
    Move(Returned),
    Value(String),
    Lint(Vec<()>),
    Syntax(()),
    Tried(bool),
    Refused(String),
}

/// The move of a flood: one step forward.
pub const MOVE: &str = "e2";

fn plain(result: Result<Reply, Fault>) -> Answer {
    let (log, marks, plots, profile) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    Answer { result, spent: None, log, marks, plots, profile, last: None, memory: 0 }
}

fn frame(answer: &Answer) -> Vec<u8> {
    let mut bytes = postcard::to_extend(answer, vec![0; 4]).expect("plain data");
    let length = (bytes.len() - 4) as u32;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes
}

pub fn done() -> Vec<u8> {
    frame(&plain(Ok(Reply::Done)))
}

/// Text that would set the title of a terminal, clear it, and begin a new line.
pub const ESCAPES: &str = "\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}2J\u{202e}\rx\nforged";

pub fn refused() -> Vec<u8> {
    refused_for("I do not know that")
}

pub fn refused_for(why: &str) -> Vec<u8> {
    frame(&plain(Ok(Reply::Refused(why.to_string()))))
}

/// Returns a fault of this kind, as a record writes it.
pub fn fault(kind: &str) -> Vec<u8> {
    fault_of(kind, "made up")
}

/// Returns a fault with texts that no honest process makes.
pub fn fault_of(kind: &str, text: &str) -> Vec<u8> {
    let kind: FaultKind = serde_json::from_value(kind.into()).expect("a kind of fault");
    let [text, why, file] = [(); 3].map(|()| text.to_string());
    let fault = Fault { kind, hook: Hook::NextMove, text, why, file: Some(file), line: Some(1) };
    frame(&plain(Err(fault)))
}

/// Returns an answer that is not a move, in custom words, with such a log, marks and curve too.
pub fn escapes() -> Vec<u8> {
    let text = || ESCAPES.to_string();
    frame(&Answer {
        log: vec![text()],
        marks: vec![(Some(text()), text(), Some(text()))],
        plots: vec![(text(), 1.0)],
        ..plain(Ok(Reply::Move(Returned::Other(text()))))
    })
}

/// Returns a move with more of everything than a bot may write.
pub fn flood() -> Vec<u8> {
    let line = "\u{1}".repeat(1000);
    let mark = || (Some("e5".to_string()), line.clone(), Some("red".to_string()));
    let names = (0..20).map(|n| format!("curve {n}"));
    let values = [f64::NAN, f64::INFINITY, 1.0].into_iter().cycle();
    frame(&Answer {
        result: Ok(Reply::Move(Returned::Text(MOVE.to_string()))),
        spent: Some((u64::MAX, u64::MAX)),
        log: vec![line.clone(); 100],
        marks: (0..500).map(|_| mark()).collect(),
        plots: names.zip(values).collect(),
        profile: Vec::new(),
        last: None,
        memory: u64::MAX,
    })
}

pub fn write(mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the bytes are valid for their length.
        let count = unsafe { libc::write(1, bytes.as_ptr().cast(), bytes.len()) };
        bytes = &bytes[usize::try_from(count).expect("the parent listens")..];
    }
}

/// Answers with these bytes in place of the worker, and reports everything else as done.
pub fn answer(bytes: Vec<u8>) {
    answer_all(bytes, done());
}

/// Answers with the first bytes in place of the worker, and with the others from then on.
pub fn answer_all(first: Vec<u8>, others: Vec<u8>) {
    write(&first);
    let mut input = std::io::stdin().lock();
    loop {
        let mut length = [0; 4];
        if input.read_exact(&mut length).is_err() {
            std::process::exit(0);
        }
        let mut request = vec![0; u32::from_le_bytes(length) as usize];
        input.read_exact(&mut request).expect("a whole request");
        write(&others);
    }
}
