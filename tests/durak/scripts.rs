//! The sample scripts of Durak: the same in every language, without faults, better than chance.

use juez::core::{Budget, Limits, Record, Seed};
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::script::LANGUAGES;
use std::path::PathBuf;

const HOUSE: [&str; 3] = ["random", "simple", "montecarlo"];

fn bot(name: &str, language: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("bots/durak");
    path.join(format!("{name}.{language}")).display().to_string()
}

/// A match within the budget `quick`.
fn play(players: &[&str], options: &[(&str, i64)], seed: u64) -> Record {
    let durak = game("durak").expect("there is durak");
    let players = players.iter().map(|text| PlayerSpec::read(text, durak).expect("a player"));
    let mut setup = MatchSetup::new(players.collect());
    setup.seed = Some(Seed::from(seed));
    setup.limits = Limits::of(Budget::Quick);
    for &(name, value) in options {
        setup.options.insert(name.into(), value.into());
    }
    let record = durak.play(&setup, &mut ()).expect("the setup is right");
    let end = record.end.as_ref().expect("a played match ends");
    assert!(end.faults.is_empty(), "{:?}", end.faults);
    record
}

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for name in HOUSE {
        let tables: &[&[(&str, i64)]] = &[&[], &[("deck", 52), ("games", 2)]];
        for (options, seed) in tables.iter().flat_map(|options| (0..2).map(move |n| (options, n))) {
            for opponent in ["random", "greedy"] {
                let two = LANGUAGES.iter().map(|language| {
                    play(&[&bot(name, language.id), opponent], options, seed).moves
                });
                let two: Vec<_> = two.collect();
                assert_eq!(two[0], two[1], "{name} against {opponent}, seed {seed}");
            }
        }
    }
}

#[test]
fn they_play_at_every_table_without_a_fault() {
    for name in HOUSE {
        for language in LANGUAGES {
            for seats in [3, 6] {
                let me = bot(name, language.id);
                let mut players = vec!["greedy"; seats];
                players[seats - 1] = &me;
                play(&players, &[("seats", seats as i64)], 3);
            }
        }
    }
}

#[test]
fn simple_and_montecarlo_beat_random_far_beyond_luck() {
    for (name, matches) in [("simple", 100), ("montecarlo", 40)] {
        let (mut won, mut lost) = (0, 0);
        for seed in 0..matches {
            let me = bot(name, "lua");
            let mine = (seed % 2) as usize;
            let players = if mine == 0 { [&me[..], "random"] } else { ["random", &me[..]] };
            let end = play(&players, &[], seed).end.expect("it ends");
            let points = end.points.as_slice();
            won += i32::from(points[mine] > points[1 - mine]);
            lost += i32::from(points[mine] < points[1 - mine]);
        }
        let z = f64::from(won - lost) / f64::from(won + lost).sqrt();
        println!("{name}: {won} to {lost}");
        assert!(z > 4.0, "{name}: {won} to {lost}");
    }
}

#[test]
fn montecarlo_needs_less_than_half_of_the_quick_budget() {
    for language in LANGUAGES {
        let (mut most, fuel_of_a_move) = (0, fuel_of_a_move(language.id));
        for (seats, deck) in [(2, 36), (2, 52), (3, 52), (6, 52)] {
            let me = bot("montecarlo", language.id);
            let mut players = vec!["greedy"; seats];
            players[0] = &me;
            for seed in 0..3 {
                let options = [("seats", seats as i64), ("deck", deck)];
                let record = play(&players, &options, seed);
                most = record.plies.iter().filter_map(|ply| ply.fuel).chain([most]).max().unwrap();
            }
        }
        println!("{}: {most} of {fuel_of_a_move}", language.id);
        assert!(most < fuel_of_a_move / 2, "{}: {most} of {fuel_of_a_move}", language.id);
    }
}

/// The fuel of one move in a language within `quick`, as a script sees it.
fn fuel_of_a_move(language: &str) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let source = match language {
        "lua" => {
            "return { next_move = function(view) print(view:fuel()) return view:moves()[1] end }"
        }
        _ => "fn next_move(view) { print(view.fuel()); view.moves()[0] }",
    };
    let file = folder.path().join(format!("fuel.{language}"));
    std::fs::write(&file, source).expect("it can be written");
    let record = play(&[&file.display().to_string(), "random"], &[], 1);
    let mut lines = record.plies.iter().filter_map(|ply| ply.log.as_ref()?.first());
    lines.next().expect("it was asked").parse().expect("a number")
}
