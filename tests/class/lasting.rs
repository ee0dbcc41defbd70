//! Nothing is lost: kills and copies.

use rusqlite::Connection;
use serde_json::json;
use std::fs::File;
use std::io::{Read, Write};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::site::{ClassServer, FIRST, me, new_bot, run, save};
use super::tournaments::{board_when, change, is_in, planned};
use crate::server::client::record_of;
use crate::server::process;

#[test]
fn a_kill_loses_no_confirmed_change_and_keeps_everybody_logged_in() {
    let site = ClassServer::start();
    let (mut ana, code) = site.joined("Ana");
    let (mut teacher, join_code) = (site.teacher(), site.join_code.clone());
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let mut revision = 1;
    for n in 0..50 {
        let answer = save(&mut ana, bot, revision, &format!("{FIRST} -- {n}"));
        revision = answer.json()["revision"].as_i64().expect("a revision");
    }
    let site = ClassServer::within(site.kill(), &[]);
    assert_eq!((site.teacher_key.as_ref(), &site.join_code), (None, &join_code));
    ana.host.clone_from(&site.host);
    teacher.host.clone_from(&site.host);
    assert_eq!(me(&mut ana)["person"]["name"], "Ana");
    assert_eq!(teacher.get("/api/class/people").status, 200);
    let page = ana.get(&format!("/api/class/bots/{bot}")).json();
    assert_eq!(page["draft"]["revision"], revision);
    assert_eq!(page["draft"]["files"]["main.lua"], format!("{FIRST} -- 49"));
    assert_eq!(site.stranger().post("/api/class/return", &json!({"code": code})).status, 204);
}

#[test]
fn a_class_of_the_first_version_keeps_its_bots_with_their_makers() {
    let site = ClassServer::start();
    let (mut ana, code) = site.joined("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let folder = site.kill();
    let db = rusqlite::Connection::open(folder.path().join("class/class.db")).expect("a file");
    db.execute_batch(
        "DROP TABLE browser; DROP TABLE waiting; DROP TABLE solved; DROP TABLE answer; DROP TABLE question; DROP TABLE tournament;
         ALTER TABLE session DROP COLUMN browser;
         ALTER TABLE bot DROP COLUMN released; ALTER TABLE bot DROP COLUMN ladder; ALTER TABLE version DROP COLUMN sound;
         ALTER TABLE bot DROP COLUMN maker; ALTER TABLE incident DROP COLUMN times;
         PRAGMA user_version = 1",
    )
    .expect("it is as it was");
    drop(db);
    let site = ClassServer::within(folder, &[]);
    let mut ana = site.stranger();
    assert_eq!(ana.post("/api/class/return", &json!({"code": code})).status, 204);
    assert_eq!(ana.get(&format!("/api/class/bots/{bot}")).status, 200);
    let db = site.folder.path().join("class/class.db");
    let db = rusqlite::Connection::open(db).expect("a file");
    let maker = db.query_row(
        "SELECT maker = person.id FROM bot, person WHERE person.name_key = 'ana'",
        [],
        |row| row.get(0),
    );
    assert_eq!(maker, Ok(true));
}

#[test]
fn matches_that_a_removed_person_has_left_are_deleted_when_the_class_starts() {
    let site = ClassServer::start();
    let (mut ana, mut leo) = (site.person("Ana"), site.person("Leo"));
    for client in [&mut ana, &mut leo] {
        let bot = new_bot(client, "Racer", FIRST);
        let id = run(client, bot, FIRST, &["draft", "random"]);
        record_of(client, &id);
    }
    let folder = site.kill();
    let db = Connection::open(folder.path().join("class/class.db")).expect("a file");
    db.execute("DELETE FROM person WHERE name = 'Ana'", []).expect("she is gone");
    drop(db);
    let folder = ClassServer::within(folder, &[]).kill();
    let db = Connection::open(folder.path().join("class/matches.db")).expect("a file");
    let left: i64 =
        db.query_row("SELECT count(*) FROM match", [], |row| row.get(0)).expect("a number");
    assert_eq!(left, 1, "that of Leo");
}

#[test]
fn a_second_juez_leaves_an_open_class_alone() {
    let site = ClassServer::start();
    let (code, _, said) =
        process::run(site.folder.path(), &["class", "class", "--bind", "127.0.0.1:0"]);
    assert_eq!(code, 2);
    assert!(said.contains("another juez has the class in class open"), "{said}");
}

#[test]
fn a_copy_made_while_the_class_is_open_gives_it_back() {
    let site = ClassServer::start();
    let (mut ana, code) = site.joined("Ana");
    let bot = new_bot(&mut ana, "Racer", FIRST);
    let id = run(&mut ana, bot, FIRST, &["draft", "random"]);
    let record = record_of(&mut ana, &id).text();
    let mut teacher = site.teacher();
    let tournament = planned(&mut teacher, &json!({"built_in": ["random"]}));
    let folder = site.folder.path();
    #[cfg(unix)]
    {
        let mode = std::fs::metadata(folder.join("class")).expect("a folder").permissions();
        let mode = std::os::unix::fs::PermissionsExt::mode(&mode);
        assert_eq!(mode & 0o777, 0o700, "other users of the machine see nothing");
    }
    let (status, _, said) = process::run(folder, &["class", "class", "--backup", "monday.zip"]);
    assert_eq!(status, 0, "{said}");
    let (status, _, said) = process::run(folder, &["class", "class", "--backup", "monday.zip"]);
    assert_eq!(status, 2, "an older copy is not overwritten: {said}");
    save(&mut ana, bot, 1, "-- after the copy");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let copy = folder.join("monday.zip");
    let copy = copy.to_str().expect("a path");
    let (status, _, said) = process::run(elsewhere.path(), &["class", "class", "--restore", copy]);
    assert_eq!(status, 0, "{said}");
    let (status, _, _) = process::run(elsewhere.path(), &["class", "class", "--restore", copy]);
    assert_eq!(status, 2, "a class that is there is not overwritten");
    let again = ClassServer::within(elsewhere, &[]);
    let mut ana = again.stranger();
    assert_eq!(ana.post("/api/class/return", &json!({"code": code})).status, 204);
    let page = ana.get(&format!("/api/class/bots/{bot}")).json();
    assert_eq!(page["draft"]["files"]["main.lua"], FIRST);
    assert_eq!(record_of(&mut ana, &id).text(), record);
    teacher.host.clone_from(&again.host);
    assert_eq!(change(&mut teacher, tournament, "start"), 204);
    board_when(&mut ana, tournament, is_in("finished"));
}

#[test]
fn what_is_no_copy_makes_no_class() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.zip"), "no zip").expect("a file");
    let (status, _, said) = process::run(folder.path(), &["class", "class", "--restore", "x.zip"]);
    assert_eq!(status, 2);
    assert!(said.contains("x.zip is not a copy of a class"), "{said}");
    let (status, _, said) = process::run(folder.path(), &["class", "none", "--backup", "y.zip"]);
    assert_eq!(status, 2);
    assert!(said.contains("no class in none"), "{said}");
    let mut zip = ZipWriter::new(File::create(folder.path().join("z.zip")).expect("a file"));
    for name in ["matches.db", "class.db"] {
        zip.start_file(name, SimpleFileOptions::default()).expect("a zip");
        zip.write_all(b"no database").expect("a zip");
    }
    zip.finish().expect("a zip");
    let (status, _, said) = process::run(folder.path(), &["class", "class", "--restore", "z.zip"]);
    assert_eq!(status, 2);
    assert!(said.contains("z.zip is not a copy of a class"), "{said}");
    let mut left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|file| file.expect("a file").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["x.zip", "z.zip"], "nothing else is left");
}

#[test]
fn a_new_teacher_key_ends_the_sessions_of_the_old_one() {
    let site = ClassServer::start();
    let (mut teacher, old) = (site.teacher(), site.teacher_key.clone());
    let site = ClassServer::within(site.kill(), &["--new-teacher-key"]);
    teacher.host.clone_from(&site.host);
    assert_eq!(teacher.get("/api/class/people").status, 401);
    let old = json!({"code": old});
    assert_eq!(site.stranger().post("/api/class/teach", &old).status, 401);
    assert_eq!(site.teacher().get("/api/class/people").status, 200);
}

/// A copy of a class of one student with a bot that has played.
struct Copy {
    folder: TempDir,
}

impl Copy {
    fn new() -> Copy {
        let site = ClassServer::start();
        let (mut ana, _) = site.joined("Ana");
        let bot = new_bot(&mut ana, "Racer", FIRST);
        let id = run(&mut ana, bot, FIRST, &["draft", "random"]);
        record_of(&mut ana, &id).text();
        let folder = site.kill();
        let (status, _, said) =
            process::run(folder.path(), &["class", "class", "--backup", "sound.zip"]);
        assert_eq!(status, 0, "{said}");
        Copy { folder }
    }

    fn unpacked(&self, name: &str) -> Vec<u8> {
        let file = File::open(self.folder.path().join("sound.zip")).expect("a copy");
        let mut bytes = Vec::new();
        let mut zip = ZipArchive::new(file).expect("a zip");
        zip.by_name(name).expect("a file").read_to_end(&mut bytes).expect("its bytes");
        bytes
    }

    /// Returns the bytes of one of its files after another program has changed it.
    fn changed(&self, name: &str, sql: &str) -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        std::fs::write(&path, self.unpacked(name)).expect("a file");
        let db = Connection::open(&path).expect("a database");
        db.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE").expect("alone");
        db.execute_batch(sql).expect(sql);
        drop(db);
        std::fs::read(&path).expect("a file")
    }

    /// Checks that restoring these files in place of the sound ones is refused with these words and
    /// leaves nothing.
    #[track_caller]
    fn refused(&self, files: &[(&str, &[u8])], words: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut zip = ZipWriter::new(File::create(folder.path().join("x.zip")).expect("a file"));
        for name in ["class.db", "matches.db"] {
            let other = files.iter().find(|(other, _)| *other == name);
            let bytes = other.map_or_else(|| self.unpacked(name), |(_, bytes)| bytes.to_vec());
            zip.start_file(name, SimpleFileOptions::default()).expect("a zip");
            zip.write_all(&bytes).expect("a zip");
        }
        zip.finish().expect("a zip");
        let (status, _, said) =
            process::run(folder.path(), &["class", "class", "--restore", "x.zip"]);
        assert_eq!(status, 2, "{words}: {said}");
        assert!(said.contains("x.zip is not a copy of a class: "), "{words}: {said}");
        assert!(said.contains(words), "{words}: {said}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "{words}");
    }

    #[track_caller]
    fn refused_after(&self, name: &str, sql: &str, words: &str) {
        self.refused(&[(name, &self.changed(name, sql))], words);
    }
}

#[test]
fn a_copy_that_another_program_has_changed_is_refused_and_leaves_nothing() {
    let copy = Copy::new();
    let trigger = "CREATE TRIGGER up AFTER INSERT ON session
                   BEGIN UPDATE person SET role = 'teacher'; END";
    copy.refused_after("class.db", trigger, "it has the trigger up, which juez does not make");
    let view = "ALTER TABLE incident RENAME TO x; CREATE VIEW incident AS SELECT * FROM x";
    copy.refused_after("class.db", view, "which juez does not make");
    copy.refused_after(
        "matches.db",
        "CREATE TABLE extra (x)",
        "it has the table extra, which juez does not make",
    );
    copy.refused_after("matches.db", "PRAGMA user_version = 99", "was made by a newer juez");
    copy.refused_after("matches.db", "PRAGMA application_id = 7", "of another program");
    for (sql, words) in [
        ("UPDATE bot SET language = 'exe'", "bot 1 is not valid"),
        (
            "UPDATE bot SET id = -1; UPDATE draft SET bot = -1; UPDATE version SET bot = -1",
            "bot -1 is not valid",
        ),
        ("UPDATE person SET role = 'owner'", "is not valid"),
        ("UPDATE person SET role = 'teacher'", "it has 2 teachers, and a class has one"),
        ("UPDATE person SET name = 'a' || char(27) || 'b'", "is not valid"),
        (
            "UPDATE person SET team = 77",
            "a row of its table person refers to a row that does not exist",
        ),
        ("UPDATE person SET seen = 9223372036854775807", "is not valid"),
        ("UPDATE draft SET revision = 9223372036854775807", "a draft of bot 1 is not valid"),
        ("UPDATE draft SET files = '{\"../x.lua\": \"\"}'", "a draft of bot 1 is not valid"),
        ("UPDATE version SET number = 4294967295", "a version of bot 1 is not valid"),
        (
            "INSERT INTO tournament (name, game, state, matches, at)
             VALUES ('cup', 'quoridor', 'lost', 1, 1)",
            "tournament 1 is not valid",
        ),
        ("UPDATE version SET sound = 2", "version 1 of bot 1 is not valid"),
        ("UPDATE bot SET released = 9", "bot 1 is not valid"),
        ("UPDATE version SET files = '['", "a version of bot 1 is not valid"),
        ("UPDATE sqlite_sequence SET seq = 9223372036854775807", "a row number is too large"),
        ("UPDATE setting SET value = replace(value, 'm=19456', 'm=4194304')", "no teacher key"),
        ("UPDATE session SET kind = 'root'", "a session is not valid"),
        ("UPDATE session SET browser = x'07'", "a session is not valid"),
        ("UPDATE browser SET address = hex(zeroblob(40))", "a browser is not valid"),
        (
            "INSERT INTO waiting (browser, name, address, at) VALUES (x'07', 'Eva', '', 1)",
            "request 1 to join is not valid",
        ),
    ] {
        copy.refused_after("class.db", sql, words);
    }
    for (sql, words) in [
        ("UPDATE bundle SET language = 'exe'", "the source"),
        ("UPDATE bundle SET files = x'00'", "the source"),
        ("UPDATE match SET plan = '{}'", "the match"),
        ("UPDATE match SET status = 'won'", "the match"),
        ("INSERT INTO seat (match, seat) VALUES (1, 5)", "this table has no seat 5"),
        ("INSERT INTO seat (match, seat) VALUES (9, 1)", "a row of its table seat refers to"),
    ] {
        copy.refused_after("matches.db", sql, words);
    }
}

#[test]
fn a_copy_that_is_damaged_or_padded_is_refused_and_leaves_nothing() {
    let copy = Copy::new();
    copy.refused(
        &[("matches.db", b"no database, whatever its name says")],
        "not an SQLite database",
    );
    copy.refused(&[("class.db", b"")], "class.db");
    let mut torn = copy.unpacked("class.db");
    torn.truncate(torn.len() / 2);
    copy.refused(&[("class.db", &torn)], "malformed");
    // These bytes compress to almost nothing: more than a database of that size can have.
    let mut padded = copy.unpacked("matches.db");
    padded.resize((16 << 20) + 1, 0);
    copy.refused(
        &[("matches.db", &padded)],
        "matches.db: it is larger than any database of a class",
    );
    // A page of one table put into another.
    let mut crossed = copy.unpacked("class.db");
    let pages = crossed.len() / 4096;
    crossed.copy_within((pages - 2) * 4096..(pages - 1) * 4096, 4 * 4096);
    copy.refused(&[("class.db", &crossed)], "class");
}

#[cfg(unix)]
#[test]
fn restored_files_are_for_their_user_alone() {
    let copy = Copy::new();
    let folder = copy.folder.path();
    // An existing folder keeps its own rights.
    std::fs::create_dir(folder.join("again")).expect("a folder");
    let (status, _, said) = process::run(folder, &["class", "again", "--restore", "sound.zip"]);
    assert_eq!(status, 0, "{said}");
    for name in ["class.db", "matches.db"] {
        let file = std::fs::metadata(folder.join("again").join(name)).expect("a file");
        let mode = std::os::unix::fs::PermissionsExt::mode(&file.permissions());
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_class_whose_file_another_program_has_changed_does_not_start() {
    let site = ClassServer::start();
    let folder = site.kill();
    let db = Connection::open(folder.path().join("class/class.db")).expect("a file");
    db.execute_batch("CREATE TRIGGER up AFTER INSERT ON session BEGIN SELECT 1; END").expect("it");
    drop(db);
    let (status, _, said) =
        process::run(folder.path(), &["class", "class", "--bind", "127.0.0.1:0"]);
    assert_eq!(status, 2);
    assert!(said.contains("it has the trigger up, which juez does not make"), "{said}");
    let (status, _, said) = process::run(folder.path(), &["class", "class", "--backup", "x.zip"]);
    assert_eq!(status, 2);
    assert!(said.contains("it has the trigger up, which juez does not make"), "{said}");
}
