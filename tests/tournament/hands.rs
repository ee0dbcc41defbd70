//! The figures of games about their hands agree with the results of their matches.

use juez::core::{Hands, Record, Seed, Terms};
use juez::grading::report::{Part, Screen, Tables, text_for};
use juez::registry::{AnyGame, MatchSetup, PlayerSpec, game, games};
use juez::tournament::{Format, MatchResult, Results, Status};
use serde_json::{Value, json};

use crate::tournament::runs::{Runs, entrants, plan};

/// Plays a match of random bots.
fn played(id: &str, options: Value, seed: u64) -> (&'static dyn AnyGame, Record) {
    let game = game(id).expect("a game");
    let Value::Object(options) = options else { panic!("options are a map") };
    let options = game.options(&options).expect("options of the game");
    let seats = options.get("seats").and_then(Value::as_u64).unwrap_or(2);
    let player = |n| PlayerSpec::read(&format!("p{n}=random"), game).expect("a player");
    let setup = MatchSetup {
        terms: Terms { options, ..Terms::default() },
        seed: Some(Seed::from(seed)),
        ..MatchSetup::new((0..seats).map(player).collect())
    };
    let record = game.play(&setup, &mut ()).expect("a match");
    (game, record)
}

fn sums<'a>(hands: &'a Hands, figure: &str) -> &'a [i32] {
    &hands.sums[figure]
}

#[test]
fn the_points_of_all_hands_are_those_of_the_match() {
    for (id, options, figure) in [
        ("tute", json!({"seats": 4}), "porotos"),
        ("tute", json!({"seats": 6}), "porotos"),
        ("dominoes", json!({"seats": 4}), "points"),
        ("scopone", json!({"seats": 4}), "points"),
        ("scopone", json!({"seats": 4, "kind": "team9"}), "points"),
    ] {
        for seed in 0..5 {
            let (game, record) = played(id, options.clone(), seed);
            let hands = game.hands(&record).expect("a record").expect("it counts something");
            let points = record.end.expect("over").points;
            assert_eq!(sums(&hands, figure), points.as_slice(), "{id} {seed}");
        }
    }
}

#[test]
fn a_seat_that_has_retired_plays_no_further_hand() {
    let (game, record) = played("tute", json!({"seats": 5}), 3);
    let hands = game.hands(&record).expect("a record").expect("it counts something");
    assert_eq!(hands.played.iter().max(), Some(&(record.deals.len() as u32)));
    assert!(hands.played.iter().min() < hands.played.iter().max(), "{:?}", hands.played);
}

#[test]
fn a_closed_hand_ends_with_four_passes() {
    let mut closed = 0;
    for seed in 0..10 {
        let (game, record) = played("dominoes", json!({}), seed);
        let hands = game.hands(&record).expect("a record").expect("it counts something");
        let passes = |moves: &&[String]| moves.iter().all(|mv| mv == "pass");
        let wanted = record.moves.windows(4).filter(passes).count() as i32;
        assert_eq!(sums(&hands, "closed"), [wanted; 4], "the same for everybody, {seed}");
        let won = sums(&hands, "won");
        assert!(won[0] + won[1] <= record.deals.len() as i32, "{won:?}");
        let all: i32 = sums(&hands, "passes").iter().sum();
        assert_eq!(all, record.moves.iter().filter(|mv| *mv == "pass").count() as i32);
        closed += wanted;
    }
    assert!(closed > 0, "some hands are closed");
}

#[test]
fn a_game_of_durak_has_one_durak_or_is_drawn() {
    for seed in 0..5 {
        let (game, record) = played("durak", json!({"seats": 3, "games": 5}), seed);
        let hands = game.hands(&record).expect("a record").expect("it counts something");
        assert_eq!(hands.played, [5; 3]);
        let points = record.end.expect("over").points;
        let fools: i32 = sums(&hands, "durak").iter().sum();
        let drawn = 5 - fools;
        assert!((0..=5).contains(&drawn));
        for (out, durak) in points.as_slice().iter().zip(sums(&hands, "durak")) {
            assert!(*out + durak <= 5 && *out + durak >= 5 - drawn, "{points:?}");
        }
    }
}

#[test]
fn a_hand_that_is_not_over_does_not_count() {
    let (game, record) = played("dominoes", json!({}), 1);
    let whole = game.hands(&record).expect("a record").expect("some");
    let cut = Record {
        moves: record.moves[..record.moves.len() - 1].to_vec(),
        plies: Vec::new(),
        end: None,
        ..record
    };
    let cut = game.hands(&cut).expect("a record").expect("some");
    assert_eq!(cut.played[0] + 1, whole.played[0]);
}

#[test]
fn figures_have_names_that_files_can_bear() {
    for game in games() {
        for figure in game.info().hand_figures {
            assert!(figure.name.chars().all(|c| c.is_ascii_lowercase()), "{}", figure.name);
            assert!(!figure.doc.is_empty() && !figure.doc.ends_with('.'), "{}", figure.doc);
        }
    }
    let (quoridor, record) = played("quoridor", json!({"max_plies": 20}), 1);
    assert_eq!(quoridor.hands(&record), Ok(None), "no hands, no figures");
}

fn text(tables: &Tables) -> String {
    let mut out = Vec::new();
    let screen = Screen { width: 80, parts: vec![Part::Hands] };
    text_for(tables, &screen, &mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("text")
}

fn tute() -> Results {
    let runs = Runs::new();
    let mut plan = plan("tute", Format::RoundRobin, json!({}));
    plan.rounds = 5;
    runs.play(&plan, &entrants("tute", &["random", "greedy", "a=random"]), 2);
    runs.results()
}

#[test]
fn a_report_has_the_porotos_of_each_bot_with_their_interval() {
    let results = tute();
    let tables = Tables::of(&results);
    let table = tables.hands.as_ref().expect("tute counts porotos");
    assert_eq!(table.figures[0].name, "porotos");
    for row in &table.rows {
        let seat = |m: &MatchResult| {
            let names = results.seated(&m.job);
            let own = |&e: &u32| results.entrants[e as usize].name() == row.name;
            names.iter().position(own).expect("all sit at each table")
        };
        let (mut porotos, mut hands) = (0.0, 0.0);
        for result in results.matches.iter() {
            let summary = result.played().expect("played");
            porotos += f64::from(summary.points.as_slice()[seat(&result)]);
            hands += f64::from(summary.hands.as_ref().expect("counted").played[seat(&result)]);
        }
        let figure = row.figures[0].expect("hands were played");
        assert!((figure.value - porotos / hands).abs() < 1e-4, "{}", row.name);
        assert!(figure.low < Some(figure.value) && figure.high > Some(figure.value));
        assert_eq!(row.hands as f64, hands);
    }
    assert!(text(&tables).contains("porotos"), "{}", text(&tables));
}

#[test]
fn matches_of_an_older_juez_are_left_out_and_told() {
    let mut results = tute();
    let forget = |results: &mut Results, first: u32| {
        let without_hands = |mut result: MatchResult| {
            if let (true, Status::Played(summary)) = (result.job.number < first, &mut result.status)
            {
                summary.hands = None;
            }
            result
        };
        results.matches = results.matches.iter().map(without_hands).collect();
    };
    forget(&mut results, 6);
    let tables = Tables::of(&results);
    assert_eq!(tables.hands.as_ref().map(|table| table.left_out), Some(6));
    let text = text(&tables).replace("\n  ", " ");
    assert!(
        text.contains("Without 6 matches that were stored before hands were counted"),
        "{text}"
    );
    forget(&mut results, u32::MAX);
    let tables = Tables::of(&results);
    assert_eq!(tables.hands, None);
    let json = serde_json::to_string(&tables).expect("plain data");
    assert!(!json.contains("\"hands\""), "an old report stays as it was");
}
