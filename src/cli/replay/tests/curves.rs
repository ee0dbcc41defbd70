//! Curves over the plies, and the keys that jump along them.

use super::{FAULTY, faulty, played, press, screen, viewer};
use juez_core::{PlayedBy, Player, Plot, Record, Seat};
use juez_match::registry::game;

/// Plays a match of random bots, `ana` in seat 0 and `bob` in seat 1. The bot of `seat` plots these
/// values at its decisions.
pub(super) fn plotted(id: &str, seat: u8, name: &str, values: &[f64]) -> Record {
    let mut record = played(id, &["random", "random"], 3);
    let player = |name: &str| Player { name: name.into(), bot: PlayedBy::Builtin, source: None };
    record.players = vec![player("ana"), player("bob")];
    let moves = game(id).expect("a game").moves(&record).expect("a good record");
    let own = moves.iter().zip(&mut record.plies).filter(|(mv, _)| mv.seat == Seat::new(seat));
    for ((_, ply), &value) in own.zip(values) {
        ply.plots.push(Plot::new(name, value).expect("a finite value"));
    }
    record
}

/// Rises from -2 to 8, and falls from 8 to 5 and from 4 to 2.
const LEAD: [f64; 9] = [-2.0, 0.0, 3.0, 8.0, 5.0, 4.0, 2.0, 3.0, 2.5];

#[test]
fn a_curve_stands_over_the_plies_beside_a_table_of_quoridor() {
    let mut record = plotted("quoridor", 1, "lead", &LEAD);
    record.plies.truncate(18);
    record.moves.truncate(18);
    record.end = None;
    let mut app = viewer(vec![record]);
    press(&mut app, "lllll");
    let shown = screen(&app, 80, 24);
    let panel: Vec<&str> = shown
        .lines()
        .skip_while(|line| !line.contains("─ moves ─"))
        .map(|line| line.char_indices().nth(42).map_or("", |(at, _)| &line[at..]))
        .collect();
    assert_eq!(
        panel[5..10],
        [
            "─ lead of bob ────────────── -2 to 8 ─",
            "          ▁▁▁▁████▄▄▄▄▂▂▂▂    ▁▁▁▁",
            "  ▁▁▁▁▄▄▄▄████████████████▇▇▇▇████████",
            "─ ply 5 ──────────────────────────────",
            "bob plays h6h",
        ],
        "{shown}"
    );
    assert!(shown.contains("plots  lead 3"), "{shown}");
    press(&mut app, "m");
    assert!(!screen(&app, 80, 24).contains("plots  lead"), "without marks");
}

#[test]
fn a_wide_name_of_a_curve_leaves_its_range_in_sight() {
    let app = viewer(vec![plotted("quoridor", 1, &"日本".repeat(12), &LEAD)]);
    let shown = screen(&app, 80, 24);
    let title = shown.lines().find(|line| line.contains("─ 日")).expect("a title");
    assert!(title.ends_with(" -2 to 8 ─"), "{shown}");
}

#[test]
fn a_curve_has_room_beside_cards_too_and_all_curves_where_there_is_more() {
    let mut record = plotted("durak", 0, "lead", &LEAD);
    for (n, ply) in record.plies.iter_mut().enumerate().filter(|(_, ply)| !ply.plots.is_empty()) {
        ply.plots.push(Plot::new("cards", n as f64).expect("a finite value"));
    }
    let mut app = viewer(vec![record]);
    let shown = screen(&app, 80, 24);
    assert!(shown.contains("─ lead of ana ") && shown.contains(" -2 to 8 ─"), "{shown}");
    assert!(!shown.contains("cards of ana"), "{shown}");
    assert!(shown.contains(" ply   0/133 "), "{shown}");
    press(&mut app, "L");
    let shown = screen(&app, 80, 24);
    assert!(shown.contains("lead of ana") && shown.contains("cards of ana"), "{shown}");
    press(&mut app, "Lc");
    assert_eq!(app.message, "(0) ana: cards");
    let shown = screen(&app, 80, 24);
    assert!(shown.contains("cards of ana") && !shown.contains("lead of ana"), "{shown}");
    press(&mut app, "c");
    assert_eq!(app.message, "(1) bob: no curve");
}

#[test]
fn a_key_jumps_to_where_the_curve_fell_by_a_fifth_of_its_range() {
    let mut app = viewer(vec![plotted("quoridor", 1, "lead", &LEAD)]);
    press(&mut app, "d");
    assert_eq!((app.moment().ply, &*app.message), (9, "lead fell from 8 to 5 since ply 7"));
    press(&mut app, "d");
    assert_eq!((app.moment().ply, &*app.message), (13, "lead fell from 4 to 2 since ply 11"));
    press(&mut app, "d");
    let reported = "lead fell from 8 to 5 since ply 7; none comes later";
    assert_eq!((app.moment().ply, &*app.message), (9, reported));
    let mut rising = viewer(vec![plotted("quoridor", 0, "lead", &[1.0, 2.0, 1.9, 3.0])]);
    press(&mut rising, "d");
    assert_eq!(rising.message, "lead never falls by a fifth of its range, 1 to 3");
    let mut flat = viewer(vec![plotted("quoridor", 0, "lead", &[1.0, 1.0])]);
    press(&mut flat, "d");
    assert_eq!(flat.message, "lead never falls by a fifth of its range, 1 to 1");
    let mut huge = viewer(vec![plotted("quoridor", 0, "x", &[f64::MAX, f64::MIN, f64::MIN])]);
    press(&mut huge, "d");
    assert_eq!(huge.message, "x fell from 1.798e308 to -1.798e308 since ply 0");
    screen(&huge, 80, 24);
    let mut none = viewer(vec![faulty()]);
    press(&mut none, "d");
    assert_eq!(none.message, "ana draws no curve here: c chooses another");
}

#[test]
fn a_hidden_hand_hides_its_curves() {
    let mut app = viewer(vec![plotted("durak", 1, "trumps", &LEAD)]);
    assert!(screen(&app, 80, 24).contains("trumps of bob"), "of a finished match");
    press(&mut app, "s");
    assert!(!screen(&app, 80, 24).contains("trumps"), "what lies face up");
    press(&mut app, "s");
    assert!(!screen(&app, 80, 24).contains("trumps"), "as seat 0 sees it");
    press(&mut app, "s");
    assert!(screen(&app, 80, 24).contains("trumps of bob"), "as seat 1 sees it");
}

#[test]
fn a_key_finds_the_next_match_that_the_player_did_not_win_wherever_it_sits() {
    let won_by = |first: &str, second: &str, ranks: &str| {
        let text = FAULTY.replace('\n', "").replace("[2,1]", ranks);
        let mut record = Record::from_line(&text).expect("a record");
        record.players[0].name = first.into();
        record.players[1].name = second.into();
        record
    };
    let mut app = viewer(vec![
        won_by("ana", "bob", "[2,1]"),
        won_by("ana", "bob", "[1,2]"),
        won_by("bob", "ana", "[1,2]"),
        won_by("bob", "eve", "[1,2]"),
        won_by("ana", "bob", "[1,1]"),
        won_by("bob", "ana", "[2,1]"),
    ]);
    press(&mut app, "N");
    assert_eq!((app.at, app.chosen.seat), (2, Seat::new(1)), "ana sits elsewhere and loses");
    press(&mut app, "N");
    assert_eq!((app.at, app.chosen.seat), (4, Seat::new(0)), "a draw is not won");
    press(&mut app, "N");
    assert_eq!((app.at, &*app.message), (4, "no later record of a match that ana did not win"));
    let mut bob = viewer(vec![won_by("ana", "bob", "[2,1]"), won_by("ana", "bob", "[1,2]")]);
    press(&mut bob, "cN");
    assert_eq!((bob.at, bob.chosen.seat), (1, Seat::new(1)));
}
