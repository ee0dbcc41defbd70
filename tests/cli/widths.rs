//! Texts as wide as the terminal: they break at words. `COLUMNS` gives the width here.

use crate::cli::folder::{FIRST, Folder, bot};

/// Returns the output of juez in a terminal of this many columns, errors after results.
fn said(folder: &Folder, columns: Option<usize>, line: &str, input: &str) -> String {
    let run = folder.juez_in(columns, line, input);
    [run.stdout, run.stderr].concat()
}

const CASE: &str = r#"{"format":"juez/1","game":"quoridor","moves":[],"case":{"name":"walks","allowed":["e2"]}}
"#;

/// Makes a bot whose fault has a long sentence.
fn folder() -> Folder {
    let sentence = "  error('a sentence of so many words that no terminal of sixty columns has room for all of them in one line')";
    Folder::new()
        .with("me.lua", bot(sentence))
        .with("first.lua", FIRST)
        .with("half.lua", "local bot = {\n")
        .with("cases.jsonl", CASE)
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().filter(|word| *word != "\\").collect()
}

#[test]
fn what_is_said_fits_the_terminal_and_no_word_is_cut() {
    let folder = folder();
    for (line, input) in [
        (
            "play quoridor me.lua first.lua --seed 1 --on-fault substitute --strikes 9 -o max_plies=8",
            "",
        ),
        ("check me.lua quoridor -n 2", ""),
        ("check half.lua", ""),
        ("watch quoridor me.lua first.lua -n 2 --seed 1 --once", ""),
        ("test me.lua cases.jsonl", ""),
        ("play quoridor half.lua me.lua --seed 1", ""),
        ("play quoridor human first.lua --seed 1 -o max_plies=4", "why e9\nmoves\ne2\n"),
        ("tournament quoridor me.lua first.lua --dry-run --seed 1 --db t.db", ""),
    ] {
        let whole = said(&folder, None, line, input);
        let narrow = said(&folder, Some(60), line, input);
        // Tables and boards keep their width; sentences, lists and commands fit.
        let long = |line: &&str| {
            let is_drawn = line.contains(['│', '|', '┼', '─']) || words(line).len() < 3;
            line.chars().count() > 60 && !is_drawn
        };
        let too_long: Vec<&str> = narrow.lines().filter(long).collect();
        assert!(too_long.is_empty(), "{line}\n{too_long:#?}\n{narrow}");
        let why = |text: &str| {
            words(text).join(" ").contains("no terminal of sixty columns has room for all")
        };
        assert_eq!(why(&narrow), why(&whole), "{line}\n{narrow}");
    }
}

#[test]
fn a_card_breaks_its_sentence_and_its_commands_at_words() {
    let card = said(&folder(), Some(60), "play quoridor me.lua first.lua --seed 1", "");
    assert!(card.contains(
        "  why    a sentence of so many words that no terminal of\n         sixty columns has room for all of them in one line\n"
    ), "{card}");
    assert!(card.contains(
        "  again  juez play quoridor me.lua first.lua --seed 1 \\\n         --record match.jsonl\n"
    ), "{card}");
}

#[test]
fn lists_of_moves_are_as_wide_as_the_terminal() {
    let folder = folder();
    let widest = |columns, line: &str, input: &str| {
        let said = said(&folder, columns, line, input);
        let lists = said.lines().filter(|line| line.contains(" a1h ") || line.contains("1. "));
        lists.map(|line| line.chars().count()).max().unwrap_or_default()
    };
    for (line, input) in [
        ("play quoridor first.lua first.lua --seed 1", ""),
        ("play quoridor human first.lua --seed 1", "moves\n"),
        ("play quoridor me.lua first.lua --seed 1", ""),
    ] {
        let (wide, usual, narrow) = (
            widest(Some(120), line, input),
            widest(None, line, input),
            widest(Some(60), line, input),
        );
        assert!((90..=120).contains(&wide), "{line} {wide}");
        assert!((61..=80).contains(&usual), "{line} {usual}");
        assert!((40..=60).contains(&narrow), "{line} {narrow}");
    }
}

#[test]
fn what_programs_read_is_not_broken() {
    let piped = said(&folder(), None, "play quoridor me.lua first.lua --seed 1", "");
    assert!(piped.contains(
        "so many words that no terminal of sixty columns has room for all of them in one line\n"
    ));
}

#[test]
fn listings_and_rules_fit_the_terminal() {
    let folder = Folder::new();
    let mut lines = vec!["games".to_string(), "bots".to_string(), "doctor".to_string()];
    for game in ["quoridor", "tute", "dominoes", "durak", "scopone"] {
        lines.extend(["en", "es", "it"].map(|lang| format!("rules {game} --lang {lang}")));
        lines.push(format!("rules {game} --options"));
    }
    for line in &lines {
        let whole = said(&folder, None, line, "");
        for columns in [60, 80, 120] {
            let narrow = said(&folder, Some(columns), line, "");
            let long = |line: &&str| line.chars().count() > columns;
            let too_long: Vec<&str> = narrow.lines().filter(long).collect();
            assert!(too_long.is_empty(), "{line} in {columns} columns\n{too_long:#?}");
            let letters = |text: &str| text.matches(char::is_alphabetic).count();
            assert_eq!(letters(&narrow), letters(&whole), "{line} in {columns} columns\n{narrow}");
        }
    }
}

#[test]
fn a_log_of_many_blanks_is_no_matter() {
    let body = "  print(string.rep(' ', 100) .. 'far right')\n  error('no')";
    let folder = Folder::new().with("me.lua", bot(body)).with("first.lua", FIRST);
    let line = "play quoridor me.lua first.lua --seed 1";
    assert!(said(&folder, Some(60), line, "").contains("  again  "));
}

#[test]
fn lines_that_a_bot_prints_fit_the_terminal_below_its_moves() {
    let printed = "a line of so many words that a terminal of sixty columns has no room for it";
    let body = format!("  print('{printed}')\n  return view:moves()[1]");
    let source = bot(&body).replacen("{}", &format!("{{}} print('{printed}')"), 1);
    let folder = Folder::new().with("me.lua", source);
    let shown = said(&folder, Some(60), "play quoridor me.lua random --seed 1 --show", "");
    let broken = "        a line of so many words that a terminal of sixty\n        \
                  columns has no room for it\n";
    assert!(shown.starts_with(&format!("me in load\n{broken}")), "{shown}");
    assert!(shown.matches(broken).count() > 3, "{shown}");
}

#[test]
fn a_terminal_that_does_not_know_its_width_has_80_columns() {
    let folder = folder();
    let line = "play quoridor first.lua first.lua --seed 1";
    assert_eq!(said(&folder, Some(0), line, ""), said(&folder, None, line, ""));
}

#[test]
fn the_next_steps_of_a_first_bot_fit_the_terminal() {
    let text = said(&Folder::new(), Some(60), "new quoridor me.lua", "");
    assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
    assert!(
        text.contains("  juez check me.lua           is everything right with it?\n"),
        "{text}"
    );
}
