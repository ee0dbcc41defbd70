//! JSON between the server and the pages of the ladder.

use serde::Serialize;

use juez_class::{BotId, LadderPick};

/// The ladder of a game as all people of the class see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderBoard {
    /// Id of the game.
    pub game: String,
    /// Its present work.
    pub doing: LadderDoing,
    /// The day.
    pub day: LadderDay,
    /// The last day before, with its seed.
    pub before: Option<LadderDay>,
    /// The versions that take part, best first.
    pub rows: Vec<LadderRow>,
    /// Matches of the ladder.
    pub matches: usize,
    /// Matches of the last hour.
    pub an_hour: usize,
    /// Openings of the day that are left out because one seat wins with any players; `None` in games
    /// with deals.
    pub left_out: Option<usize>,
    /// Blocks after which a version challenges no other.
    pub enough: u32,
}

/// A day of the ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderDay {
    /// Days since 1970, in UTC.
    pub day: i32,
    /// BLAKE3 hash of the 64 hex digits of its seed.
    pub hash: String,
    /// Its seed, once a later day has begun.
    pub seed: Option<String>,
}

/// The present work of a ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LadderDoing {
    /// It plays a match.
    Plays {
        /// The players.
        names: Vec<String>,
        /// Numbers of the bots of the class among them.
        #[serde(skip)]
        bots: Vec<i64>,
    },
    /// Built-in bots play an opening to judge it.
    Judges,
    /// A match is paused while people play or run drafts.
    Waits,
    /// All versions have played enough, or no two can play.
    Rests,
    /// The ladder of another game plays.
    Queues,
    /// The teacher has switched it off.
    Off,
}

/// A version on the ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderRow {
    /// The bot; `None` for a built-in one.
    pub bot: Option<BotId>,
    /// The number of its version.
    pub version: Option<u32>,
    /// Its name.
    pub name: String,
    /// Its team; empty for a built-in bot.
    pub authors: String,
    /// Elo, the mean of the ladder is 0; `None` before the first match.
    pub elo: Option<f64>,
    /// The ends of its 95 % interval.
    pub within: Option<(f64, f64)>,
    /// Matches of this version.
    pub matches: u32,
    /// Its mean score, 0 to 1.
    pub score: Option<f64>,
    /// Elo more than the version before it on the ladder.
    pub trend: Option<f64>,
    /// True if it has played few matches.
    pub is_new: bool,
    /// True if it plays no more, because it failed in three matches in a row or does not load.
    pub is_benched: bool,
}

/// A bot of the ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderBotPage {
    /// The bot.
    pub bot: BotId,
    /// Id of its game.
    pub game: String,
    /// Its name.
    pub name: String,
    /// Its team.
    pub authors: String,
    /// The version that plays; `None` if none does.
    pub version: Option<u32>,
    /// The choice of its team; `None` for other people.
    pub pick: Option<LadderPick>,
    /// The strongest built-in bot that the version that plays is stronger than, with 95 % certainty;
    /// only for its team and the teacher.
    pub above: Option<String>,
    /// The versions that have played, newest first.
    pub versions: Vec<LadderVersion>,
    /// Its results against each other bot, the most matches first.
    pub meetings: Vec<LadderMeeting>,
    /// Its newest matches, newest first.
    pub matches: Vec<LadderPast>,
    /// The best and the worst result of the version that plays: a win against the strongest opponent,
    /// and a loss against the weakest one.
    pub best: Option<LadderPast>,
    /// See `best`.
    pub worst: Option<LadderPast>,
}

/// A version of a bot that has played on the ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderVersion {
    /// Its number.
    pub version: u32,
    /// Its Elo; `None` if it is too old to be rated with the others.
    pub elo: Option<f64>,
    /// The ends of its 95 % interval.
    pub within: Option<(f64, f64)>,
    /// Its matches.
    pub matches: u32,
    /// Its mean score, 0 to 1.
    pub score: Option<f64>,
    /// Matches in which it failed; only for its team and the teacher.
    pub faults: Option<u32>,
    /// True if it failed in three matches in a row.
    pub is_benched: bool,
}

/// The results of a bot against another.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderMeeting {
    /// The other bot; `None` for a built-in one.
    pub bot: Option<BotId>,
    /// Its name, with its team.
    pub name: String,
    /// Matches of all versions.
    pub matches: u32,
    /// Sum of the scores, 0 to 1 each.
    pub points: f64,
}

/// A match of a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderPast {
    /// The id under which it is watched; `None` if its moves were dropped.
    pub id: Option<String>,
    /// Its end, in seconds since 1970.
    pub at: u64,
    /// The version of the bot.
    pub version: u32,
    /// The other players.
    pub others: Vec<LadderSeat>,
    /// The score of the bot, 0 to 1.
    pub score: f64,
    /// Moves made.
    pub plies: u32,
}

/// Another player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderSeat {
    /// The bot; `None` for a built-in one or one that was deleted.
    pub bot: Option<BotId>,
    /// Its name, with its team.
    pub name: String,
    /// The number of its version.
    pub version: Option<u32>,
}

/// A message of the stream of a ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderMessage {
    /// The ladder.
    pub ladder: LadderBoard,
}
