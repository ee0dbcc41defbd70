use super::*;
use crate::script::LANGUAGES;

fn lua() -> &'static Language {
    LANGUAGES[0]
}

fn source(name: &str, text: &str) -> Source {
    let language = LANGUAGES.iter().find(|language| name.ends_with(language.id)).copied();
    Source {
        name: name.to_string(),
        language: language.expect("a script"),
        files: BTreeMap::from([(name.to_string(), text.to_string())]),
    }
}

/// A script of the repository.
macro_rules! bot {
    ($path:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/", $path))
    };
}

/// The text with other names, remarks and layout.
fn disguised(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("--"));
    let lines = lines.map(|line| format!("  {}  -- so it goes", line.replace("bot", "myPlayer")));
    let text: String = lines.map(|line| line + "\n\n").collect();
    [("best", "winner"), ("move", "stroke"), ("score", "value"), ("\"", "'"), ("1000", "99999")]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

fn likeness(one: &str, two: &str) -> f64 {
    let found = compare(&[source("a.lua", one), source("b.lua", two)], &[], 0.0);
    found.first().map_or(0.0, |similar| similar.similarity)
}

#[test]
fn other_names_remarks_and_layout_change_nothing() {
    for text in
        [bot!("quoridor/minimax.lua"), bot!("quoridor/waller.lua"), bot!("tute/masmenos.lua")]
    {
        assert_eq!(likeness(text, text), 1.0);
        assert_eq!(likeness(text, &disguised(text)), 1.0);
    }
}

#[test]
fn bots_that_were_written_apart_are_hardly_alike() {
    let bots = [
        source("minimax.lua", bot!("quoridor/minimax.lua")),
        source("waller.lua", bot!("quoridor/waller.lua")),
        source("masmenos.lua", bot!("tute/masmenos.lua")),
        source("blocker.lua", bot!("dominoes/blocker.lua")),
        source("taker.lua", bot!("scopone/taker.lua")),
    ];
    for similar in compare(&bots, &[], 0.0) {
        assert!(similar.similarity < 0.3, "{similar:?}");
    }
}

#[test]
fn functions_in_another_order_are_found() {
    let (one, two) = (bot!("quoridor/waller.lua"), bot!("tute/masmenos.lua"));
    let there = format!("{one}\n{two}");
    let back = format!("{two}\n{one}");
    assert!(likeness(&there, &back) > 0.9);
    // A copy with as much again of one's own is still a copy.
    let found = &compare(&[source("a.lua", one), source("b.lua", &back)], &[], 0.0)[0];
    assert_eq!((found.similarity, found.of_first), (1.0, 1.0));
    assert!(found.of_second < 0.7, "{found:?}");
}

#[test]
fn what_was_handed_out_does_not_count() {
    let base = bot!("quoridor/minimax.lua");
    let ana = format!("{base}\n{}", bot!("tute/masmenos.lua"));
    let bruno = format!("{base}\n{}", bot!("scopone/taker.lua"));
    let pair = [source("ana.lua", &ana), source("bruno.lua", &bruno)];
    assert!(compare(&pair, &[], 0.0)[0].similarity > 0.3);
    let told = compare(&pair, &[source("base.lua", base)], 0.0);
    assert!(told.iter().all(|similar| similar.similarity < 0.1), "{told:?}");
    let same = [source("ana.lua", base), source("bruno.lua", base)];
    assert_eq!(compare(&same, &[source("base.lua", base)], 0.0), []);
}

#[test]
fn what_most_of_a_class_have_does_not_count() {
    let shared = bot!("quoridor/waller.lua");
    let own = [
        bot!("quoridor/minimax.lua"),
        bot!("tute/masmenos.lua"),
        bot!("scopone/taker.lua"),
        bot!("dominoes/blocker.lua"),
        bot!("durak/simple.lua"),
        bot!("durak/montecarlo.lua"),
    ];
    let class: Vec<Source> =
        own.iter().map(|own| source("bot.lua", &format!("{shared}\n{own}"))).collect();
    assert!(compare(&class, &[], 0.3).is_empty());
    // Of five nobody can say what is usual.
    assert_eq!(compare(&class[..5], &[], 0.3).len(), 10);
    // Two of many are a pair.
    let mut class: Vec<Source> = own.iter().map(|own| source("bot.lua", own)).collect();
    class.push(source("copy.lua", &disguised(own[1])));
    let found = compare(&class, &[], 0.5);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].first, found[0].second, found[0].similarity), (1, 6, 1.0));
}

#[test]
fn languages_are_not_compared_with_each_other() {
    let text = bot!("quoridor/minimax.lua");
    let sources = [source("a.lua", text), source("b.rhai", text), source("c.rhai", text)];
    let pairs: Vec<_> = compare(&sources, &[], 0.0).iter().map(|s| (s.first, s.second)).collect();
    assert_eq!(pairs, [(1, 2)]);
}

#[test]
fn a_few_lines_alike_say_nothing() {
    let few = "return { next_move = function(view) local all = view:moves() return all[1] end }";
    assert!(likeness(few, few) < 0.3);
    assert_eq!(likeness("", ""), 0.0);
}

#[test]
fn passages_are_told_with_their_lines() {
    let own = bot!("quoridor/waller.lua");
    let stolen: String = bot!("tute/masmenos.lua")
        .lines()
        .skip(40)
        .take(40)
        .map(|line| format!("{line}\n"))
        .collect();
    let ana = format!("{own}{stolen}");
    let bruno = format!("{stolen}{}", bot!("scopone/taker.lua"));
    let lines = own.lines().count() as u32;
    let found = compare(&[source("ana.lua", &ana), source("bruno.lua", &bruno)], &[], 0.0);
    let longest =
        found[0].passages.iter().max_by_key(|passage| passage.first.to - passage.first.from);
    let Passage { first, second } = longest.expect("there is one");
    assert_eq!((first.file.as_str(), second.file.as_str()), ("ana.lua", "bruno.lua"));
    assert_eq!(first.from - second.from, lines);
    assert_eq!(first.to - second.to, lines);
    assert!(second.from <= 3 && second.to >= 37, "{second:?}");
}

#[test]
fn code_is_found_in_whatever_file_it_lies() {
    let text = bot!("quoridor/minimax.lua");
    let mut files = BTreeMap::from([("helper.lua".to_string(), text.to_string())]);
    files.insert("main.lua".to_string(), "return require('helper')".to_string());
    let bundle = Source { name: "bundle".to_string(), language: lua(), files };
    let found = compare(&[bundle, source("alone.lua", text)], &[], 0.0);
    assert_eq!(found[0].similarity, 1.0);
    assert_eq!(found[0].passages[0].first.file, "helper.lua");
}

#[test]
fn a_program_that_repeats_itself_does_not_take_for_ever() {
    let text = "x = x + 1\n".repeat(20_000);
    assert!(likeness(&text, &text) < 1.0);
}

#[test]
fn a_class_is_compared_alike_each_time() {
    let bots =
        [bot!("quoridor/minimax.lua"), bot!("quoridor/waller.lua"), bot!("tute/masmenos.lua")];
    let class: Vec<Source> = (0..12)
        .map(|i| source("bot.lua", &format!("{}\n{}", bots[i % 3], disguised(bots[(i + 1) % 3]))))
        .collect();
    let found = compare(&class, &[], 0.2);
    assert!(!found.is_empty());
    assert_eq!(compare(&class, &[], 0.2), found);
    assert!(found.is_sorted_by(|a, b| a.similarity >= b.similarity));
}
