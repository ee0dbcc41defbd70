mod school;

use proptest::prelude::*;
use std::path::Path;

use super::super::name::tidy;
use super::*;
use crate::cell::{RosterCell, RosterColumn};

fn roster(text: impl AsRef<[u8]>) -> Result<Roster, RosterError> {
    Roster::parse(text.as_ref(), Path::new("class/roster.csv"), &Columns::default())
}

impl Roster {
    /// Returns the value in a row, by number from 0, and a column; `None` if there is no such
    /// column.
    fn value(&self, row: usize, header: &str) -> Option<String> {
        let column = self.headers().iter().position(|other| other == header)?;
        Some(sheet::value(&self.lines[self.rows.get(row)?.place].fields[column]).into_owned())
    }
}

fn written(roster: &Roster, further: &[RosterColumn]) -> String {
    let mut out = Vec::new();
    roster.write(&mut out, further).expect("a vector takes everything");
    String::from_utf8(out).expect("text")
}

fn column(header: &str, texts: &[&str]) -> RosterColumn {
    let cells = texts.iter().map(|text| RosterCell::Text(text.to_string())).collect();
    RosterColumn { header: header.to_string(), cells }
}

#[track_caller]
fn refused(text: impl AsRef<[u8]>, error: &str) {
    assert_eq!(roster(text).expect_err("refused").to_string(), error);
}

#[test]
fn a_row_has_a_student_and_a_bot_beside_the_roster() {
    let roster = roster("group,Student,BOT\nA, Ana ,bots/ana.lua\nB,Bruno,\n").unwrap();
    let rows = [("Ana", Some(PathBuf::from("class/bots/ana.lua")), 2), ("Bruno", None, 3)];
    let read = roster.rows().iter().map(|row| (row.student.as_str(), row.bot.clone(), row.line));
    assert_eq!(read.collect::<Vec<_>>(), rows);
    assert_eq!(roster.value(1, "group").as_deref(), Some("B"));
    assert_eq!(roster.value(1, "grade"), None);
}

#[test]
fn name_and_file_do_as_well_and_other_names_when_told() {
    assert_eq!(roster("file,name\na.lua,Ana\n").unwrap().rows()[0].student, "Ana");
    let both = roster("name,student,bot\n7,Ana,a.lua\n").unwrap();
    assert_eq!(both.rows()[0].student, "Ana");
    let columns = Columns {
        student: Some("alumno".to_string()),
        bot: Some("Programa".to_string()),
        bots_optional: false,
    };
    let text = "Alumno;programa;student\nAna;a.lua;yes\n";
    let own = Roster::parse(text.as_bytes(), Path::new("r.csv"), &columns).unwrap();
    assert_eq!(own.rows()[0].student, "Ana");
    assert_eq!(own.rows()[0].bot.as_deref(), Some(Path::new("a.lua")));
}

#[test]
fn a_list_of_names_will_do_where_bots_come_from_elsewhere() {
    let columns = Columns { bots_optional: true, ..Columns::default() };
    let names = Roster::parse(b"student\nAna\nBruno\n", Path::new("r.csv"), &columns).unwrap();
    assert_eq!(names.rows().len(), 2);
    assert_eq!(
        written(&names, &[column("pass", &["yes", "no"])]),
        "student,pass\nAna,yes\nBruno,no\n"
    );
}

#[test]
fn fields_are_parted_by_what_the_header_is_parted_by() {
    for text in ["student;bot;a,b,c,d\nAna;x.lua;1\n", "student\tbot\ta,b,c\nAna\tx.lua\t1\n"] {
        let roster = roster(text).unwrap();
        assert_eq!(roster.rows()[0].bot.as_deref(), Some(Path::new("class/x.lua")));
        assert_eq!(roster.headers().len(), 3);
    }
}

#[test]
fn everything_comes_back_to_the_byte() {
    let text = "\u{feff}\r\n\"student\";\"bot\";Nota; \r\n\"Ana\";a.lua;=1+1;\"x\"\n;;;\r\n\
                Ñandú \"el\"; b.lua ;\"two\r\nlines\";\"\"\r\n\nأمل;c.lua;e\u{301} 🏳️‍🌈;";
    assert_eq!(written(&roster(text).unwrap(), &[]), text);
}

#[test]
fn results_come_behind_and_a_second_export_is_the_same() {
    let text = "student;bot;group\r\nAna;a.lua;=A\r\n;;\r\nBruno;b.lua;\"B\"";
    let elo = RosterColumn {
        header: "elo".to_string(),
        cells: [-12.34, 12.34].map(|value| RosterCell::Number { value, decimals: 1 }).to_vec(),
    };
    let further = [elo, column("note", &["=evil()", "a;b"])];
    let first = written(&roster(text).unwrap(), &further);
    assert_eq!(
        first,
        "student;bot;group;elo;note\r\nAna;a.lua;=A;-12,3;'=evil()\r\n;;;;\r\n\
         Bruno;b.lua;\"B\";12,3;\"a;b\""
    );
    let again = roster(&first).unwrap();
    assert_eq!(again.replaced(["elo", "pass", "note"]), ["elo", "note"]);
    assert_eq!(written(&again, &further), first);
    let changed = written(&again, &[column("elo", &["7", "8"])]);
    assert!(changed.contains("Ana;a.lua;=A;7;'=evil()"), "{changed}");
}

#[test]
fn a_class_without_a_roster_has_one_of_names() {
    let names = ["Ana, the first", "=Bruno"].map(str::to_string);
    let roster = Roster::of_students(&names);
    assert_eq!(
        written(&roster, &[column("place", &["1", "2"])]),
        "student,place\n\"Ana, the first\",1\n'=Bruno,2\n"
    );
    assert_eq!(roster.rows()[1].student, "=Bruno");
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    refused("", "class/roster.csv: no header; expected a first line such as student,bot");
    refused("\n\n", "class/roster.csv: no header; expected a first line such as student,bot");
    refused("student,bot\n", "class/roster.csv: no students, only a header");
    refused("student,bot\n,,\n", "class/roster.csv:2: 3 fields, where the header has 2");
    refused("student,bot\nAna\n", "class/roster.csv:2: 1 fields, where the header has 2");
    refused("student,bot\n\n,a.lua\n", "class/roster.csv:3: no student");
    refused(
        "student,bot\nAna,\"a.lua\nBruno,b.lua\n",
        "class/roster.csv:2: the quoted field that begins here is never closed",
    );
    refused("name,bot,Name\nAna,a.lua,x\n", "class/roster.csv:1: two columns are called name");
    refused(
        "studnet,bot\nAna,a.lua\n",
        "class/roster.csv:1: no column called student or name or two called first name and last name; the first line is the header, \
         and has \"studnet\", \"bot\"; did you mean studnet?",
    );
    refused(
        "Ana,ana.lua\nBruno,bruno.lua\n",
        "class/roster.csv:1: no column called student or name or two called first name and last name; the first line is the header, \
         and has \"Ana\", \"ana.lua\"",
    );
}

#[test]
fn nobody_stands_in_it_twice() {
    refused(
        "student,bot\nAna,a.lua\nBruno,b.lua\n Ana ,c.lua\n",
        "class/roster.csv:4: student \"Ana\" is already in line 2, and no column tells them apart: \
         expected one such as id, username or email, with a different value for each",
    );
    refused(
        "student,bot\nAna,a.lua\nBruno,./a.lua\n",
        "class/roster.csv:3: bot \"./a.lua\" is already used in line 2; give each student their \
         own file",
    );
}

#[test]
fn all_bots_that_are_not_there_are_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bruno.lua"), "").unwrap();
    let file = folder.path().join("roster.csv");
    fs::write(&file, "student,bot\nAna,ana.lua\nBruno,brunno.lua\nCarla,bruno.lua\nDani,\n")
        .unwrap();
    let roster = Roster::read(&file, &Columns::default()).unwrap();
    let error = roster.check().unwrap_err().to_string();
    let at = |name: &str| folder.path().join(name).display().to_string();
    assert_eq!(
        error,
        format!(
            "{}: 2 bots are missing:\n  line 2, Ana: {}\n  line 3, Bruno: {}; did you mean bruno.lua?",
            file.display(),
            at("ana.lua"),
            at("brunno.lua")
        )
    );
}

#[cfg(unix)]
#[test]
fn one_file_under_two_names_is_found() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    fs::write(folder.path().join("in/ana.lua"), "").unwrap();
    std::os::unix::fs::symlink("in", folder.path().join("same")).unwrap();
    let file = folder.path().join("roster.csv");
    fs::write(&file, "student,bot\nAna,in/ana.lua\nBruno,same/ana.lua\n").unwrap();
    let error = Roster::read(&file, &Columns::default()).unwrap().check().unwrap_err();
    let RosterError::Wrong { line: Some(3), fault, .. } = &error else { panic!("{error}") };
    assert!(matches!(fault, RosterFault::SameBot { first: 2, .. }), "{error}");
    // A bot that is itself a link is refused when it is read, and affects no other entrant.
    std::os::unix::fs::symlink("ana.lua", folder.path().join("in/bruno.lua")).unwrap();
    fs::write(&file, "student,bot\nAna,in/ana.lua\nBruno,in/bruno.lua\n").unwrap();
    assert!(Roster::read(&file, &Columns::default()).unwrap().check().is_ok());
}

#[test]
fn a_roster_that_is_not_there_is_told() {
    let error = Roster::read(Path::new("nowhere/roster.csv"), &Columns::default()).unwrap_err();
    assert!(error.to_string().starts_with("cannot read roster nowhere/roster.csv: "), "{error}");
}

/// Returns real and unusual names of people.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[=+@\"',;\t\r\n a-z-]{1,8}",
        Just("José".to_string()),
        Just("Jose\u{301}".to_string()),
        Just("أمل بنت خالد".to_string()),
        Just("\u{202e}שלום".to_string()),
        Just("王小明".to_string()),
        Just("👩‍👩‍👧 Ana".to_string()),
    ]
}

/// Returns a table as any program can write it, with the columns that juez reads in the middle.
fn table(delimiter: u8, always: bool) -> impl Strategy<Value = (Vec<Vec<String>>, Vec<u8>)> {
    let row = (name(), prop::collection::vec(name(), 3));
    let rows = prop::collection::vec(row, 1..6);
    rows.prop_map(move |rows| {
        let mut table = vec![["left", "Student", "bot", "right"].map(str::to_string).to_vec()];
        for (i, (student, others)) in rows.into_iter().enumerate() {
            let [left, right, _] = &others[..] else { unreachable!("three of them") };
            let student = format!("{student}{i}");
            table.push(vec![left.clone(), student, format!("{i}.lua"), right.clone()]);
        }
        let quotes = if always { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
        let mut writer =
            csv::WriterBuilder::new().delimiter(delimiter).quote_style(quotes).from_writer(vec![]);
        table.iter().for_each(|row| writer.write_record(row).expect("a vector takes everything"));
        (table, writer.into_inner().expect("a vector takes everything"))
    })
}

proptest! {
    #[test]
    fn export_and_import_are_inverses(
        (table, bytes) in prop_oneof![table(b',', false), table(b';', true), table(b'\t', false)],
        results in prop::collection::vec(name(), 5),
    ) {
        let roster = roster(&bytes).unwrap();
        prop_assert_eq!(written(&roster, &[]).into_bytes(), bytes);
        for (i, row) in table[1..].iter().enumerate() {
            prop_assert_eq!(&roster.rows()[i].student, &tidy(&row[1]));
            prop_assert_eq!(roster.value(i, "left"), Some(row[0].clone()));
            prop_assert_eq!(roster.value(i, "right"), Some(row[3].clone()));
        }

        let cells: Vec<&str> = results.iter().map(String::as_str).cycle().take(table.len() - 1).collect();
        let further = [column("note", &cells), column("pass", &cells)];
        let first = written(&roster, &further);
        let again = self::roster(&first).unwrap();
        prop_assert_eq!(again.rows().len(), roster.rows().len());
        for (i, cell) in cells.iter().enumerate() {
            prop_assert_eq!(&again.rows()[i].student, &roster.rows()[i].student);
            prop_assert_eq!(again.value(i, "left"), roster.value(i, "left"));
            prop_assert_eq!(again.value(i, "right"), roster.value(i, "right"));
            let note = again.value(i, "note").unwrap();
            prop_assert_eq!(note.as_str(), guarded(cell));
        }
        prop_assert_eq!(written(&again, &further), first);
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = roster(&bytes);
    }

    #[test]
    fn no_text_is_too_strange(rest in "[abé,;\"\r\n\t =]{0,60}") {
        let text = format!("student,bot{rest}");
        if let Ok(roster) = roster(&text) {
            prop_assert_eq!(written(&roster, &[]), text);
        }
    }
}
