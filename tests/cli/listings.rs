//! `games`, `bots`, `rules`, `doctor`, `bench`, `completions`.

use crate::cli::folder::run;

#[test]
fn games_lists_each_game_with_its_seats() {
    run("games")
        .prints(
            "\
quoridor   2-4 seats  A race of pawns across a board; players put walls in each other's way.
tute       3-6 seats  A game of tricks with Spanish cards in which the middle loses.
dominoes     4 seats  Two pairs join tiles end to end; the first to go out scores the others' pips.
durak      2-6 seats  Attack, beat or take: the last one with cards is the fool.
scopone      4 seats  Cards capture what adds up to them; emptying the table is a scopa.
",
        )
        .warns("")
        .exits(0);
}

#[test]
fn games_for_programs_is_an_object_a_line() {
    let games = run("games --json").warns("").exits(0).json();
    let ids: Vec<_> = games.iter().map(|game| game["game"].as_str().unwrap()).collect();
    assert_eq!(ids, ["quoridor", "tute", "dominoes", "durak", "scopone"]);
    assert_eq!(games[0]["seats"], serde_json::json!([2, 4]));
    assert_eq!(games[0]["bots"], serde_json::json!(["random", "minimax", "greedy", "master"]));
}

#[test]
fn bots_lists_the_bots_of_a_game_with_what_can_be_set() {
    let expected = "\
Quoridor, weakest first
  random              a random legal move
  minimax             looks a few plies ahead and weighs the two shortest paths
  minimax:depth=      plies it looks ahead (1 to 4; default 2)
  minimax:eval=       `faithful` keeps the published sign, which rewards a short
                      path of the opponent (fixed, faithful; default fixed)
  greedy              walks its shortest path; builds the wall that costs a
                      leader most when behind
  minimax:depth=3     minimax with depth=3
  master              searches far ahead and weighs paths and walls
  master:level=       how well it plays with two players (1 to 10; default 10)
  master:nodes=       positions it looks at for each move, at most (1 to
                      100000000; default 300000)
  master:weights=     its network, from `juez learn`; none plays without one (a
                      file of weights, none; default built in)
";
    run("bots quoridor").prints(expected).warns("").exits(0);
    let all = run("bots").shows(expected).exits(0);
    for title in ["Tute Cabrero", "Dominoes in pairs", "Durak", "Scopone"] {
        assert!(all.stdout.contains(&format!("\n{title}, weakest first\n  random ")), "{title}");
    }
}

#[test]
fn the_levels_of_a_game_are_its_bots_each_once_some_with_options_too() {
    for game in juez::registry::games() {
        let (bots, levels) = (game.bots(), game.levels());
        let plain: Vec<&str> = bots.iter().map(|bot| bot.name).collect();
        let listed: Vec<&str> =
            levels.iter().copied().filter(|level| !level.contains(':')).collect();
        assert_eq!(listed, plain, "{}", game.info().id);
        for level in levels {
            assert!(juez::registry::PlayerSpec::read(level, game).is_ok(), "{level}");
        }
    }
}

#[test]
fn rules_tells_the_game_its_house_rules_and_what_a_script_may_ask() {
    run("rules quoridor")
        .shows("# Quoridor\n")
        .shows("\n## House rules\n\nEach is an option of a match: `-o walls=5`.\n\n- `seats`: how many play, 2 (as usual) or 4.\n")
        .hides("<!--")
        .shows("  view.seat                 your seat, counted from 0\n")
        .shows("  view:is_legal(move)       whether you may play a move now -> true or false\n")
        .shows("  world:playout([k])        ")
        .shows("  view:path(seat)           ")
        .warns("")
        .exits(0);
}

#[test]
fn rules_can_tell_one_part_only() {
    run("rules quoridor --options").shows("max_plies").hides("view").hides("#").exits(0);
    run("rules quoridor --options --lang es").shows("- `walls`: muros de cada").exits(0);
    run("rules quoridor --lang ita").exits(2);
    run("rules quoridor --api").shows("view:moves()").hides("max_plies").hides("#").exits(0);
}

#[test]
fn what_a_script_may_ask_is_one_object_for_programs() {
    for game in ["quoridor", "tute", "dominoes", "durak", "scopone"] {
        let found = run(&format!("rules {game} --api --json")).warns("").exits(0).json();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["game"], game);
    }
    run("rules quoridor --json").exits(2);
    run("rules quoridor --api --markdown --json").exits(2);
}

#[test]
fn lists_fit_a_terminal_of_80_columns() {
    let games = ["quoridor", "tute", "dominoes", "durak", "scopone"];
    let rules = games
        .iter()
        .flat_map(|game| ["--api", "--options"].map(|part| format!("rules {game} {part}")));
    for line in ["games".to_string(), "bots".to_string()].into_iter().chain(rules) {
        let run = run(&line).exits(0);
        // One line for each game is better than a fold.
        let most = if line == "games" { 100 } else { 80 };
        let wide = run.stdout.lines().find(|line| line.chars().count() > most);
        assert_eq!(wide, None, "juez {line}");
    }
}

#[test]
fn doctor_says_what_the_machine_supports() {
    let run = run("doctor").warns("").exits(0);
    for name in
        ["juez", "system", "games", "languages", "self-test", "cpu clock", "worker", "sandbox"]
    {
        assert!(run.stdout.contains(&format!(" {name} ")), "{name} in:\n{}", run.stdout);
    }
    for line in run.stdout.lines() {
        assert!(line.starts_with("ok      ") || line.starts_with("weaker  "), "{line}");
    }
}

#[test]
fn doctor_for_programs_is_one_object() {
    let found = run("doctor --json").warns("").exits(0).json();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["juez"]["ok"], true);
    let version = found[0]["juez"]["found"].as_str().expect("text");
    assert!(version.starts_with(env!("CARGO_PKG_VERSION")), "{version}");
}

#[test]
fn every_shell_is_told_each_command_and_its_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&format!("completions {shell}")).warns("").exits(0);
        for word in ["tournament", "completions", "isolation"] {
            assert!(run.stdout.contains(word), "{word} for {shell}");
        }
    }
    run("completions tcsh").warns_of("[possible values: bash").exits(2);
}

#[test]
fn bash_completes_a_command() {
    let script = run("completions bash").stdout;
    let script = format!(
        "{script}\nCOMP_WORDS=(juez tourn); COMP_CWORD=1; _juez juez tourn juez; echo ${{COMPREPLY[@]}}"
    );
    let Ok(output) = std::process::Command::new("bash").args(["-c", &script]).output() else {
        return; // No bash here.
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "tournament\n");
}

#[test]
fn bench_shows_the_same_signatures_each_time() {
    let signatures = || -> Vec<String> {
        let run = run("bench --runs 1 --only legal").exits(0);
        let rows = run.stdout.lines().skip(1);
        rows.filter_map(|row| row.split_whitespace().last().map(str::to_string)).collect()
    };
    let first = signatures();
    assert!(first.len() >= 15, "{first:?}");
    assert_eq!(signatures(), first);
}

#[test]
fn bench_times_a_match_of_two_runners() {
    run("bench quoridor --runs 1 --only runner").shows("match of 2 runner.lua ").exits(0);
}

#[test]
fn bench_times_a_message_to_a_worker_and_the_parts_of_a_decision() {
    let run = run("bench --runs 1 --only worker").exits(0);
    assert!(run.stdout.contains("\nmessage to a worker and back "), "{}", run.stdout);
    for game in juez::registry::games() {
        let id = game.info().id;
        for part in ["packed for a worker", "read by a worker, legal moves included"] {
            assert!(run.stdout.contains(&format!("{id}: decision {part} ")), "{}", run.stdout);
        }
    }
}

#[test]
fn bench_times_loading_a_bot_guessing_hidden_cards_and_searching() {
    run("bench durak --runs 1 --only guess")
        .shows("durak: guess of the hidden cards, legal moves included ");
    run("bench quoridor --runs 1 --only master")
        .shows("quoridor: move of master:nodes=20000, midgame ");
    run("bench durak --runs 1 --only loaded").shows("durak: lua bot loaded into a new VM ");
}

#[test]
fn bench_without_a_game_times_the_hands_of_all() {
    let run = run("bench --runs 1 --only random").exits(0);
    for game in ["tute", "dominoes", "durak", "scopone"] {
        let item = format!("{game}: random hands, shuffle and deal included ");
        assert!(run.stdout.contains(&item), "{item} in:\n{}", run.stdout);
    }
    assert!(run.stdout.contains("quoridor: random matches "), "{}", run.stdout);
}
