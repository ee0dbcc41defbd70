//! `juez rules GAME --prompt`: one text that suffices to write a bot.

use juez::registry::definitions::Reference;
use juez::registry::{AnyGame, games};
use juez::script::{HOOKS, LANGUAGES};

use crate::cli::folder::run;

/// The largest prompt of a game, in bytes.
const MAX_BYTES: usize = 40_000;

fn prompt(game: &dyn AnyGame) -> String {
    run(&format!("rules {} --prompt", game.info().id)).warns("").exits(0).stdout
}

#[test]
fn a_prompt_has_every_method_every_rule_and_a_first_bot_and_is_no_book() {
    for game in games() {
        let (text, info) = (prompt(game), game.info());
        let api = Reference::of(game);
        for (object, rows) in [("view", &api.view), ("world", &api.world), ("view", &api.of_game)] {
            for row in rows {
                let call = row.call(object, ':');
                assert!(text.contains(&format!("`{call}`")), "{}: {call}", info.id);
            }
        }
        for hook in HOOKS {
            assert!(text.contains(&format!("function bot.{}", hook.name)), "{}", info.id);
        }
        for language in LANGUAGES {
            let first = info.template(language.id).expect("a first bot");
            assert!(text.contains(first.trim_end()), "{}: {}", info.id, language.id);
        }
        let rules = info.text.rules(Default::default());
        for heading in rules.lines().filter(|line| line.starts_with("##")) {
            assert!(text.contains(&format!("\n#{heading}\n")), "{}: {heading}", info.id);
        }
        for section in ["Rules", "Script API", "Limits", "How to check it", "A match"] {
            assert!(text.contains(&format!("\n## {section}\n")), "{}: {section}", info.id);
        }
        assert!(!text.contains("]("), "{}: a link leads nowhere", info.id);
        assert!(text.len() < MAX_BYTES, "{}: {} bytes", info.id, text.len());
        assert_eq!(text, prompt(game), "{}", info.id);
    }
}

#[test]
fn the_match_in_a_prompt_is_the_one_that_play_makes() {
    let text = run("rules quoridor --prompt").exits(0).stdout;
    let record = run("play quoridor master greedy --seed 1 --json").exits(0).json().remove(0);
    let moves = record["moves"].as_array().expect("a list");
    let moves: Vec<&str> = moves.iter().filter_map(|mv| mv.as_str()).collect();
    let listed = moves[..moves.len().min(80)].join(" ");
    assert!(text.contains(&format!("of {}: `{listed}`\n", moves.len())), "{text}");
    assert!(text.contains(&format!("It plays `{}`.\n", moves[0])), "{text}");
}

#[test]
fn the_rules_of_a_prompt_may_be_in_another_language() {
    run("rules quoridor --prompt --lang es").shows("\n### El tablero\n").exits(0);
    run("rules quoridor --prompt --api").exits(2);
    run("rules quoridor --prompt --options").exits(2);
}
