//! CSV, and text in narrow columns.

use super::*;

fn sheet(tables: &Tables, part: Part) -> String {
    let mut out = Vec::new();
    super::csv::sheet(tables, part, &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("text")
}

fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader
        .records()
        .map(|row| row.expect("a row of the same length").iter().map(str::to_string).collect())
        .collect()
}

#[test]
fn every_part_is_a_table_that_a_spreadsheet_reads() {
    let mut results = class();
    results.plan.criteria = vec!["beats minimax in 60 %".parse().expect("a criterion")];
    let tables = Tables::of(&results);
    for part in tables.parts() {
        let text = sheet(&tables, part);
        let rows = rows(&text);
        assert!(rows.len() > 1, "{part}");
        assert_eq!(text.matches("\r\n").count(), text.matches('\n').count(), "{part}");
        let heads = &rows[0];
        let mut known = heads.clone();
        known.sort();
        known.dedup();
        assert_eq!(known.len(), heads.len(), "{part}: {heads:?}");
    }
}

#[test]
fn figures_come_back_from_csv_as_they_were() {
    let results = class();
    let tables = Tables::of(&results);
    let rows = rows(&sheet(&tables, Part::Standings));
    let column = |name: &str| rows[0].iter().position(|head| head == name).expect(name);
    for (row, standing) in rows[1..].iter().zip(&tables.standings) {
        assert_eq!(row[column("name")], standing.name);
        assert_eq!(row[column("points")].parse(), Ok(standing.points));
        assert_eq!(row[column("score_low")].parse().ok(), standing.score.and_then(|s| s.low));
        assert_eq!(row[column("elo")].parse().ok(), standing.elo.map(|elo| elo.value));
        let [won, ..] = standing.won_drawn_lost.expect("two sides");
        assert_eq!(row[column("wins")].parse(), Ok(won));
    }
}

#[test]
fn a_name_is_no_formula() {
    let names = ["=1+1", "+x", "-y", "@sum", "comma, \"quoted\"\nname", "plain"];
    let mut results = empty(&names);
    everybody(&mut results, 1, |_, _| 0.5);
    let tables = Tables::of(&results);
    let text = sheet(&tables, Part::Standings);
    let rows = rows(&text);
    let written: Vec<&str> = rows[1..].iter().map(|row| row[1].as_str()).collect();
    assert_eq!(written, ["'=1+1", "'+x", "'-y", "'@sum", names[4], "plain"]);
    let elo = rows[0].iter().position(|head| head == "elo_low").expect("a column");
    assert!(rows[1][elo].parse().is_ok_and(|low: f64| low < 0.0), "numbers stay numbers");
}

#[test]
fn nothing_in_csv_moves_a_cursor_or_turns_the_writing() {
    let mut results = empty(&["\u{1b}[2Jana", "b\u{202e}ob"]);
    everybody(&mut results, 1, |_, _| 0.5);
    let why = fault(0, 3, FaultKind::Script, "line 1\nline 2\u{7}");
    played(&mut results, 0, |summary| summary.faults.push(why.clone()));
    let tables = Tables::of(&results);
    for part in tables.parts() {
        let text = sheet(&tables, part);
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{part}: {text}");
    }
    assert!(
        sheet(&tables, Part::Faults).contains("line 1 line 2"),
        "a bot writes no line of its own"
    );
}

#[test]
fn csv_files_are_written_beside_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("tables");
    csv(&out, &Tables::of(&class()), &Part::ALL).expect("written");
    csv(&out, &Tables::of(&class()), &[Part::Standings]).expect("written again");
    let mut files: Vec<String> = std::fs::read_dir(&out)
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().into_string().expect("text"))
        .collect();
    files.sort();
    let mut expected: Vec<String> = Part::ALL.iter().map(|part| format!("{part}.csv")).collect();
    expected.push("juez-report.txt".to_string());
    expected.sort();
    assert_eq!(files, expected);
}

#[test]
fn what_does_not_fit_is_dropped_and_named() {
    let results = class();
    let tables = Tables::of(&results);
    for width in [40, 60, 80, 132, 200] {
        let text = shown(&tables, &Part::ALL, width);
        let widest = text.lines().map(unicode_width::UnicodeWidthStr::width).max();
        assert!(widest <= Some(width), "{width}: {text}");
        assert!(text.contains("李小龙"), "names are never dropped: {text}");
    }
    let narrow = shown(&tables, &[Part::Standings], 40);
    assert!(narrow.contains("Hidden (output too narrow):"), "{narrow}");
    assert!(narrow.contains("points"), "{narrow}");
}

#[test]
fn forty_entrants_have_their_cross_table_in_several_squares() {
    let names: Vec<String> = (0..40).map(|n| format!("student{n:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut results = empty(&names);
    everybody(&mut results, 1, |order, _| f64::from(u8::from(order[0] < order[1])));
    let tables = Tables::of(&results);
    let text = shown(&tables, &[Part::Standings, Part::CrossTable], 80);
    assert!(text.lines().all(|line| unicode_width::UnicodeWidthStr::width(line) <= 80), "{text}");
    assert!(text.contains("Cross-table, against 1 to "), "{text}");
    assert!(text.contains(" to 40\n"), "{text}");
    let rows = text.lines().filter(|line| line.contains("student39")).count();
    assert_eq!(rows, 1 + text.matches("Cross-table").count());
}

#[test]
fn nothing_played_yet_is_said() {
    for results in [empty(&["ana", "bob"]), empty(&[])] {
        let tables = Tables::of(&results);
        let text = shown(&tables, &Screen::default().parts, 80);
        assert!(text.contains("nothing played yet"), "{text}");
        for part in Part::ALL {
            assert!(!shown(&tables, &[part], 80).is_empty());
            assert!(sheet(&tables, part).ends_with("\r\n"));
        }
    }
    let text = shown(&Tables::of(&empty(&["ana"])), &[Part::Standings], 80);
    assert!(text.contains("ana"), "who has entered is shown: {text}");
}
