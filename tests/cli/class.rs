//! A class on its way from submissions to a grade sheet.

use std::fs;
use std::io::{Cursor, Write};

use crate::cli::folder::{FIRST, Folder, RUNNER};

/// A list with content as teachers keep it: other scripts, quotes, a formula, line ends of
/// spreadsheets.
const ROSTER: &str = "\u{feff}id;Student;Notes\r\n\
                      7;José Núñez;\"said \"\"soon\"\"\"\r\n\
                      8;李小龙;=A1+1\r\n\
                      9;أمل;\r\n\
                      10;Zoë 🤖;\"two\nlines\"\r\n";

const PLAN: &str = "\
game = 'quoridor'
bots = ['random']
roster = 'roster.csv'
submissions = 'in'
deadline = '2026-12-01 23:59 UTC'
pass = ['beats random in 60 % of 12 games, with 90 % confidence']
games = 12
seed = 1
";

fn class() -> Folder {
    Folder::new()
        .with("roster.csv", ROSTER)
        .with("class.toml", PLAN)
        .with("in/jose_núñez/2026-11-20T10-00.lua", "return {")
        .with("in/José Núñez/2026-11-20T10-00.lua", RUNNER)
        .with("in/José Núñez/2026-11-21T10-00.lua", "return {")
        .with("in/José Núñez/2026-12-02T00-00.lua", RUNNER)
        .with("in/李小龙/bot-20261120-1000/main.lua", FIRST)
        .with("in/أمل/20261202-1000.lua", RUNNER)
}

#[test]
fn a_class_gets_its_list_back_with_grades() {
    let folder = class();
    folder
        .juez("tournament class.toml")
        .warns_of("deadline 2026-12-01 23:59:00 UTC (2026-12-01T23:59:00Z)\n")
        .warns_of("2026-12-02T00-00.lua came too late, on 2026-12-02 at 00:00:00\n")
        .warns_of("2026-11-21T10-00.lua cannot play: ")
        .warns_of("2026-11-20T10-00.lua of 2026-11-20 at 10:00:00 plays\n")
        .warns_of("jose_núñez handed in and is not on the roster")
        .exits(0);
    folder.juez("report class.db --roster roster.csv --grades grades.csv").prints("").exits(0);
    let sheet = folder.read("grades.csv");
    let further = ";place;points;score;score_low;score_high;elo;pass;why;faults;note\r\n";
    assert!(sheet.starts_with(&format!("\u{feff}id;Student;Notes{further}")), "{sheet}");
    let row = |start: &str| {
        let at = sheet.find(start).unwrap_or_else(|| panic!("{start} is not in {sheet}"));
        sheet[at + start.len()..].split("\r\n").next().expect("the rest of the row").to_string()
    };
    let jose = row("7;José Núñez;\"said \"\"soon\"\"\";");
    assert!(
        jose.starts_with("1;24,00;100,0;") && jose.contains(";yes;random: 100.0 % of 12, "),
        "{jose}"
    );
    assert!(row("8;李小龙;=A1+1;").contains(";no;"), "{sheet}");
    assert!(row("9;أمل;;").ends_with(";handed in too late, on 2026-12-02 at 10:00:00"), "{sheet}");
    assert!(row("10;Zoë 🤖;\"two\nlines\";").ends_with(";handed in nothing"), "{sheet}");
}

#[test]
fn a_sheet_may_be_written_over_the_list_again_and_again() {
    let folder = class();
    folder.juez("tournament class.toml").exits(0);
    folder.juez("report class.db --roster roster.csv --grades grades.csv").exits(0);
    for _ in 0..2 {
        folder.juez("report class.db --roster roster.csv --grades roster.csv").exits(0);
        assert_eq!(folder.read("roster.csv"), folder.read("grades.csv"));
    }
    folder
        .juez("report class.db --roster roster.csv --grades class.toml")
        .refuses("class.toml does not hold a list of students: name another file");
    assert_eq!(folder.read("class.toml"), PLAN);
    folder.juez("report class.db --grades alone.csv").exits(0);
    assert!(folder.read("alone.csv").starts_with("student,place,"));
}

#[test]
fn a_list_with_bots_that_are_not_there_plays_nothing() {
    let folder = Folder::new()
        .with("roster.csv", "student,bot\nAna,ana.lua\nBruno,brun.lua\n")
        .with("bruno.lua", FIRST);
    folder.juez("tournament quoridor random --roster roster.csv").refuses(
        "roster.csv: 2 bots are missing:\n  line 2, Ana: ana.lua\n  line 3, Bruno: brun.lua; did \
         you mean bruno.lua?",
    );
    let folder = folder.with("roster.csv", "student;file\nAna;bruno.lua\nBruno;./bruno.lua\n");
    folder.juez("tournament quoridor random --roster roster.csv").refuses(
        "roster.csv:3: bot \"./bruno.lua\" is already used in line 2; give each student their own \
         file",
    );
}

fn zip_of(files: &[(&str, &str)]) -> Vec<u8> {
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let time = zip::DateTime::from_date_and_time(2026, 11, 20, 10, 0, 0).expect("a time");
    let options = zip::write::SimpleFileOptions::default().last_modified_time(time);
    for (name, text) in files {
        out.start_file(*name, options).expect("an entry");
        out.write_all(text.as_bytes()).expect("written");
    }
    out.finish().expect("a zip").into_inner()
}

/// Returns the rest of the row of a sheet that begins like this.
#[track_caller]
fn row<'a>(sheet: &'a str, start: &str) -> &'a str {
    let rest = sheet.lines().find_map(|line| line.strip_prefix(start));
    rest.unwrap_or_else(|| panic!("{start} is not in\n{sheet}"))
}

/// Returns the standings of a tournament as programs read them.
fn rows_of(folder: &Folder, db: &str) -> Vec<serde_json::Value> {
    let run = folder.juez(&format!("report {db} --json")).exits(0);
    let tables: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    tables["standings"].as_array().expect("rows").clone()
}

#[test]
fn marks_are_added_when_they_are_asked_for() {
    let folder = class();
    folder.juez("tournament class.toml").exits(0);
    let report = |scale: &str| {
        let line = "report class.db --roster roster.csv --grades grades.csv --marks";
        folder.juez_with(line, &[scale])
    };
    report("score 0-10").exits(0);
    let sheet = folder.read("grades.csv");
    assert!(sheet.contains("Notes;mark;place;points;"), "{sheet}");
    assert!(row(&sheet, "7;José Núñez;\"said \"\"soon\"\"\";").starts_with("10,0;1;"), "{sheet}");
    assert!(row(&sheet, "9;أمل;;").starts_with(";;"), "without a match no mark: {sheet}");
    report("place 1:10 last:5 step 1").exits(0);
    let again = folder.read("grades.csv");
    assert!(row(&again, "8;李小龙;=A1+1;").starts_with("5;"), "{again}");
    let wrong = report("score 0:0 50:8 100:5").exits(2);
    assert!(wrong.stderr.contains("marks that only rise or only fall"), "{}", wrong.stderr);
    let wrong = report("10").exits(2);
    assert!(
        wrong.stderr.contains("as in \"score 0-10\" or \"place 1:10 last:5\""),
        "{}",
        wrong.stderr
    );
}

/// A class list as Moodle writes it in Spanish, in the encoding of Excel.
const MOODLE: &[u8] = b"Nombre;Apellido(s);N\xfamero de ID;Direcci\xf3n de correo\r\n\
                        Ana;Garc\xeda;A1;ana@example.org\r\n\
                        Marta;G\xf3mez;22;marta@example.org\r\n\
                        Marta;G\xf3mez;33;gomez@example.org\r\n\
                        Bruno;D\xedaz;B4;bruno@example.org\r\n";

#[test]
fn a_zip_of_moodle_and_a_list_of_excel_become_grades_for_moodle() {
    let inner = zip_of(&[("my bot/main.lua", RUNNER)]);
    let files = [
        ("Marta Gómez_22_assignsubmission_file_/bot.lua", FIRST),
        ("Marta Gómez_33_assignsubmission_file_/bot.lua", RUNNER),
        ("Ana Garci\u{301}a_44_assignsubmission_file_bot.lua", FIRST),
        ("../Zoe_55_assignsubmission_file_/bot.lua", FIRST),
        ("__MACOSX/Ana/bot.lua", "nothing"),
    ];
    let folder = Folder::new().with("list.csv", MOODLE).with("class.zip", zip_of(&files));
    let line = "tournament quoridor random --roster list.csv --submissions class.zip --games 2 \
                --seed 1 --openings none --db class.db --deadline 2096-12-01T00:00Z";
    folder
        .juez(line)
        .warns_of("note: list.csv is not UTF-8 and is read as Windows-1252; ")
        .warns_of("note: Zoe handed in and is not on the roster\n")
        .exits(0);
    folder.juez("report class.db --roster list.csv --grades g.csv").exits(0);
    let sheet = fs::read(folder.path("g.csv")).expect("a sheet");
    let start = b"Nombre;Apellido(s);N\xfamero de ID;Direcci\xf3n de correo;place;";
    assert!(sheet.starts_with(start), "in the encoding of the list");
    folder.juez("report class.db --csv tables").exits(0);
    let standings = folder.read("tables/standings.csv");
    assert!(
        standings.contains(",Marta Gómez (22),") && standings.contains(",Ana García,"),
        "{standings}"
    );
    assert!(
        standings.contains("class.zip/Marta Gómez_33_assignsubmission_file_/bot.lua"),
        "{standings}"
    );
    folder
        .juez_with(
            "report class.db --roster list.csv --grades moodle.csv --grades-format moodle \
             --grades-item Bots --marks",
            &["score 0-10"],
        )
        .exits(0);
    let sheet = folder.read("moodle.csv");
    assert!(sheet.starts_with("Full name,ID number,Email address,Bots\r\n"), "{sheet}");
    assert_eq!(row(&sheet, "Bruno Díaz,B4,bruno@example.org,"), "", "handed in nothing");
    assert!(row(&sheet, "Marta Gómez,33,gomez@example.org,").parse::<f64>().is_ok(), "{sheet}");
    folder
        .juez("report class.db --roster list.csv --grades b.csv --grades-format blackboard")
        .warns_of(
            "error: Blackboard needs a column Username, and list.csv has no such column
",
        )
        .exits(2);
    folder.juez("report class.db --roster list.csv --grades c.csv --grades-format canvas").exits(0);
    assert!(
        folder.read("c.csv").contains("\r\n    Points Possible,,,,,100.0\r\n\"García, Ana\",,A1,")
    );
    folder
        .juez("report class.db --roster list.csv --grades list.csv --grades-format moodle")
        .warns_of(
            "error: list.csv is the class list, whose columns would be lost: name another file
",
        )
        .exits(2);
    // The same bot from a folder has the same hash, so no match is played again.
    let hash = |folder: &Folder| {
        let rows = rows_of(folder, "class.db");
        rows.iter().find(|row| row["name"] == "Ana García").expect("Ana")["version"].to_string()
    };
    let before = hash(&folder);
    let folder = folder.with("in/Ana Garci\u{301}a_44_assignsubmission_file_bot.lua", FIRST);
    folder.juez(&line.replace("class.zip", "in")).exits(0);
    assert_eq!(hash(&folder), before);
    fs::write(folder.path("in/Bruno Díaz.zip"), inner).expect("written");
    let run = folder.juez(&line.replace("class.zip", "in")).exits(0);
    assert!(!run.stderr.contains("Bruno Díaz cannot play"), "{}", run.stderr);
    folder.juez("report class.db --csv tables").exits(0);
    assert!(folder.read("tables/standings.csv").contains("in/Bruno Díaz.zip/my bot"));
}

#[test]
fn one_strange_name_never_stops_the_others() {
    let folder = Folder::new()
        .with("in/ana.lua", FIRST)
        .with("in/bruno.lua", RUNNER)
        .with("in/new\nline/bot.lua", FIRST)
        .with("in/\u{1b}[2J\u{202e}.lua", FIRST)
        .with("in/evil/1.lua", FIRST)
        .with("in/evil/2.lua", "error('\u{1b}[2J\u{202e}')")
        .with("in/loud.lua", "return { next_move = function() error('\u{1b}[2J\u{202e}') end }")
        .with("in/worse.lua", "error('\u{1b}[2J\u{202e}')");
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        let own = folder.path("in").join(std::ffi::OsStr::from_bytes(b"z\xff"));
        fs::create_dir(&own).expect("a folder");
        fs::write(own.join("bot.lua"), FIRST).expect("written");
    }
    let line = "tournament quoridor --submissions in --games 2 --openings none --seed 1 --db c.db";
    let run = folder
        .juez(line)
        .warns_of("new\u{fffd}line: this name has characters that do not belong in a file name\n")
        .exits(0);
    let plain = |text: &str| !text.contains(['\u{1b}', '\u{202e}']);
    assert!(plain(&run.stderr) && plain(&run.stdout), "{}{}", run.stderr, run.stdout);
    folder.juez("report c.db --html out --csv tables --grades g.csv").exits(0);
    for name in
        ["out/index.html", "out/matches.html", "tables/standings.csv", "tables/faults.csv", "g.csv"]
    {
        assert!(plain(&folder.read(name)), "{name}");
    }
    let sheet = folder.read("g.csv");
    assert!(sheet.contains("\nnew\u{fffd}line,"), "{sheet}");
    #[cfg(target_os = "linux")]
    assert!(row(&sheet, "z\u{fffd},").contains("the name is not UTF-8 text"), "{sheet}");
    let entries = [("ana.lua", FIRST), ("b\nb/bot.lua", RUNNER), ("\u{202e}c.lua", FIRST)];
    let folder = folder.with("in.zip", zip_of(&entries));
    folder.juez(&line.replace("in ", "in.zip ").replace("c.db", "z.db")).exits(0);
    folder.juez("report z.db --only standings").shows("b\u{fffd}b").exits(0);
}

#[test]
fn of_namesakes_only_those_are_refused_who_cannot_be_told_apart() {
    let folder = Folder::new()
        .with("list.csv", "student,id\nMarta Gómez,1\nAna,2\nMarta Gómez,3\nBruno,4\n")
        .with("in/Marta Gómez/bot.lua", FIRST)
        .with("in/Ana/bot.lua", FIRST)
        .with("in/Bruno (1).lua", RUNNER);
    folder
        .juez("tournament quoridor --roster list.csv --submissions in --games 2 --seed 1 --db c.db")
        .warns_of(
            "note: Marta Gómez handed in, and it is not clear whether that is of Marta Gómez (1) or \
             of Marta Gómez (3)\n",
        )
        .exits(0);
    folder.juez("report c.db --roster list.csv --grades g.csv").exits(0);
    let sheet = folder.read("g.csv");
    assert!(
        row(&sheet, "Marta Gómez,3,").contains("it is not clear whose this is: Marta Gómez"),
        "{sheet}"
    );
    assert!(row(&sheet, "Bruno,4,").starts_with("1,"), "{sheet}");
    folder.juez("tournament quoridor random --roster list.csv --submissions nowhere.zip").exits(2);
}
