//! JSON between the server of a class and its pages.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::class::{
    BotId, BotSummary, Draft, Person, PersonId, SourceFiles, Version, Wait, WaitingId,
};
use crate::core::Seat;
use crate::server::NewMatch;
use crate::server::error::Refusal;
use crate::tournament::Change;

/// State of a class for the visitor who asks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassState {
    /// True if people may join.
    pub open: bool,
    /// The visitor, if logged in.
    pub me: Option<Me>,
    /// The wait of a visitor who wants to join.
    pub wait: Option<Wait>,
    /// The way to join, for the teacher.
    pub join: Option<JoinInfo>,
}

/// The visitor.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// The person.
    pub person: Person,
    /// The people of the team, the visitor among them.
    pub team: Vec<Person>,
}

/// The way to join.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JoinInfo {
    /// The join code.
    pub code: String,
    /// The addresses of the page in the network.
    pub addresses: Vec<String>,
    /// True once another device has reached the page.
    pub reached: bool,
    /// True if the teacher is asked before a second name joins from one browser or one address.
    pub asks: bool,
    /// True if people may play against the bots of classmates.
    pub classmates_play: bool,
}

/// A code or key, with the name of a person who joins.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The code.
    pub code: String,
    /// The name of a person who joins.
    pub name: Option<String>,
}

/// The return code of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CodeOf {
    /// The name.
    pub name: String,
    /// The code, which is shown this one time.
    pub code: String,
}

/// The people of a class list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RosterAnswer {
    /// New people with their return codes.
    pub codes: Vec<CodeOf>,
    /// Names that are in the class already, or look like one that is.
    pub left_out: Vec<String>,
}

/// A change of a person by the teacher.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum PersonChange {
    /// Another name.
    Rename {
        /// The name.
        name: String,
    },
    /// A new return code; all sessions end.
    Code,
    /// All sessions end, tokens included.
    LogOut,
    /// The team of another person, or one of their own.
    Team {
        /// The other person.
        with: Option<PersonId>,
    },
}

/// A change of several people at once by the teacher: of all of them, or of none.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum PeopleChange {
    /// The accounts are paused, or the pause ends.
    Freeze {
        /// The people.
        people: Vec<PersonId>,
        /// True: they are paused.
        frozen: bool,
    },
    /// The people are deleted with all that is theirs alone.
    Remove {
        /// The people.
        people: Vec<PersonId>,
    },
}

/// The teacher's answer to people who want to join.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AcceptRequest {
    /// The people.
    pub waiting: Vec<WaitingId>,
    /// True: they are accepted.
    pub accept: bool,
}

/// A change of the class by the teacher.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct SettingsRequest {
    /// Whether people may join.
    pub open: Option<bool>,
    /// True: a new join code.
    pub new_code: Option<bool>,
    /// True if the teacher is asked before a second name joins from one browser or one address.
    pub asks: Option<bool>,
    /// True to let people play against the bots of classmates, false to forbid it.
    pub classmates_play: Option<bool>,
}

/// A bot with its draft and its versions.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotPage {
    /// The bot.
    pub bot: BotSummary,
    /// True if the visitor may change it.
    pub own: bool,
    /// True if the visitor may open its source to all, and close it.
    pub may_open: bool,
    /// True if classmates play the version that is offered: the class lets them, and it is a student's.
    pub classmates_play: bool,
    /// Its draft.
    pub draft: Draft,
    /// Its versions, newest first.
    pub versions: Vec<Version>,
}

/// A change of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum BotChange {
    /// Another name.
    Rename {
        /// The name.
        name: String,
    },
    /// Whether all may read its source; for the teacher.
    Open {
        /// True: they may.
        open: bool,
    },
    /// A version of the present draft.
    Keep,
    /// The version that classmates play.
    Release {
        /// Its number; `None`: the newest that has played without a fault, from now on.
        version: Option<u32>,
    },
    /// It is deleted with its versions.
    Delete,
}

/// A draft to save.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DraftRequest {
    /// The revision that was changed.
    pub revision: i64,
    /// The files.
    pub files: SourceFiles,
}

/// A draft to save, and the match that it is to play.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RunRequest {
    /// The draft.
    pub draft: DraftRequest,
    /// The match; the player `draft` is this bot.
    #[serde(rename = "match")]
    pub new: NewMatch,
}

/// A match of a draft.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Started {
    /// The id of the match.
    pub id: String,
    /// The revision of the draft that plays.
    pub revision: i64,
    /// The number of the version that plays.
    pub version: u32,
}

/// Something in a source that is wrong, or probably wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// The file; `None` if it is not known.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// True if the bot cannot play; else it is a warning.
    pub error: bool,
    /// The message.
    pub message: String,
}

/// A position of a match at which a draft is asked.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AskRequest {
    /// The id of the match.
    #[serde(rename = "match")]
    pub of: String,
    /// The seat.
    pub seat: Seat,
    /// Moves made before.
    pub ply: u32,
    /// The files to ask.
    pub files: SourceFiles,
}

/// An exercise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Exercise {
    /// Its id.
    pub id: &'static str,
    /// Id of its game.
    pub game: String,
    /// Its title.
    pub title: &'static str,
    /// The task, as Markdown.
    pub text: String,
    /// Hints, each as Markdown.
    pub hints: Vec<String>,
    /// The file to start from, by language.
    pub start: BTreeMap<String, String>,
    /// The names of its tests, in English.
    pub cases: Vec<String>,
    /// Names and hints of tests in the language that was asked for, by the English ones.
    pub words: BTreeMap<String, String>,
}

/// Result of one test of an exercise.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tick {
    /// The name of the test.
    pub name: String,
    /// True if the answer was right.
    pub passed: bool,
    /// The position as text, of a wrong answer.
    pub position: Option<String>,
    /// The call that was asked for; `None` for a move.
    pub asked: Option<String>,
    /// The answer, if there was one; `null` for a call that returned nothing.
    pub got: Option<String>,
    /// The value that is wanted, or the allowed moves; none if any but `unwanted` will do.
    pub wanted: Vec<String>,
    /// The moves that are not allowed.
    pub unwanted: Vec<String>,
    /// True if a list may be in any order.
    pub unordered: bool,
    /// The amount by which a number may be off.
    pub tolerance: f64,
    /// A hint, after a wrong answer.
    pub hint: Option<String>,
    /// The fault that there was in place of an answer.
    pub fault: Option<Problem>,
    /// Lines that the bot printed.
    pub log: Vec<String>,
}

/// A draft and its opponent.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    /// The opponent, named as in a new match; `last` is the newest version that differs from the draft.
    pub against: String,
    /// The files of the draft.
    pub files: SourceFiles,
}

/// A message of the stream of a comparison.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum CompareMessage {
    /// The result so far.
    Compared(Box<Compared>),
    /// The reason why it stopped.
    Refused {
        /// For people.
        error: String,
    },
}

impl CompareMessage {
    pub(super) fn refused(refusal: &Refusal) -> CompareMessage {
        CompareMessage::Refused { error: refusal.why().to_string() }
    }
}

/// A draft that plays an opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Compared {
    /// Matches that were played.
    pub matches: usize,
    /// Matches that there are to be.
    pub of: usize,
    /// True if no more are played: all were, or the time is up.
    pub over: bool,
    /// The sum of the scores of the draft, 0 to 1 each.
    pub score: f64,
    /// Significance of the score beyond half of the matches.
    pub change: Change,
    /// Blocks that differ from each other: what the judgement rests on.
    pub observations: u64,
    /// Matches in which the draft failed.
    pub faults: usize,
    /// Its first fault, if there was one.
    pub fault: Option<Problem>,
    /// The number of the version, if `last` is the opponent.
    pub version: Option<u32>,
    /// A version in place of the draft; `None` without one that differs, and if that is the opponent.
    pub before: Option<ComparedVersion>,
    /// The first match that the draft has lost.
    pub lost: Option<LostMatch>,
}

/// A version that plays the matches of a draft.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ComparedVersion {
    /// Its number.
    pub version: u32,
    /// The sum of its scores.
    pub score: f64,
    /// The score of the draft beyond that.
    pub gain: f64,
    /// Significance of the gain.
    pub change: Change,
}

/// A match of a comparison, to be played again as a new match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LostMatch {
    /// Its number, from 1.
    pub number: u32,
    /// The seed.
    pub seed: String,
    /// The players by seat; `draft` is the draft.
    pub players: Vec<String>,
    /// The record of the opening, if the match begins with one.
    pub opening: Option<String>,
    /// The moves of the opening.
    pub plies: u32,
}

/// The number of a new bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Made {
    pub id: BotId,
}
