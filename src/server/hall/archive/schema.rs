//! The tables of an archive, and how files of older versions get them.

use rusqlite::Connection;

/// What `PRAGMA application_id` says in a file of ours: `juea`, juez archive.
pub(super) const APPLICATION_ID: u32 = u32::from_be_bytes(*b"juea");

/// What makes version n + 1 out of version n. A step that was released never changes.
const STEPS: &[&str] = &[TABLES];
/// The version that they lead to.
pub(super) const VERSION: u32 = STEPS.len() as u32;

const TABLES: &str = "
-- Sources of scripts: JSON {main, files: {name: text}} as zstd, under the hash that records name them
-- by. A file that changes does not change the matches that it plays.
CREATE TABLE bundle (
    hash     TEXT PRIMARY KEY,
    language TEXT NOT NULL,
    files    BLOB NOT NULL
) STRICT;

CREATE TABLE match (
    number   INTEGER PRIMARY KEY,   -- in the order in which they began
    id       TEXT NOT NULL UNIQUE,
    game     TEXT NOT NULL,
    begun    INTEGER NOT NULL,      -- seconds since 1970
    plan     TEXT NOT NULL,         -- JSON: what it was started with
    status   TEXT NOT NULL,         -- running, finished, stopped, broken
    why      TEXT,                  -- why it is broken
    rematch  TEXT,                  -- the id of the match that followed
    names    TEXT NOT NULL,         -- JSON: who plays, by seat
    plies    INTEGER,               -- these once it is over:
    ranks    TEXT,                  -- JSON, by seat
    record   BLOB,                  -- its line as zstd
    times    TEXT                   -- JSON: milliseconds of each move, null where no player was asked
) STRICT;
CREATE INDEX match_status ON match (status);

-- The moves of a match that runs.
CREATE TABLE move (
    match    INTEGER NOT NULL REFERENCES match,
    ply      INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    decided  TEXT NOT NULL,         -- bot, person, chance, resigned, nobody
    text     TEXT,                  -- NULL: a person has given up, and no move followed yet
    ms       INTEGER,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

-- Calls of bots that took their process with them or far too long, and are not made again.
CREATE TABLE crash (
    match    INTEGER NOT NULL REFERENCES match,
    fault    TEXT NOT NULL          -- JSON {seat, ply, fault}
) STRICT;
CREATE INDEX crash_match ON crash (match);

-- Seats in which a person sits or has sat.
CREATE TABLE seat (
    match    INTEGER NOT NULL REFERENCES match,
    seat     INTEGER NOT NULL,
    visitor  BLOB,                  -- hash of his cookie; NULL: he has got up
    name     TEXT,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

-- Whose hidden cards a visitor has been shown: he may sit in no other seat.
CREATE TABLE knows (
    match    INTEGER NOT NULL REFERENCES match,
    visitor  BLOB NOT NULL,
    seat     INTEGER NOT NULL,
    PRIMARY KEY (match, visitor, seat)
) STRICT, WITHOUT ROWID;
";

/// The version of the tables in a file; 0 where there are none.
pub(super) fn version(db: &Connection) -> rusqlite::Result<u32> {
    db.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Applies the steps that a file has not seen yet, each in a transaction.
pub(super) fn migrate(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("PRAGMA foreign_keys = OFF")?;
    for (version, sql) in (1..).zip(STEPS).skip(version(db)? as usize) {
        let step = db.unchecked_transaction()?;
        step.execute_batch(sql)?;
        step.pragma_update(None, "application_id", APPLICATION_ID)?;
        step.pragma_update(None, "user_version", version)?;
        step.commit()?;
    }
    db.execute_batch("PRAGMA foreign_keys = ON")
}
