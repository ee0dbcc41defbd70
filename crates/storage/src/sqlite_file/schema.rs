//! Compares the schema of an open file with juez's own.

use rusqlite::Connection;
use rusqlite::limits::Limit;

use super::{FileKind, Unusable, version};
use juez_core::plain;

/// Maximum bytes of a value that is read: the size of the longest record.
const LONGEST_VALUE: i32 = 256 << 20;
/// Maximum characters of a name in an error.
const SHOWN_CHARS: usize = 60;

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Object {
    kind: String,
    name: String,
    table: String,
    /// The statement that created it; `None` for an index that SQLite creates for a key.
    sql: Option<String>,
}

impl FileKind<'_> {
    /// Checks an untrusted open file before anything in it is read: a trigger would change written
    /// data, and a view in place of a table would run a query of its author. Distrusts functions in
    /// the schema, and limits values to 256 MiB.
    ///
    /// # Errors
    /// If its version is unknown or its schema differs from that version's.
    pub fn guard(&self, db: &Connection) -> Result<(), Unusable> {
        db.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")?;
        db.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
        let version = version(db)?;
        self.check_version(version)?;
        let made = Connection::open_in_memory()?;
        let steps = version.saturating_sub(self.oldest - 1) as usize;
        self.steps.iter().take(steps).try_for_each(|step| made.execute_batch(step))?;
        let expected = objects(&made, usize::MAX)?;
        match difference(&objects(db, expected.len() + 1)?, &expected) {
            Some(why) => Err(Unusable::Foreign(why.into())),
            None => Ok(()),
        }
    }

    /// Checks the whole of an open file: its pages, rows and references.
    ///
    /// # Errors
    /// If it is damaged, or cannot be read.
    pub fn check_whole(&self, db: &Connection) -> Result<(), Unusable> {
        let first: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if first != "ok" {
            return Err(Unusable::Foreign(format!("it is damaged: {}", shown(&first)).into()));
        }
        let mut references = db.prepare("PRAGMA foreign_key_check")?;
        let mut broken = references.query([])?;
        let Some(row) = broken.next()? else { return Ok(()) };
        let table: String = row.get(0)?;
        let table = shown(&table);
        let why = format!(
            "it is damaged: a row of its table {table} refers to a row that does not exist"
        );
        Err(Unusable::Foreign(why.into()))
    }
}

/// Returns at most `most` objects of a file, in order.
fn objects(db: &Connection, most: usize) -> rusqlite::Result<Vec<Object>> {
    let sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema
               ORDER BY type, name, tbl_name, sql LIMIT ?1";
    let read = |row: &rusqlite::Row<'_>| {
        let (kind, name, table, sql) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(Object { kind, name, table, sql })
    };
    db.prepare(sql)?.query_map([i64::try_from(most).unwrap_or(i64::MAX)], read)?.collect()
}

/// Describes the first object that differs from juez's schema.
fn difference(found: &[Object], expected: &[Object]) -> Option<String> {
    let named = |one: &Object| format!("{} {}", shown(&one.kind), shown(&one.name));
    if let Some(other) = found.iter().find(|one| !expected.contains(one)) {
        let mut same = expected.iter().map(|one| (&one.kind, &one.name));
        return Some(match same.find(|same| *same == (&other.kind, &other.name)) {
            Some(_) => format!("its {} is not as juez makes it", named(other)),
            None => format!("it has the {}, which juez does not make", named(other)),
        });
    }
    let missing = expected.iter().find(|one| !found.contains(one));
    missing.map(|one| format!("it lacks the {}", named(one)))
}

/// Shortens a text of the file and makes it plain.
fn shown(text: &str) -> String {
    plain(&text.chars().take(SHOWN_CHARS).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: FileKind<'_> = FileKind {
        application_id: 7,
        oldest: 2,
        steps: &[
            "CREATE TABLE person (id INTEGER PRIMARY KEY AUTOINCREMENT, role TEXT UNIQUE) STRICT;
             CREATE VIEW roles AS SELECT role FROM person;",
            "ALTER TABLE person ADD COLUMN age INTEGER; CREATE INDEX by_age ON person (age)",
        ],
    };

    fn file(more: &str) -> Connection {
        let db = Connection::open_in_memory().expect("a database");
        KIND.migrate(&db).expect("its tables");
        db.execute_batch(more).expect("more of it");
        db
    }

    #[track_caller]
    fn refused(more: &str, words: &str) {
        let Err(Unusable::Foreign(why)) = KIND.guard(&file(more)) else {
            panic!("{more} is taken")
        };
        assert_eq!(why, words, "{more}");
    }

    #[test]
    fn a_file_as_juez_makes_it_is_taken_in_every_version() {
        KIND.guard(&file("INSERT INTO person (role) VALUES ('student')")).expect("the newest");
        let first = FileKind { steps: &KIND.steps[..1], ..KIND };
        let db = Connection::open_in_memory().expect("a database");
        KIND.guard(&db).expect("an empty one");
        first.migrate(&db).expect("its tables");
        KIND.guard(&db).expect("an older one");
        KIND.migrate(&db).expect("the newest tables");
        KIND.guard(&db).expect("one brought up to date");
    }

    #[test]
    fn whatever_else_has_a_statement_is_refused_by_its_name() {
        let trigger = "CREATE TRIGGER promote AFTER INSERT ON person
                       BEGIN UPDATE person SET role = 'teacher'; END";
        refused(trigger, "it has the trigger promote, which juez does not make");
        refused("CREATE TABLE notes (x)", "it has the table notes, which juez does not make");
        refused("CREATE VIEW more AS SELECT 1", "it has the view more, which juez does not make");
        refused(
            "CREATE INDEX other ON person (role)",
            "it has the index other, which juez does not make",
        );
        refused("DROP INDEX by_age", "it lacks the index by_age");
    }

    #[test]
    fn a_view_or_an_expression_in_the_place_of_ours_is_refused() {
        refused(
            "DROP VIEW roles; DROP INDEX by_age; DROP TABLE person; DELETE FROM sqlite_sequence;
             CREATE VIEW person AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id FROM n)
             SELECT id, 'teacher' AS role, 1 AS age FROM n",
            "it has the view person, which juez does not make",
        );
        refused(
            "DROP INDEX by_age; CREATE INDEX by_age ON person (abs(age))",
            "its index by_age is not as juez makes it",
        );
        refused(
            "DROP VIEW roles; CREATE VIEW roles AS SELECT upper(role) AS role FROM person",
            "its view roles is not as juez makes it",
        );
        refused(
            "DROP VIEW roles; DROP TABLE person; CREATE TABLE person (id INTEGER PRIMARY KEY, role)",
            "its table person is not as juez makes it",
        );
    }

    #[test]
    fn an_object_under_a_name_of_sqlite_is_refused() {
        refused(
            "PRAGMA writable_schema = ON;
             INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_x', 'person', 0,
                 'CREATE TRIGGER sqlite_x AFTER INSERT ON person BEGIN SELECT 1; END')",
            "it has the trigger sqlite_x, which juez does not make",
        );
    }

    #[test]
    fn a_longer_value_than_any_is_an_error() {
        let db = file("INSERT INTO person (role) VALUES ('student')");
        KIND.guard(&db).expect("it is taken");
        let long = format!("SELECT length(zeroblob({}))", LONGEST_VALUE + 1);
        let read = db.query_row(&long, [], |row| row.get::<_, i64>(0));
        assert!(read.is_err(), "{read:?}");
    }

    #[test]
    fn a_row_without_the_one_it_names_is_damage() {
        let kind = FileKind {
            steps: &["CREATE TABLE a (id INTEGER PRIMARY KEY);
                      CREATE TABLE b (a INTEGER REFERENCES a)"],
            ..KIND
        };
        let db = Connection::open_in_memory().expect("a database");
        kind.migrate(&db).expect("its tables");
        kind.check_whole(&db).expect("it is whole");
        db.execute_batch("PRAGMA foreign_keys = OFF; INSERT INTO b VALUES (4)").expect("a row");
        let Err(Unusable::Foreign(why)) = kind.check_whole(&db) else { panic!("it is taken") };
        assert_eq!(why, "it is damaged: a row of its table b refers to a row that does not exist");
    }
}
