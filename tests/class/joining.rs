//! One name for each browser and address; further names wait for the teacher.

use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};

use juez::class::{Class, ClassErrorKind, Joined, Origin, PersonId};

use super::site::{ClassServer, me, session};
use crate::server::client::Client;

#[test]
fn an_id_that_is_no_part_of_a_header_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let id = || Class::open(folder.path()).expect("a class").0.id().expect("an id");
    let first = id();
    assert_eq!(id(), first, "it lasts");
    let db = rusqlite::Connection::open(folder.path().join("class.db")).expect("a file");
    let set = |id: &str| db.execute("UPDATE setting SET value = ?1 WHERE name = 'id'", [id]);
    for bad in ["", "a\r\nb: cd", "ñandú123", "abcdefghi"] {
        set(bad).expect("a setting");
        let fresh = id();
        assert!(
            fresh.len() == 8 && fresh.bytes().all(|sign| sign.is_ascii_alphanumeric()),
            "{fresh}"
        );
    }
}

/// A class without a server.
struct Alone {
    class: Class,
    code: String,
    _folder: tempfile::TempDir,
}

impl Alone {
    fn new() -> Alone {
        let folder = tempfile::tempdir().expect("a folder");
        let (class, _) = Class::open(folder.path()).expect("a class");
        let code = class.join_code().expect("a code");
        Alone { class, code, _folder: folder }
    }

    /// Asks to join from a browser at an address. Returns the number of the person if they are in.
    fn joins(&self, name: &str, browser: &str, address: u8) -> Option<PersonId> {
        match self.class.join(&self.code, name, origin(browser, address)).expect("a free name") {
            Joined::In(login, _) => Some(login.person.id),
            Joined::Waits(_) => None,
        }
    }

    fn waits(&self) -> Vec<String> {
        self.class.waiting().expect("a list").into_iter().map(|one| one.name).collect()
    }

    /// Returns a class of `n` students with a device each, at the addresses from 100 on.
    fn with_students(n: u8) -> Alone {
        let alone = Alone::new();
        for n in 0..n {
            let browser = format!("device {n}");
            assert!(alone.joins(&format!("Student {n}x"), &browser, 100 + n).is_some(), "{n}");
        }
        alone
    }
}

fn origin(browser: &str, address: u8) -> Origin<'_> {
    let address = Ipv4Addr::new(192, 168, 1, address);
    Origin { browser, address: Some(IpAddr::V4(address)) }
}

#[test]
fn a_class_behind_one_address_joins_without_the_teacher() {
    let alone = Alone::new();
    for n in 0..35 {
        assert!(alone.joins(&format!("Student {n}x"), &format!("device {n}"), 1).is_some(), "{n}");
    }
    assert!(alone.waits().is_empty());
}

#[test]
fn a_class_behind_two_addresses_joins_without_the_teacher() {
    let alone = Alone::new();
    for n in 0..30 {
        let (name, browser) = (format!("Student {n}x"), format!("device {n}"));
        assert!(alone.joins(&name, &browser, 1 + n % 2).is_some(), "{n}");
    }
}

#[test]
fn from_a_shared_address_more_than_a_big_class_waits() {
    let alone = Alone::new();
    let joined = |n: u32| alone.joins(&format!("Name {n}x"), &format!("device {n}"), 1).is_some();
    assert_eq!((0..60).filter(|n| joined(*n)).count(), 40);
    assert_eq!(alone.waits().len(), 20);
}

#[test]
fn where_each_device_has_its_address_a_second_name_from_one_waits() {
    let alone = Alone::with_students(6);
    // Each private window counts as a separate browser.
    for n in 0..5 {
        assert_eq!(alone.joins(&format!("Second {n}x"), &format!("private {n}"), 103), None);
    }
    let waiting = alone.class.waiting().expect("a list");
    assert_eq!(waiting.len(), 5);
    assert_eq!(waiting[0].address, ["Student 3x"], "the teacher sees whose address it is");
    assert!(alone.joins("Late", "another device", 50).is_some(), "others join");
}

#[test]
fn a_student_who_moves_takes_the_address_along() {
    let alone = Alone::with_students(6);
    let Joined::In(login, _) = alone.class.join(&alone.code, "Eve", origin("eve", 1)).expect("Eve")
    else {
        panic!("a device of her own")
    };
    // The session is used from another address, as on the next day.
    let kind = juez::class::SessionKind::Cookie;
    let address = origin("eve", 2).address;
    assert!(alone.class.session(&login.secret, kind, address).expect("a class").is_some());
    assert_eq!(alone.joins("Eve II", "private", 2), None);
    assert!(alone.joins("Bea", "a tablet", 1).is_some(), "the address that she left is free");
}

#[test]
fn a_browser_with_an_earlier_login_waits_and_comes_in_under_another_name_with_a_yes() {
    let alone = Alone::with_students(6);
    assert_eq!(alone.joins("Bea", "device 2", 102), None, "a shared computer");
    assert_eq!(alone.joins("Beatriz", "device 2", 50), None, "the last name counts");
    let waiting = alone.class.waiting().expect("a list");
    assert_eq!((waiting.len(), waiting[0].name.as_str()), (1, "Beatriz"));
    assert_eq!(waiting[0].browser, ["Student 2x"]);
    let from = origin("device 2", 102);
    assert!(alone.class.enter(from).is_err(), "not yet");
    assert_eq!(alone.class.accept(&[waiting[0].id]).expect("they wait"), [""; 0]);
    assert!(alone.class.wait_of("device 2").expect("a class").expect("a wait").accepted);
    let (login, code) = alone.class.enter(from).expect("the teacher said yes");
    assert_eq!(login.person.name, "Beatriz");
    assert!(alone.class.enter(from).is_err(), "once");
    assert_eq!(alone.class.come_back(&code, from).expect("her code").person.id, login.person.id);
}

#[test]
fn a_person_comes_back_on_any_machine_without_the_teacher() {
    let alone = Alone::with_students(6);
    let Joined::In(login, code) =
        alone.class.join(&alone.code, "Iris", origin("iris", 1)).expect("Iris")
    else {
        panic!("a device of her own")
    };
    let again = alone.class.come_back(&code, origin("device 1", 101)).expect("her code");
    assert_eq!(again.person.id, login.person.id);
    // The machine knows her now.
    assert_eq!(alone.joins("Zora", "device 1", 77), None);
    let waiting = alone.class.waiting().expect("a list");
    assert_eq!(waiting[0].browser, ["Iris", "Student 1x"]);
}

#[test]
fn where_computers_are_shared_the_teacher_need_not_be_asked() {
    let alone = Alone::with_students(6);
    alone.class.set_asks_about_second_names(false).expect("a setting");
    assert!(alone.joins("Bea", "device 2", 102).is_some());
    assert!(alone.joins("Leo", "private", 102).is_some());
    alone.class.set_asks_about_second_names(true).expect("a setting");
    assert_eq!(alone.joins("Zoe", "device 2", 102), None);
}

#[test]
fn nobody_joins_from_the_browsers_of_a_paused_person() {
    let alone = Alone::with_students(6);
    let eve = alone.joins("Eve", "eve", 1).expect("a device of her own");
    assert_eq!(alone.joins("Eva", "eve", 1), None);
    alone.class.freeze(&[eve], true).expect("a student");
    assert!(alone.waits().is_empty(), "who waits there waits no more");
    for address in [1, 2] {
        let refused = alone.class.join(&alone.code, "Eve II", origin("eve", address));
        let refused = refused.expect_err("paused");
        assert_eq!(refused.kind(), ClassErrorKind::Forbidden, "{refused}");
    }
    alone.class.set_asks_about_second_names(false).expect("a setting");
    assert!(alone.class.join(&alone.code, "Eve II", origin("eve", 1)).is_err(), "not even then");
    alone.class.set_asks_about_second_names(true).expect("a setting");
    alone.class.freeze(&[eve], false).expect("a student");
    assert_eq!(alone.joins("Eve II", "eve", 1), None, "asks the teacher again");
}

#[test]
fn at_the_address_of_a_paused_person_the_teacher_is_asked_also_where_a_class_shares_it() {
    let alone = Alone::new();
    let eve = alone.joins("Eve", "eve", 1).expect("the first");
    assert!(alone.joins("Ana", "ana", 1).is_some());
    alone.class.freeze(&[eve], true).expect("a student");
    assert_eq!(alone.joins("Eve II", "private", 1), None);
    alone.class.freeze(&[eve], false).expect("a student");
    assert!(alone.joins("Leo", "leo", 1).is_some());
}

#[test]
fn a_removed_person_leaves_a_browser_that_asks_and_no_name() {
    let alone = Alone::with_students(6);
    let eve = alone.joins("Eve", "eve", 1).expect("a device of her own");
    alone.class.remove_people(&[eve]).expect("a student");
    assert_eq!(alone.joins("Eve", "eve", 2), None);
    let waiting = alone.class.waiting().expect("a list");
    assert!(waiting[0].removed && waiting[0].browser.is_empty(), "{waiting:?}");
    alone.class.accept(&[waiting[0].id]).expect("she waits");
    alone.class.enter(origin("eve", 2)).expect("the teacher said yes");
    alone.joins("Eve II", "eve", 2);
    let waiting = alone.class.waiting().expect("a list");
    assert!(!waiting[0].removed, "that is settled: {waiting:?}");
}

#[test]
fn the_teacher_says_yes_or_no_to_all_at_once_or_to_nobody() {
    let alone = Alone::with_students(6);
    for n in 0..3 {
        assert_eq!(alone.joins(&format!("Late {n}x"), &format!("private {n}"), 100), None);
    }
    let ids: Vec<_> = alone.class.waiting().expect("a list").iter().map(|one| one.id).collect();
    let unknown = [&ids[..], &[4711]].concat();
    assert!(alone.class.accept(&unknown).is_err() && alone.class.refuse(&unknown).is_err());
    assert_eq!(alone.waits().len(), 3);
    // Another person has taken the name meanwhile.
    assert!(alone.joins("late 1X", "elsewhere", 55).is_some());
    assert_eq!(alone.class.accept(&ids).expect("they wait"), ["Late 1x"]);
    assert_eq!(alone.waits(), ["Late 1x"]);
    alone.class.refuse(&ids[1..2]).expect("it waits");
    assert!(alone.class.wait_of("private 1").expect("a class").is_none());
    assert!(alone.class.enter(origin("private 1", 100)).is_err());
}

#[test]
fn made_up_names_keep_nobody_from_waiting() {
    let alone = Alone::with_students(6);
    let ask = |n: u32| {
        let (name, browser) = (format!("Name {n}x"), format!("private {n}"));
        alone.class.join(&alone.code, &name, origin(&browser, 100)).is_ok()
    };
    assert_eq!((0..200).filter(|n| ask(*n)).count(), 40);
    assert_eq!(alone.joins("Bea", "device 3", 103), None, "others are asked about");
    assert_eq!(alone.waits().len(), 41);
}

#[test]
fn a_page_waits_and_comes_in_by_itself() {
    let site = ClassServer::start();
    let (mut teacher, mut machine) = (site.teacher(), site.person("Ana"));
    assert_eq!(machine.post("/api/class/leave", &json!({})).status, 204);
    let answer = site.join(&mut machine, "Bea");
    assert_eq!((answer.status, answer.json()), (202, json!({"name": "Bea", "accepted": false})));
    let wait = |machine: &mut Client| machine.get("/api/class").json()["wait"].clone();
    assert_eq!(wait(&mut machine)["accepted"], false);
    assert_eq!(machine.post("/api/class/enter", &json!({})).status, 404);
    let waiting = teacher.get("/api/class/waiting").json();
    assert_eq!(waiting[0]["browser"], json!(["Ana"]), "{waiting}");
    let yes = json!({"waiting": [waiting[0]["id"]], "accept": true});
    assert_eq!(teacher.post("/api/class/waiting", &yes).json(), json!([]));
    assert_eq!(wait(&mut machine)["accepted"], true);
    let answer = machine.post("/api/class/enter", &json!({}));
    assert_eq!((answer.status, &answer.json()["name"]), (200, &json!("Bea")));
    assert_eq!(me(&mut machine)["person"]["name"], "Bea");
    let code = json!({"code": answer.json()["code"]});
    assert_eq!(site.stranger().post("/api/class/return", &code).status, 204);
    assert_eq!(wait(&mut machine), Value::Null);
}

#[test]
fn a_refused_page_waits_no_more() {
    let site = ClassServer::start();
    let (mut teacher, mut machine) = (site.teacher(), site.person("Ana"));
    machine.post("/api/class/leave", &json!({}));
    assert_eq!(site.join(&mut machine, "Ana II").status, 202);
    let waiting = teacher.get("/api/class/waiting").json();
    let no = json!({"waiting": [waiting[0]["id"]], "accept": false});
    assert_eq!(teacher.post("/api/class/waiting", &no).status, 200);
    assert_eq!(machine.get("/api/class").json()["wait"], Value::Null);
    assert_eq!(machine.post("/api/class/enter", &json!({})).status, 404);
}

#[test]
fn the_browser_of_a_paused_person_is_refused_and_the_teacher_sees_it() {
    let site = ClassServer::start();
    let (mut teacher, mut eve) = (site.teacher(), site.person("Eve"));
    let id = me(&mut eve)["person"]["id"].clone();
    let pause = json!({"change": "freeze", "people": [id], "frozen": true});
    assert_eq!(teacher.post("/api/class/people", &pause).status, 204);
    assert_eq!(site.join(&mut eve, "Eve II").status, 403, "also while she is logged in");
    eve.post("/api/class/leave", &json!({}));
    assert_eq!(site.join(&mut eve, "Eve III").status, 403);
    let seen = teacher.get("/api/class/incidents").json().to_string();
    assert!(seen.contains("paused an account in this browser"), "{seen}");
}

#[test]
fn two_classes_of_one_machine_do_not_log_each_other_out() {
    let (one, other) = (ClassServer::start(), ClassServer::start());
    // One browser sends all cookies of the host to both ports.
    let mut browser = one.person("Ana");
    browser.host = other.host.clone();
    assert_eq!(me(&mut browser), Value::Null);
    assert_eq!(other.join(&mut browser, "Ana María").status, 200);
    assert_eq!(me(&mut browser)["person"]["name"], "Ana María");
    browser.host = one.host.clone();
    assert_eq!(me(&mut browser)["person"]["name"], "Ana");
    assert_eq!(browser.post("/api/class/leave", &json!({})).status, 204);
    browser.host = other.host.clone();
    assert_eq!(me(&mut browser)["person"]["name"], "Ana María");
    assert_ne!(session(&one.person("Bea")).0, session(&other.person("Bea")).0);
}
