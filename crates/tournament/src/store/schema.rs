//! The tables of a tournament.

use juez_storage::sqlite_file::FileKind;

/// The file type of tournaments. Versions 1 and 2, of juez 0.1, are compressed as zstd.
pub(super) const TOURNAMENT: FileKind<'_> = FileKind {
    application_id: u32::from_be_bytes(*b"juez"),
    oldest: 3,
    steps: &[TABLES, WORKERS, PARTS],
};
/// The newest version of the tables.
pub(super) const VERSION: u32 = TOURNAMENT.version();

const TABLES: &str = "
-- Sources of bots: JSON {main, files: {name: text}} as gzip, under the hash that records name them by.
CREATE TABLE bundle (
    hash     TEXT PRIMARY KEY,
    language TEXT NOT NULL,
    bytes    INTEGER NOT NULL,
    checksum BLOB NOT NULL,         -- blake3 of the JSON
    files    BLOB NOT NULL
) STRICT;

-- What was planned. The rest of the plan is in its JSON.
CREATE TABLE edition (
    number   INTEGER PRIMARY KEY,   -- from 1
    name     TEXT NOT NULL,
    game     TEXT NOT NULL,
    plan     TEXT NOT NULL,         -- JSON
    begun    INTEGER NOT NULL DEFAULT (unixepoch()),
    finished INTEGER                -- NULL: there is something left to play
) STRICT;

CREATE TABLE entrant (
    edition  INTEGER NOT NULL REFERENCES edition,
    number   INTEGER NOT NULL,      -- from 0; the seeding
    name     TEXT NOT NULL,
    bot      TEXT NOT NULL,         -- lua, rhai, builtin, external
    source   TEXT,                  -- hash of the bundle, or name and options of a built-in bot
    bundle   TEXT REFERENCES bundle,
    path     TEXT NOT NULL,
    student  TEXT,
    error    TEXT,                  -- why it takes no part
    PRIMARY KEY (edition, number),
    UNIQUE (edition, name)
) STRICT;

CREATE TABLE round (
    edition     INTEGER NOT NULL REFERENCES edition,
    number      INTEGER NOT NULL,   -- from 0
    title       TEXT NOT NULL,
    first_block INTEGER NOT NULL,
    blocks      INTEGER NOT NULL,
    pairings    TEXT NOT NULL,      -- JSON [[entrant, ..], ..]
    byes        TEXT NOT NULL,      -- JSON [entrant, ..]
    against     INTEGER,            -- the entrant to beat in a round that is played for criteria alone
    PRIMARY KEY (edition, number)
) STRICT;

-- The schedule. A fixture is played when there is a match with its key.
CREATE TABLE fixture (
    edition  INTEGER NOT NULL,
    number   INTEGER NOT NULL,      -- from 0, over all rounds
    round    INTEGER NOT NULL,
    pairing  INTEGER NOT NULL,
    block    INTEGER NOT NULL,
    seating  INTEGER NOT NULL,
    entrants TEXT NOT NULL,         -- JSON: the entrant of each entry
    key      BLOB NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    error    TEXT,                  -- why it could not be played, for no fault of a bot
    PRIMARY KEY (edition, number),
    FOREIGN KEY (edition, round) REFERENCES round
) STRICT, WITHOUT ROWID;
CREATE INDEX fixture_key ON fixture (key);

CREATE TABLE match (
    id       INTEGER PRIMARY KEY,
    key      BLOB NOT NULL UNIQUE,
    players  TEXT NOT NULL,         -- JSON: the name at each seat
    reason   TEXT NOT NULL,
    ranks    TEXT NOT NULL,         -- JSON, by seat
    points   TEXT NOT NULL,         -- JSON, by seat
    plies    INTEGER NOT NULL,
    faults   INTEGER NOT NULL,
    wall_us  INTEGER NOT NULL,
    summary  TEXT NOT NULL,         -- JSON: all of the above and what was spent
    hash     BLOB NOT NULL          -- blake3 of the record's line
) STRICT;

-- Apart from the matches: tables are made without touching them.
CREATE TABLE record (
    match    INTEGER PRIMARY KEY REFERENCES match,
    packed   BLOB NOT NULL          -- the record's line as gzip
) STRICT;

CREATE TABLE fault (
    match    INTEGER NOT NULL REFERENCES match,
    seat     INTEGER NOT NULL,
    player   TEXT NOT NULL,
    source   TEXT,
    ply      INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    hook     TEXT NOT NULL,
    why      TEXT NOT NULL,
    text     TEXT NOT NULL,
    file     TEXT,
    line     INTEGER
) STRICT;
CREATE INDEX fault_match ON fault (match);

-- The schedule with its results.
CREATE VIEW played AS
    SELECT fixture.edition, fixture.number, fixture.round, fixture.pairing, fixture.block,
           fixture.seating, match.id AS match, match.players, match.reason, match.ranks,
           match.points, match.plies, match.faults, match.wall_us
    FROM fixture JOIN match USING (key);
";

/// Rounds played in several parts.
const PARTS: &str = "
ALTER TABLE round ADD COLUMN continues INTEGER; -- the round of which it plays more deals
";

/// Matches played by workers on other machines.
const WORKERS: &str = "
ALTER TABLE match ADD COLUMN worker TEXT; -- who played it; NULL: this machine

-- Workers whose matches came out differently when they were played again.
CREATE TABLE refused (
    worker   TEXT PRIMARY KEY,
    since    INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;
";
