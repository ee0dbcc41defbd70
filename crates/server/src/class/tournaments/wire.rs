//! JSON between the server and the pages of tournaments.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use juez_class::{TournamentId, TournamentState};
use juez_grading::report::{Figure, RoundRow};
use juez_tournament::FormatName;

/// A tournament that the teacher wants to hold.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentRequest {
    /// Its name; empty: that of the game.
    pub name: String,
    /// Id of its game.
    pub game: String,
    /// House rules that differ from the usual ones.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub options: Map<String, Value>,
    /// The format. The challengers of a gauntlet are the bots of the class.
    pub format: FormatName,
    /// Knockout: true to play for the third place.
    pub third_place: bool,
    /// Number of times that all meet, or of rounds of a Swiss; `None`: the usual one.
    pub rounds: Option<u32>,
    /// Matches of a pairing in a round; `None`: one deal in every seating.
    pub games: Option<u32>,
    /// Minutes to fill instead.
    pub minutes: Option<u32>,
    /// Built-in bots that take part.
    pub built_in: Vec<String>,
    /// Pass criteria, such as `beats greedy in 60 % of 40 games`.
    pub pass: Vec<String>,
}

/// A change of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TournamentChange {
    /// It begins, or continues.
    Start,
    /// It waits for the next start. Matches in progress are played again then.
    Pause,
    /// It ends before its last match.
    Stop,
    /// It is deleted.
    Delete,
}

/// A tournament in the list of all.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentSummary {
    /// Its number.
    pub id: TournamentId,
    /// Its name.
    pub name: String,
    /// Id of its game.
    pub game: String,
    /// Its state.
    pub state: TournamentState,
    /// The planned number of matches.
    pub matches: u64,
    /// The time when it was planned, in seconds since 1970.
    pub at: i64,
    /// The error that ended its last run; only for the teacher, in the list.
    pub trouble: Option<String>,
}

/// A tournament as all people of the class see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentBoard {
    /// Its plan and state.
    pub summary: TournamentSummary,
    /// Its format.
    pub format: FormatName,
    /// The house rules that differ from the usual ones.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub options: Map<String, Value>,
    /// The planned duration in seconds, if known.
    pub seconds: Option<u64>,
    /// Seconds left at the present pace, while it plays.
    pub left: Option<u64>,
    /// Number of matches played.
    pub played: u32,
    /// Number of matches in the rounds drawn so far.
    pub scheduled: u32,
    /// Number of matches that could not be played, through no fault of a bot.
    pub failed: usize,
    /// The standings, best first.
    pub rows: Vec<TournamentRow>,
    /// For each row, its points and matches against each row; `None` if they have not met. Empty in a
    /// knockout.
    pub results: Vec<Vec<Option<(f64, u32)>>>,
    /// The newest rounds of a Swiss, or all of a knockout, with their tables.
    pub rounds: Vec<RoundRow>,
    /// [`Seed::commitment`](juez_core::Seed::commitment) of its seed.
    pub seed_hash: String,
    /// Its seed, once it has ended.
    pub seed: Option<String>,
}

/// An entrant in the standings.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentRow {
    /// The rank, from 1; `None` for an entrant without one.
    pub rank: Option<u32>,
    /// True if the order with the one above is not settled.
    pub is_close: bool,
    /// The name.
    pub name: String,
    /// Sum of the scores.
    pub points: f64,
    /// Number of matches.
    pub matches: u32,
    /// Mean score, 0 to 1, with its 95 % interval.
    pub score: Option<Figure>,
    /// Elo rating with its 95 % interval, mean 0 over the field.
    pub elo: Option<Figure>,
    /// Mean score of the opponents, 0 to 1, in a Swiss.
    pub buchholz: Option<f64>,
    /// Rounds without an opponent.
    pub byes: u32,
    /// `yes`, `no` or `open`, if there are pass criteria for it.
    pub passes: Option<String>,
    /// True if it cannot play.
    pub is_out: bool,
    /// True if it was benched after too many faults.
    pub is_benched: bool,
}

/// A message of the stream of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentMessage {
    /// The tournament.
    pub tournament: TournamentBoard,
}
