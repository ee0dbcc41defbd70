use super::*;
use juez_core::Budget;
use juez_tournament::FormatName;
use std::time::Duration;

fn read_from(path: &str, text: &str) -> TournamentFile {
    parse(text, Path::new(path)).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the error of a file that begins with its game.
fn wrong(text: &str) -> String {
    let text = format!("game = \"quoridor\"\n{text}");
    parse(&text, Path::new("class.toml")).err().expect("it is wrong").to_string()
}

#[test]
fn a_file_says_what_a_command_line_says() {
    let file = read_from(
        "class.toml",
        "game = 'quoridor'\nbots = ['ana.lua', 'strong=minimax:depth=3']\nformat = 'swiss'\n\
         rounds = 5\ntime = '1h'\nseed = 7\nbudget = 'quick'\nthird-place = false\nquiet = true\n\
         without = ['path', 'distance']\npass = 'beats greedy in 60 % of 40 games'\n\
         deadline = 2026-05-31T23:59:00\n[options]\nseats = 4\n",
    );
    assert_eq!(file.game.info().id, "quoridor");
    assert_eq!(file.bots, ["ana.lua", "strong=minimax:depth=3"]);
    let settings = file.settings;
    assert_eq!((settings.format, settings.rounds), (Some(FormatName::Swiss), Some(5)));
    assert_eq!(settings.time, Some(Duration::from_secs(3600)));
    assert_eq!((settings.seed, settings.budget), (Some(Seed::from(7)), Some(Budget::Quick)));
    assert_eq!(settings.without, ["path", "distance"]);
    assert_eq!(settings.pass, ["beats greedy in 60 % of 40 games"]);
    assert_eq!(settings.deadline.as_deref(), Some("2026-05-31T23:59:00"));
    assert_eq!(settings.rules.options, ["seats=4"]);
    assert!(settings.quiet && !settings.third_place && !settings.json_events);
}

/// Returns a valid TOML value for an option.
fn value_for(arg: &Arg) -> &'static str {
    let is = |id: TypeId| arg.get_value_parser().type_id() == id;
    match arg.get_long().expect("options have names") {
        "format" => "'swiss'",
        "partners" => "'mixed'",
        "budget" => "'long'",
        "on-fault" => "'substitute'",
        "isolation" => "'thread'",
        "time" => "'10m'",
        "ladder" => "'2026-11-22'",
        "movetime" => "'100ms'",
        "clock" => "'60s+0.5s'",
        "margin" => "'50ms'",
        _ if matches!(arg.get_action(), ArgAction::SetTrue) || is(TypeId::of::<bool>()) => "true",
        _ if matches!(arg.get_action(), ArgAction::Append) => "['one', 'two']",
        _ if is(TypeId::of::<u32>()) || is(TypeId::of::<Seed>()) => "3",
        _ => "'text'",
    }
}

#[test]
fn every_option_is_a_key_of_the_file() {
    let command = command();
    let mut count = 0;
    for arg in command.get_arguments().filter(|arg| arg.get_long() != Some(RULES_OPTION)) {
        let name = arg.get_long().expect("settings are options");
        let file =
            read_from("class.toml", &format!("game = 'tute'\n{name} = {}\n", value_for(arg)));
        assert_ne!(file.settings, Settings::default(), "{name} says nothing");
        count += 1;
    }
    // Options with another purpose, such as --resume, are not settings.
    let all = crate::cli::tournament::TournamentArgs::augment_args(Command::new("juez"));
    let own = all.get_arguments().filter(|arg| arg.get_help_heading() != Some("Queue"));
    let beside = own.filter(|arg| arg.get_long().is_some()).count() - count - 1;
    assert_eq!(beside, 2, "--resume and --example, and -o, which is the table of options");
}

#[test]
fn an_unknown_key_is_refused_with_its_line_and_what_was_meant() {
    assert_eq!(
        wrong("\nround = 3\n"),
        "class.toml:3: no key called \"round\"; did you mean rounds?"
    );
    assert_eq!(
        wrong("jsonEvents = 1"),
        "class.toml:2: no key called \"jsonEvents\"; did you mean json-events?"
    );
    let strange = wrong("colour = 'red'");
    assert!(
        strange.starts_with(
            "class.toml:2: no key called \"colour\"; there are game, bots, options, name,"
        ),
        "{strange}"
    );
    assert!(!strange.contains("option,"), "{strange}");
}

#[test]
fn everything_that_is_wrong_is_told_at_once_in_the_order_of_its_lines() {
    let reported = wrong("zzz = 1\nrounds = 0\nconcurrency = 'many'\nbugdet = 'quick'\n");
    let lines: Vec<&str> = reported.lines().collect();
    assert!(lines[0].starts_with("class.toml:2: no key called \"zzz\""), "{reported}");
    assert_eq!(
        lines[1..],
        [
            "class.toml:3: rounds: 0 is not in 1..=1000000",
            "class.toml:4: concurrency: expected a whole number, not text",
            "class.toml:5: no key called \"bugdet\"; did you mean budget?",
        ]
    );
}

#[test]
fn a_value_of_the_wrong_kind_is_told_what_was_expected() {
    for (line, why) in [
        ("name = 3", "name: expected text in quotes, not a whole number"),
        ("quiet = 'yes'", "quiet: expected true or false, not text"),
        ("rounds = 2.5", "rounds: expected a whole number, not a number with a point"),
        ("pass = 60", "pass: expected a list of texts, as in [\"a\", \"b\"], not a whole number"),
        ("bots = [1]", "bots: expected texts in quotes in the list, not a whole number"),
        ("bots = 1", "bots: expected a list of texts, as in [\"a\", \"b\"], not a whole number"),
        (
            "seed = true",
            "seed: expected a whole number, or 64 hex digits in quotes, not true or false",
        ),
        (
            "options = 1",
            "options: expected a table of house rules, as in [options], not a whole number",
        ),
        ("time = '10'", "time: expected a time such as 90s, 10m or 1h30m"),
        ("openings = 'random:0'", "openings: expected random:K with 1 to 40 moves, as in random:2"),
    ] {
        assert_eq!(wrong(line), format!("class.toml:2: {why}"));
    }
    let format = wrong("format = 'swis'");
    assert!(
        format.starts_with("class.toml:2: format: no format called \"swis\"; did you mean swiss?"),
        "{format}"
    );
}

#[test]
fn house_rules_are_checked_at_their_line() {
    let reported = wrong("[options]\nseats = 2\nwals = 3\n");
    assert!(
        reported.starts_with("class.toml:4: quoridor has no option \"wals\"; did you mean walls?"),
        "{reported}"
    );
    let reported = wrong("[options]\nseats = 3\n");
    assert_eq!(reported, "class.toml:3: quoridor option seats cannot be 3; allowed: 2, 4");
    let reported = wrong("[options]\nseats = [2]\n");
    assert!(reported.starts_with("class.toml:3: options: seats: expected a number"), "{reported}");
}

#[test]
fn a_file_without_a_game_or_with_a_wrong_one_is_refused() {
    let reported =
        |text: &str| parse(text, Path::new("c.toml")).err().expect("no game").to_string();
    assert_eq!(
        reported("rounds = 1\n"),
        "c.toml: no game: expected a line such as game = \"quoridor\""
    );
    assert!(
        reported("game = 'quorridor'")
            .starts_with("c.toml:1: no game called \"quorridor\"; did you")
    );
    assert!(
        reported("game = 1").starts_with("c.toml:1: game: expected the name of a game in quotes")
    );
}

#[test]
fn what_is_no_toml_is_refused_with_its_line() {
    let reported = wrong("rounds = \n");
    assert!(reported.starts_with("class.toml:2: "), "{reported}");
    let reported = wrong("rounds = 1\nrounds = 2\n");
    assert!(reported.starts_with("class.toml:3: "), "{reported}");
}

#[test]
fn paths_are_meant_from_the_folder_of_the_file() {
    let file = read_from(
        "school/class.toml",
        "game = 'quoridor'\nbots = ['ana.lua', 'bo=deep/bo', 'minimax', '/abs/c.lua', 'greedi']\n\
         roster = 'class.csv'\nopenings = 'book.jsonl'\ndb = '/tmp/a.db'\nname = 'class.csv'\n",
    );
    assert_eq!(
        file.bots,
        ["school/ana.lua", "bo=school/deep/bo", "minimax", "/abs/c.lua", "greedi"]
    );
    let settings = file.settings;
    assert_eq!(settings.roster, Some("school/class.csv".into()));
    assert_eq!(settings.openings, Some(OpeningsName::File("school/book.jsonl".into())));
    assert_eq!(settings.db, Some("/tmp/a.db".into()));
    assert_eq!(settings.name.as_deref(), Some("class.csv"), "no path");
    let random = read_from("school/class.toml", "game = 'quoridor'\nopenings = 'random:4'\n");
    assert_eq!(random.settings.openings, Some(OpeningsName::Random(4)));
}
