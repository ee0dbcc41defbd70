//! The rules of each game: one page for each language, shared by docs, the terminal and the web
//! page.

use juez::core::{Allowed, GameInfo, Lang, OptionInfo};
use juez::games::{Visitor, each};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::commands;
use super::page::{self, Page, root};

/// Returns the path of the page of a game in a language.
fn page_of(game: &str, code: &str) -> PathBuf {
    let language = if code == "en" { String::new() } else { format!(".{code}") };
    root().join(format!("crates/games/src/{game}/rules{language}.md"))
}

/// Calls `claim` with each game and language, and the text of its page.
fn every_page(mut claim: impl FnMut(&GameInfo, Lang, &str)) {
    struct Games(Vec<&'static GameInfo>);
    impl Visitor for Games {
        fn visit<G: juez::core::Game>(&mut self) {
            self.0.push(&G::INFO);
        }
    }
    let mut games = Games(Vec::new());
    each(&mut games);
    for game in games.0 {
        for (code, lang) in [("en", Lang::En), ("es", Lang::Es), ("it", Lang::It)] {
            claim(
                game,
                lang,
                &fs::read_to_string(page_of(game.id, code)).expect("a page of rules"),
            );
        }
    }
}

/// Returns the rules of a page, without comments and examples.
fn rules(page: &str) -> String {
    let (rules, _) = page.split_once("\n<!-- examples -->\n").expect("examples come last");
    let game = rules.find("\n<!-- game:").expect("a page names its game");
    let end = game + rules[game + 1..].find("\n\n").expect("more follows") + 2;
    format!("{}{}", &rules[..game], &rules[end..]).trim_end().to_string()
}

#[test]
fn the_terminal_prints_the_rules_of_the_page_in_each_language() {
    every_page(|game, lang, page| {
        let run = |arguments: &str| {
            let arguments: Vec<String> = arguments.split(' ').map(String::from).collect();
            commands::run(&root(), &arguments, false).stdout
        };
        let all = run(&format!("rules {} --lang {lang}", game.id));
        assert!(all.starts_with(&rules(page)), "{} {lang}:\n{all}", game.id);
        if lang == Lang::En {
            assert_eq!(all, run(&format!("rules {}", game.id)));
        }
        let options = run(&format!("rules {} --options --lang {lang}", game.id));
        assert!(all.contains(&options), "{} {lang}:\n{options}", game.id);
        assert_eq!(named(&options).len(), game.options.len(), "{} {lang}", game.id);
    });
}

#[test]
fn the_rules_but_for_tables_fit_a_terminal_of_80_columns() {
    every_page(|game, lang, page| {
        let wide = |line: &&str| line.chars().count() > 80 && !line.starts_with('|');
        assert_eq!(rules(page).lines().find(wide), None, "{} {lang}", game.id);
    });
}

#[test]
fn every_page_lists_every_house_rule_with_its_values_and_default() {
    every_page(|game, lang, page| {
        let rules = rules(page);
        let section = rules.rsplit("\n## ").next().expect("a last section");
        let items = named(section);
        let names: Vec<&str> = items.iter().map(|(name, _)| name.as_str()).collect();
        let options: Vec<&str> = game.options.iter().map(|option| option.name).collect();
        assert_eq!(names, options, "{} {lang}", game.id);
        for (option, (name, text)) in game.options.iter().zip(&items) {
            for value in values(option) {
                assert!(text.contains(&value), "{} {lang} {name}: no {value} in: {text}", game.id);
            }
        }
    });
}

/// Returns the items of a list that begin with a name as code, each with its text on one line.
fn named(section: &str) -> Vec<(String, String)> {
    let mut items: Vec<(String, String)> = Vec::new();
    for line in section.lines() {
        match line.strip_prefix("- `").and_then(|rest| rest.split_once('`')) {
            Some((name, text)) => items.push((name.to_string(), text.to_string())),
            None if line.starts_with("  ") => {
                let (_, text) = items.last_mut().expect("an item before it");
                text.push_str(&line[1..]);
            }
            None => {}
        }
    }
    items
}

/// Returns the values of an option, and the numbers and words of its default, as pages write them.
fn values(option: &OptionInfo) -> Vec<String> {
    let code = |word: &str| format!("`{word}`");
    let mut values: Vec<String> = match option.allowed {
        Allowed::Switch => vec![code("true"), code("false")],
        Allowed::Words(words) => words.iter().copied().map(code).collect(),
        Allowed::Numbers(numbers) => numbers.iter().map(i64::to_string).collect(),
        Allowed::Range(least, most) => vec![least.to_string(), most.to_string()],
        Allowed::Decimal(least, most) => vec![least.to_string(), most.to_string()],
        Allowed::Weights => Vec::new(),
    };
    let numbers = option.default.split(|c: char| !c.is_ascii_digit());
    values.extend(numbers.filter(|number| !number.is_empty()).map(String::from));
    values
}

/// The structure of a section of a page, in any language.
#[derive(PartialEq, Eq, Debug, Default)]
struct Shape {
    level: usize,
    paragraphs: usize,
    /// Number of cells in each row of its tables.
    rows: Vec<usize>,
    bullets: usize,
    numbers: usize,
    /// All text written as code.
    code: BTreeSet<String>,
    links: BTreeSet<String>,
    bold: bool,
}

/// Returns the shape of each section, and every block of code.
fn shape(page: &Page) -> (Vec<Shape>, Vec<&str>) {
    let mut sections: Vec<Shape> = Vec::new();
    let mut text = String::new();
    let mut before = "";
    for line in &page.prose {
        if line.starts_with('#') {
            finish(sections.last_mut(), &mut text);
            let level = line.chars().take_while(|&c| c == '#').count();
            sections.push(Shape { level, ..Shape::default() });
        } else if let Some(section) = sections.last_mut() {
            let item = line.trim_start();
            let number = item.trim_start_matches(|c: char| c.is_ascii_digit());
            if item.starts_with('|') {
                section.rows.push(item.matches('|').count());
            } else if item.starts_with("- ") {
                section.bullets += 1;
            } else if number.len() < item.len() && number.starts_with(". ") {
                section.numbers += 1;
            } else if !item.is_empty() && before.is_empty() && !item.starts_with("<!--") {
                section.paragraphs += 1;
            }
            text.push_str(line);
            text.push('\n');
        }
        before = line;
    }
    finish(sections.last_mut(), &mut text);
    (sections, page.blocks.iter().map(|block| block.text.as_str()).collect())
}

fn finish(section: Option<&mut Shape>, text: &mut String) {
    if let Some(section) = section {
        section.code = text.split('`').skip(1).step_by(2).map(String::from).collect();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        section.links = links.map(String::from).collect();
        section.bold = text.contains("**");
    }
    text.clear();
}

#[test]
fn the_pages_of_a_game_say_the_same_in_every_language() {
    let mut english: Option<(Vec<Shape>, Vec<String>, String)> = None;
    every_page(|game, lang, text| {
        let page = page::of_text(game.id, text);
        let (sections, blocks) = shape(&page);
        if lang == Lang::En {
            let blocks = blocks.iter().map(|block| block.to_string()).collect();
            english = Some((sections, blocks, text.to_string()));
            return;
        }
        let (expected, code, original) = english.as_ref().expect("English comes first");
        assert_eq!(&blocks, code, "{} {lang}: the blocks of code", game.id);
        assert_eq!(sections.len(), expected.len(), "{} {lang}", game.id);
        for (n, (section, expected)) in sections.iter().zip(expected).enumerate() {
            assert_eq!(section, expected, "{} {lang}: section {n}", game.id);
        }
        // A line of prose that is the same in two languages was not translated.
        let prose = |text: &str| -> BTreeSet<String> {
            let lines = page::of_text(game.id, text).prose;
            let worded = |line: &String| {
                let text: String = line.split('`').step_by(2).collect();
                let letters = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 2;
                text.split_whitespace().filter(letters).count() > 3
            };
            lines.into_iter().filter(worded).collect()
        };
        let same: Vec<String> = prose(original).intersection(&prose(text)).cloned().collect();
        assert!(same.is_empty(), "{} {lang}: {same:?}", game.id);
    });
}

#[test]
fn the_rules_use_the_words_of_the_table() {
    let words = [
        ("dominoes", Lang::Es, &["capicúa", "Cierre", "Dominó", "pasas"][..]),
        ("dominoes", Lang::It, &["Chiusa", "Domino", "passi"]),
        (
            "tute",
            Lang::Es,
            &["veinte", "cuarenta", "diez de últimas", "capote", "asistir", "cantar"],
        ),
        ("tute", Lang::It, &["venti", "quaranta", "briscola", "cappotto", "presa"]),
        ("durak", Lang::Es, &["podkidnoy", "perevodnoy", "triunfo", "talón"]),
        ("durak", Lang::It, &["podkidnoy", "perevodnoy", "briscola", "tallone"]),
        ("scopone", Lang::Es, &["settebello", "primiera", "scopa"]),
        ("scopone", Lang::It, &["settebello", "primiera", "scopa", "smazzata"]),
        ("quoridor", Lang::Es, &["peón", "muro"]),
        ("quoridor", Lang::It, &["pedina", "muro"]),
    ];
    every_page(|game, lang, page| {
        for (_, _, words) in words.iter().filter(|(id, in_, _)| (*id, *in_) == (game.id, lang)) {
            for word in *words {
                assert!(rules(page).contains(word), "{} {lang}: {word}", game.id);
            }
        }
    });
}
