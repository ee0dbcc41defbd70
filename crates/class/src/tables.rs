//! The tables of a class.

use juez_storage::sqlite_file::FileKind;

/// The file of a class: `juec`, juez class.
pub(super) const CLASS: FileKind<'_> = FileKind {
    application_id: u32::from_be_bytes(*b"juec"),
    oldest: 1,
    steps: &[TABLES, MAKERS, BROWSERS, SOLVED_AND_RELEASES, QUESTIONS, LADDER, TOURNAMENTS],
};

/// Version 2: the maker of a bot, who takes it along into another team; the number of times an
/// incident came, the last one at `at`.
const MAKERS: &str = "
ALTER TABLE bot ADD COLUMN maker INTEGER;
UPDATE bot SET maker = coalesce(
    (SELECT by FROM version WHERE version.bot = bot.id AND number = 1),
    (SELECT by FROM draft WHERE draft.bot = bot.id));
ALTER TABLE incident ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
";

/// Version 3: the browsers of students, and join requests.
const BROWSERS: &str = "
-- A browser in which a student was logged in, kept after they have logged out.
CREATE TABLE browser (
    hash    BLOB NOT NULL,                          -- of the secret that it keeps
    person  INTEGER REFERENCES person (id) ON DELETE SET NULL,  -- none: a person who was removed
    address TEXT NOT NULL,                          -- the last one, of IPv6 the network
    used    INTEGER NOT NULL,
    UNIQUE (hash, person)
) STRICT;
CREATE INDEX browser_of ON browser (person);
CREATE INDEX browser_at ON browser (address);
ALTER TABLE session ADD COLUMN browser BLOB;        -- hash of its browser; none for a token

-- People who want to join and need the teacher's yes.
CREATE TABLE waiting (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    browser BLOB NOT NULL UNIQUE,
    name    TEXT NOT NULL,
    address TEXT NOT NULL,
    at      INTEGER NOT NULL,
    person  INTEGER REFERENCES person (id) ON DELETE CASCADE    -- once the teacher has said yes
) STRICT;
";

/// Version 4: the ticks of exercises, and the versions that classmates play.
const SOLVED_AND_RELEASES: &str = "
CREATE TABLE solved (
    bot   INTEGER PRIMARY KEY REFERENCES bot (id) ON DELETE CASCADE,
    ticks TEXT NOT NULL                             -- a digit for each test: 1 if it was passed
) STRICT;
-- The version that its team has released; none: the newest that has played without a fault.
ALTER TABLE bot ADD COLUMN released INTEGER;
-- 1 once it has played a match to its end without a fault.
ALTER TABLE version ADD COLUMN sound INTEGER NOT NULL DEFAULT 0;
";

/// Version 5: positions put to all.
const QUESTIONS: &str = "
CREATE TABLE question (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    position TEXT NOT NULL,                         -- JSON: a case of `juez test`
    at       INTEGER NOT NULL
) STRICT;
-- Of each person the first right answer, or the last one.
CREATE TABLE answer (
    question INTEGER NOT NULL REFERENCES question (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    text     TEXT NOT NULL,                         -- the move
    bot      TEXT,                                  -- name of the bot that answered; none: the person
    cost     INTEGER NOT NULL,                      -- of the move, in parts of 10 000
    found    INTEGER NOT NULL,                      -- 1 if it is right
    tries    INTEGER NOT NULL DEFAULT 1,            -- answers up to it
    at       INTEGER NOT NULL,
    PRIMARY KEY (question, person)
) STRICT, WITHOUT ROWID;
";

/// Version 6: the version on the ladder.
const LADDER: &str = "
-- NULL: the newest version; 0: none; -1: none, as the teacher wants.
ALTER TABLE bot ADD COLUMN ladder INTEGER;
";

/// Version 7: tournaments that the teacher holds on the page. Each has a file of its own.
const TOURNAMENTS: &str = "
CREATE TABLE tournament (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    name    TEXT NOT NULL,
    game    TEXT NOT NULL,
    state   TEXT NOT NULL,                          -- planned, running, paused, stopped, finished
    matches INTEGER NOT NULL,                       -- the planned number
    seconds INTEGER,                                -- the planned duration, if known
    at      INTEGER NOT NULL
) STRICT;
";

const TABLES: &str = "
-- Times are seconds since 1970, hashes BLAKE3 of 32 bytes.
CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE team (
    id INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;

CREATE TABLE person (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL UNIQUE,               -- the name as it is compared
    role        TEXT NOT NULL,                      -- student, teacher
    team        INTEGER NOT NULL REFERENCES team (id),
    return_code BLOB UNIQUE,                        -- hash
    frozen      INTEGER NOT NULL DEFAULT 0,
    joined      INTEGER NOT NULL,
    seen        INTEGER                             -- of the last request; none yet
) STRICT;

-- Cookies and personal tokens.
CREATE TABLE session (
    hash   BLOB PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    kind   TEXT NOT NULL,                           -- cookie, token
    made   INTEGER NOT NULL,
    used   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_of ON session (person);

CREATE TABLE bot (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    team     INTEGER NOT NULL REFERENCES team (id),
    name     TEXT NOT NULL,
    name_key TEXT NOT NULL,
    game     TEXT NOT NULL,
    language TEXT NOT NULL,
    exercise TEXT,                                  -- the exercise that it is to solve
    open     INTEGER NOT NULL DEFAULT 0,            -- 1 once the teacher shows its source to all
    UNIQUE (team, name_key)
) STRICT;

-- The present text of a bot.
CREATE TABLE draft (
    bot      INTEGER PRIMARY KEY REFERENCES bot (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,                      -- grows with each change
    files    TEXT NOT NULL,                         -- JSON: {name: text}
    bytes    INTEGER NOT NULL,
    by       INTEGER NOT NULL,                      -- the person, who may be gone
    at       INTEGER NOT NULL
) STRICT;

CREATE TABLE version (
    bot    INTEGER NOT NULL REFERENCES bot (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,                        -- from 1
    files  TEXT NOT NULL,                           -- JSON: {name: text}
    bytes  INTEGER NOT NULL,
    by     INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (bot, number)
) STRICT, WITHOUT ROWID;

-- Refused requests that a teacher should see, the newest ones.
CREATE TABLE incident (
    id     INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    person INTEGER,                                 -- none: a person who is not logged in
    what   TEXT NOT NULL
) STRICT;
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn released_steps_are_as_they_were_also_in_their_comments() {
        // Stored files are compared with these statements letter by letter.
        let released = [
            "90ff8de0f600d4dc",
            "5ebf8841366ec60b",
            "a556e884db5b8a35",
            "f14696e93081ae78",
            "7c9150893dbb252b",
            "96888b35c78d5819",
            "65b78f8835f52d57",
        ];
        assert_eq!(CLASS.step_hashes(), released);
    }
}
