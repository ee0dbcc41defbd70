//! Tests that feedback keeps other students' data private.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{feedback, file_names};
use juez_core::{By, FaultKind, Hook, HookLog, Ply, Reason, Record, Seat, Team};

use crate::report::folder::FolderError;
use crate::report::own::{Bot, Outcome, Student};
use crate::report::sample::{add_round, change, empty, everybody, fault, played, settle};
use crate::report::tables::Tables;
use juez_storage::gzip;
use juez_tournament::Benching;
use juez_tournament::Matches;
use juez_tournament::Results;
use juez_tournament::Shape;
use juez_tournament::Status;

/// Returns three students with these names and the teacher's `greedy`, which wins every match.
fn class(names: [&str; 3]) -> Results {
    let mut results = empty(&["greedy", "bot-a", "bot-b", "bot-c"]);
    for (entrant, name) in (1..).zip(names) {
        results.entrants[entrant].student = Some(name.to_string());
    }
    results.plan.criteria = vec![
        "beats greedy in 60 % of 20 games, with 95 % confidence".parse().expect("a criterion"),
    ];
    everybody(&mut results, 10, |order, _| match (order[0], order[1]) {
        (0, _) => 1.0,
        (_, 0) => 0.0,
        _ => 0.5,
    });
    results
}

/// Returns the record of a match with logs of all bots and the faults of its summary.
fn record(results: &Results, number: u32) -> Option<Record> {
    let result = results.matches.iter().nth(number as usize)?;
    let mut record = Record::new("quoridor");
    record.moves = vec!["e2".to_string(), "e8".to_string()];
    let wrote = |seat: usize| {
        let who = results.entrants[result.job.order[seat] as usize].name();
        Some(vec![format!("thoughts of {who}")])
    };
    let ply = |seat| Ply { log: wrote(seat), ..Ply::unasked(By::Bot) };
    record.plies = vec![ply(0), ply(1)];
    let log = |seat: usize| HookLog {
        seat: Seat::new(seat as u8),
        hook: Hook::Finish,
        fuel: None,
        log: wrote(seat).unwrap_or_default(),
    };
    record.logs = vec![log(0), log(1)];
    let summary = result.played()?;
    record.end = Some(juez_core::End {
        reason: summary.reason,
        ranks: summary.ranks,
        points: summary.points,
        faults: summary.faults.clone(),
    });
    Some(record)
}

/// Returns all files written by feedback, by name, with records unpacked.
fn written(folder: &Path, results: &Results) -> BTreeMap<String, String> {
    feedback(folder, &Tables::of(results), results, &mut |number| record(results, number))
        .expect("written");
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    files
        .map(|path| {
            let name = path.file_name().expect("a name").to_str().expect("text").to_string();
            let bytes = fs::read(&path).expect("a file");
            let bytes = if name.ends_with(".gz") {
                gzip::unpack(&bytes).expect("packed records")
            } else {
                bytes
            };
            (name, String::from_utf8(bytes).expect("text"))
        })
        .collect()
}

#[test]
fn each_student_has_a_page_and_the_teachers_bots_have_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = written(folder.path(), &class(["Ana", "Bruno", "Carla"]));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "juez-report.txt",
            "student-Ana.html",
            "student-Ana.jsonl.gz",
            "student-Bruno.html",
            "student-Bruno.jsonl.gz",
            "student-Carla.html",
            "student-Carla.jsonl.gz",
            "students.html",
        ]
    );
    let page = &files["student-Ana.html"];
    for listed in ["<bdi>Ana</bdi>", "Pass criteria", "Place", "95 % interval", "bot-a"] {
        assert!(page.contains(listed), "{listed}");
    }
    // Of sixty matches each student plays half; each has its record and its location.
    assert_eq!(files["student-Ana.jsonl.gz"].lines().count(), 60);
    assert!(page.contains("juez replay student-Ana.jsonl.gz --record-number N"));
    assert!(!page.contains("student-Bruno"), "no way to the page of another");
}

#[test]
fn without_students_every_entrant_has_a_page() {
    let mut results = class(["", "", ""]);
    results.entrants.iter_mut().for_each(|entrant| entrant.student = None);
    let folder = tempfile::tempdir().expect("a folder");
    let files = written(folder.path(), &results);
    assert_eq!(files.keys().filter(|name| name.ends_with(".jsonl.gz")).count(), 4);
    assert!(files.contains_key("student-greedy.html"));
}

#[test]
fn a_student_sees_the_own_fault_with_its_command_and_no_fault_of_another() {
    let mut results = class(["Ana", "Bruno", "Carla"]);
    let number = results.matches.iter().position(|m| m.job.order == [2, 1]).expect("they met");
    // Bruno is in seat 0, Ana in seat 1.
    let of_bruno = fault(0, 0, FaultKind::IllegalMove, "the shame of bruno");
    let of_ana = fault(1, 1, FaultKind::Script, "the shame of ana");
    played(&mut results, number, |summary| {
        summary.faults.extend([of_bruno.clone(), of_ana.clone()]);
    });
    let folder = tempfile::tempdir().expect("a folder");
    let files = written(folder.path(), &results);
    for (own, other) in [("Ana", "bruno"), ("Bruno", "ana")] {
        let page = &files[&format!("student-{own}.html")];
        let records = &files[&format!("student-{own}.jsonl.gz")];
        for text in [page, records] {
            assert!(text.contains(&format!("the shame of {}", own.to_lowercase())), "{own}");
            assert!(!text.contains(&format!("the shame of {other}")), "{own}");
        }
    }
    let page = &files["student-Ana.html"];
    assert!(page.contains("main.lua:12"), "the place");
    let first = files["student-Ana.jsonl.gz"]
        .lines()
        .position(|line| line.contains("the shame of ana"))
        .expect("the record is there");
    let command = format!(
        "juez debug student-Ana.jsonl.gz <span class=\"argument\">--record-number {first}</span>"
    );
    assert!(page.contains(&command), "{command}");
    let other = &files["student-Carla.html"];
    assert!(!other.contains("shame") && !files["student-Carla.jsonl.gz"].contains("shame"));
}

#[test]
fn what_others_wrote_is_not_in_the_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = written(folder.path(), &class(["Ana", "Bruno", "Carla"]));
    let records = &files["student-Ana.jsonl.gz"];
    assert_eq!(records.matches("thoughts of bot-a").count(), 2 * 60, "at its ply and at the end");
    assert!(!records.contains("thoughts of bot-b") && !records.contains("thoughts of greedy"));
    for line in records.lines() {
        let record = Record::from_line(line).expect("a record");
        assert_eq!(record.moves.len(), 2, "the played moves are there");
    }
}

#[test]
fn what_is_missing_to_pass_is_told() {
    let page = |results: &Results| {
        let folder = tempfile::tempdir().expect("a folder");
        written(folder.path(), results).remove("student-Ana.html").expect("a page")
    };
    let results = class(["Ana", "Bruno", "Carla"]);
    let text = page(&results);
    assert!(text.contains("The lower end of the interval must reach 60 %"), "{text}");
    let mut few = results.clone();
    let met = few.matches.of([1, 0]).last().expect("they met");
    settle(&mut few, met.job.number as usize, Status::Due);
    few.complete = false;
    let text = page(&few);
    assert!(text.contains("1 more game against greedy before it can be decided"), "{text}");
    let mut lenient = results;
    lenient.plan.criteria = vec!["beats greedy in 60 %".parse().expect("a criterion")];
    let text = page(&lenient);
    assert!(text.contains("The required score is 60 %; it is 0 %."), "{text}");
}

#[test]
fn who_does_not_play_is_told_why() {
    let mut results = class(["Ana", "Bruno", "Carla"]);
    change(&mut results, |result| result.status = Status::Due);
    results.entrants[1].error = Some("main.lua:3: oops".to_string());
    results.benchings = vec![Benching { entrant: 2, after: 7 }];
    let folder = tempfile::tempdir().expect("a folder");
    let files = written(folder.path(), &results);
    assert!(files["student-Ana.html"].contains("main.lua:3: oops"));
    assert!(files["student-Bruno.html"].contains("Benched after match 7"));
    assert!(!files["student-Carla.html"].contains("oops"));
    assert!(files["students.html"].contains("main.lua:3: oops"), "the teacher sees all");
    assert!(!files.contains_key("student-Carla.jsonl.gz"), "nothing was played");
}

#[test]
fn hostile_names_are_safe_in_files_and_on_pages() {
    let long = "é".repeat(300);
    let evil = "../../<script>alert(1)</script>\n\u{202e}\u{1b}[2J";
    let results = class([evil, &long, ".."]);
    let folder = tempfile::tempdir().expect("a folder");
    let files = written(folder.path(), &results);
    assert_eq!(files.len(), 2 + 3 * 2, "all of them in the folder");
    for (name, text) in &files {
        assert!(!name.contains(['/', '\\', '<', '\n', '\u{202e}']), "{name:?}");
        for bad in ["<script", "\u{202e}", "\u{1b}"] {
            assert!(!text.contains(bad), "{name}: {bad:?}");
        }
        assert!(!text.contains("http://") && !text.contains("https://"), "{name}");
    }
}

#[test]
fn pages_of_students_who_are_gone_go_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    written(folder.path(), &class(["Ana", "Bruno", "Carla"]));
    fs::write(folder.path().join("notes.txt"), "mine").expect("written");
    let files = written(folder.path(), &class(["Ana", "Bruno", "Dora"]));
    assert!(files.contains_key("student-Dora.html") && !files.contains_key("student-Carla.html"));
    assert_eq!(files["notes.txt"], "mine");
    let other = tempfile::tempdir().expect("a folder");
    fs::write(other.path().join("thesis.tex"), "").expect("written");
    let results = class(["Ana", "Bruno", "Carla"]);
    let error = feedback(other.path(), &Tables::of(&results), &results, &mut |_| None);
    assert!(matches!(error, Err(FolderError::Foreign(_))));
}

/// Returns the results of a bot's matches on the page, with the reasons for their ends.
fn ends(results: &Results, name: &str) -> Vec<(Outcome, String)> {
    let tables = Tables::of(results);
    let mut students = Student::all(&tables);
    let of_name = |bot: &&mut Bot<'_>| bot.standing.name == name;
    let bot = students.iter_mut().flat_map(|student| &mut student.bots).find(of_name);
    let bot = bot.expect("a bot of a student");
    bot.find_matches(results);
    bot.matches.iter().map(|own| (own.outcome, own.end.clone())).collect()
}

#[test]
fn a_forfeit_is_laid_to_the_side_that_lost_by_it() {
    let mut results = class(["Ana", "Bruno", "Carla"]);
    let number = results.matches.iter().position(|m| m.job.order == [0, 1]).expect("they met");
    // greedy wins, although it had one fault, as with strikes.
    played(&mut results, number, |summary| {
        summary.reason = Reason::Forfeit;
        summary.faults.push(fault(0, 3, FaultKind::Script, "one strike"));
        summary.faults.push(fault(1, 4, FaultKind::Script, "the last strike"));
    });
    results.entrants[0].student = Some("Gema".to_string());
    let forfeited = |name: &str| {
        let ends = ends(&results, name).into_iter();
        ends.filter(|(_, end)| end.starts_with("forfeited")).collect::<Vec<_>>()
    };
    let won = (Outcome::Won, "forfeited by another bot".to_string());
    assert_eq!(forfeited("greedy"), [won]);
    let lost = (Outcome::Lost, "forfeited by a fault of its side".to_string());
    assert_eq!(forfeited("bot-a"), [lost]);
}

#[test]
fn a_walkover_at_a_table_of_three_has_no_rank_and_is_no_draw() {
    let mut results = class(["Ana", "Bruno", "Carla"]);
    results.shape = Shape::new(vec![Team(0), Team(1), Team(2)], 3);
    results.rounds.clear();
    results.matches = Matches::new();
    add_round(&mut results, "round 1", &[&[1, 2, 3]], 1, |_, _| 0.0);
    let benched = Status::Walkover { benched: vec![0] };
    settle(&mut results, 0, benched);
    let ends = ends(&results, "bot-b");
    assert_eq!(ends[0], (Outcome::Open, "not played: walkover".to_string()));
    assert!(matches!(ends[1].0, Outcome::Rank(_, 3)), "{ends:?}");
}

#[test]
fn matches_that_are_to_come_take_no_place_of_those_that_were_played() {
    let mut results = class(["Ana", "Bruno", "Carla"]);
    let last = results.matches.len() - 1;
    change(&mut results, |result| {
        if (result.job.number as usize) < last {
            result.status = Status::Due;
        }
    });
    results.complete = false;
    let names: Vec<String> = ["bot-a", "bot-b", "bot-c"].map(str::to_string).to_vec();
    let all: usize = names.iter().map(|name| ends(&results, name).len()).sum();
    assert_eq!(all, 2, "the two bots of the only match that was played");
}

fn of(names: &[&str]) -> Vec<String> {
    file_names(names.iter().copied())
}

#[test]
fn any_name_is_a_safe_file_and_no_two_are_the_same() {
    assert_eq!(
        of(&["Ana García", "../../etc/passwd", "a\nb", "..", "", "李小龙", "CON", "x\u{202e}y"]),
        [
            "student-Ana-García",
            "student-etc-passwd",
            "student-a-b",
            "student-unnamed",
            "student-unnamed-2",
            "student-李小龙",
            "student-CON",
            "student-x-y",
        ]
    );
    assert_eq!(of(&["a/b", "a b", "A-B"]), ["student-a-b", "student-a-b-2", "student-A-B-3"]);
    assert_eq!(of(&["a b", "a-b-2", "a.b"]), ["student-a-b", "student-a-b-2", "student-a-b-3"]);
    let long = "é".repeat(300);
    let both = of(&[&long, &long]);
    assert!(both.iter().all(|name| name.len() < 120) && both[0] != both[1], "{both:?}");
}
