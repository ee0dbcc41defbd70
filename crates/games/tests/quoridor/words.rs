//! Quoridor in words: notation, reasons, views as text, queries and the drawn board.

use crate::common::moves::{joined, play};
use crate::quoridor::board::{mv, set_up, start};
use juez_core::{
    Answer, Arg, Args, Game, Notation, QueryError, Seat, State, Tone, options_from_json,
};
use juez_games::quoridor::{Move, Options, Position, Quoridor, Square, View, Wall};
use serde_json::{Value, json};

#[test]
fn moves_are_squares_walls_and_pass() {
    let all = Move::all();
    assert_eq!(all.len(), 81 + 128 + 1);
    assert_eq!(joined(&all[..4]), "a1 a1h a1v a2");
    assert_eq!(joined(&all[209..]), "pass");
}

#[test]
fn squares_and_walls_read_back() {
    for square in Square::all() {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(Square::at(square.file(), square.rank()), Some(square));
    }
    for wall in Wall::all() {
        assert_eq!(wall.to_string().parse(), Ok(wall));
        assert_eq!(wall.across().across(), wall);
    }
}

#[test]
fn unreadable_moves_come_with_a_hint() {
    let hint = |text: &str| text.parse::<Move>().expect_err(text).hint.unwrap_or_default();
    assert_eq!(hint("E2"), "squares are written in small letters: e2");
    assert_eq!(hint("e3H"), "walls are written in small letters: e3h");
    assert_eq!(hint("PASS"), "pass is written in small letters");
    assert_eq!(hint("i3h"), "walls are a1h to h8v");
    assert_eq!(hint("a9v"), "walls are a1h to h8v");
    assert_eq!(hint("e10"), "squares are a1 to i9");
    assert_eq!(hint("k2"), "squares are a1 to i9");
    assert_eq!(hint("e0"), "squares are a1 to i9");
    assert_eq!(hint(" e2\n"), "without the blanks around it: e2");
    assert_eq!(hint("he3"), "the letter of a wall's direction comes last: e3h");
    for none in ["", "?", "e", "north", "e2e4", "é2"] {
        assert_eq!(hint(none), "", "{none:?}");
    }
    let error = "e10".parse::<Move>().expect_err("off the board").to_string();
    let expected = Move::EXPECTED;
    assert_eq!(error, format!(r#"cannot read "e10": expected {expected} (squares are a1 to i9)"#));
}

#[track_caller]
fn why(json: &str, text: &str) -> String {
    set_up(json).explain(mv(text)).expect_err("it is illegal").to_string()
}

#[test]
fn a_refused_wall_names_the_broken_rule() {
    let at = |walls: &str| format!(r#"{{"pawns":["e1","e9"],"walls":[{walls}]}}"#);
    assert_eq!(why(&at(r#""e3v""#), "e3h"), "e3h crosses e3v");
    assert_eq!(why(&at(r#""d3h""#), "e3h"), "e3h overlaps d3h");
    assert_eq!(why(&at(r#""e4v""#), "e3v"), "e3v overlaps e4v");
    assert_eq!(why(&at(r#""e3h""#), "e3h"), "e3h is already on the board");
    assert_eq!(why(r#"{"pawns":["e1","e9"],"walls_left":[0,10]}"#, "e3h"), "no walls left");
    let pocket = r#"{"pawns":["e1","d5"],"walls":["c4v","e4v","c5h","e5h","d2h"]}"#;
    assert_eq!(why(pocket, "d3h").as_str(), "d3h would leave seat 1 without a path");
    let halves = at(r#""b5h","d5h","f5h","h5h","a6v""#);
    assert_eq!(why(&halves, "a7h"), "a7h would leave seats 0 and 1 without a path");
}

#[test]
fn a_refused_pawn_move_names_the_broken_rule() {
    let start = r#"{"pawns":["e1","e9"]}"#;
    assert_eq!(why(start, "e1"), "the pawn is already on e1");
    assert_eq!(why(start, "e3"), "e3 is two steps from e1: a jump needs a pawn on e2");
    assert_eq!(
        why(start, "h8"),
        "h8 is too far from e1: a pawn steps to the next square or jumps over a pawn there"
    );
    assert_eq!(why(start, "f2"), "f2 is not adjacent: a diagonal jump needs a pawn on f1 or e2");
    assert_eq!(why(start, "pass"), "pass is only for a seat without any other move");
    let walled = r#"{"pawns":["e1","e9"],"walls":["e1h"]}"#;
    assert_eq!(why(walled, "e2"), "there is a wall between e1 and e2");
    let face = r#"{"pawns":["d4","e4"]}"#;
    assert_eq!(why(face, "e4"), "e4 is occupied by the pawn of seat 1");
    assert_eq!(
        why(face, "e5"),
        "e5 is not adjacent: a diagonal jump needs a wall, the edge or a pawn behind e4"
    );
    let behind = r#"{"pawns":["d4","e4"],"walls":["e4v","e4h"]}"#;
    assert!(serde_json::from_str::<View>(behind).is_err(), "crossing walls are refused");
    let behind = r#"{"pawns":["d4","e4"],"walls":["e3v","e4h"]}"#;
    assert_eq!(why(behind, "f4"), "there is a wall between e4 and f4");
    assert_eq!(why(behind, "e5"), "there is a wall between e4 and e5");
    let before = r#"{"pawns":["d4","e4"],"walls":["d4v"]}"#;
    assert_eq!(why(before, "f4"), "there is a wall between d4 and e4");
    assert_eq!(why(before, "e5"), "there is a wall between d4 and e4");
    let third = r#"{"pawns":["e4","a5","e5","e6"],
        "options":{"seats":4,"third_pawn_side":false}}"#;
    assert_eq!(why(third, "e6"), "e6 is occupied by the pawn of seat 3");
    assert_eq!(
        why(third, "d5"),
        "d5 is not adjacent: a diagonal jump needs a wall or the edge behind e5"
    );
}

#[test]
fn nothing_is_legal_once_the_match_is_over() {
    let mut position = set_up(r#"{"pawns":["e8","a5"]}"#);
    play(&mut position, "e9");
    for text in ["a4", "e3h", "pass"] {
        let error = position.clone().play(mv(text)).expect_err("it is over");
        assert_eq!(error.to_string(), "the match is over");
        assert!(!position.is_legal(mv(text)));
    }
}

#[test]
fn a_view_reads_like_a_position() {
    let mut position = start(Options::default());
    play(&mut position, "e2 e3h");
    let view = serde_json::to_value(position.view(None)).expect("a view can be written");
    let options =
        json!({"seats":2,"walls":10,"third_pawn_side":true,"max_plies":300,"repetition":0});
    assert_eq!(
        view,
        json!({"pawns":["e2","e9"],"walls":["e3h"],"walls_left":[10,9],"to_move":0,"ply":2,
            "options":options})
    );
    let mut won = set_up(r#"{"pawns":["e8","a5"]}"#);
    play(&mut won, "e9");
    let view = serde_json::to_value(won.view(None)).expect("a view can be written");
    assert_eq!((&view["winner"], &view["over"]), (&json!(0), &json!("finished")));
    assert_eq!(view.get("to_move"), None);
}

#[test]
fn a_view_that_no_play_leads_to_is_refused() {
    let refused = [
        (r#"{}"#, "missing field"),
        (r#"{"pawns":["e1"]}"#, "one entry for each of 2 seats"),
        (r#"{"pawns":["e1","e1"]}"#, "two pawns are on e1"),
        (r#"{"pawns":["e1","e10"]}"#, "squares are a1 to i9"),
        (r#"{"pawns":["e9","e8"]}"#, "seat 0 is on its goal but did not move last"),
        (r#"{"pawns":["e1","e9"],"walls":["e3h","f3h"]}"#, "f3h overlaps"),
        (r#"{"pawns":["e1","e9"],"walls":["e3h","e3v"]}"#, "e3v overlaps or crosses"),
        (r#"{"pawns":["e1","e9"],"walls":["d8v","f8v","e7h"]}"#, "seat 1 has no path to row 1"),
        (r#"{"pawns":["e1","e9"],"walls_left":[11,1]}"#, "11 walls left of 10"),
        (r#"{"pawns":["e1","e9"],"walls_left":[1]}"#, "one entry for each"),
        (r#"{"pawns":["e1","e9"],"to_move":1}"#, "at ply 0 seat 0 is to move"),
        (r#"{"pawns":["e1","e9"],"ply":301}"#, "ply 301 is beyond max_plies 300"),
        (r#"{"pawns":["e1","e9"],"winner":1}"#, "do not fit"),
        (r#"{"pawns":["e1","e9"],"over":"repetition"}"#, "do not fit"),
        (r#"{"pawns":["e1","e9"],"options":{"seats":3}}"#, "seats cannot be 3; allowed: 2, 4"),
        (r#"{"pawns":["e1","e9"],"options":{"walls":21}}"#, "walls cannot be 21"),
        (r#"{"pawns":["e1","e9"],"options":{"repetition":2}}"#, "repetition cannot be 2"),
        (r#"{"pawns":["e1","e9"],"earlier":[["e1","e9"]]}"#, "only with the rule of repetition"),
        (
            r#"{"pawns":["e1","e9"],"earlier":[["e1"]],"ply":2,"options":{"repetition":3}}"#,
            "needs 2 pawns",
        ),
        (
            r#"{"pawns":["e1","e9"],"earlier":[["e1","e9"]],"options":{"repetition":3}}"#,
            "more earlier positions than plies",
        ),
        (r#"{"pawns":["e1","e9"],"colour":"red"}"#, "unknown field"),
    ];
    for (json, reason) in refused {
        let error = serde_json::from_str::<View>(json).expect_err(json).to_string();
        assert!(error.contains(reason), "{json}: {error}");
    }
}

#[test]
fn the_default_options_are_those_of_the_table() {
    let four = options_from_json::<Quoridor>(json!({"seats":4}).as_object().expect("an object"));
    assert_eq!(
        serde_json::to_value(four.expect("allowed")).expect("an object"),
        json!({"seats":4,"walls":5,"third_pawn_side":true,"max_plies":300,"repetition":0})
    );
}

/// Returns the answer of a query, equal on the view and on the world.
fn ask(position: &Position, name: &str, args: &[Arg<'_>]) -> Result<Value, QueryError> {
    let query = Quoridor::QUERIES.iter().find(|query| query.row.name == name).expect(name);
    let answer = (query.on_world)(position, Args(args));
    assert_eq!(answer, (query.on_view)(&position.view(None), Args(args)), "{name}");
    answer.map(Answer::into_value)
}

#[test]
fn scripts_may_ask_all_of_this() {
    let mut position = start(Options::default());
    play(&mut position, "e2 e2h");
    let seat = [Arg::Seat(Seat::new(0))];
    let ok = |name: &str, args: &[Arg<'_>]| ask(&position, name, args).expect(name);
    assert_eq!(ok("squares", &[]).as_array().map(Vec::len), Some(81));
    assert_eq!(ok("neighbors", &[Arg::Text("e2")]), json!(["d2", "e1", "f2"]));
    assert_eq!(ok("is_open", &[Arg::Text("e2"), Arg::Text("e3")]), json!(false));
    assert_eq!(ok("is_open", &[Arg::Text("e2"), Arg::Text("d2")]), json!(true));
    assert_eq!(ok("is_open", &[Arg::Text("e2"), Arg::Text("a7")]), json!(false));
    assert_eq!(ok("pawn", &seat), json!("e2"));
    assert_eq!(ok("goal", &seat), json!(["a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9"]));
    assert_eq!(ok("walls", &[]), json!(["e2h"]));
    assert_eq!(ok("walls_left", &[Arg::Seat(Seat::new(1))]), json!(9));
    assert_eq!(ok("distance", &seat), json!(8));
    let path = ok("path", &seat);
    assert_eq!(path, json!(["d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"]));
    assert_eq!(ok("pawn_moves", &seat), json!(["d2", "e1", "f2"]));
    let walls = ok("wall_moves", &[Arg::Seat(Seat::new(1))]);
    assert_eq!(walls.as_array().map(Vec::len), Some(128 - 4));
    let error = ask(&position, "neighbors", &[Arg::Text("z1")]).expect_err("no square");
    assert_eq!(error.to_string(), r#""z1" is not a square: squares are a1 to i9"#);
    assert!(ask(&position, "is_open", &[Arg::Text("e2"), Arg::Text("")]).is_err());
}

#[test]
fn a_step_leads_to_the_square_beside_unless_the_edge_or_a_wall_is_in_the_way() {
    let mut position = start(Options::default());
    play(&mut position, "e2 d3v e3 e3h");
    let step = |square: &str, direction: &str| {
        ask(&position, "step", &[Arg::Text(square), Arg::Text(direction)])
    };
    // The same for either seat, and a pawn on e3 blocks no step.
    for (square, expected) in [
        ("e2", [json!("e3"), json!("f2"), json!("e1"), json!("d2")]),
        ("e3", [json!(null), json!("f3"), json!("e2"), json!(null)]),
        ("d4", [json!("d5"), json!(null), json!("d3"), json!("c4")]),
        ("a1", [json!("a2"), json!("b1"), json!(null), json!(null)]),
        ("i9", [json!(null), json!(null), json!("i8"), json!("h9")]),
    ] {
        for (direction, expected) in ["north", "east", "south", "west"].into_iter().zip(expected) {
            assert_eq!(step(square, direction), Ok(expected), "{square} {direction}");
        }
    }
    for (square, direction, why) in [
        ("e2", "up", r#"no direction called "up"; there are north, east, south and west"#),
        (
            "e2",
            "North",
            r#"no direction called "North"; did you mean north?; there are north, east, south and west"#,
        ),
        ("z1", "north", r#""z1" is not a square: squares are a1 to i9"#),
    ] {
        assert_eq!(step(square, direction).expect_err("refused").to_string(), why);
    }
}

#[test]
fn the_four_steps_from_a_square_are_its_neighbours() {
    let json = r#"{"pawns":["e1","e9"],"walls":["a1h","c1h","e1v","g1h","h2h","f2h","d4v"]}"#;
    let position = set_up(json);
    for square in Square::all() {
        let square = square.to_string();
        let steps = ["north", "east", "south", "west"].map(|direction| {
            ask(&position, "step", &[Arg::Text(&square), Arg::Text(direction)]).expect("asked well")
        });
        let mut steps: Vec<_> = steps.into_iter().filter(|step| !step.is_null()).collect();
        steps.sort_by_key(|step| step.to_string());
        let neighbors = ask(&position, "neighbors", &[Arg::Text(&square)]).expect("asked well");
        assert_eq!(neighbors, json!(steps), "{square}");
    }
}

#[test]
fn a_path_ends_on_the_goal_and_every_step_is_open() {
    let json = r#"{"pawns":["e1","e9"],"walls":["a1h","c1h","e1h","g1h","h2h","f2h"]}"#;
    let position = set_up(json);
    let board = position.board();
    let path = board.path(Seat::new(0));
    assert_eq!(path.len(), usize::from(board.distance(Seat::new(0))));
    let mut from = board.pawn(Seat::new(0));
    for &to in &path {
        assert!(board.passages().connects(from, to), "{from} to {to}");
        from = to;
    }
    assert_eq!(from.rank(), 8);
}

#[test]
fn the_board_is_drawn_within_80_columns_and_24_lines() {
    let position = set_up(
        r#"{"pawns":["e2","b5","e8","h5"],"walls":["e2h","c4v","g6h","a1h","h8v","d6v"],
            "walls_left":[4,4,3,1],"ply":6,"options":{"seats":4}}"#,
    );
    let drawing = Quoridor::draw(&position.view(None));
    let text = drawing.to_string();
    println!("{text}");
    assert!(text.lines().count() <= 24);
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    let pawns = drawing.lines.iter().flatten().filter(|span| matches!(span.tone, Tone::Seat(_)));
    assert_eq!(pawns.count(), 4 + 4, "each pawn and the line about its seat");
    for piece in ["(0)", "━━━━━━━", "┃", "seat 2 to move", "to file i"] {
        assert!(text.contains(piece), "{piece}");
    }
}
