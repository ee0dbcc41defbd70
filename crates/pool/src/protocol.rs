//! The protocol between parent and worker.
//!
//! A frame is four bytes of length, little-endian, followed by that number of bytes of postcard.
//! The parent sends requests, and the worker answers all but [`Request::Bot`] and [`Request::End`].
//! A worker begins with [`Reply::Ready`].

use serde::{Deserialize, Serialize};
use std::io::{self, Read};

use super::sandbox::Report;
use super::words;
use juez_core::{CodeLine, Fault, Limits, Mark, Notes, ProfileRow, Seat, Seed, append};
use juez_script::{Api, Bundle, LintMessage, Returned, SyntaxError};

/// The version of the protocol. Both ends are one program, so a difference is a mix-up.
pub const VERSION: u32 = 1;

/// Maximum bytes of a request: more than the largest bundle.
pub const LONGEST_REQUEST: u32 = 8 << 20;

/// Maximum bytes of an answer: more than a bot can write in one call.
pub const LONGEST_ANSWER: u32 = 1 << 20;

/// Initial capacity in bytes; most frames fit.
const SHORT: usize = 256;

/// Minimum free bytes of the buffer for a read.
const PIECE: usize = 16 << 10;

/// A request of the parent.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request<'a> {
    /// Set the bot of this process. Not answered.
    Bot {
        /// The id of its language.
        language: &'a str,
        /// Its source.
        bundle: Bundle,
    },
    /// Compile it. Answered by [`Reply::Done`] or [`Reply::Syntax`].
    Compile,
    /// Lint it. Answered by [`Reply::Lint`].
    Lint(Lesson),
    /// Load it for a seat of a match. Answered by [`Reply::Loaded`].
    Load {
        /// The methods that it may call.
        lesson: Lesson,
        limits: Limits,
        /// Its own seed.
        seed: Seed,
        /// True to count the fuel of each line.
        profile: bool,
    },
    /// Call `start` with this JSON. Answered by [`Reply::Done`].
    Start(&'a str),
    /// Call `next_move` at this decision, in the format of [`Turns`](juez_core::Turns). Answered by
    /// [`Reply::Move`].
    Move(&'a [u8]),
    /// Call a function of the script by name. Answered by [`Reply::Value`].
    Call {
        /// The decision, as for [`Request::Move`].
        turn: &'a [u8],
        function: &'a str,
        /// The arguments after the view, a JSON list.
        args: &'a str,
    },
    /// Call `finish` with this outcome in JSON. Answered by [`Reply::Done`].
    Finish {
        /// The seat that was played.
        seat: Seat,
        outcome: &'a str,
    },
    /// Forget the match. Not answered.
    End,
    /// Do nothing. Answered by [`Reply::Done`].
    Ping,
    /// Play small bots of every language, to check that the sandbox allows them. Answered by
    /// [`Reply::Done`].
    Rehearse,
    /// Try the forbidden action of this number. Answered by [`Reply::Tried`].
    Try(usize),
}

/// The game of a match, and the methods of its scripts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// The id of the game.
    pub game: String,
    /// The methods that are switched off.
    pub without: Vec<String>,
}

impl Lesson {
    /// Creates the lesson of these methods.
    pub fn of(api: &Api) -> Lesson {
        Lesson { game: api.info.id.to_string(), without: api.without.clone() }
    }
}

/// An answer of the worker. Fuel, log, marks and plots are untrusted claims of the bot.
#[derive(Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The result of the request.
    pub result: Result<Reply, Fault>,
    /// Fuel used, and the fuel limit of the call.
    pub spent: Option<(u64, u64)>,
    /// Log lines.
    pub log: Vec<String>,
    /// Marks: place, label, colour.
    pub marks: Vec<(Option<String>, String, Option<String>)>,
    /// Values of curves.
    pub plots: Vec<(String, f64)>,
    /// The fuel of each line, if it is counted.
    pub profile: Vec<ProfileRow>,
    /// The line at which the call ended, if lines are counted.
    pub last: Option<CodeLine>,
    /// Heap bytes that earlier matches have left behind, in an answer to [`Request::Load`].
    pub memory: u64,
}

impl Answer {
    /// Creates an answer from a result and the notes of the bot.
    pub fn new(result: Result<Reply, Fault>, notes: Notes) -> Answer {
        let Notes { fuel, allowed, log, marks, plots, lost: _ } = notes;
        let mark = |Mark { place, label, colour }| (place, label, colour);
        Answer {
            result,
            spent: fuel.zip(allowed),
            log,
            marks: marks.into_iter().map(mark).collect(),
            plots: plots.iter().map(|plot| (plot.name().to_string(), plot.value())).collect(),
            profile: Vec::new(),
            last: None,
            memory: 0,
        }
    }
}

/// The result of a request.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The first message of a worker: its sandbox is in force.
    Ready {
        /// The version of the protocol.
        version: u32,
        /// The gaps of its sandbox.
        report: Report,
        /// The id of the thread that runs its bot; 0 if the system has no such ids.
        thread: u32,
    },
    /// Success without a value.
    Done,
    /// The bot is loaded, with the names of its functions, ascending.
    Loaded(Vec<String>),
    /// The value returned by `next_move`.
    Move(Returned),
    /// The value returned by a function of the script, in JSON.
    Value(String),
    /// The lint of the source.
    Lint(Vec<LintMessage>),
    /// The source does not compile.
    Syntax(SyntaxError),
    /// True if the attempt worked.
    Tried(bool),
    /// The worker does not understand the request, with the reason. Not the bot's fault.
    Refused(String),
}

/// Bytes that are not a frame.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// An error of the pipe.
    #[error("{}", words::not_read(.0))]
    Io(#[from] io::Error),
    /// A frame longer than any message.
    #[error("{}", words::frame_too_long(.0, .1))]
    TooLong(u32, u32),
    /// A frame of unknown shape.
    #[error("{}", words::not_understood(.0))]
    Shape(#[from] postcard::Error),
}

/// Encodes a value as a frame.
pub fn frame(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(SHORT);
    append_frame(value, &mut bytes);
    bytes
}

pub fn append_frame(value: &impl Serialize, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    bytes.extend([0; 4]);
    append(value, bytes);
    let length = (bytes.len() - start - 4) as u32;
    bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

/// A buffer for frames that arrive in pieces.
pub struct Inbox {
    most: u32,
    bytes: Vec<u8>,
    /// The bytes that have arrived and were not returned.
    unread: std::ops::Range<usize>,
}

impl Inbox {
    /// Creates an inbox for frames of at most `most` bytes.
    pub fn new(most: u32) -> Inbox {
        Inbox { most, bytes: Vec::new(), unread: 0..0 }
    }

    /// Reads once. Returns the number of bytes, 0 at the end.
    pub fn fill(&mut self, input: &mut impl Read) -> io::Result<usize> {
        if self.unread.is_empty() {
            self.unread = 0..0;
        } else if self.unread.start > 0 {
            self.bytes.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
        }
        // Grow only as bytes arrive: a length alone must not allocate memory.
        let end = self.unread.end;
        if self.bytes.len() < end + PIECE {
            self.bytes.resize(end + PIECE, 0);
        }
        let count = input.read(&mut self.bytes[end..])?;
        self.unread.end += count;
        Ok(count)
    }

    /// Returns the next frame, if it is complete.
    ///
    /// # Errors
    /// If it is too long.
    pub fn next(&mut self) -> Result<Option<&[u8]>, FrameError> {
        let unread = &self.bytes[self.unread.clone()];
        let Some(length) = unread.first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length);
        if length > self.most {
            return Err(FrameError::TooLong(length, self.most));
        }
        let Some(frame) = unread.get(4..4 + length as usize) else { return Ok(None) };
        self.unread.start += 4 + length as usize;
        Ok(Some(frame))
    }

    /// Returns true if bytes have arrived beyond the frames returned.
    pub fn has_more(&self) -> bool {
        !self.unread.is_empty()
    }
}

/// Reads requests to the end of `input` and returns their number. For tests of the reader.
///
/// # Errors
/// If a frame is not a request.
pub fn read_requests(input: &mut impl Read) -> Result<usize, FrameError> {
    read_all(input, LONGEST_REQUEST, |frame| postcard::from_bytes::<Request<'_>>(frame).map(|_| ()))
}

/// Reads answers to the end of `input` and returns their number. For tests of the reader.
///
/// # Errors
/// If a frame is not an answer.
pub fn read_answers(input: &mut impl Read) -> Result<usize, FrameError> {
    read_all(input, LONGEST_ANSWER, |frame| postcard::from_bytes::<Answer>(frame).map(|_| ()))
}

fn read_all(
    input: &mut impl Read,
    most: u32,
    read: impl Fn(&[u8]) -> Result<(), postcard::Error>,
) -> Result<usize, FrameError> {
    let (mut inbox, mut count) = (Inbox::new(most), 0);
    loop {
        while let Some(frame) = inbox.next()? {
            read(frame)?;
            count += 1;
        }
        if inbox.fill(input)? == 0 {
            return Ok(count);
        }
    }
}
