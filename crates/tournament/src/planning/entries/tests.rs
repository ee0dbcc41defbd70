use super::*;
use juez_core::Limits;
use juez_match::registry::game;
use tempfile::TempDir;

const GOOD: &str = "return { next_move = function(view) return view:moves()[1] end }\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn at(folder: &TempDir, names: &[&str]) -> Vec<String> {
    let source = |text: &&str| {
        let (name, file) = PlayerSpec::split_name(text);
        let path = folder.path().join(file).display().to_string();
        name.map(|name| format!("{name}={path}")).unwrap_or(path)
    };
    names.iter().map(source).collect()
}

fn admit(bots: &[String]) -> Result<Vec<Entry>, EntryError> {
    admit_all(&candidates(game("quoridor").expect("a game"), bots)?)
}

fn admit_all(candidates: &[Candidate]) -> Result<Vec<Entry>, EntryError> {
    let game = game("quoridor").expect("a game");
    let mut base = MatchSetup::new(Vec::new());
    base.terms.options = game.options(&base.terms.options).expect("the usual rules");
    base.terms.limits = Limits::default();
    EntryCheck { game, base: &base, isolation: &Isolation::Thread }.admit(candidates)
}

fn names_of(bots: &[String]) -> Vec<String> {
    let entries = admit(bots).unwrap_or_else(|error| panic!("{error}"));
    entries.iter().map(|entry| entry.entrant.name().to_string()).collect()
}

fn refused(bots: &[String]) -> String {
    admit(bots).err().expect("refused").to_string()
}

#[test]
fn every_script_and_bot_folder_of_a_folder_takes_part_in_the_order_of_the_names() {
    let folder = folder(&[
        ("bots/zoe.lua", GOOD),
        ("bots/ana/main.lua", GOOD),
        ("bots/ana/help.lua", "return {}"),
        ("bots/bo.rhai", "fn next_move(view) { view.moves()[0] }"),
        ("bots/.old.lua", GOOD),
        ("bots/notes.txt", "none"),
        ("bots/data/x.txt", "none"),
    ]);
    assert_eq!(names_of(&at(&folder, &["bots"])), ["ana", "bo", "zoe"]);
}

#[test]
fn built_in_bots_and_given_names_are_taken_as_they_are() {
    let folder = folder(&[("a.lua", GOOD)]);
    let mut bots = at(&folder, &["Zoë Ω=a.lua"]);
    bots.extend(["minimax:depth=1".to_string(), "r=random".to_string()]);
    assert_eq!(names_of(&bots), ["Zoë Ω", "minimax:depth=1", "r"]);
}

#[test]
fn files_of_one_name_are_told_apart_and_given_names_stay() {
    let folder = folder(&[("a/ana.lua", GOOD), ("b/ana.lua", GOOD), ("c.lua", GOOD)]);
    assert_eq!(names_of(&at(&folder, &["a/ana.lua", "b/ana.lua"])), ["ana", "ana (2)"]);
    let named = at(&folder, &["a/ana.lua", "ana=c.lua", "b/ana.lua"]);
    assert_eq!(names_of(&named), ["ana (2)", "ana", "ana (3)"]);
}

#[test]
fn two_given_names_that_are_the_same_are_refused() {
    let bots = ["x=random", "x=greedy"].map(str::to_string);
    assert_eq!(refused(&bots), "two bots are called \"x\" (random and greedy): names must differ");
}

#[test]
fn the_same_bot_twice_is_refused_unless_both_have_a_name() {
    let random = ["random", "random"].map(str::to_string);
    assert!(refused(&random).starts_with("random is given twice; "));
    assert_eq!(names_of(&["a=random", "b=random"].map(str::to_string)), ["a", "b"]);
    let folder = folder(&[("bots/ana.lua", GOOD)]);
    let named = ["gg=random", "random"].map(str::to_string);
    assert_eq!(
        refused(&named),
        "random is given twice, the first time as gg=random; to let it play itself, give the other \
         a name too, as in a=random"
    );
    let reported = refused(&at(&folder, &["bots", "ana=bots/ana.lua"]));
    assert!(reported.contains("ana.lua is given twice"), "{reported}");
    let again = refused(&at(&folder, &["bots/ana.lua", "bots/../bots/ana.lua"]));
    assert!(again.contains("given twice, the first time as "), "{again}");
}

#[test]
fn a_bot_that_cannot_be_loaded_is_listed_with_its_error_and_stops_nobody() {
    let folder = folder(&[
        ("good.lua", GOOD),
        ("broken.lua", "local bot = {\n"),
        ("lost.lua", "local bot = {}\nbot.x.y = 1\nreturn bot\n"),
        ("blind.lua", "return {}\n"),
        ("big.lua", &"-".repeat(2 << 20)),
    ]);
    let bots = at(&folder, &["good.lua", "broken.lua", "lost.lua", "blind.lua", "big.lua"]);
    let entries = admit(&bots).expect("the list is good");
    let plays: Vec<bool> = entries.iter().map(Entry::plays).collect();
    assert_eq!(plays, [true, false, false, false, false]);
    let error = |n: usize| entries[n].entrant.error.clone().expect("an error");
    assert!(error(1).starts_with("broken.lua:2:"), "{}", error(1));
    assert!(error(2).starts_with("lost.lua:2:"), "{}", error(2));
    assert!(error(3).contains("next_move"), "{}", error(3));
    assert!(error(4).contains("is too large"), "{}", error(4));
    assert_eq!(entries[1].entrant.player.bot, PlayedBy::Lua);
    assert!(entries[1].bundle.is_some() && entries[4].bundle.is_none());
}

#[test]
fn what_is_not_there_is_refused_unless_it_is_a_students() {
    assert!(refused(&["nothere.lua".to_string()]).starts_with("cannot read bot nothere.lua"));
    let reported = refused(&["gredy".to_string()]);
    assert!(reported.contains("did you mean greedy?"), "{reported}");
    let candidate = Candidate {
        name: Some("Ana Ω".to_string()),
        source: "nothere.lua".to_string(),
        student: Some("Ana Ω".to_string()),
        ..Candidate::default()
    };
    let absent = Candidate {
        name: Some("Bo".to_string()),
        source: String::new(),
        student: Some("Bo".to_string()),
        problem: Some("handed in nothing".to_string()),
        ..Candidate::default()
    };
    let entries = admit_all(&[candidate, absent]).expect("listed");
    assert_eq!(entries[0].entrant.name(), "Ana Ω");
    assert!(entries[0].entrant.error.as_deref().is_some_and(|e| e.starts_with("cannot read bot")));
    assert_eq!(entries[1].entrant.name(), "Bo");
    assert_eq!(entries[1].entrant.error.as_deref(), Some("handed in nothing"));
}

#[test]
fn an_empty_folder_a_named_folder_and_a_person_are_refused() {
    let folder = folder(&[("empty/notes.txt", ""), ("bots/a.lua", GOOD)]);
    let reported = refused(&at(&folder, &["empty"]));
    assert!(
        reported.ends_with("holds no bot: expected bot files in it, or folders with a main file")
    );
    let reported = refused(&at(&folder, &["x=bots"]));
    assert!(reported.contains("a name is for one bot"), "{reported}");
    let reported = refused(&["random".to_string(), "me=human".to_string()]);
    assert!(reported.starts_with("a person cannot take part"), "{reported}");
}

#[test]
fn a_name_of_a_student_is_one_line() {
    let candidate = |name: &str| Candidate {
        name: Some(name.to_string()),
        source: "random".to_string(),
        student: Some(name.to_string()),
        ..Candidate::default()
    };
    let reported = admit_all(&[candidate("a\nb")]).err().expect("refused").to_string();
    assert_eq!(reported, "random: \"a\\nb\" is not a name: expected one line of text");
    assert!(admit_all(&[candidate(" ")]).is_err());
}
