//! The tables of an archive.

use juez_storage::sqlite_file::FileKind;

/// The file of an archive: `juea`, juez archive. Version 1, of juez 0.1, is compressed with zstd.
pub(super) const ARCHIVE: FileKind<'_> = FileKind {
    application_id: u32::from_be_bytes(*b"juea"),
    oldest: 2,
    steps: &[TABLES, CLEARED, NOTES, OWNERS, BYTES, COUNTED, REVIEWS, PLAYERS, LADDER],
};

/// SQL for the owner of a match, in its plan.
pub(super) const OWNER: &str = "json_extract(plan, '$.owner')";

/// SQL for the hash of a player's script in a plan; NULL without a script.
pub(super) const SCRIPT: &str =
    "iif(json_extract(value, '$.bot') IN ('lua', 'rhai'), json_extract(value, '$.source'), NULL)";

/// The index finds an owner's matches without scanning the others.
const OWNERS: &str = "CREATE INDEX match_owner ON match (json_extract(plan, '$.owner'))";

/// Version 6: stores the bytes of each finished match, scripts included, so that they are summed by
/// owner without reading the matches.
const BYTES: &str = "
ALTER TABLE match ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE match SET bytes = coalesce(length(record), 0);
DROP INDEX match_owner;
CREATE INDEX match_owner ON match (json_extract(plan, '$.owner'), number, bytes);
";

/// Version 7: numbers the matches that count for the level of their owner in a game, in the order of
/// their ends.
const COUNTED: &str = "
ALTER TABLE match ADD COLUMN counted INTEGER;  -- from 1; NULL: it does not count
CREATE INDEX match_counted ON match (json_extract(plan, '$.owner'), game, counted) WHERE counted IS NOT NULL;
";

/// Version 8: reviews of finished matches.
const REVIEWS: &str = "
CREATE TABLE review (
    match    INTEGER NOT NULL REFERENCES match,
    reviewer TEXT NOT NULL,         -- the bot that reviews, with its options
    review   BLOB NOT NULL,         -- its line as gzip
    PRIMARY KEY (match, reviewer)
) STRICT, WITHOUT ROWID;
";

/// Version 9: plans store players as records do.
const PLAYERS: &str = "
UPDATE match SET plan = json_set(plan, '$.places', json((
    SELECT json_group_array(json(json_remove(
        iif(json_type(player.value, '$.who') = 'object',
            json_set(player.value, '$.source',
                (SELECT who.atom FROM json_each(player.value, '$.who') AS who)),
            player.value),
        '$.who')) ORDER BY player.key)
    FROM json_each(plan, '$.places') AS player)));
";

/// Version 10: the ladder of a class.
const LADDER: &str = "
-- Days are counted from 1970. The seed of a day is shown once a later one has begun.
CREATE TABLE ladder_day (
    day      INTEGER PRIMARY KEY,
    seed     BLOB NOT NULL
) STRICT;

-- Versions of bots, and built-in bots. Without either: a version of a bot that was deleted.
CREATE TABLE rated_player (
    number   INTEGER PRIMARY KEY,
    game     TEXT NOT NULL,
    bot      INTEGER,
    version  INTEGER,
    built_in TEXT                   -- name and options
) STRICT;
CREATE INDEX rated_player_of ON rated_player (game, bot, version, built_in);

-- The matches of the ladder, in the order of their ends. No name is in them.
CREATE TABLE rated (
    number   INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    game     TEXT NOT NULL,
    rules    INTEGER NOT NULL,      -- hash of the terms: only matches with equal ones count together
    day      INTEGER NOT NULL,
    nth      INTEGER NOT NULL,      -- the deal of its table, or the opening of the day
    players  TEXT NOT NULL,         -- JSON: the number of the player of each entry
    at       INTEGER NOT NULL,      -- of its end, in seconds since 1970
    ranks    TEXT NOT NULL,         -- JSON, by seat
    at_fault TEXT NOT NULL,         -- JSON: seats
    plies    INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    bytes    INTEGER NOT NULL,      -- of its record; 0: dropped
    UNIQUE (game, rules, day, nth, players)
) STRICT;

-- Apart from the results, which are read all at once.
CREATE TABLE rated_record (
    match    INTEGER PRIMARY KEY REFERENCES rated,
    record   BLOB NOT NULL          -- its line as gzip
) STRICT;

CREATE TABLE rated_by (
    player   INTEGER NOT NULL REFERENCES rated_player,
    match    INTEGER NOT NULL REFERENCES rated,
    PRIMARY KEY (player, match)
) STRICT, WITHOUT ROWID;

-- Judged openings of a day.
CREATE TABLE ladder_opening (
    game     TEXT NOT NULL,
    rules    INTEGER NOT NULL,
    day      INTEGER NOT NULL,
    nth      INTEGER NOT NULL,
    splits   INTEGER NOT NULL,      -- 1: one seat wins with any players
    PRIMARY KEY (game, rules, day, nth)
) STRICT, WITHOUT ROWID;
";

/// Marks matches taken off the list, whose data stays.
const CLEARED: &str = "ALTER TABLE match ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0";

const TABLES: &str = "
-- Sources of scripts: JSON {main, files: {name: text}} as gzip, under the hash that records name them
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
    record   BLOB,                  -- its line as gzip
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
    visitor  BLOB,                  -- hash of the cookie; NULL: the seat was left
    name     TEXT,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

-- Hidden hands that a visitor has seen: only that seat is open to the visitor.
CREATE TABLE knows (
    match    INTEGER NOT NULL REFERENCES match,
    visitor  BLOB NOT NULL,
    seat     INTEGER NOT NULL,
    PRIMARY KEY (match, visitor, seat)
) STRICT, WITHOUT ROWID;
";

/// Version 3: stores the notes of a running match in the file instead of in memory.
const NOTES: &str = "
ALTER TABLE move ADD COLUMN how TEXT;  -- JSON: its origin, and what the bot spent, wrote and drew
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn released_steps_are_as_they_were_also_in_their_comments() {
        // Archives are compared with them byte by byte.
        let released = [
            "71756c087b208dce",
            "2142a474c1fd3996",
            "d50feffa1d722147",
            "6c39d2145717fc6b",
            "6b7f2ed5d1495ab5",
            "9eee151798803443",
            "b3d0bab9ab9b9dde",
            "d328eef3634a430c",
            "b45da05ee68441d8",
        ];
        assert_eq!(ARCHIVE.step_hashes(), released);
    }
}
