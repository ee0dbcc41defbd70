//! Dominoes in words: notation, views as text, queries and the drawn table.

use crate::common::moves::{joined, play, seat, why};
use crate::dominoes::table::{BOTH_ENDS, CLOSING, EVEN, HANDS, HEAVY, options, start, table};
use juez_core::{Answer, Arg, Args, Game, Notation, QueryError, State, Team, Tone};
use juez_games::cards::{Card, Cards};
use juez_games::dominoes::{Chain, Dominoes, Move, Numbers, Options, Position, Signal, Tile, View};
use serde_json::{Value, json};

#[test]
fn moves_are_tiles_at_ends_and_signals() {
    let all = Move::all();
    assert_eq!(all.len(), 28 + 49 + 4 + 56);
    assert_eq!(joined(&all[..5]), "00 00@0 10 10@0 10@1");
    assert_eq!(joined(&all[76..83]), "66@6 leave open pass sig sig:0:1 sig:0:2");
}

#[test]
fn tiles_are_numbered_in_the_byte_order_of_their_text() {
    let texts: Vec<String> = Tile::all().map(|tile| tile.to_string()).collect();
    assert!(texts.is_sorted());
    for (index, tile) in Tile::all().enumerate() {
        assert_eq!((usize::from(tile.index()), tile.to_string().parse()), (index, Ok(tile)));
        assert_eq!(Tile::of(tile.low(), tile.high()), Some(tile));
        assert_eq!(tile.other(tile.high()), tile.low());
        assert_eq!(tile.other(tile.low()), tile.high());
        assert_eq!(tile.pips(), u32::from(tile.high() + tile.low()));
        assert_eq!(Tile::doubles().has(tile), tile.is_double());
        for number in 0..=6 {
            assert_eq!(Tile::showing(number).has(tile), tile.shows(number));
        }
    }
    assert_eq!((Tile::of(7, 0), Tile::DOUBLE_SIX.to_string()), (None, "66".to_string()));
}

#[test]
fn unreadable_moves_come_with_a_hint() {
    let hint = |text: &str| text.parse::<Move>().expect_err(text).hint.unwrap_or_default();
    assert_eq!(hint("36"), "write 63, not 36");
    assert_eq!(hint("36@6"), "write 63@6, not 36@6");
    assert_eq!(hint("[6|3]"), "write 63, not [6|3]");
    assert_eq!(hint("3-6"), "write 63, not 3-6");
    assert_eq!(hint("63@4"), "63 does not show 4");
    assert_eq!(hint("36@4"), "63 does not show 4");
    assert_eq!(hint("63@"), "the end is one of the tile's two numbers, 0 to 6");
    assert_eq!(hint("63@6@6"), "the end is one of the tile's two numbers, 0 to 6");
    assert_eq!(hint("63@left"), "the end is one of the tile's two numbers, 0 to 6");
    assert_eq!(hint(" 63@6\n"), "without the blanks around it: 63@6");
    assert_eq!(hint("PASS"), "in small letters: pass");
    let signal = "a signal is sig:D:F, D doubles 0 to 7 and F 1 to 7 tiles with one number";
    for wrong in ["sig:8:1", "sig:0:0", "sig:0:8", "sig:1", "sig:", "signal", "sig:01:2"] {
        assert_eq!(hint(wrong), signal, "{wrong}");
    }
    for none in ["", " ", "?", "6", "77", "663", "é3", "open now", "63:6", "-63"] {
        assert_eq!(hint(none), "", "{none:?}");
    }
    assert_eq!(
        "36".parse::<Move>().expect_err("wrong order").to_string(),
        format!(r#"cannot read "36": expected {} (write 63, not 36)"#, Move::EXPECTED)
    );
}

#[test]
fn only_the_exact_spelling_of_a_tile_is_a_tile() {
    assert_eq!(
        "36".parse::<Tile>().expect_err("wrong order").hint.as_deref(),
        Some("the higher number comes first: write 63, not 36")
    );
    for wrong in ["", "6", "67", "63 ", "6|3", "633", "é"] {
        assert!(wrong.parse::<Tile>().is_err(), "{wrong:?}");
    }
}

#[test]
fn signals_are_read_within_their_range_only() {
    assert_eq!("sig:7:7".parse(), Ok(Signal::new(7, 7).expect("in range")));
    assert_eq!((Signal::new(8, 1), Signal::new(0, 0), Signal::new(0, 8)), (None, None, None));
    assert!("sig".parse::<Signal>().is_err());
    assert_eq!(Signal::of(Cards::EMPTY).to_string(), "sig:0:1");
}

fn mid_hand() -> Position {
    let mut position = table(r#"{"signal":"seed"}"#, &HEAVY);
    play(&mut position, "sig:3:4 sig:0:1 sig:1:2 sig:7:7 66 pass 63@6 43@3 64@4 pass");
    position
}

#[test]
fn a_view_reads_like_a_table() {
    let position = mid_hand();
    let view = serde_json::to_value(position.view(Some(seat(0)))).expect("JSON");
    let options = json!({"seats":4,"target":100,"opener":"ask","tie":"no_score","count":"losers",
        "signal":"seed"});
    assert_eq!(
        view,
        json!({
            "seat":0,"hand":["44","54","55","61","65"],
            "chain":[{"tile":"66","seat":0},{"tile":"63","seat":2,"end":6},
                {"tile":"43","seat":3,"end":3},{"tile":"64","seat":0,"end":4}],
            "ends":[6,6],"count":[5,7,6,6],"lacks":[[],[6],[],[]],"passed":[0,2,0,0],"passes":1,
            "score":[0,0],"hands":1,"phase":"play","to_move":2,"pair":0,"opener":0,
            "my_signal":"sig:3:4","partner_signal":"sig:1:2","options":options
        })
    );
    let public = serde_json::to_value(position.view(None)).expect("JSON");
    for hidden in ["seat", "hand", "my_signal", "partner_signal"] {
        assert_eq!(public.get(hidden), None);
    }
}

#[test]
fn a_view_that_contradicts_itself_is_refused() {
    let good = serde_json::to_value(mid_hand().view(Some(seat(0)))).expect("JSON");
    let read = |value: &Value| serde_json::from_value::<View>(value.clone());
    assert!(read(&good).is_ok());
    let changes = [
        ("ends", json!([6, 5]), "contradicts itself"),
        ("count", json!([7, 7, 7, 7]), "contradicts itself"),
        ("lacks", json!([[], [], [], []]), "contradicts itself"),
        ("lacks", json!([[], [9], [], []]), "no tile shows 9"),
        ("passed", json!([0, 0, 0, 0]), "contradicts itself"),
        ("passes", json!(77), "contradicts itself"),
        ("hand", json!(["00"]), "the hand 00 does not fit the table"),
        ("hand", json!(["66", "54", "55", "61", "65"]), "does not fit the table"),
        ("to_move", json!(5), "seats are 0 to 3"),
        ("chain", json!([{"tile":"66","seat":0,"end":6}]), "66 does not fit the chain"),
        ("chain", json!([{"tile":"66","seat":0},{"tile":"66","seat":1,"end":6}]), "twice"),
        (
            "chain",
            json!([{"tile":"66","seat":0},{"tile":"54","seat":1,"end":6}]),
            "54 does not fit",
        ),
        (
            "chain",
            json!([{"tile":"66","seat":0},{"tile":"54","seat":1,"end":5}]),
            "54 does not fit",
        ),
        ("options", json!({"target":0}), "target cannot be 0"),
        ("colour", json!("red"), "unknown field"),
    ];
    for (field, value, reason) in changes {
        let mut bad = good.clone();
        bad[field] = value;
        let error = read(&bad).expect_err(field).to_string();
        assert!(error.contains(reason), "{field}: {error}");
    }
}

#[test]
fn the_chain_lies_end_to_end() {
    let mut position = table("{}", &EVEN);
    play(&mut position, CLOSING);
    let row = position.public().chain.laid_out();
    assert_eq!(row.len(), 10);
    assert!(row.windows(2).all(|pair| pair[0].1 == pair[1].0), "{row:?}");
    let text = serde_json::to_string(&position.public().chain).expect("JSON");
    assert_eq!(serde_json::from_str::<Chain>(&text).expect("JSON"), position.public().chain);
}

/// Returns the answer of a query on the view of the seat to move, which the world must give too.
#[track_caller]
fn ask(position: &Position, name: &str, args: &[Arg<'_>]) -> Result<Value, QueryError> {
    let query = Dominoes::QUERIES.iter().find(|query| query.row.name == name).expect(name);
    let me = position.public().to_move().expect("a seat is to move");
    let answer = (query.on_view)(&position.view(Some(me)), Args(args));
    assert_eq!(answer, (query.on_world)(position, Args(args)), "{name}");
    answer.map(Answer::into_value)
}

#[test]
fn scripts_may_ask_all_of_this() {
    let position = mid_hand();
    let ok = |name: &str, args: &[Arg<'_>]| ask(&position, name, args).expect(name);
    let of = |number: u8| [Arg::Seat(seat(number))];
    assert_eq!(ok("hand", &[]), json!(["42", "51", "52", "53", "60", "62"]));
    assert_eq!(ok("chain", &[])[1], json!({"tile":"63","seat":2,"end":6}));
    assert_eq!(ok("chain", &[])[0], json!({"tile":"66","seat":0}));
    assert_eq!(ok("ends", &[]), json!([6, 6]));
    assert_eq!((ok("count", &of(0)), ok("count", &of(1))), (json!(5), json!(7)));
    assert_eq!((ok("passes", &of(0)), ok("passes", &of(1))), (json!([]), json!([6])));
    assert_eq!((ok("passed", &of(0)), ok("passed", &of(1))), (json!(0), json!(2)));
    assert_eq!(ok("played", &of(0)), json!(["64", "66"]));
    assert_eq!(ok("unseen", &[]).as_array().map(Vec::len), Some(28 - 4 - 6));
    assert_eq!(ok("score", &[Arg::Team(Team(1))]), json!(0));
    assert_eq!(ok("opener", &[]), json!(0));
    assert_eq!((ok("signal", &of(0)), ok("signal", &of(2))), (json!("sig:3:4"), json!("sig:1:2")));
    assert_eq!(ok("showing", &[Arg::Int(2)]), json!(["42", "52", "62"]));
    assert_eq!(ok("numbers", &[Arg::Text("63")]), json!([6, 3]));
    assert_eq!(ok("numbers", &[Arg::Text("63@3")]), json!([6, 3]));
    assert_eq!(
        (ok("pips", &[Arg::Text("63")]), ok("pips", &[Arg::Text("66@6")])),
        (json!(9), json!(12))
    );
    assert_eq!(ok("exposes", &[Arg::Text("63@6")]), json!(3));
    assert_eq!(ok("exposes", &[Arg::Text("66@6")]), json!(6));
    assert_eq!(
        (ok("exposes", &[Arg::Text("pass")]), ok("exposes", &[Arg::Text("66")])),
        (json!(null), json!(null))
    );
    let error = ask(&position, "showing", &[Arg::Int(7)]).expect_err("no number");
    assert_eq!(error.to_string(), "no tile shows 7: numbers are 0 to 6");
    assert!(ask(&position, "showing", &[Arg::Int(-1)]).is_err());
    let error = ask(&position, "pips", &[Arg::Text("pass")]).expect_err("no tile");
    assert_eq!(error.to_string(), "pass plays no tile");
    let error = ask(&position, "pips", &[Arg::Text("36")]).expect_err("wrong order");
    assert!(error.to_string().contains("write 63, not 36"), "{error}");
}

#[test]
fn a_seat_cannot_ask_for_the_signals_of_its_opponents() {
    let position = mid_hand();
    let query = Dominoes::QUERIES.iter().find(|query| query.row.name == "signal").expect("a row");
    let view = position.view(Some(seat(2)));
    for (number, expected) in [(1, json!(null)), (3, json!(null)), (0, json!("sig:3:4"))] {
        let answer = (query.on_view)(&view, Args(&[Arg::Seat(seat(number))]));
        assert_eq!(answer.map(Answer::into_value), Ok(expected));
    }
}

#[test]
fn before_the_first_tile_there_are_no_ends_and_before_the_first_deal_no_tiles() {
    let position = table("{}", &HEAVY);
    assert_eq!(ask(&position, "ends", &[]), Ok(json!([])));
    assert_eq!(ask(&position, "chain", &[]), Ok(json!([])));
    let view = start("{}").view(Some(seat(0)));
    assert_eq!((view.hand, view.unseen()), (Cards::EMPTY, Cards::EMPTY));
    for (name, empty) in [("unseen", json!([])), ("hand", json!([])), ("opener", json!(null))] {
        let query = Dominoes::QUERIES.iter().find(|query| query.row.name == name).expect(name);
        let answer = (query.on_view)(&view, Args(&[]));
        assert_eq!(answer.map(Answer::into_value), Ok(empty));
    }
}

#[test]
fn a_set_of_numbers_is_written_as_a_list() {
    let numbers = Numbers::NONE.with(5).with(0).with(5);
    assert_eq!(serde_json::to_string(&numbers).expect("JSON"), "[0,5]");
    assert_eq!(serde_json::from_str::<Numbers>("[5,0]").expect("JSON"), numbers);
    assert_eq!((numbers.to_string(), numbers.tiles().len()), ("0 5".to_string(), 13));
    assert!(!numbers.is_empty() && Numbers::NONE.is_empty());
}

#[test]
fn the_table_is_drawn_within_80_columns_and_tells_who_played_what() {
    let mut position = table("{}", &EVEN);
    play(&mut position, CLOSING.split(" pass").next().expect("tiles"));
    let drawing = Dominoes::draw(&position.view(Some(seat(2))));
    let text = drawing.to_string();
    println!("{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    for piece in ["hand 1: seat 2 to move", "<6>[", "]<6>", "[6|6]", "seat 2 holds", "[5|3]"] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
    let of_seat_1 = drawing.lines.iter().flatten().filter(|span| span.tone == Tone::Seat(seat(1)));
    let tiles: String = of_seat_1.map(|span| span.text.as_str()).collect();
    assert_eq!(tiles.matches('[').count(), 3);
    let public = Dominoes::draw(&position.view(None)).to_string();
    assert!(!public.contains("holds"), "{public}");
}

#[test]
fn a_long_chain_is_folded_and_every_phase_has_its_line() {
    let mut longest = 0;
    for n in 0..30 {
        let options = crate::dominoes::table::options(r#"{"signal":"seed"}"#);
        let mut position = Dominoes::start(&options).expect("allowed");
        let mut rng = juez_core::Seed::from(n).rng();
        let mut seen = Vec::new();
        loop {
            match position.next() {
                juez_core::Next::Over => break,
                juez_core::Next::Deal => {
                    position.deal(&Dominoes::shuffle(&position, &mut rng)).expect("possible");
                }
                juez_core::Next::Move(_) => {
                    let mv = position.random_move(&mut rng, &mut Vec::new());
                    position.play_unchecked(mv);
                }
            }
            for observer in [None, Some(seat(3))] {
                let text = Dominoes::draw(&position.view(observer)).to_string();
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
                assert!(text.lines().count() <= 16, "{text}");
                let tiles = text.lines().take(5).map(|line| line.matches('[').count()).sum();
                longest = longest.max(tiles);
                seen.push(text.lines().next().unwrap_or_default().to_string());
            }
        }
        for phase in ["signals", "whether it opens", "opens", "to move", "is over", "have won"] {
            assert!(seen.iter().any(|line| line.contains(phase)), "{phase}");
        }
    }
    assert!(longest > 20, "{longest}");
}

#[test]
fn a_refused_tile_names_the_broken_rule() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66");
    assert_eq!(why(&position, "62@6"), "seat 3 does not hold 62");
    assert_eq!(why(&position, "00"), "seat 3 does not hold 00");
    assert_eq!(why(&position, "63@3"), "no open end shows 3: both ends show 6");
    assert_eq!(why(&position, "54@4"), "no open end shows 4: both ends show 6");
    assert_eq!(why(&position, "63"), "63 is not the first tile: name the end it joins, 63@6");
    assert_eq!(why(&position, "54"), "54 fits no open end: both ends show 6");
    assert_eq!(why(&position, "open"), "the first tile is already on the table");
    assert_eq!(why(&position, "leave"), "the first tile is already on the table");
    play(&mut position, "63@6");
    let ends = why(&position, "40@4");
    assert!(
        [
            "no open end shows 4: the ends show 6 and 3",
            "no open end shows 4: the ends show 3 and 6"
        ]
        .contains(&ends.as_str()),
        "{ends}"
    );
    let hands = [
        "63 10 20 30 40 50 60",
        "11 21 31 41 51 61 22",
        "66 32 42 52 62 33 00",
        "53 43 44 54 64 55 65",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66 64@6");
    assert_eq!(why(&position, "63"), "63 is not the first tile: name the end it joins, 63@6");
}

#[test]
fn a_tile_that_fits_both_ends_is_told_so() {
    let mut position = table("{}", &BOTH_ENDS);
    play(&mut position, "66 63@6 30@3 61@6 pass pass");
    assert_eq!(
        why(&position, "10"),
        "10 is not the first tile: name the end it joins, 10@0 or 10@1"
    );
}

#[test]
fn the_default_options_are_those_of_the_table() {
    let text = serde_json::to_string(&options("{}")).expect("text");
    assert_eq!(
        text,
        r#"{"seats":4,"target":100,"opener":"ask","tie":"no_score","count":"losers","signal":"none"}"#
    );
    assert_eq!(options("{}"), Options::default());
}
