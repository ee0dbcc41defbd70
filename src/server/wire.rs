//! What pages are told of a table beside its film, and what they ask for. The form is what
//! `web/src/wire.ts` declares.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Head, Item};
use crate::core::{PerSeat, Seat};

/// One message of a page's stream.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Message {
    /// Every match there is.
    Lobby {
        /// Newest first.
        lobby: Vec<Listed>,
    },
    /// A film begins again.
    Head {
        /// Its head.
        head: Box<Head>,
    },
    /// What follows the items before.
    Items {
        /// Index of the first.
        from: usize,
        /// The items.
        items: Vec<Item>,
    },
    /// All of a table that is not in its film.
    Table {
        /// As it is now.
        table: Box<TableState>,
    },
    /// There is no such match.
    Gone {
        /// Why, in words.
        gone: String,
    },
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It is played.
    Running,
    /// It came to its end.
    Finished,
    /// Its owner stopped it, or it gave its place to another.
    Stopped,
    /// The platform failed it.
    Broken,
}

/// Who decides at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// The bot in the seat.
    Bot,
    /// A person.
    Person,
    /// None yet: the match waits for a person to sit down.
    Free,
}

/// A seat as a visitor sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatState {
    /// The seat.
    pub seat: Seat,
    /// The name for people: of the person who sits there, else of the player.
    pub name: String,
    /// Who decides.
    pub by: Decider,
    /// Whether it is the visitor.
    pub you: bool,
    /// Whether the visitor may sit down here.
    pub can_sit: bool,
    /// Whether a bot is there to give the seat back to.
    pub has_bot: bool,
    /// The bot's name.
    pub bot: Option<String>,
}

/// A decision that is the visitor's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ask {
    /// The seat.
    pub seat: Seat,
    /// Moves made before.
    pub ply: u32,
    /// The legal moves, ascending; at least two.
    pub legal: Vec<String>,
    /// Why the move before was none to make.
    pub refused: Option<String>,
    /// Milliseconds left; nothing without a clock.
    pub left_ms: Option<u64>,
}

/// What is played when a person's clock runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnClock {
    /// A random legal move.
    #[default]
    Random,
    /// A bot takes the seat.
    Bot,
}

/// Who may sit down in the seat of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Takeover {
    /// Any visitor.
    #[default]
    Anyone,
    /// Who started the match.
    Owner,
}

/// All of a table that is not in its film, as one visitor sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableState {
    /// The id of the match.
    pub id: String,
    /// Where it stands.
    pub status: Status,
    /// Why it is broken, or was stopped where its owner did not.
    pub why: Option<String>,
    /// The seats, in order.
    pub seats: Vec<SeatState>,
    /// A decision that is the visitor's.
    pub ask: Option<Ask>,
    /// Whether the visitor started the match.
    pub owner: bool,
    /// Seconds for a decision of a person.
    pub clock_s: Option<u32>,
    /// What is played when they are over.
    pub on_clock: OnClock,
    /// Milliseconds that bots take for a move.
    pub pace_ms: u32,
    /// Whose eyes the visitor may use: `public`, seats, `open` once the match is over.
    pub eyes: Vec<String>,
    /// The match that was started as the rematch of this one.
    pub rematch: Option<String>,
    /// The match of the same series that has begun after it.
    pub next: Option<String>,
    /// How many pages look on.
    pub watching: usize,
}

/// A match in the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// Where it stands.
    pub status: Status,
    /// Who plays, in seat order.
    pub players: Vec<String>,
    /// Moves made.
    pub ply: u32,
    /// Seats where a person may sit down.
    pub free: usize,
    /// Ranks in seat order, once it is over.
    pub ranks: Option<PerSeat<u8>>,
    /// When it began, in seconds since 1970.
    pub begun: u64,
}

/// A match to start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game's id.
    pub game: String,
    /// House rules; what is absent has its default.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// A player for each seat: a built-in bot with options, a file as the list of games names it,
    /// `me`, or `free` for any visitor.
    pub players: Vec<String>,
    /// The name of the person who sits down as `me`.
    #[serde(default)]
    pub name: Option<String>,
    /// A number or 64 hex digits; drawn if absent.
    #[serde(default)]
    pub seed: Option<String>,
    /// Seconds for a decision of a person; absent: no clock.
    #[serde(default)]
    pub clock_s: Option<u32>,
    /// What is played when they are over.
    #[serde(default)]
    pub on_clock: OnClock,
    /// Milliseconds that bots take for a move, at most 10 000; absent: 900. 0 is full speed.
    #[serde(default)]
    pub pace_ms: Option<u32>,
    /// Who may sit down in the seat of a bot.
    #[serde(default)]
    pub takeover: Takeover,
}

/// To play faster or slower from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaceRequest {
    /// Milliseconds that bots take for a move, at most 10 000; 0 is full speed.
    pub pace_ms: u32,
}

/// To sit down or to get up.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    /// The seat.
    pub seat: Seat,
    /// Whether to sit down; else the seat is given back.
    pub take: bool,
    /// The name for people.
    #[serde(default)]
    pub name: Option<String>,
}

/// A decision of a person. The same one twice is one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The seat.
    pub seat: Seat,
    /// Moves made before.
    pub ply: u32,
    /// The move in notation; nothing to give up the match.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}
