use std::collections::BTreeMap;

use super::*;
use juez_script::{LANGUAGES, Language};

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

/// The bot written by `juez new`.
const TEMPLATE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../games/src/quoridor/bots/template.lua"));

/// A script of the repository.
macro_rules! bot {
    ($path:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/", $path))
    };
}

/// Returns the text with other names, comments and layout.
fn disguised(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("--"));
    let lines = lines.map(|line| format!("  {}  -- so it goes", line.replace("bot", "myPlayer")));
    let text: String = lines.map(|line| line + "\n\n").collect();
    [("best", "winner"), ("move", "stroke"), ("score", "value"), ("\"", "'"), ("1000", "99999")]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

fn pairs_of(sources: &[Source], base: &[Source], least: f64) -> Vec<Similar> {
    compare(sources, base, least).groups.into_iter().flat_map(|group| group.pairs).collect()
}

fn likeness(one: &str, two: &str) -> f64 {
    let found = pairs_of(&[source("a.lua", one), source("b.lua", two)], &[], 0.0);
    found.first().map_or(0.0, |similar| similar.similarity)
}

/// Bots with almost nothing in common.
const APART: [&str; 9] = [
    bot!("quoridor/minimax.lua"),
    bot!("tute/masmenos.lua"),
    bot!("scopone/taker.lua"),
    bot!("dominoes/blocker.lua"),
    bot!("durak/simple.lua"),
    bot!("durak/montecarlo.lua"),
    bot!("dominoes/montecarlo.lua"),
    bot!("scopone/montecarlo.lua"),
    bot!("tute/montecarlo.lua"),
];

/// Returns a class with this number of copies of one bot among independent bots.
fn ring(copies: usize, all: usize, copy: impl Fn(usize) -> String) -> Vec<Source> {
    let copies = (0..copies).map(|i| source(&format!("ring{i}.lua"), &copy(i)));
    let apart = APART.iter().map(|text| source("apart.lua", text));
    copies.chain(apart).take(all).collect()
}

/// Returns the programs of each code that several have.
fn copied(found: &Likeness) -> Vec<Vec<usize>> {
    let codes = found.groups.iter().flat_map(|group| &group.codes);
    codes.filter(|code| code.programs.len() > 1).map(|code| code.programs.clone()).collect()
}

#[test]
fn copies_are_shown_however_many_have_copied() {
    let text = bot!("quoridor/waller.lua");
    for (copies, all) in [(4, 6), (6, 8), (9, 18), (11, 20), (6, 6)] {
        for class in [
            ring(copies, all, |_| text.to_string()),
            ring(copies, all, |i| {
                format!("{}\n-- {i}", disguised(text)).replace("lead", &format!("x{i}"))
            }),
        ] {
            let found = compare(&class, &[], 0.9);
            assert_eq!(copied(&found), [(0..copies).collect::<Vec<_>>()], "{copies} of {all}");
            assert_eq!(found.groups[0].codes.len(), 1);
            assert!(
                found.common.iter().all(|common| common.programs.len() < all),
                "{:?}",
                found.common
            );
            // One pair for each other copy, not one for each pair of copies.
            assert_eq!(found.groups[0].pairs.len(), copies - 1);
            assert!(found.groups[0].pairs.iter().all(|pair| pair.same && pair.similarity == 1.0));
        }
    }
}

#[test]
fn many_that_changed_a_little_of_one_bot_are_a_group() {
    let text = bot!("quoridor/waller.lua");
    let class = ring(11, 20, |i| format!("local extra = 1{}\n{text}", " + 1".repeat(i)));
    let found = compare(&class, &[], 0.8);
    assert_eq!(found.groups[0].programs(), (0..11).collect::<Vec<_>>());
    assert_eq!(found.groups[0].codes.len(), 11);
    assert_eq!(found.groups.len(), 1);
    // Ten pairs connect eleven bots.
    assert_eq!(found.groups[0].pairs.iter().filter(|pair| pair.link).count(), 10);
}

#[test]
fn a_further_file_next_to_a_copied_one_hides_nothing() {
    let short = "local best = nil\nreturn { next_move = function(view)\n for _, m in ipairs(view:moves()) do\n \
                 if best == nil or m < best then best = m end\n end\n return best end }";
    for text in [short, bot!("quoridor/waller.lua")] {
        let ana = source("main.lua", text);
        for further in ["return {}", "return { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 }"] {
            let mut bruno = source("main.lua", &disguised(text));
            bruno.files.insert("helper.lua".to_string(), further.to_string());
            let found = pairs_of(&[ana.clone(), bruno], &[], 0.0);
            assert_eq!((found[0].similarity, found[0].of_first), (1.0, 1.0), "{further}");
            assert!(found[0].of_second > 0.5, "{}", found[0].of_second);
        }
    }
}

#[test]
fn a_shared_file_counts_only_what_is_added_to_the_template() {
    let shared = TEMPLATE
        .replace("return bot", "function bot.mine(view) return view:moves()[3] end return bot");
    let with = |name: &str, own: &str| {
        let mut source = source(name, own);
        source.files.insert("shared.lua".to_string(), shared.clone());
        source
    };
    let class =
        [with("a.lua", bot!("quoridor/minimax.lua")), with("b.lua", bot!("quoridor/waller.lua"))];
    let found = pairs_of(&class, &[source("base.lua", TEMPLATE)], 0.0);
    assert!(found[0].similarity < 0.5, "{:?}", found[0]);
}

#[test]
fn code_that_was_handed_out_is_the_only_excuse() {
    let base = [source("base.lua", TEMPLATE)];
    let untouched = TEMPLATE;
    let short = "return { next_move = function(view) return view:moves()[1] end }";
    let class = [
        source("a.lua", untouched),
        source("b.lua", &disguised(untouched)),
        source("c.lua", short),
        source("d.lua", short),
        source("e.lua", "-- nothing"),
        source("f.lua", "-- nothing yet"),
    ];
    let found = compare(&class, &base, 0.0);
    assert_eq!(copied(&found), [[2, 3]]);
    assert_eq!((found.groups.len(), found.groups[0].codes[0].own), (1, 19));
    assert_eq!(found.handed_out[0].programs, [0, 1]);
    assert_eq!(found.short, [0, 1, 4, 5]);
    // A short file of the base is not a copy either.
    assert!(compare(&class[2..], &[source("base.lua", short)], 0.0).groups.is_empty());
    // But code that both have added to it is.
    let more = format!("{untouched}\nlocal function twice(n) return n * 2 end");
    let class = [source("a.lua", &more), source("b.lua", &more)];
    let found = compare(&class, &base, 0.0);
    assert_eq!((copied(&found).len(), found.groups[0].codes[0].own), (1, 11));
}

#[test]
fn honest_solutions_from_a_template_are_not_alike() {
    let template = TEMPLATE;
    let class: Vec<Source> =
        APART[..6].iter().map(|own| source("bot.lua", &format!("{template}\n{own}"))).collect();
    assert_eq!(pairs_of(&class, &[source("first.lua", template)], 0.3), []);
    // Nor if the template is not named, because most have it.
    assert_eq!(pairs_of(&class, &[], 0.3), []);
    assert!(pairs_of(&class[..5], &[], 0.3).len() > 1);
}

#[test]
fn what_was_left_out_is_told() {
    let shared = bot!("quoridor/waller.lua");
    let mut class: Vec<Source> =
        APART[..6].iter().map(|own| source("bot.lua", &format!("\n\n{shared}\n{own}"))).collect();
    class.extend(APART[6..].iter().map(|own| source("bot.lua", own)));
    let found = compare(&class, &[], 0.5);
    assert!(found.groups.is_empty());
    let common = &found.common[0];
    assert_eq!(
        (common.programs.as_slice(), common.whole, common.of),
        (&[0, 1, 2, 3, 4, 5][..], 6, 9)
    );
    assert_eq!((common.program, common.lines.from), (0, 7));
    assert!(common.tokens > 350, "{common:?}");
    assert!(common.lines.to.abs_diff(2 + shared.lines().count() as u32) <= 8, "{common:?}");
    assert_eq!(found.left_out[0][0], common.lines);
    assert!(found.handed_out.is_empty());
    // The same code as a base is reported as handed out.
    let found = compare(&class, &[source("given.lua", shared)], 0.5);
    assert!(found.common.iter().all(|common| common.tokens < 31), "{:?}", found.common);
    let [given] = &found.handed_out[..] else { panic!("one source") };
    assert_eq!((given.base, &given.programs[..6], given.of), (0, &[0, 1, 2, 3, 4, 5][..], 9));
    assert!(given.tokens > 350 && given.tokens <= common.tokens, "{given:?}");
}

#[test]
fn those_who_copied_from_one_are_one_group() {
    let (ana, other) = (bot!("quoridor/minimax.lua"), bot!("tute/masmenos.lua"));
    let class = [
        source("ana.lua", ana),
        source("bruno.lua", &format!("{ana}\n{}", bot!("scopone/taker.lua"))),
        source("carla.lua", bot!("durak/simple.lua")),
        source("dani.lua", &format!("{}\n{ana}", bot!("dominoes/blocker.lua"))),
        source("eva.lua", other),
        source("fran.lua", &disguised(other)),
    ];
    let found = compare(&class, &[], 0.5);
    let groups: Vec<Vec<usize>> = found.groups.iter().map(Group::programs).collect();
    assert_eq!(groups, [vec![4, 5], vec![0, 1, 3]]);
    let links: Vec<_> = found.groups[1].pairs.iter().filter(|pair| pair.link).collect();
    assert_eq!(links.len(), 2);
    assert!(links.iter().all(|pair| pair.first == 0), "{links:?}");
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
    for similar in pairs_of(&bots, &[], 0.0) {
        assert!(similar.similarity < 0.3, "{similar:?}");
    }
}

#[test]
fn functions_in_another_order_are_found() {
    let (one, two) = (bot!("quoridor/waller.lua"), bot!("tute/masmenos.lua"));
    let there = format!("{one}\n{two}");
    let back = format!("{two}\n{one}");
    assert!(likeness(&there, &back) > 0.9);
    // A copy with as much additional code is still a copy.
    let found = &pairs_of(&[source("a.lua", one), source("b.lua", &back)], &[], 0.0)[0];
    assert_eq!((found.similarity, found.of_first), (1.0, 1.0));
    assert!(found.of_second < 0.7, "{found:?}");
}

#[test]
fn what_was_handed_out_does_not_count() {
    let base = bot!("quoridor/minimax.lua");
    let ana = format!("{base}\n{}", bot!("tute/masmenos.lua"));
    let bruno = format!("{base}\n{}", bot!("scopone/taker.lua"));
    let pair = [source("ana.lua", &ana), source("bruno.lua", &bruno)];
    assert!(pairs_of(&pair, &[], 0.0)[0].similarity > 0.3);
    let listed = pairs_of(&pair, &[source("base.lua", base)], 0.0);
    assert!(listed.iter().all(|similar| similar.similarity < 0.1), "{listed:?}");
    let same = [source("ana.lua", base), source("bruno.lua", base)];
    assert_eq!(pairs_of(&same, &[source("base.lua", base)], 0.0), []);
}

#[test]
fn what_most_of_a_class_have_does_not_count() {
    let shared = bot!("quoridor/waller.lua");
    let own = &APART[..6];
    let class: Vec<Source> =
        own.iter().map(|own| source("bot.lua", &format!("{shared}\n{own}"))).collect();
    assert!(pairs_of(&class, &[], 0.3).is_empty());
    // With five bots, nothing counts as common.
    assert_eq!(pairs_of(&class[..5], &[], 0.3).len(), 10);
    // Two of many with the same code are a pair.
    let mut class: Vec<Source> = own.iter().map(|own| source("bot.lua", own)).collect();
    class.push(source("copy.lua", &disguised(own[1])));
    let found = pairs_of(&class, &[], 0.5);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].first, found[0].second, found[0].similarity), (1, 6, 1.0));
}

#[test]
fn languages_are_not_compared_with_each_other() {
    let text = bot!("quoridor/minimax.lua");
    let sources = [source("a.lua", text), source("b.rhai", text), source("c.rhai", text)];
    let pairs: Vec<_> = pairs_of(&sources, &[], 0.0).iter().map(|s| (s.first, s.second)).collect();
    assert_eq!(pairs, [(1, 2)]);
}

#[test]
fn a_few_lines_alike_say_nothing() {
    let few = "return { next_move = function(view) local all = view:moves() return all[1] end }";
    assert!(likeness(few, &format!("{few} -- 1\nlocal x = 1")) < 0.3);
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
    let found = pairs_of(&[source("ana.lua", &ana), source("bruno.lua", &bruno)], &[], 0.0);
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
    let found = pairs_of(&[bundle, source("alone.lua", text)], &[], 0.0);
    assert_eq!(found[0].similarity, 1.0);
    assert_eq!(found[0].passages[0].first.file, "helper.lua");
}

#[test]
fn a_program_that_repeats_itself_does_not_take_for_ever() {
    let text = "x = x + 1\n".repeat(20_000);
    assert!(likeness(&text, &format!("{text} local y = 1")) < 1.0);
}

#[test]
fn a_class_is_compared_alike_each_time() {
    let bots =
        [bot!("quoridor/minimax.lua"), bot!("quoridor/waller.lua"), bot!("tute/masmenos.lua")];
    let class: Vec<Source> = (0..12)
        .map(|i| source("bot.lua", &format!("{}\n{}", bots[i % 3], disguised(bots[(i + 1) % 3]))))
        .collect();
    let found = compare(&class, &[], 0.2);
    assert!(!found.groups.is_empty());
    assert_eq!(compare(&class, &[], 0.2), found);
    for group in found.groups {
        assert!(group.pairs.is_sorted_by(|a, b| a.similarity >= b.similarity));
    }
}
