//! The pages of a report.

use std::fs;
use std::path::Path;

use super::*;
use juez_core::Record;

/// Writes a report with a record for each match and returns its pages.
fn pages(folder: &Path, results: &Results) -> (String, String) {
    let mut record = |number: u32| {
        let mut record = Record::new("quoridor");
        record.moves = vec![format!("m{number}")];
        Some(record)
    };
    html(folder, &Tables::of(results), &mut record).expect("written");
    let page = |name: &str| fs::read_to_string(folder.join(name)).expect("a page");
    (page("index.html"), page("matches.html"))
}

/// Returns the values of attributes with this name.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let mark = format!(" {name}=\"");
    page.split(&mark).skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

#[test]
fn pages_need_no_network_and_run_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (index, matches) = pages(folder.path(), &class());
    for page in [&index, &matches] {
        let page = page.replacen("http-equiv", "", 1);
        for bad in
            ["http", "<script", "<link", "<img", "javascript:", "@import", " style=", " src="]
        {
            assert!(!page.contains(bad), "{bad}");
        }
        assert!(
            !page.contains("url(")
                || page.matches("url(").count() == page.matches("url(#plot)").count()
        );
        assert!(page.contains("default-src 'none'"));
    }
}

#[test]
fn names_cannot_become_markup() {
    let evil = "<b>&\"'</title><script>";
    let mut results = empty(&[evil, "bob", "\u{202e}car\u{1b}[2Jla"]);
    everybody(&mut results, 2, |_, _| 0.0);
    results.plan.name = evil.to_string();
    results.entrants[1].student = Some(evil.to_string());
    results.entrants[1].path = "bots/\u{1b}[2J\u{202e}.lua".to_string();
    results.entrants[2].error = Some("\u{202e}\u{1b}]0;evil".to_string());
    let why = fault(0, 3, FaultKind::Script, &format!("{evil}\u{1b}[2J\u{202e}"));
    played(&mut results, 0, |summary| summary.faults.push(why.clone()));
    settle(&mut results, 1, Status::Failed { error: evil.to_string() });
    let folder = tempfile::tempdir().expect("a folder");
    let (index, matches) = pages(folder.path(), &results);
    for page in [&index, &matches] {
        assert!(!page.contains("<b>") && !page.contains("<script"));
        assert!(page.contains("&lt;b&gt;&amp;&quot;"));
        assert!(!page.contains(['\u{202e}', '\u{1b}']), "nor turn what follows, nor move a cursor");
    }
    for part in crate::report::Part::ALL {
        let path = folder.path().join(format!("{part}.csv"));
        let Ok(sheet) = std::fs::read_to_string(path) else { continue };
        assert!(!sheet.contains(['\u{1b}', '\u{202e}']), "{part}");
    }
}

#[test]
fn every_link_leads_somewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let (index, matches) = pages(folder.path(), &class());
    for page in [&index, &matches] {
        let links = attributes(page, "href");
        assert!(links.len() > 3);
        for link in links {
            match link.strip_prefix('#') {
                Some(id) => assert!(page.contains(&format!(" id=\"{id}\"")), "{link}"),
                None => assert!(folder.path().join(link).is_file(), "{link}"),
            }
        }
    }
    let record = fs::read_to_string(folder.path().join("records/000004.jsonl")).expect("a record");
    assert_eq!(Record::from_line(record.trim_end()).expect("a record").moves, ["m4"]);
    assert!(index.contains("records/000004.jsonl --ply 31 --seat 1"), "how to look again");
}

#[test]
fn ids_are_unique_and_references_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let (index, _) = pages(folder.path(), &class());
    let ids = attributes(&index, "id");
    let mut known = ids.clone();
    known.sort_unstable();
    known.dedup();
    assert_eq!(known.len(), ids.len(), "{ids:?}");
    for label in attributes(&index, "aria-labelledby").iter().flat_map(|ids| ids.split(' ')) {
        assert!(known.contains(&label), "{label}");
    }
}

#[test]
fn tables_can_be_read_aloud() {
    let folder = tempfile::tempdir().expect("a folder");
    let (index, matches) = pages(folder.path(), &class());
    for page in [&index, &matches] {
        assert_eq!(page.matches("<table").count(), page.matches("<caption").count());
        assert_eq!(page.matches("<th ").count(), page.matches("scope=\"").count());
        assert_eq!(page.matches("<th>").count(), 0, "every heading has a scope");
    }
    assert!(index.contains("95 % interval"), "error bars say their ends");
}

#[test]
fn pages_have_the_headings_of_the_sheets() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = class();
    let (index, matches) = pages(folder.path(), &results);
    for (page, part) in [(&index, Part::Seats), (&index, Part::Costs), (&matches, Part::Matches)] {
        let sheet = part::sheet(&Tables::of(&results), part);
        let heads = sheet.columns.iter().map(|column| figure::capital(&column.head));
        let heads: Vec<String> = heads.filter(|head| !head.is_empty()).collect();
        let shown = page.split(" scope=\"col\">").map(|rest| rest.split('<').next().unwrap());
        let shown: Vec<&str> = shown.collect();
        assert!(shown.windows(heads.len()).any(|shown| shown == heads), "{heads:?}: {shown:?}");
    }
}

#[test]
fn every_kind_of_tournament_has_its_pages() {
    let mut swiss = empty(&["ana", "bob", "carla", "dan", "eve"]);
    swiss.plan.format = Format::Swiss;
    add_round(&mut swiss, "round 1", &[&[0, 1], &[2, 3]], 2, |order, _| f64::from(order[0] % 2));
    swiss.rounds[0].byes = vec![4];
    let mut cup = swiss.clone();
    cup.plan.format = Format::Knockout { third_place: true };
    cup.complete = true;
    for (results, listed) in [(&swiss, "Bye: <bdi>eve</bdi>"), (&cup, "rounds bracket")] {
        let folder = tempfile::tempdir().expect("a folder");
        let (index, _) = pages(folder.path(), results);
        assert!(index.contains(listed), "{listed}");
    }
}

#[test]
fn a_report_before_the_first_match_is_a_report() {
    for results in [empty(&["ana", "bob"]), empty(&[])] {
        let folder = tempfile::tempdir().expect("a folder");
        let (index, matches) = pages(folder.path(), &results);
        assert!(index.contains("nothing played yet"));
        assert!(matches.contains("nothing scheduled yet"));
        assert!(!index.contains("NaN") && !index.contains("inf\""));
    }
}

#[test]
fn a_report_is_written_over_and_a_folder_of_somebody_else_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    pages(folder.path(), &class());
    let mut shorter = class();
    shorter.matches = shorter.matches.iter().take(10).collect();
    pages(folder.path(), &shorter);
    assert_eq!(fs::read_dir(folder.path().join("records")).expect("a folder").count(), 10);
    let other = tempfile::tempdir().expect("a folder");
    fs::write(other.path().join("thesis.tex"), "").expect("written");
    let error = html(other.path(), &Tables::of(&class()), &mut |_| None).expect_err("not ours");
    assert!(matches!(error, FolderError::Foreign(_)));
}

#[test]
fn an_entrant_without_opponents_has_no_row_in_the_cross_table() {
    let mut results = class();
    results.entrants.push(results.entrants[1].clone());
    results.entrants[4].player.name = "eve".to_string();
    results.entrants[4].error = Some("eve.lua:3: unexpected symbol".to_string());
    let folder = tempfile::tempdir().expect("a folder");
    let (index, _) = pages(folder.path(), &results);
    let cross =
        index.split("id=\"cross-table\"").nth(1).and_then(|rest| rest.split("</table>").next());
    let cross = cross.expect("a cross-table");
    assert!(cross.contains("<bdi>bob</bdi>") && !cross.contains("<bdi>eve"), "{cross}");
    assert!(index.contains("Entrants without a meeting are left out"));
    assert!(index.contains("cannot play: eve.lua:3: unexpected symbol"), "shown in the standings");
    let text = shown(&Tables::of(&results), &[Part::CrossTable], 80);
    assert!(text.contains("bob") && !text.contains("eve"), "{text}");
    assert_eq!(Tables::of(&results).cross_table.names.len(), 5, "programs get all of them");
}

#[test]
fn a_name_stands_once_where_student_and_bot_are_called_alike() {
    let mut results = class();
    results.entrants[1].student = Some("zoë".to_string());
    results.entrants[3].student = Some("Bob B.".to_string());
    let folder = tempfile::tempdir().expect("a folder");
    let (index, _) = pages(folder.path(), &results);
    let table = index.split("<table class=\"standings\">").nth(1).expect("standings");
    let table = table.split("</table>").next().expect("an end");
    assert_eq!(table.matches("<bdi>zoë</bdi>").count(), 1);
    assert!(table.contains("<bdi>Bob B.</bdi>"), "another name is shown");
}
