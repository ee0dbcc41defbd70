//! The small types of the core: their text form, parsing, caps and comparisons.

use crate::common::high_card::{HighCard, Rules};
use juez::core::{
    By, End, Fault, FaultKind, Hook, HookLog, Journal, Limits, Mark, Notes, PerSeat, PlayedBy,
    Player, Plot, Ply, ReadRecordError, Reason, Record, Seat, SeatFault, Seed, Team, nearest,
    nearest_moves, options_from_json, ranks_by,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn per_seat<T: Copy + Default>(values: &[T]) -> PerSeat<T> {
    PerSeat::from_fn(values.len() as u8, |seat| values[seat.index()])
}

#[test]
fn per_seat_is_a_list_in_seat_order() {
    let ranks = per_seat(&[1u8, 3, 2]);
    assert_eq!(serde_json::to_string(&ranks).unwrap(), "[1,3,2]");
    assert_eq!(serde_json::from_str::<PerSeat<u8>>("[1,3,2]").unwrap(), ranks);
    assert_ne!(serde_json::from_str::<PerSeat<u8>>("[1,3]").unwrap(), ranks);
    assert_eq!(serde_json::from_str::<PerSeat<u8>>("[]").unwrap().seats(), 0);
}

#[test]
fn a_seventh_seat_is_refused() {
    let error = serde_json::from_str::<PerSeat<u8>>("[1,2,3,4,5,6,7]").unwrap_err();
    assert_eq!(error.to_string(), "invalid length 7, expected one value per seat, six at most");
    let error = serde_json::from_str::<Seat>("6").unwrap_err();
    assert_eq!(error.to_string(), "no seat 6: seats are 0 to 5");
}

#[test]
fn a_rank_counts_the_teams_that_are_better() {
    let alone = |seat: Seat| Team(seat.into());
    let pairs = |seat: Seat| Team(u8::from(seat) % 2);
    let lowest = |values: &'static [i32]| move |seat: Seat| values[seat.index()];
    assert_eq!(ranks_by(4, alone, lowest(&[0, 1, 1, 1])).as_slice(), [1, 2, 2, 2]);
    assert_eq!(ranks_by(4, alone, lowest(&[0, 0, 1, 2])).as_slice(), [1, 1, 3, 4]);
    assert_eq!(ranks_by(3, alone, lowest(&[5, 5, 5])).as_slice(), [1, 1, 1]);
    assert_eq!(ranks_by(4, pairs, lowest(&[2, 1, 2, 1])).as_slice(), [2, 1, 2, 1]);
}

#[test]
fn a_log_is_cut_between_characters_and_says_so_once() {
    let journal = Journal::new(10);
    journal.print("señal");
    // Six bytes of text and the end of the line are spent; the cut falls into the second "ñ".
    journal.print("ñññ");
    journal.print("never");
    assert_eq!(journal.take().log, ["señal", "ñ… (log full)"]);
    assert_eq!(journal.take().log, Vec::<String>::new());
}

#[test]
fn a_log_of_no_bytes_stays_empty() {
    let journal = Journal::new(0);
    journal.print("");
    journal.print("a");
    assert!(journal.take().log.is_empty());
}

#[test]
fn a_line_that_just_fits_is_whole() {
    let journal = Journal::new(5);
    journal.print("four");
    journal.print("");
    assert_eq!(journal.take().log, ["four"]);
}

#[test]
fn marks_are_capped_and_fuel_is_the_last_figure() {
    let journal = Journal::new(100);
    for n in 0..Journal::MARKS + 5 {
        journal.mark(Mark { place: None, label: n.to_string(), colour: None });
    }
    journal.spent(1, 10);
    journal.spent(2, 9);
    let notes = journal.take();
    assert_eq!(notes.marks.len(), Journal::MARKS);
    assert_eq!(notes.marks.last().unwrap().label, (Journal::MARKS - 1).to_string());
    assert_eq!((notes.fuel, notes.allowed), (Some(2), Some(9)));
}

#[test]
fn bytes_are_counted_as_a_record_has_them() {
    let journal = Journal::new(10);
    journal.print("\"\"\"\"");
    journal.print("\"");
    assert_eq!(journal.take().log, ["\"\"\"\"", "… (log full)"]);
}

#[test]
fn marks_that_take_too_many_bytes_are_left_out_and_the_log_says_so_once() {
    let journal = Journal::new(1000);
    for _ in 0..Journal::MARKS {
        journal.mark(Mark { place: None, label: "🤖".repeat(90), colour: None });
    }
    let Notes { marks, log, .. } = journal.take();
    let bytes = serde_json::to_string(&marks).unwrap().len();
    assert!(bytes <= Journal::DRAWN + 1 && bytes > Journal::DRAWN - 400, "{bytes}");
    assert_eq!(marks[0].label, "🤖".repeat(80));
    assert_eq!(
        log,
        ["mark: a call draws at most 200 marks and notes of 32 KiB; the rest is left out"]
    );
}

#[test]
fn control_characters_of_a_mark_or_a_plot_are_seen() {
    let journal = Journal::new(1000);
    let text = "\u{1b}[2Ja\n".to_string();
    journal.mark(Mark { place: Some(text.clone()), label: text.clone(), colour: Some(text) });
    journal.plot("\u{1}", 1.0);
    let Notes { marks, plots, .. } = journal.take();
    let seen = "\u{fffd}[2Ja\u{fffd}".to_string();
    assert_eq!(
        marks,
        [Mark { place: Some(seen.clone()), label: seen.clone(), colour: Some(seen) }]
    );
    assert_eq!(plots[0].name(), "\u{fffd}");
}

proptest! {
    #[test]
    fn a_journal_keeps_what_another_has_kept(
        output in 0u32..60,
        lines in prop::collection::vec("[a\"\\\\\t\n\u{1}é🤖… (logfu)]{0,30}", 0..6),
        labels in prop::collection::vec("[a\u{1}🤖]{0,90}", 0..230),
    ) {
        let first = Journal::new(output);
        lines.iter().for_each(|line| first.print(line));
        for label in labels {
            first.mark(Mark { place: None, label, colour: None });
        }
        first.plot("score", 1.0);
        let kept = first.take();
        let second = Journal::new(output);
        kept.log.iter().for_each(|line| second.print(line));
        kept.marks.iter().for_each(|mark| second.mark(mark.clone()));
        kept.plots.iter().for_each(|plot| second.plot(plot.name(), plot.value()));
        prop_assert_eq!(second.take(), kept);
    }
}

#[test]
fn the_last_value_of_a_curve_counts_and_a_ninth_name_is_refused_in_the_log() {
    let names: Vec<String> = (0..7).map(|n| n.to_string()).collect();
    let journal = Journal::new(1000).with_curves(names);
    for (name, value) in
        [("score", 1.0), ("ninth", 2.0), ("0", 3.0), ("score", 4.5), ("tenth", 5.0)]
    {
        journal.plot(name, value);
    }
    let Notes { plots, log, .. } = journal.take();
    let texts: Vec<String> = plots.iter().map(Plot::to_string).collect();
    assert_eq!(texts, ["score 4.5", "0 3"]);
    assert_eq!(log, ["plot \"ninth\" is not drawn: a bot has at most 8 names a match"]);
    assert_eq!(journal.into_curves().len(), Plot::NAMES);
}

#[test]
fn what_is_no_finite_number_is_no_point_of_a_curve() {
    let journal = Journal::new(1000);
    for value in [f64::INFINITY, f64::NAN, f64::NEG_INFINITY] {
        journal.plot("score", value);
    }
    let Notes { plots, log, .. } = journal.take();
    assert!(plots.is_empty());
    assert_eq!(log, ["plot \"score\": inf is not drawn, a value must be finite"]);
    let long = Plot::new("x".repeat(81), 1.0).unwrap_err();
    assert_eq!(long.to_string(), "plot: a name has at most 80 characters, this one has 81");
}

/// Generates any finite number, from the smallest to the largest.
fn finite() -> impl Strategy<Value = f64> {
    any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |value| value.is_finite())
}

proptest! {
    #[test]
    fn a_value_is_written_and_read_to_the_same_bytes_again_and_again(value in finite()) {
        let plot = Plot::new("score", value).unwrap();
        prop_assert!((plot.value() - value).abs() <= 1e-8 * value.abs());
        let text = serde_json::to_string(&plot).unwrap();
        let read: Plot = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&read, &plot, "{}", text);
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }
}

#[test]
fn hostile_plots_of_a_record_are_refused_with_the_reason() {
    let read = |plots: &str| {
        let head =
            r#"{"format":"juez/1","game":"quoridor","moves":["e2"],"plies":[{"by":"bot","plots":"#;
        Record::from_line(&format!("{head}{plots}}}]}}")).map_err(|error| error.to_string())
    };
    let record = read(r#"[["score",3],["x",-0.5]]"#).unwrap();
    assert!(record.to_line().contains(r#""plots":[["score",3.0],["x",-0.5]]"#));
    assert!(!read("[]").unwrap().to_line().contains("plots"));
    let nine: Vec<String> = (0..9).map(|n| format!(r#"["{n}",1]"#)).collect();
    let long = format!(r#"[["{}",1]]"#, "x".repeat(81));
    for (plots, why) in [
        (r#"[["score",NaN]]"#, "expected value"),
        (r#"[["score",1e999]]"#, "number out of range"),
        (r#"[["score",null]]"#, "invalid type: null, expected f64"),
        (r#"[["score","3"]]"#, "invalid type: string \"3\", expected f64"),
        (r#"[["score"]]"#, "invalid length 1"),
        (r#"{"score":3}"#, "invalid type: map, expected a sequence"),
        ("null", "invalid type: null, expected a sequence"),
        (r#"[["a",1],["a",2]]"#, "plot \"a\": two values at one decision"),
        (&format!("[{}]", nine.join(",")), "a bot has at most 8 names a match"),
        (&long, "a name has at most 80 characters, this one has 81"),
    ] {
        let error = read(plots).unwrap_err();
        assert!(error.starts_with("not a record: ") && error.contains(why), "{plots}: {error}");
    }
}

#[test]
fn the_nearest_word_forgives_slips_only() {
    let games = ["quoridor", "tute", "dominoes", "durak", "scopone"];
    assert_eq!(nearest("quorridor", games), Some("quoridor"));
    assert_eq!(nearest("Durka", games), Some("durak"));
    assert_eq!(nearest("scopnoe", games), Some("scopone"));
    assert_eq!(nearest("chess", games), None);
    assert_eq!(nearest("", games), None);
}

#[test]
fn a_name_within_another_is_meant_if_nothing_is_nearer() {
    let names = ["moves", "pawn_moves", "is_legal", "walls", "walls_left"];
    assert_eq!(nearest("legal_moves", names), Some("moves"));
    assert_eq!(nearest("pawn_moves_of", names), Some("pawn_moves"));
    assert_eq!(nearest("legal", names), Some("is_legal"));
    assert_eq!(nearest("wall", names), Some("walls"), "a slip is nearer than a part");
    assert_eq!(nearest("leg", names), None, "three letters are a part of too much");
}

#[test]
fn nothing_is_like_a_text_that_is_too_long_to_compare() {
    assert_eq!(nearest(&"x".repeat(60), ["moves"]), None);
    assert_eq!(nearest(&format!("{}moves", "x".repeat(50)), ["moves"]), Some("moves"));
    assert_eq!(nearest(&"moves".repeat(1_000_000), ["moves"]), None);
}

#[test]
fn a_move_written_another_way_finds_the_legal_one() {
    let cards = ["6S", "7H", "AD", "JS", "done", "take"];
    let near = |text| nearest_moves(text, cards, 2);
    assert_eq!(near("7h"), ["7H"]);
    assert_eq!(near("I take!"), ["take"]);
    assert_eq!(near("taek"), ["take"]);
    assert_eq!(near("6S 7H"), ["6S", "7H"]);
    assert_eq!(near("x"), [""; 0]);
    assert_eq!(near(""), [""; 0]);
}

fn full_record() -> Record {
    let fault = Fault::new(FaultKind::Script, Hook::NextMove, "boom", "it raised an error");
    Record {
        rules: Some(1),
        options: json!({"seats": 2}).as_object().unwrap().clone(),
        seed: Some(Seed::from(7)),
        players: vec![
            Player { name: "ana".into(), bot: PlayedBy::Lua, source: Some("c0ffee".into()) },
            Player { name: "person".into(), bot: PlayedBy::Human, source: None },
        ],
        limits: Some(Limits::default()),
        without: vec!["world".into()],
        deals: vec![json!({"hands": [["01"], ["02"]]})],
        moves: vec!["01".into(), "02".into()],
        plies: vec![
            Ply {
                by: By::Bot,
                fuel: Some(812),
                log: Some(vec!["thinking".into()]),
                marks: Some(vec![Mark {
                    place: Some("01".into()),
                    label: "mine".into(),
                    colour: Some("red".into()),
                }]),
                plots: vec![Plot::new("score", 1.0 / 3.0).unwrap()],
            },
            Ply::unasked(By::Forced),
        ],
        logs: vec![HookLog {
            seat: Seat::new(0),
            hook: Hook::Start,
            fuel: None,
            log: vec!["hello".into()],
        }],
        end: Some(End {
            reason: Reason::Forfeit,
            ranks: per_seat(&[2, 1]),
            points: per_seat(&[0, -1]),
            faults: vec![SeatFault { seat: Seat::new(0), ply: 2, fault: fault.at("main.lua", 3) }],
        }),
        ..Record::new("high_card")
    }
}

#[test]
fn a_record_is_written_and_read_to_the_same_bytes() {
    for record in [full_record(), Record::new("high_card")] {
        let line = record.to_line();
        let read = Record::from_line(&line).unwrap();
        assert_eq!(read, record);
        assert_eq!(read.to_line(), line);
        assert!(!line.contains('\n'));
    }
}

#[test]
fn a_record_has_the_shape_of_the_format() {
    let value: Value = serde_json::from_str(&full_record().to_line()).unwrap();
    assert_eq!(value["format"], "juez/1");
    assert_eq!(value["players"][1], json!({"name": "person", "bot": "human"}));
    assert_eq!(value["plies"][1], json!({"by": "forced"}));
    assert_eq!(value["end"]["reason"], "forfeit");
    assert_eq!(value["end"]["faults"][0]["fault"]["kind"], "script");
    assert_eq!(value["end"]["faults"][0]["fault"]["hook"], "next_move");
    let position: Value = serde_json::from_str(&Record::new("x").to_line()).unwrap();
    assert!(position.get("end").is_none());
}

#[test]
fn a_record_cut_off_anywhere_is_no_record() {
    let line = full_record().to_line();
    for end in 0..line.len() {
        let error = Record::from_line(&line[..end]).unwrap_err();
        assert!(matches!(error, ReadRecordError::Json(_)), "cut at {end}: {error}");
    }
}

#[test]
fn a_record_of_another_format_is_named_before_its_fields_are_read() {
    let error = Record::from_line(r#"{"format":"juez/2","game":["changed"]}"#).unwrap_err();
    assert_eq!(error.to_string(), r#"cannot read format "juez/2"; this juez reads "juez/1""#);
    let error = Record::from_line(r#"{"game":"durak"}"#).unwrap_err();
    assert!(error.to_string().starts_with("not a record: missing field `format`"), "{error}");
}

#[test]
fn options_left_out_have_their_defaults() {
    let options = json!({"hands": 5});
    let rules = options_from_json::<HighCard>(options.as_object().unwrap()).unwrap();
    assert_eq!(rules, Rules { seats: 2, hands: 5, partners: false });
}

#[test]
fn a_refused_option_says_what_is_allowed() {
    let sentences = [
        (
            json!({"hand": 5}),
            "high_card has no option \"hand\"; did you mean hands?; \
             its options are seats, hands, partners",
        ),
        (
            json!({"colour": 5}),
            "high_card has no option \"colour\"; its options are seats, hands, partners",
        ),
        (json!({"seats": 5}), "high_card option seats cannot be 5; allowed: 2 to 4"),
        (json!({"seats": "2"}), "high_card option seats cannot be \"2\"; allowed: 2 to 4"),
        (json!({"partners": 1}), "high_card option partners cannot be 1; allowed: true, false"),
    ];
    for (options, sentence) in sentences {
        let error = options_from_json::<HighCard>(options.as_object().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
}
