//! A match as data: format `juez/1`, one JSON object per line.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Fault, FaultKind, Hook, Limits, MAX_SEATS, Mark, Outcome, PerSeat, Plot, Reason, Seat, Seed,
    Terms, TimeControl, plain, values::Values, words,
};

/// The name of the format and its version.
pub const FORMAT: &str = "juez/1";

/// A match as data: everything needed to replay it, and no measured times, so that two runs of one
/// match give equal bytes.
///
/// ```
/// use juez_core::Record;
/// let position = r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8"]}"#;
/// let record = Record::from_line(position)?;
/// assert_eq!(record.moves.len(), 2);
/// assert!(record.end.is_none(), "without an end it is a position");
/// # Ok::<(), juez_core::ReadRecordError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<u32>,
    /// The house rules.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The seed of the match, if its randomness came from one.
    pub seed: Option<Seed>,
    /// The position of another match from which this one continues; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    /// The players, in seat order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// The limits of the bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// The clock of external programs, which makes results depend on real time. Absent if none
    /// played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Script methods that were switched off.
    #[serde(default)]
    pub without: Vec<String>,
    /// True if bots got seat labels in place of the names of `players`. Absent if false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hide_names: bool,
    /// The number of first deals that came with the match's starting position, not from the seed.
    /// Absent for 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub given_deals: u32,
    /// The deals, in order.
    #[serde(default)]
    pub deals: Vec<Value>,
    /// The moves of all hands, in notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The origin of each move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<Ply>,
    /// The lines that bots wrote outside their moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<HookLog>,
    /// The end of the match; `None` for a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The origin of a match that continues from a position of a finished one. Such a match is unrated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Branch {
    /// The id of that match; absent for a record from a file.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Moves made before the branch.
    pub ply: u32,
    /// True if hidden hands had been shown. Absent if false.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hands_seen: bool,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The name shown in tables.
    pub name: String,
    /// The kind of player.
    pub bot: PlayedBy,
    /// For a script: blake3 of its bundle. For a built-in bot: its name with its options. For a
    /// program: its protocol and its command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PlayedBy {
    /// A Lua script.
    Lua,
    /// A Rhai script.
    Rhai,
    /// A built-in bot.
    Builtin,
    /// A person.
    Human,
    /// An external program, in real time.
    External,
}

impl PlayedBy {
    /// Returns the origin of a person's move at the seat of such a player.
    pub fn chosen_by_person(self) -> By {
        match self {
            PlayedBy::Human => By::Human,
            PlayedBy::Lua | PlayedBy::Rhai | PlayedBy::Builtin | PlayedBy::External => By::Takeover,
        }
    }

    /// Returns the origin of a bot's move at the seat of such a player.
    pub fn chosen_by_bot(self) -> By {
        match self {
            PlayedBy::Human => By::Takeover,
            PlayedBy::Lua | PlayedBy::Rhai | PlayedBy::Builtin | PlayedBy::External => By::Bot,
        }
    }
}

/// The origin of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The seat's bot chose it.
    Bot,
    /// It came with the match's starting position.
    Given,
    /// It was the only legal move; the player was not asked.
    Forced,
    /// The referee played at random, for a bot that failed or a person who was away.
    Substitute,
    /// Another occupant chose it: a person in the seat of a bot, or a bot in the seat of a person.
    Takeover,
    /// The person in the seat chose it.
    Human,
}

/// The facts about one move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// The origin of the move.
    pub by: By,
    /// Fuel used, in the units of the bot's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// The lines that the bot wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<Vec<String>>,
    /// The marks that the bot drew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// The values of the bot's curves; absent if there are none.
    #[serde(default, deserialize_with = "Plot::read", skip_serializing_if = "Vec::is_empty")]
    pub plots: Vec<Plot>,
}

impl Ply {
    /// Creates the facts about a move that no bot was asked for.
    pub fn unasked(by: By) -> Ply {
        Ply { by, fuel: None, log: None, marks: None, plots: Vec::new() }
    }
}

/// The lines of a bot in a hook that made no move: `start`, `finish`, or a `next_move` whose fault
/// ended the match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HookLog {
    /// Its seat.
    pub seat: Seat,
    /// The hook.
    pub hook: Hook,
    /// Fuel used by a `next_move` whose fault ended the match, in the units of the bot's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// The lines.
    pub log: Vec<String>,
}

/// A fault with its seat and ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatFault {
    /// The seat at fault.
    pub seat: Seat,
    /// Moves made before it.
    pub ply: u32,
    /// The fault.
    pub fault: Fault,
}

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct End {
    /// The reason.
    pub reason: Reason,
    /// The rank of each seat.
    pub ranks: PerSeat<u8>,
    /// The points of each seat.
    pub points: PerSeat<i32>,
    /// Every fault, in order. A fault in `finish` changes nothing.
    #[serde(default)]
    pub faults: Vec<SeatFault>,
}

impl End {
    /// Combines an outcome with the faults of the match.
    pub fn new(outcome: Outcome, faults: Vec<SeatFault>) -> End {
        let Outcome { reason, ranks, points } = outcome;
        End { reason, ranks, points, faults }
    }
}

/// A line that is not a record.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ReadRecordError {
    /// More values in the options and deals than any match has.
    #[error("{}", words::many_values(.0, Record::VALUES))]
    Values(usize),
    /// Not JSON, cut off, or fields of the wrong shape.
    #[error("{}", words::no_record(plain(&.0.to_string())))]
    Json(#[from] serde_json::Error),
    /// More players than a table seats.
    #[error("{}", words::many_players(.0, MAX_SEATS))]
    Players(usize),
    /// Different numbers of players, ranks and points.
    #[error("{}", words::uneven_end(.players, .ranks, .points))]
    Uneven {
        /// The number of players, or of ranks if no players are named.
        players: usize,
        ranks: usize,
        points: usize,
    },
    /// A fault or a log of a seat beyond the table.
    #[error("{}", words::beyond_table(.seat, .seats))]
    Beyond {
        seat: Seat,
        /// The number of seats at the table.
        seats: usize,
    },
    /// Another format or version.
    #[error("{}", words::other_format(format!("{:?}", .0), format!("{FORMAT:?}")))]
    Format(String),
}

impl Record {
    /// Maximum values in the options and deals of a line that is read. Three bytes of JSON can
    /// allocate a value of up to 640 bytes.
    const VALUES: usize = 250_000;

    /// Creates an empty record of `game`.
    pub fn new(game: &str) -> Record {
        let (format, game) = (FORMAT.to_string(), game.to_string());
        Record { format, game, ..Record::default() }
    }

    /// Returns the terms of the match; a position without limits has the default ones.
    pub fn terms(&self) -> Terms {
        Terms {
            options: self.options.clone(),
            limits: self.limits.clone().unwrap_or_default(),
            without: self.without.clone(),
            clock: self.time,
            hide_names: self.hide_names,
        }
    }

    /// Reads one line. Its texts are made [plain](plain).
    ///
    /// # Errors
    /// If it is not JSON, not a record, of another format, or too large.
    pub fn from_line(line: &str) -> Result<Record, ReadRecordError> {
        #[derive(Deserialize)]
        struct Format {
            format: String,
        }
        #[derive(Deserialize)]
        struct Head {
            #[serde(default)]
            options: Values,
            #[serde(default)]
            deals: Values,
        }
        // The format first: a later version can have changed every other field.
        let Format { format } = serde_json::from_str(line)?;
        if format != FORMAT {
            return Err(ReadRecordError::Format(format));
        }
        // A short line cannot hold too many values.
        if line.len() > Record::VALUES {
            let head: Head = serde_json::from_str(line)?;
            let values = head.options.0 + head.deals.0;
            if values > Record::VALUES {
                return Err(ReadRecordError::Values(values));
            }
        }
        let mut record: Record = serde_json::from_str(line)?;
        record.check_seats()?;
        record.make_plain();
        Ok(record)
    }

    /// Checks that all parts of the record belong to one table, so that readers find a player, a
    /// rank and points for every seat.
    fn check_seats(&self) -> Result<(), ReadRecordError> {
        let players = self.players.len();
        if players > MAX_SEATS {
            return Err(ReadRecordError::Players(players));
        }
        let mut seats = if players == 0 { MAX_SEATS } else { players };
        if let Some(End { ranks, points, .. }) = &self.end {
            let (ranks, points) = (ranks.as_slice().len(), points.as_slice().len());
            let players = if players == 0 { ranks } else { players };
            if ranks != points || players != ranks {
                return Err(ReadRecordError::Uneven { players, ranks, points });
            }
            seats = ranks;
        }
        let faults = self.faults().iter().map(|fault| fault.seat);
        let mut named = faults.chain(self.logs.iter().map(|log| log.seat));
        match named.find(|seat| seat.index() >= seats) {
            Some(seat) => Err(ReadRecordError::Beyond { seat, seats }),
            None => Ok(()),
        }
    }

    /// Returns the log of the call that had the fault. Empty if none was kept: for a bot whose
    /// process died, and for a person.
    pub fn log_of(&self, fault: &SeatFault) -> &[String] {
        let SeatFault { seat, ply, fault: Fault { hook, .. } } = fault;
        let ply = self.plies.get(*ply as usize).filter(|_| *hook == Hook::NextMove);
        // The referee has moved for the seat, unless the fault ended the match.
        if let Some(ply) = ply.filter(|ply| ply.by == By::Substitute) {
            return ply.log.as_deref().unwrap_or_default();
        }
        let log = self.logs.iter().rfind(|log| log.seat == *seat && log.hook == *hook);
        log.map_or(&[], |log| &log.log)
    }

    /// Returns the faults of all bots, in order; none without an end.
    pub fn faults(&self) -> &[SeatFault] {
        self.end.as_ref().map_or(&[], |end| &end.faults)
    }

    /// Returns true if an external program, which thinks in real time, lost on time.
    pub fn is_decided_by_time(&self) -> bool {
        self.faults().iter().any(|fault| {
            let player = self.players.get(fault.seat.index());
            fault.fault.kind == FaultKind::OutOfTime
                && player.is_some_and(|player| player.bot == PlayedBy::External)
        })
    }

    /// Formats the record as one line, without the newline.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record is plain data")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"format":"juez/1","game":"quoridor","moves":["e2"]"#;
    const PLAYERS: &str = r#""players":[{"name":"ana","bot":"human"},{"name":"bo","bot":"human"}]"#;

    #[track_caller]
    fn read(more: &str, why: &str) {
        let read =
            Record::from_line(&format!("{HEAD},{more}}}")).map_err(|error| error.to_string());
        assert_eq!(read.err().as_deref().unwrap_or_default(), why, "{more}");
    }

    #[test]
    fn a_record_of_one_table_is_read() {
        read(PLAYERS, "");
        let end = r#""end":{"reason":"finished","ranks":[1,2],"points":[3,0]}"#;
        read(end, "");
        read(&format!("{PLAYERS},{end}"), "");
    }

    #[test]
    fn ranks_points_and_players_of_different_tables_are_no_record() {
        let end = |ranks: &str, points: &str| {
            format!(r#""end":{{"reason":"finished","ranks":{ranks},"points":{points}}}"#)
        };
        let said = |numbers: [usize; 3]| {
            let [players, ranks, points] = numbers;
            format!(
                "a record with {players} players, {ranks} ranks and {points} points; \
                 each seat has one of them"
            )
        };
        read(&end("[1,2]", "[3]"), &said([2, 2, 1]));
        read(&end("[]", "[1,1]"), &said([0, 0, 2]));
        read(&format!("{PLAYERS},{}", end("[1,2,3]", "[0,0,0]")), &said([2, 3, 3]));
        let many = [r#"{"name":"ana","bot":"human"}"#; 7].join(",");
        let why = "a record with 7 players; no game has more than 6 seats";
        read(&format!(r#""players":[{many}]"#), why);
    }

    #[test]
    fn a_fault_or_a_log_of_a_seat_beyond_the_table_is_no_record() {
        let why = "a record of a table of 2 seats that names seat 2";
        let fault =
            r#"{"seat":2,"ply":0,"fault":{"kind":"script","hook":"next_move","text":"","why":""}}"#;
        let end = r#""end":{"reason":"forfeit","ranks":[1,2],"points":[0,0],"faults":"#;
        read(&format!("{end}[{fault}]}}"), why);
        read(&format!(r#"{PLAYERS},"logs":[{{"seat":2,"hook":"start","log":[]}}]"#), why);
    }
}
