//! Files that are not tournaments are refused, and not a byte of them changes.

use std::fs;

use super::*;
use crate::store::schema::TOURNAMENT;
use juez_storage::sqlite_file::NewerTables;
use rusqlite::Connection;

/// Checks that every way of opening refuses a file with these words, and leaves it and its folder
/// untouched.
#[track_caller]
fn refused(path: &Path, words: &str) {
    let before = (fs::read(path).unwrap(), beside(path));
    for (way, opened) in [
        ("create_or_open", Store::create_or_open(path)),
        ("open", Store::open(path)),
        ("read", Store::read(path)),
    ] {
        let Err(error) = opened else { panic!("{way} takes it") };
        let text = error.to_string();
        assert!(text.contains(words), "{way}: {text}");
        assert!(text.contains(path.file_name().unwrap().to_str().unwrap()), "{way}: {text}");
        assert!(before == (fs::read(path).unwrap(), beside(path)), "{way} touched it");
    }
}

#[test]
fn a_file_that_is_no_database_is_left_as_it_is() {
    let (_folder, path) = place();
    for bytes in [&b"student,bot\nana,ana.lua\n"[..], b"SQLite", &[0; 4096], &[255; 100]] {
        fs::write(&path, bytes).unwrap();
        refused(
            &path,
            "is not a juez tournament: it is not an SQLite database; it was not changed",
        );
    }
}

#[test]
fn a_database_of_another_program_is_left_as_it_is() {
    let (_folder, path) = place();
    for (id, mode) in [(0, "DELETE"), (0x1234_5678, "DELETE"), (7, "WAL")] {
        let db = Connection::open(&path).unwrap();
        db.pragma_update(None, "application_id", id).unwrap();
        db.pragma_update(None, "journal_mode", mode).unwrap();
        db.execute_batch("CREATE TABLE grades (name TEXT); INSERT INTO grades VALUES ('ana')")
            .unwrap();
        drop(db);
        refused(&path, "it is a database of another program");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_database_of_another_program_that_was_killed_keeps_its_journal() {
    let (folder, path) = place();
    let other = folder.path().join("other.db");
    let db = Connection::open(&other).unwrap();
    db.pragma_update(None, "journal_mode", "WAL").unwrap();
    db.execute_batch("CREATE TABLE grades (name TEXT)").unwrap();
    // As after a kill: with a WAL that no process has recovered.
    fs::copy(&other, &path).unwrap();
    fs::copy(folder.path().join("other.db-wal"), folder.path().join("class.db-wal")).unwrap();
    drop(db);
    let wal = fs::read(folder.path().join("class.db-wal")).unwrap();
    assert!(!wal.is_empty());
    refused(&path, "another program");
    assert_eq!(fs::read(folder.path().join("class.db-wal")).unwrap(), wal);
}

#[test]
fn a_file_of_a_newer_juez_is_left_as_it_is() {
    let (_folder, path) = place();
    drop(made(&path, 1, 1));
    let db = Connection::open(&path).unwrap();
    db.pragma_update(None, "user_version", VERSION + 3).unwrap();
    db.close().unwrap();
    let words = format!(
        "was made by a newer juez: its tables are version {}, and this juez knows none above {VERSION}",
        VERSION + 3
    );
    refused(&path, &words);
}

#[test]
fn a_file_with_other_tables_is_not_read_and_keeps_its_rows() {
    let endless = "ALTER TABLE match RENAME TO m; CREATE VIEW match AS
                   WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
                   SELECT m.* FROM m, n";
    for (sql, words) in [
        ("CREATE TRIGGER t AFTER INSERT ON match BEGIN SELECT 1; END", "it has the trigger t"),
        ("CREATE VIEW mine AS SELECT 1", "it has the view mine"),
        ("CREATE TABLE mine (x)", "it has the table mine"),
        (endless, "which juez does not make"),
        ("DROP VIEW played; CREATE VIEW played AS SELECT 1", "its view played is not as juez"),
    ] {
        let (_folder, path) = place();
        drop(made(&path, 2, 2));
        let db = Connection::open(&path).unwrap();
        // Changes table names in the file, as another program can.
        db.execute_batch("PRAGMA legacy_alter_table = ON").unwrap();
        db.execute_batch(sql).unwrap();
        let rows = || -> u32 {
            db.query_row("SELECT count(*) FROM record", [], |row| row.get(0)).unwrap()
        };
        for opened in [Store::create_or_open(&path), Store::open(&path), Store::read(&path)] {
            let Err(error) = opened else { panic!("{sql} is taken") };
            assert!(error.to_string().contains(words), "{sql}: {error}");
            assert!(error.to_string().contains("class.db"), "{sql}: {error}");
        }
        assert_eq!(rows(), 2);
    }
}

#[test]
fn a_file_of_juez_0_1_is_left_as_it_is() {
    let (_folder, path) = place();
    for version in 1..TOURNAMENT.oldest {
        drop(made(&path, 1, 1));
        let db = Connection::open(&path).unwrap();
        db.pragma_update(None, "user_version", version).unwrap();
        db.close().unwrap();
        refused(&path, "was made by juez 0.1, which compressed as zstd: only juez 0.1 reads it");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_newer_version_that_is_only_in_the_wal_is_left_as_it_is() {
    let (folder, path) = place();
    let running = folder.path().join("running.db");
    drop(made(&running, 1, 1));
    let db = Connection::open(&running).unwrap();
    db.pragma_update(None, "user_version", VERSION + 1).unwrap();
    fs::copy(&running, &path).unwrap();
    let wal = folder.path().join("class.db-wal");
    fs::copy(folder.path().join("running.db-wal"), &wal).unwrap();
    drop(db);
    let before = (fs::read(&path).unwrap(), fs::read(&wal).unwrap());
    for opened in [Store::create_or_open(&path), Store::open(&path)] {
        let Err(error) = opened else { panic!("it is taken") };
        assert!(
            matches!(error, StoreError::Newer(_, NewerTables { known: VERSION, .. })),
            "{error}"
        );
        assert!(before == (fs::read(&path).unwrap(), fs::read(&wal).unwrap()));
    }
    assert!(matches!(Store::read(&path), Err(StoreError::Newer(..))));
}

#[test]
fn a_folder_is_no_file() {
    let (folder, _) = place();
    for opened in [Store::create_or_open(folder.path()), Store::read(folder.path())] {
        let Err(error) = opened else { panic!("it is taken") };
        let text = error.to_string();
        assert!(text.contains("is a folder") && text.contains("class.db"), "{text}");
    }
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
}

#[test]
fn what_is_no_ordinary_file_is_refused_without_waiting_for_it() {
    let error = Store::create_or_open(Path::new("/dev/null")).err().unwrap();
    assert!(error.to_string().contains("/dev/null is not a juez tournament"), "{error}");
}

#[test]
fn a_missing_file_is_made_only_where_that_is_wanted() {
    let (_folder, path) = place();
    for opened in [Store::open(&path), Store::read(&path)] {
        assert!(matches!(opened, Err(StoreError::Missing { .. })));
        assert!(beside(&path).is_empty());
    }
    drop(Store::create_or_open(&path).unwrap());
    assert_eq!(beside(&path), ["class.db"]);
    Store::open(&path).unwrap();
    let nowhere = path.join("no").join("class.db");
    assert!(matches!(Store::create_or_open(&nowhere), Err(StoreError::NoFolder { .. })));
    let nowhere = path.with_file_name("no").join("class.db");
    assert!(matches!(Store::create_or_open(&nowhere), Err(StoreError::NoFolder { .. })));
}

#[test]
fn an_empty_file_becomes_a_tournament_only_where_one_is_made() {
    let (_folder, path) = place();
    fs::write(&path, "").unwrap();
    for opened in [Store::open(&path), Store::read(&path)] {
        let Err(error) = opened else { panic!("it is taken") };
        assert!(error.to_string().contains("it is empty"), "{error}");
    }
    assert_eq!(made(&path, 1, 1).revisions().unwrap(), 1);
}

#[test]
fn a_file_may_have_any_name() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a b.db", "50 %?mode=ro#1.db", "año 日本.db", "file:x.db", ":memory:", "a'\"b"]
    {
        let path = folder.path().join(name);
        drop(made(&path, 1, 1));
        assert!(path.is_file(), "{name}");
        assert_eq!(stored(&Store::read(&path).unwrap(), 2), [0], "{name}");
        let still = Store::connect(&path, &path, files::STILL, None).unwrap();
        assert_eq!(stored(&still, 2), [0], "{name}");
    }
}
