//! That nothing is lost: kills, copies.

use serde_json::json;
use std::fs::File;
use std::io::Write;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::site::{ClassServer, FIRST, me, new_bot, run, save};
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
        "ALTER TABLE bot DROP COLUMN maker; ALTER TABLE incident DROP COLUMN times;
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
}

#[test]
fn what_is_no_copy_makes_no_class() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.zip"), "no zip").expect("a file");
    let (status, _, said) = process::run(folder.path(), &["class", "class", "--restore", "x.zip"]);
    assert_eq!(status, 2);
    assert!(said.contains("x.zip is no copy of a class"), "{said}");
    let (status, _, said) = process::run(folder.path(), &["class", "none", "--backup", "y.zip"]);
    assert_eq!(status, 2);
    assert!(said.contains("there is no class in none"), "{said}");
    let mut zip = ZipWriter::new(File::create(folder.path().join("z.zip")).expect("a file"));
    for name in ["matches.db", "class.db"] {
        zip.start_file(name, SimpleFileOptions::default()).expect("a zip");
        zip.write_all(b"no database").expect("a zip");
    }
    zip.finish().expect("a zip");
    let (status, _, said) = process::run(folder.path(), &["class", "class", "--restore", "z.zip"]);
    assert_eq!(status, 2);
    assert!(said.contains("z.zip is no copy of a class"), "{said}");
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
