//! Stored matches, read again.

use rusqlite::{OptionalExtension, Params, Row};
use std::io::{self, Read};

use super::rows::{BriefRow, MatchRow, MoveRow, read_status};
use super::{Archive, ArchiveError, Brief, Sitter, StoredMove};
use crate::core::{Record, Seat, SeatFault};
use crate::server::hall::Visitor;
use crate::server::hall::plan::Plan;
use crate::server::{Status, words};

/// The most bytes that something packed may unpack to.
const UNPACKED: u64 = 256 << 20;

/// A match as it is stored.
pub(in super::super) struct StoredMatch {
    /// Its id.
    pub id: String,
    /// When it began, in seconds since 1970.
    pub begun: u64,
    /// What it was started with.
    pub plan: Plan,
    /// Where it stands.
    pub status: Status,
    /// Why it is broken.
    pub why: Option<String>,
    /// The match that followed.
    pub rematch: Option<String>,
    /// Seats in which a person sits or has sat, with who sits there.
    pub sitters: Vec<(Seat, Option<Sitter>)>,
    /// Whose hidden cards visitors have been shown.
    pub knows: Vec<(Visitor, Seat)>,
    /// While it runs: its moves.
    pub moves: Vec<StoredMove>,
    /// While it runs: calls that are not to be made again.
    pub crashes: Vec<SeatFault>,
    /// Once it is over: all of it, if there is a record.
    pub record: Option<Record>,
    /// Once it is over: milliseconds of each move.
    pub times: Vec<Option<u64>>,
}

impl Archive {
    /// The ids of the matches that ran when the archive was closed, oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn running(&self) -> Result<Vec<String>, ArchiveError> {
        let sql = "SELECT id FROM match WHERE status = 'running' ORDER BY number";
        self.rows(sql, [], |row| row.get(0))
    }

    /// The newest matches that are over, newest first. One that cannot be read is left out.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn newest(&self, count: usize) -> Result<Vec<Brief>, ArchiveError> {
        let rows = self.rows(BriefRow::SQL, [count as i64], BriefRow::of)?;
        Ok(rows.into_iter().filter_map(BriefRow::read).collect())
    }

    /// The match with this id, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn stored(&self, id: &str) -> Result<Option<StoredMatch>, ArchiveError> {
        let read = self.told(
            self.db()
                .prepare_cached(MatchRow::SQL)
                .and_then(|mut rows| rows.query_row([id], MatchRow::of).optional()),
        )?;
        match read {
            Some(row) => self.unpack(id, row).map(Some),
            None => Ok(None),
        }
    }

    fn unpack(&self, id: &str, row: MatchRow) -> Result<StoredMatch, ArchiveError> {
        let damaged = |why: &dyn ToString| ArchiveError::Damaged {
            path: self.path.clone(),
            what: words::the_match(id),
            why: why.to_string(),
        };
        let number = row.number;
        let moves = self.rows(MoveRow::SQL, [number], MoveRow::of)?;
        let moves = (0..).zip(moves).map(|(due, row)| row.read(due).map_err(|why| damaged(&why)));
        let crashes: Vec<String> =
            self.rows("SELECT fault FROM crash WHERE match = ?1", [number], |row| row.get(0))?;
        let crashes =
            crashes.iter().map(|fault| serde_json::from_str(fault).map_err(|e| damaged(&e)));
        let record = match row.record {
            Some(packed) => Some(record(&packed).map_err(|why| damaged(&why))?),
            None => None,
        };
        let times = row.times.as_deref().unwrap_or("[]");
        Ok(StoredMatch {
            id: id.to_string(),
            begun: row.begun,
            plan: serde_json::from_str(&row.plan).map_err(|error| damaged(&error))?,
            status: read_status(&row.status).ok_or_else(|| damaged(&row.status))?,
            why: row.why,
            rematch: row.rematch,
            sitters: self.sitters(number)?,
            knows: self.knows(number)?,
            moves: moves.collect::<Result<_, ArchiveError>>()?,
            crashes: crashes.collect::<Result<_, ArchiveError>>()?,
            record,
            times: serde_json::from_str(times).map_err(|error| damaged(&error))?,
        })
    }

    fn sitters(&self, number: i64) -> Result<Vec<(Seat, Option<Sitter>)>, ArchiveError> {
        let sql = "SELECT seat, visitor, name FROM seat WHERE match = ?1 ORDER BY seat";
        self.rows(sql, [number], |row| {
            let name: Option<String> = row.get(2)?;
            let visitor: Option<[u8; 32]> = row.get(1)?;
            let sitter = visitor.map(|bytes| Sitter {
                visitor: Visitor::from_bytes(bytes),
                name: name.unwrap_or_default(),
            });
            Ok((seat(row, 0)?, sitter))
        })
    }

    fn knows(&self, number: i64) -> Result<Vec<(Visitor, Seat)>, ArchiveError> {
        let sql = "SELECT visitor, seat FROM knows WHERE match = ?1";
        self.rows(sql, [number], |row| Ok((Visitor::from_bytes(row.get(0)?), seat(row, 1)?)))
    }

    fn rows<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, ArchiveError> {
        let db = self.db();
        self.told(
            db.prepare_cached(sql).and_then(|mut rows| rows.query_map(values, read)?.collect()),
        )
    }
}

/// The seat in a column.
pub(super) fn seat(row: &Row<'_>, column: usize) -> rusqlite::Result<Seat> {
    let number: u8 = row.get(column)?;
    Seat::try_from(number)
        .map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number.into()))
}

/// A packed record, or what is wrong with it.
fn record(packed: &[u8]) -> Result<Record, String> {
    let line = unpack(packed).map_err(|error| error.to_string())?;
    let line = String::from_utf8(line).map_err(|error| error.to_string())?;
    Record::from_line(&line).map_err(|error| error.to_string())
}

/// What was packed as zstd.
pub(super) fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    zstd::Decoder::with_buffer(packed)?.take(UNPACKED).read_to_end(&mut bytes)?;
    Ok(bytes)
}
