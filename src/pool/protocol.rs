//! What parent and worker say to each other.
//!
//! A frame is four bytes of length, little-endian, and that many bytes of JSON. Each side speaks in
//! turn: the parent asks, the worker answers, and may ask back on the way: for deals, seeds and the
//! moves of people.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::time::Duration;

use super::drill::{Drill, Probe};
use super::job::{Examination, Inquest, Job};
use super::sandbox::Report;
use super::words;
use crate::core::{HookLog, Ply, Record, Seat, SeatFault, Seed};
use crate::referee::Inquiry;
use crate::registry::{CaseResult, Choice};
use crate::script::{BotSpec, Bundle, LintMessage};

/// The longest frame, in bytes: more than a bundle of the largest size or a record of a long match.
const LONGEST: u32 = 64 << 20;

/// What the parent says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Are you there? Answered by [`Reply::Pong`].
    Ping,
    /// Keep this source for jobs to come. Not answered.
    Source(Source),
    /// Drop all sources. Not answered.
    Forget,
    /// Load every script once. Answered by [`Reply::Checked`].
    Check(Box<Job>),
    /// Lint the script of the first player. Answered by [`Reply::Linted`] or [`Reply::Refused`].
    Lint(Box<Job>),
    /// Play a match. Answered by [`Reply::Record`] or [`Reply::Refused`].
    Play(Box<Job>),
    /// Ask a bot again. Answered by [`Reply::Inquired`] or [`Reply::Refused`].
    Inquire(Box<Inquest>),
    /// Put a bot before a position. Answered by [`Reply::Examined`] or [`Reply::Refused`].
    Examine(Box<Examination>),
    /// The deal that was asked for.
    Deal(Value),
    /// The seed that was asked for.
    Seed(Seed),
    /// What the person said who was asked for.
    Chosen(Choice),
    /// Try what a sandbox must refuse. Answered by [`Reply::Probed`].
    Probe,
    /// Misbehave at a call of the next match. Not answered.
    Drill(Drill),
}

/// What the worker says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The first thing a worker says: it has given up what it could.
    Ready(Report),
    /// It is there.
    Pong,
    /// What is wrong with a player, by number and in words; nothing if all load.
    Checked(Option<(usize, String)>),
    /// The lint of the source.
    Linted(Vec<LintMessage>),
    /// A deal is due. Moves that the parent has not been told of come along.
    NeedDeal {
        /// Its number, from 0.
        deal: u32,
        /// The moves since the parent was last told of some.
        moves: Vec<String>,
    },
    /// The referee has to play at random. Moves that the parent has not been told of come along.
    NeedSeed {
        /// At this ply.
        ply: u32,
        /// The moves since the parent was last told of some.
        moves: Vec<String>,
    },
    /// A seat is to move that a person attends. Moves that the parent has not been told of come
    /// along.
    NeedMove {
        /// The seat.
        seat: Seat,
        /// At this ply.
        ply: u32,
        /// The moves since the parent was last told of some.
        moves: Vec<String>,
    },
    /// A move was made; only of matches that are followed.
    Moved {
        /// The move.
        text: String,
        /// What is known of it.
        how: Ply,
    },
    /// A bot wrote something in a call that made no move, before the end; only of matches that are
    /// followed.
    Wrote(HookLog),
    /// A bot did something wrong before the end; only of matches that are followed.
    Fault {
        /// The fault.
        fault: SeatFault,
        /// The log of that call.
        log: Vec<String>,
    },
    /// The match.
    Record {
        /// All of it.
        record: Box<Record>,
        /// Heap bytes that the worker's matches have left behind so far: bots that refer to
        /// themselves in a circle are never freed.
        leaked: u64,
        /// CPU time of the calls of each seat, by the worker's own clock.
        #[serde(default)]
        took: Vec<Duration>,
    },
    /// What came of asking again.
    Inquired(Box<Inquiry>),
    /// What came of the position, not judged yet.
    Examined(Box<CaseResult>),
    /// It cannot be done; why.
    Refused(String),
    /// What was tried, and what came of it.
    Probed(Vec<Probe>),
}

/// The source of a script on its way to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The hash of the bundle.
    pub hash: String,
    /// The id of its language.
    pub language: String,
    /// The file with the hooks.
    pub main: String,
    /// Every file by name.
    pub files: BTreeMap<String, String>,
}

impl Source {
    /// The source of a script.
    pub fn of(spec: &BotSpec) -> Source {
        let Bundle { main, files, hash } = Bundle::clone(&spec.bundle);
        Source { hash, language: spec.language.id.to_string(), main, files }
    }
}

/// Bytes that are no frame.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The other side is gone.
    #[error("{}", words::closed())]
    Closed,
    /// The pipe.
    #[error("{}", words::not_read(.0))]
    Io(#[from] io::Error),
    /// More bytes than anything that is said takes.
    #[error("{}", words::frame_too_long(.0, LONGEST))]
    TooLong(u32),
    /// No JSON, or not of a known shape.
    #[error("{}", words::not_understood(.0))]
    Json(#[from] serde_json::Error),
}

/// A value as a frame.
pub fn frame(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    serde_json::to_writer(&mut bytes, value).expect("what is said is plain data");
    let length = (bytes.len() - 4) as u32;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// Writes a value as one frame.
///
/// # Errors
/// If the pipe is closed.
pub fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    out.write_all(&frame(value))?;
    out.flush()
}

/// Reads one frame; waits for it.
///
/// # Errors
/// If the other side is gone or says nothing that can be understood.
pub fn read<T: DeserializeOwned>(input: &mut impl Read) -> Result<T, FrameError> {
    let mut length = [0; 4];
    input.read_exact(&mut length).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => FrameError::Closed,
        _ => FrameError::Io(error),
    })?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(FrameError::TooLong(length));
    }
    // Grows as bytes come in: a length alone takes no memory.
    let mut bytes = Vec::new();
    if input.take(length.into()).read_to_end(&mut bytes)? < length as usize {
        return Err(FrameError::Closed);
    }
    Ok(serde_json::from_slice(&bytes)?)
}

/// Reads what a parent says; `false` once there is no more. For tests of the reader.
///
/// # Errors
/// As for every frame.
pub fn read_request(input: &mut impl Read) -> Result<bool, FrameError> {
    at_end(read::<Request>(input))
}

/// Reads what a worker says; `false` once there is no more. For tests of the reader.
///
/// # Errors
/// As for every frame.
pub fn read_reply(input: &mut impl Read) -> Result<bool, FrameError> {
    at_end(read::<Reply>(input))
}

fn at_end<T>(read: Result<T, FrameError>) -> Result<bool, FrameError> {
    match read {
        Ok(_) => Ok(true),
        Err(FrameError::Closed) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Frames that arrive in pieces.
#[derive(Default)]
pub struct Inbox {
    bytes: Vec<u8>,
}

impl Inbox {
    /// Takes in what has arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next frame, if all of it is here.
    ///
    /// # Errors
    /// If it cannot be understood.
    pub fn next<T: DeserializeOwned>(&mut self) -> Result<Option<T>, FrameError> {
        let Some(length) = self.bytes.first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length);
        if length > LONGEST {
            return Err(FrameError::TooLong(length));
        }
        let end = 4 + length as usize;
        let Some(frame) = self.bytes.get(4..end) else { return Ok(None) };
        let value = serde_json::from_slice(frame)?;
        self.bytes.drain(..end);
        Ok(Some(value))
    }
}
