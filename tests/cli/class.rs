//! A class on its way from what was handed in to a grade sheet.

use crate::folder::{FIRST, Folder, RUNNER};

/// A list with whatever a teacher keeps there: other scripts, quotes, a formula, lines ended in the way
/// of spreadsheets.
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
        .refuses("class.toml holds something else than a list of students: name another file");
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
        "roster.csv: 2 bots are not there:\n  line 2, Ana: ana.lua\n  line 3, Bruno: brun.lua; did you mean \
         bruno.lua?",
    );
    let folder = folder.with("roster.csv", "student;file\nAna;bruno.lua\nBruno;./bruno.lua\n");
    folder.juez("tournament quoridor random --roster roster.csv").refuses(
        "roster.csv:3: bot \"./bruno.lua\" is that of line 2 already; give each student a file of \
         their own",
    );
}
