//! Lists as written by spreadsheets and platforms.

use super::*;

#[test]
fn a_list_of_western_windows_is_read_and_comes_back() {
    let text = b"sep=;\r\nstudent;bot\r\nJos\xe9;b.lua\r\n\x80\x81;c.lua\r\n";
    let roster = roster(text).unwrap();
    assert_eq!(roster.rows()[0].student, "José");
    assert_eq!(roster.encoding(), Encoding::Windows1252);
    assert_eq!(
        roster.note().unwrap(),
        "class/roster.csv is not UTF-8 and is read as Windows-1252; if names look wrong, save it as UTF-8"
    );
    let mut out = Vec::new();
    assert_eq!(roster.write(&mut out, &[]).unwrap(), Encoding::Windows1252);
    assert_eq!(out, text);
    let mut out = Vec::new();
    let note = column("note", &["é", ""]);
    roster.write(&mut out, &[note]).unwrap();
    assert_eq!(out, b"sep=;\r\nstudent;bot;note\r\nJos\xe9;b.lua;\xe9\r\n\x80\x81;c.lua;\r\n");
    let note = column("note", &["李", ""]);
    let mut out = Vec::new();
    assert_eq!(roster.write(&mut out, &[note]).unwrap(), Encoding::Utf8);
    assert!(out.starts_with("\u{feff}sep=;".as_bytes()), "a program sees that it is another now");
}

#[test]
fn unicode_text_of_excel_is_read_and_comes_back() {
    let text = "\u{feff}student\tbot\r\nJosé 🤖\tb.lua\r\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [little, big] {
        let roster = roster(&bytes).unwrap();
        assert_eq!(roster.rows()[0].student, "José 🤖");
        assert_eq!(
            roster.note().unwrap(),
            "class/roster.csv is not UTF-8 and is read as UTF-16; if names look wrong, save it as UTF-8"
        );
        let mut out = Vec::new();
        roster.write(&mut out, &[]).unwrap();
        assert_eq!(out, bytes);
    }
}

#[test]
fn what_is_no_text_is_told_with_its_line() {
    for (bytes, line) in [(&b"student,bot\n\0\xe9,b.lua\n"[..], 2), (b"\xff\xfes\0t", 1)] {
        refused(
            bytes,
            &format!(
                "class/roster.csv:{line}: not text; save the roster as UTF-8 (in a spreadsheet: \
                 \"CSV UTF-8\")"
            ),
        );
    }
}

#[test]
fn a_first_line_for_excel_says_what_parts_fields() {
    let text = "sep=|\nstudent|bot;a,b|c\nAna|x.lua|1\n";
    let read = Roster::parse(
        text.as_bytes(),
        Path::new("r.csv"),
        &Columns { bots_optional: true, ..Columns::default() },
    );
    let read = read.unwrap();
    assert_eq!((read.rows()[0].student.as_str(), read.rows()[0].line), ("Ana", 3));
    assert_eq!(read.headers(), ["student", "bot;a,b", "c"]);
    assert_eq!(written(&read, &[column("note", &["n"])]).lines().next(), Some("sep=|"));
}

/// Returns the students of a list of names.
fn students(text: &str) -> Vec<String> {
    let columns = Columns { bots_optional: true, ..Columns::default() };
    let roster = Roster::parse(text.as_bytes(), Path::new("r.csv"), &columns).unwrap();
    roster.rows().iter().map(|row| row.student.clone()).collect()
}

#[test]
fn first_and_last_names_in_two_columns_are_one_name() {
    for header in [
        "Nombre;Apellidos",
        "Nombre;Apellido(s)",
        "First name;Last name",
        "First name;Surname",
        "Name;Surname",
        "Vorname;Nachname",
        "Nome;Cognome",
        "pre\u{301}nom;nom",
        "nom;cognoms",
    ] {
        assert_eq!(students(&format!("{header};x\n Ana ;García;1\n")), ["Ana García"], "{header}");
    }
    assert_eq!(students("Last Name,First Name\nGarcía,Ana\n"), ["Ana García"]);
    assert_eq!(students("Full name\nAna García\n"), ["Ana García"]);
    assert_eq!(
        students("student,First name,Last name\nx,Ana,García\n"),
        ["x"],
        "it says so itself"
    );
}

#[test]
fn names_are_kept_composed_and_on_one_line() {
    assert_eq!(
        students("student\nGarci\u{301}a\n\"a\u{1b}\nb\u{202e}\"\n"),
        ["Garc\u{ed}a", "a\u{fffd}\u{fffd}b"]
    );
    refused(
        "student,bot\nJosé,a.lua\nJose\u{301},b.lua\n",
        "class/roster.csv:3: student \"José\" is already in line 2, and no column tells them \
         apart: expected one such as id, username or email, with a different value for each",
    );
}

#[test]
fn students_of_one_name_have_their_ids_behind_it() {
    let text =
        "student,ID number,email\nMarta Gómez,,m1@x.org\nAna,3,a@x.org\nMarta Gómez,2,m2@x.org\n";
    assert_eq!(students(text), ["Marta Gómez (m1@x.org)", "Ana", "Marta Gómez (m2@x.org)"]);
    let text = "Nombre,Apellidos,Número de ID\nMarta,Gómez,1\nMarta,Gómez,2\n";
    assert_eq!(students(text), ["Marta Gómez (1)", "Marta Gómez (2)"]);
    refused(
        "student,bot,id\nAna,a.lua,1\nAna,b.lua,1\n",
        "class/roster.csv:3: student \"Ana\" is already in line 2, and no column tells them apart: \
         expected one such as id, username or email, with a different value for each",
    );
}

#[test]
fn rows_of_platforms_that_are_of_no_student_come_back_as_they_were() {
    let canvas = "Student,ID,SIS User ID,SIS Login ID,Section,Bots (77)\n\
                  ,,,,,Manual Posting\n    Points Possible,,,,,\"10,00\"\n\
                  \"Sanz, Eva\",31,A31,eva,B,\n\"Student, Test\",99,,9f3c,B,\n";
    let columns = Columns { bots_optional: true, ..Columns::default() };
    let read = |text: &str| Roster::parse(text.as_bytes(), Path::new("r.csv"), &columns).unwrap();
    let roster = read(canvas);
    assert_eq!(roster.rows().len(), 1);
    assert_eq!(roster.rows()[0].ids, ["A31", "31", "eva"]);
    assert_eq!(
        written(&roster, &[column("mark", &["9"])]),
        canvas
            .replace("77)\n", "77),mark\n")
            .replace("eva,B,\n", "eva,B,,9\n")
            .replace("Posting\n", "Posting,\n")
            .replace("10,00\"\n", "10,00\",\n")
            .replace("9f3c,B,\n", "9f3c,B,,\n")
    );
    let brightspace = "OrgDefinedId,Username,Last Name,First Name,Bots Points Grade,End-of-Line \
                       Indicator\n#31,#esanz,Sanz,Eva,,#\n";
    let roster = read(brightspace);
    assert_eq!(roster.rows()[0].ids, ["31", "esanz"]);
    assert_eq!(written(&roster, &[]), brightspace);
}

#[test]
fn a_title_above_the_header_comes_back() {
    let sakai = "\"Bots\",\"Points\"\n\n\"Display ID\",\"ID\",\"Last Name\",\"First Name\",\"grade\"\n\
                 \"esanz\",\"esanz\",\"Sanz\",\"Eva\",\"\"\n";
    let columns = Columns { bots_optional: true, ..Columns::default() };
    let roster = Roster::parse(sakai.as_bytes(), Path::new("r.csv"), &columns).unwrap();
    assert_eq!(roster.rows()[0].student, "Eva Sanz");
    assert_eq!(
        written(&roster, &[column("mark", &["9"])]),
        sakai.replace("\"grade\"\n", "\"grade\",mark\n").replace(",\"\"\n", ",\"\",9\n")
    );
}

#[test]
fn a_list_of_names_with_commas_needs_no_quotes() {
    let text = "student\nSanz Gil, Eva\nPérez, Íñigo\n";
    let columns = Columns { bots_optional: true, ..Columns::default() };
    let roster = Roster::parse(text.as_bytes(), Path::new("r.csv"), &columns).unwrap();
    let parts = roster.rows()[0].parts.clone();
    assert_eq!(parts, Some(["Eva".to_string(), "Sanz Gil".to_string()]));
    assert_eq!(
        written(&roster, &[column("mark", &["9", ""])]),
        "student;mark\nSanz Gil, Eva;9\nPérez, Íñigo;\n"
    );
}
