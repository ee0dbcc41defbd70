//! JSON between the server of a class and its pages.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::error::Refusal;
use juez_class::{
    BotId, BotSummary, Draft, LadderPick, Person, PersonId, SourceFiles, Version, Wait, WaitingId,
};
use juez_core::Seat;
use juez_lobby::{LevelSummary, NewMatch};
use juez_tournament::Change;

/// State of a class for a visitor.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassState {
    /// True if people can join.
    pub open: bool,
    /// The visitor, if logged in.
    pub me: Option<Me>,
    /// The visitor's join request.
    pub wait: Option<Wait>,
    /// Information on joining; only for the teacher.
    pub join: Option<JoinInfo>,
}

/// The visitor.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// The person.
    pub person: Person,
    /// The people of the team, including the visitor.
    pub team: Vec<Person>,
}

/// Information on joining.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JoinInfo {
    /// The join code.
    pub code: String,
    /// Addresses of the page in the network.
    pub addresses: Vec<String>,
    /// True once another device has reached the page.
    pub reached: bool,
    /// True if the teacher is asked before a second name joins from one browser or address.
    pub asks: bool,
    /// True if people can play against the bots of classmates.
    pub classmates_play: bool,
    /// True if the ladder plays.
    pub ladder: bool,
}

/// A person in the teacher's list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedPerson {
    /// The person.
    #[serde(flatten)]
    pub person: Person,
    /// The levels of the person, in the games with matches against `adaptive`.
    pub levels: Vec<LevelSummary>,
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
    /// The code, shown only this once.
    pub code: String,
}

/// Result of adding the people of a class list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RosterAnswer {
    /// New people with their return codes.
    pub codes: Vec<CodeOf>,
    /// Names that are already in the class, or similar to one that is.
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
    /// Moves the person to another person's team, or to a new one.
    Team {
        /// The other person.
        with: Option<PersonId>,
    },
}

/// A change of several people at once by the teacher. If one cannot be changed, none is.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum PeopleChange {
    /// Pauses the accounts or ends the pause.
    Freeze {
        /// The people.
        people: Vec<PersonId>,
        /// True to pause.
        frozen: bool,
    },
    /// Deletes the people with everything that belongs only to them.
    Remove {
        /// The people.
        people: Vec<PersonId>,
    },
}

/// The teacher's answer to join requests.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AcceptRequest {
    /// The join requests.
    pub waiting: Vec<WaitingId>,
    /// True to accept them.
    pub accept: bool,
}

/// A change of the class by the teacher.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct SettingsRequest {
    /// True if people can join.
    pub open: Option<bool>,
    /// True for a new join code.
    pub new_code: Option<bool>,
    /// True to ask the teacher before a second name joins from one browser or address.
    pub asks: Option<bool>,
    /// True to let people play against the bots of classmates.
    pub classmates_play: Option<bool>,
    /// True to let the ladder play.
    pub ladder: Option<bool>,
}

/// A bot with its draft and its versions.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotPage {
    /// The bot.
    pub bot: BotSummary,
    /// True if the visitor can change it.
    pub own: bool,
    /// True if the visitor can open its source to everyone, and close it.
    pub may_open: bool,
    /// True if classmates can play the offered version: the class allows it, and the bot is a
    /// student's.
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
    /// True if everyone can read its source; only for the teacher.
    Open {
        /// True to allow it.
        open: bool,
    },
    /// Makes a version of the current draft.
    Keep,
    /// Sets the version that classmates play.
    Release {
        /// Its number; `None` for the newest one that has played without a fault, now and later.
        version: Option<u32>,
    },
    /// Sets the version on the ladder.
    Ladder {
        /// The version.
        pick: LadderPick,
    },
    /// Deletes the bot with its versions.
    Delete,
}

/// A draft to save.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DraftRequest {
    /// The revision on which the change is based.
    pub revision: i64,
    /// The files.
    pub files: SourceFiles,
}

/// A draft to save and the match in which it plays.
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

/// A started match of a draft.
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

/// An error or a warning in a source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// The file; `None` if unknown.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column in characters, from 1.
    pub column: Option<u32>,
    /// True if the bot cannot play; false for a warning.
    pub error: bool,
    /// The message.
    pub message: String,
}

/// A position of a match in which a draft is asked.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct AskRequest {
    /// The id of the match.
    #[serde(rename = "match")]
    pub of: String,
    /// The seat.
    pub seat: Seat,
    /// Moves made before.
    pub ply: u32,
    /// The files to ask; the stored draft if absent.
    pub files: Option<SourceFiles>,
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
    /// Start files by language.
    pub start: BTreeMap<String, String>,
    /// The names of its tests, in English.
    pub cases: Vec<String>,
    /// Names and hints of tests in the requested language, by the English ones.
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
    /// The position as text, after a wrong answer.
    pub position: Option<String>,
    /// The requested call; `None` for a move.
    pub asked: Option<String>,
    /// The answer, if there was one; `null` for a call that returned nothing.
    pub got: Option<String>,
    /// The expected value, or the allowed moves; empty if any move but `unwanted` is right.
    pub wanted: Vec<String>,
    /// The forbidden moves.
    pub unwanted: Vec<String>,
    /// True if a list can be in any order.
    pub unordered: bool,
    /// Tolerance of a number.
    pub tolerance: f64,
    /// A hint, after a wrong answer.
    pub hint: Option<String>,
    /// The fault, in place of an answer.
    pub fault: Option<Problem>,
    /// Lines printed by the bot.
    pub log: Vec<String>,
}

/// A draft and its opponent.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    /// The opponent, named as in a new match; `last` is the newest version that differs from the
    /// draft.
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
    /// The comparison was stopped.
    Refused {
        /// Reason as a sentence.
        error: String,
    },
}

impl CompareMessage {
    pub(super) fn refused(refusal: &Refusal) -> CompareMessage {
        CompareMessage::Refused { error: refusal.why().to_string() }
    }
}

/// Results of a draft against an opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Compared {
    /// Matches played.
    pub matches: usize,
    /// Matches planned.
    pub of: usize,
    /// True if no more are played: all were, or the time is up.
    pub over: bool,
    /// Sum of the draft's scores, 0 to 1 each.
    pub score: f64,
    /// Significance of the score beyond half of the matches.
    pub change: Change,
    /// Number of distinct blocks, on which the judgement is based.
    pub observations: u64,
    /// Matches in which the draft failed.
    pub faults: usize,
    /// Its first fault, if there was one.
    pub fault: Option<Problem>,
    /// Number of the version, if the opponent is `last`.
    pub version: Option<u32>,
    /// A version in place of the draft; `None` if none differs, or if it is the opponent.
    pub before: Option<ComparedVersion>,
    /// The first match that the draft lost.
    pub lost: Option<LostMatch>,
}

/// Results of a version in the matches of a draft.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ComparedVersion {
    /// Its number.
    pub version: u32,
    /// Sum of its scores.
    pub score: f64,
    /// The draft's score minus the version's.
    pub gain: f64,
    /// Significance of the gain.
    pub change: Change,
}

/// A match of a comparison, with the data to start it again as a new match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LostMatch {
    /// Its number, from 1.
    pub number: u32,
    /// The seed.
    pub seed: String,
    /// The players by seat; `draft` is the draft.
    pub players: Vec<String>,
    /// The record of the opening, if there is one.
    pub opening: Option<String>,
    /// Number of moves in the opening.
    pub plies: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Made {
    pub id: BotId,
}
