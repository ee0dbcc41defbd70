//! JSON between server and pages, except the event log: messages of the stream, the state of a
//! table, requests. `web/src/wire/server.ts` is generated from these types.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

use super::{MatchEvent, MatchHead, VisitorId};
use juez_core::{PerSeat, Seat};
use juez_match::registry::{ReviewSum, Reviewed, ScoreSources};

/// Converts a message to JSON.
pub fn json(message: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(message).expect("messages have string keys only")
}

/// A message of a page's stream.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum StreamMessage {
    /// The list of matches.
    Lobby {
        /// Newest first.
        lobby: Vec<MatchSummary>,
    },
    /// The start of an event log; replaces the page's copy.
    Head {
        /// Facts known before the match begins.
        head: Box<MatchHead>,
    },
    /// The next events of the log.
    Items {
        /// Index of the first one.
        from: usize,
        /// Events, oldest first.
        items: Vec<MatchEvent>,
    },
    /// The state of the table outside the event log.
    Table {
        /// Present state.
        table: Box<TableState>,
    },
    /// The match does not exist.
    Gone {
        /// The reason.
        gone: String,
    },
}

/// Stage of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MatchStatus {
    /// Moves are being made.
    Running,
    /// Played to the end.
    Finished,
    /// Ended by its owner, or to make room for another match.
    Stopped,
    /// Ended by a failure of the platform.
    Broken,
}

/// The review of a finished match, as far as it is made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchReview {
    /// The bot that reviews, with its options.
    pub reviewer: String,
    /// Number of moves of the match.
    pub moves: u32,
    /// The decisions so far, in order.
    pub decisions: Vec<Reviewed>,
    /// Moves made before the three most expensive mistakes so far, most expensive first.
    pub costliest: Vec<u32>,
    /// The advice for each pattern of these mistakes.
    pub advice: BTreeMap<String, String>,
    /// The sums of the decisions, in order of the seats.
    pub sums: Vec<ReviewSum>,
    /// The sources of the scores in the reviewed hands, in order of the seats; empty before the first
    /// one, and in a game without deals.
    pub sources: Vec<ScoreSources>,
    /// True if these are all.
    pub is_complete: bool,
    /// True if it is complete, in progress or waits.
    pub is_begun: bool,
}

/// The kind of player that decides at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// The bot in the seat.
    Bot,
    Person,
    /// No player yet: the match waits for a person to sit down.
    Free,
}

/// A seat as seen by a visitor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatState {
    pub seat: Seat,
    /// Display name of the person who sits there, or else of the player.
    pub name: String,
    /// Kind of player that decides.
    pub by: Decider,
    /// True if the visitor sits here.
    pub you: bool,
    /// True if the visitor may sit down here.
    pub can_sit: bool,
    /// True if a bot plays on when the person gets up; after the match, if the seat's bot can play
    /// in a match that continues it.
    pub has_bot: bool,
    /// The bot's name.
    pub bot: Option<String>,
    /// In a class, once the match is over: the number of the bot that played here, if the visitor
    /// may ask its draft.
    pub own_bot: Option<i64>,
    /// Moves made before this person sat down; other players made the earlier moves of the seat.
    pub since: u32,
}

/// A decision that is due from the visitor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MovePrompt {
    pub seat: Seat,
    /// Moves made before.
    pub ply: u32,
    /// The legal moves, in ascending order; at least two.
    pub legal: Vec<String>,
    /// The reason why the last answer was refused.
    pub refused: Option<String>,
    /// Milliseconds left; `None` without a clock.
    pub left_ms: Option<u64>,
}

/// The move played when a person's clock runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OnClock {
    /// A random legal move.
    #[default]
    Random,
    /// The move of a bot, which keeps the seat until the person takes it back.
    Bot,
}

/// The visitors who may sit down in the seat of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Takeover {
    /// Any visitor.
    #[default]
    Anyone,
    /// The visitor who started the match.
    Owner,
}

/// The state of a table outside its event log, as seen by one visitor.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableState {
    /// The id of the match.
    pub id: String,
    /// Stage of the match.
    pub status: MatchStatus,
    /// The reason why it is broken, or was stopped by the server.
    pub why: Option<String>,
    /// The reason why the match has not begun, such as memory for its bots; `None` once it has.
    pub wait: Option<String>,
    /// The seats, in order.
    pub seats: Vec<SeatState>,
    /// The decision that is due from the visitor, if any.
    pub ask: Option<MovePrompt>,
    /// True if the visitor started the match.
    pub owner: bool,
    /// Seconds for a decision of a person.
    pub clock_s: Option<u32>,
    /// Move played when the clock runs out.
    pub on_clock: OnClock,
    /// Minimum milliseconds that a bot takes for a move.
    pub pace_ms: u32,
    /// Observers that the visitor can choose: `public`, seats, `open` once the match is over.
    pub observers: Vec<String>,
    /// Id of the rematch, once it exists.
    pub rematch: Option<String>,
    /// Id of the next match in its series, once that has begun.
    pub next: Option<String>,
    /// Number of pages that show it.
    pub watching: usize,
    /// The seed, if the visitor who started the match chose it.
    pub chosen_seed: Option<ChosenSeed>,
    /// True if the other players are the level that suited the visitor.
    pub adaptive: bool,
    /// True if the match is finished and can be reviewed.
    pub can_review: bool,
}

/// The level of a visitor in a game, estimated from finished matches against `adaptive`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LevelSummary {
    /// The game's id.
    pub game: &'static str,
    /// Number of these matches.
    pub matches: u32,
    /// The level; with no matches, the mean over all levels.
    pub level: f64,
    /// Half the width of the interval that has the level with a probability of 95 %, in levels.
    pub margin: f64,
}

/// The level of a visitor in a game, with its history.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VisitorLevel {
    #[serde(flatten)]
    pub summary: LevelSummary,
    /// The level of the next opponent.
    pub next: usize,
    /// The highest level of an opponent.
    pub of: usize,
    /// The level after each of the last matches, oldest first.
    pub curve: Vec<f64>,
}

/// A chosen seed instead of a random one. Every deal follows from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChosenSeed {
    /// The seed as typed; `None` while it would reveal hidden hands.
    pub text: Option<String>,
}

/// A match in the list of matches.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MatchSummary {
    pub id: String,
    /// The game's id.
    pub game: &'static str,
    /// The game's title.
    pub title: &'static str,
    /// Stage of the match.
    pub status: MatchStatus,
    /// Names of the players, in seat order.
    pub players: Vec<String>,
    /// Moves made.
    pub ply: u32,
    /// Number of seats that wait for a person.
    pub free: usize,
    /// Ranks in seat order, once it is over.
    pub ranks: Option<PerSeat<u8>>,
    /// Start, in seconds since 1970.
    pub begun: u64,
    /// The seat to move, while it runs.
    pub turn: Option<Seat>,
    /// True if nothing happens until a person acts.
    pub waits: bool,
    /// True if it waits and has had no viewer for minutes.
    pub abandoned: bool,
    /// Number of pages that show it.
    pub watching: usize,
    /// True if its seed was chosen instead of random.
    pub chosen_seed: bool,
    /// True if it continues from a position of another match.
    pub branch: bool,
    /// True if the visitor started it.
    pub yours: bool,
    /// Name of the person who started it, for the teacher of a class.
    pub by: Option<String>,
    /// The visitor who started it.
    #[cfg_attr(feature = "ts", ts(skip))]
    #[serde(skip)]
    pub owner: VisitorId,
}

/// A match to start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game's id.
    pub game: String,
    /// Options of the game; missing ones have their defaults.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Map<String, Value>,
    /// The player of each seat: a built-in bot with options, a file as named in the list of games,
    /// `me`, `free` for any visitor, or in all seats but `me` `adaptive`: the level of the master
    /// that suits the visitor.
    pub players: Vec<String>,
    /// The name of the person who sits down as `me`.
    pub name: Option<String>,
    /// A number or 64 hex digits; random if absent.
    pub seed: Option<String>,
    /// Seconds for a decision of a person; absent: no clock.
    pub clock_s: Option<u32>,
    /// Move played when the clock runs out.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub on_clock: OnClock,
    /// Minimum milliseconds that a bot takes for a move, at most 10 000; absent: 900. 0 is full
    /// speed.
    pub pace_ms: Option<u32>,
    /// Visitors who may sit down in the seat of a bot; absent: with hidden hands the owner, else
    /// anyone.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub takeover: Option<Takeover>,
    /// The position of another match to continue from, including its options; `same` is then also a
    /// player: the bot that had the seat there. Absent: a new match.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub from: Option<BranchRequest>,
}

/// A position to continue from: of a finished match, or of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct BranchRequest {
    /// The id of the match.
    #[serde(rename = "match")]
    pub of: Option<String>,
    /// The record, as one line of a file of records, in place of a match.
    pub record: Option<String>,
    /// Moves made before.
    pub ply: u32,
}

/// Request to change the pace of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PaceRequest {
    /// Minimum milliseconds that a bot takes for a move, at most 10 000; 0 is full speed.
    pub pace_ms: u32,
}

/// Request to sit down or to get up.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    pub seat: Seat,
    /// True to sit down, false to give the seat back.
    pub take: bool,
    /// Display name.
    pub name: Option<String>,
}

/// A person's move. Sending it twice is harmless.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    pub seat: Seat,
    /// Moves made before.
    pub ply: u32,
    /// The move in notation; `None` to resign.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}
