//! Tests of the viewer without a terminal: press keys, read screens.

mod curves;
mod keys;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::app::{App, Companions, Records};
use crate::cli::timings::Timings;
use juez_core::{Mark, Record, Seed};
use juez_match::registry::{MatchSetup, PlayerSpec, game, games};

/// Plays a match of built-in bots.
fn played(id: &str, players: &[&str], seed: u64) -> Record {
    let game = game(id).expect("a game");
    let players = players.iter().map(|name| PlayerSpec::read(name, game).expect("a bot"));
    let mut setup = MatchSetup::new(players.collect());
    setup.seed = Some(Seed::from(seed));
    game.play(&setup, &mut ()).expect("a match")
}

/// Plays a match of each game, hidden hands first.
fn of_every_game() -> Vec<Record> {
    let seats = |id: &str| if id == "tute" { 3 } else { 2 };
    games()
        .iter()
        .map(|game| {
            let id = game.info().id;
            let players = if id == "scopone" || id == "dominoes" { 4 } else { seats(id) };
            played(id, &vec!["random"; players], 3)
        })
        .collect()
}

fn viewer(records: Vec<Record>) -> App {
    let records: Records = (0..)
        .zip(records)
        .map(|(n, record)| {
            let game = game(&record.game).expect("a game");
            (n, record, game)
        })
        .collect();
    App::new("r.jsonl", records, 0, Companions::default()).expect("a record with positions")
}

fn mark(place: &str, label: &str, colour: &str) -> Mark {
    Mark { place: Some(place.into()), label: label.into(), colour: Some(colour.into()) }
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// Presses one key per character.
fn press(app: &mut App, keys: &str) {
    keys.chars().for_each(|c| app.press(key(KeyCode::Char(c))));
}

/// Returns the screen as text, without trailing blanks.
fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| app.draw(frame)).expect("a screen");
    let buffer = terminal.backend().buffer();
    let lines = (0..height).map(|y| {
        let line: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        format!("{}\n", line.trim_end())
    });
    lines.collect()
}

const FAULTY: &str = r#"{"format":"juez/1","game":"quoridor","options":{"seats":2},
"players":[{"name":"ana","bot":"lua"},{"name":"bob","bot":"builtin"}],
"limits":{"move_ms":100,"start_ms":500,"match_ms":20000,"memory_mb":64,"output":8192,
"on_fault":"substitute","strikes":2},
"moves":["e2","e8","e3h","e7"],
"plies":[{"by":"bot","fuel":900,"log":["at first","I walk"],"marks":[
{"place":"e3","label":"2","colour":"green"},{"place":"e1","label":"me"},
{"place":"d4h","label":"here?"},{"label":"a note"}]},{"by":"bot","log":[],"marks":[]},
{"by":"substitute","fuel":9,"log":[],"marks":[]},{"by":"forced"}],
"end":{"reason":"forfeit","ranks":[2,1],"points":[0,1],"faults":[
{"seat":0,"ply":2,"fault":{"kind":"illegal_move","hook":"next_move","text":"e9","why":"e9 is too far"}},
{"seat":0,"ply":4,"fault":{"kind":"script","hook":"next_move","text":"x","why":"it broke","file":"ana.lua","line":7}}]}}"#;

fn faulty() -> Record {
    Record::from_line(&FAULTY.replace('\n', "")).expect("a record")
}

#[test]
fn a_position_of_quoridor_fits_a_screen_of_80_by_24() {
    let mut app = viewer(vec![faulty()]);
    app.walk.timings = Some(Timings {
        record: 0,
        cpu_us: vec![Some(1234), Some(5), None, None],
        start_us: vec![],
    });
    let first = screen(&app, 80, 24);
    press(&mut app, "G");
    let last = screen(&app, 80, 24);
    assert_eq!(
        format!("{first}{last}"),
        " Quoridor   (0) ana  (1) bob                                            r.jsonl
   ┌───┬───┬───┬───┬───┬───┬───┬───┬───┐
 9 │                (1)                │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 8 │                                   │   ply 0: seat 0 to move
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 7 │                                   │   ▸(0) to row 9   10 walls  8 away
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤    (1) to row 1   10 walls  8 away
 6 │                                   │  ─ moves ────────────── ply seat move ─
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤  ▸   0 0 e2
 5 │                                   │      1 1 e8
   ├   ┼   ┼   ┼ here? ┼   ┼   ┼   ┼   ┤      2 0 e3h       ✗ by the referee
 4 │                                   │      3 1 e7        forced
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤  ─ ply 0 ──────────────────────────────
 3 │                 2                 │  ana plays e2
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤  fuel 900 (<1 %) · 1.2 ms
 2 │                                   │  marks  e1 \"me\"
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤  note   a note
 1 │                (0)*               │  at first
   └───┴───┴───┴───┴───┴───┴───┴───┴───┘  I walk
     a   b   c   d   e   f   g   h   i

 ply 0/4 ●─────────────────────────────────✗──────────────────────────────────✗
 ‖ 1x   nothing is hidden                                        ? keys  q quit
 Quoridor   (0) ana  (1) bob                                            r.jsonl
   ┌───┬───┬───┬───┬───┬───┬───┬───┬───┐
 9 │                                   │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 8 │                                   │   ply 4: seat 0 to move
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 7 │                (1)                │   ▸(0) to row 9   9 walls   8 away
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤    (1) to row 1   10 walls  7 away
 6 │                                   │  ─ moves ────────────── ply seat move ─
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤      1 1 e8
 5 │                                   │      2 0 e3h       ✗ by the referee
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤      3 1 e7        forced
 4 │                                   │  ▸   4 0 ✗ script error
   ├   ┼   ┼   ┼   ┼━━━━━━━┼   ┼   ┼   ┤  ─ the end ────────────────────────────
 3 │                                   │  forfeit by ana (seat 0) at ply 4:
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤  script error
 2 │                (0)                │  0 ana  rank 2  0 points
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤  1 bob  rank 1  1 point
 1 │                                   │  ✗ ana: script error in next_move
   └───┴───┴───┴───┴───┴───┴───┴───┴───┘    it broke  ana.lua:7
     a   b   c   d   e   f   g   h   i

 ply 4/4 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━✗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━●
 ‖ 1x   nothing is hidden                                        ? keys  q quit
"
    );
}

#[test]
fn on_a_large_screen_the_moves_have_the_room_below_the_table() {
    let mut app = viewer(vec![played("quoridor", &["random", "random"], 3)]);
    press(&mut app, &"l".repeat(20));
    let shown = screen(&app, 120, 40);
    let lines: Vec<&str> = shown.lines().collect();
    let table = lines.iter().position(|line| line.starts_with("     a   b   c")).expect("a table");
    assert!(lines[table + 2].starts_with("─ moves ─"), "{shown}");
    assert!(lines[1].contains("─ ply 20 ─"), "the log is next to the table:\n{shown}");
    let listed = &lines[table + 3..lines.len() - 2];
    assert!(listed.len() >= 15, "{shown}");
    for (line, ply) in listed.iter().zip(20 - listed.len() / 2..) {
        let line = line.trim_start_matches(['▸', ' ']);
        assert!(line.starts_with(&format!("{ply} {} ", ply % 2)), "{ply} in {line:?}\n{shown}");
    }
}

#[test]
fn a_position_of_durak_fits_a_screen_of_80_by_24() {
    let mut record = played("durak", &["random", "random"], 3);
    record.plies[3].marks = Some(vec![mark("AS", "trump", "red"), mark("2Z", "none", "")]);
    let mut app = viewer(vec![record]);
    press(&mut app, "lll");
    assert_eq!(
        screen(&app, 80, 24),
        " Durak   (0) random  (1) random                                         r.jsonl
bout 2: seat 1 attacks
trump AS*(spades)    talon 23    discarded 0

  attack    .  .  .  .  .  .
  defence

  seat 0  defends  7 cards   JS ·· ·· ·· ·· ·· ··
▸ seat 1  attacks  6 cards   TS ·· ·· ·· ·· ··

  seat 0 holds  6C 8D 9D AH JC JS KS
  seat 1 holds  8C AC AD JD QC TS
  face down  JH 8H 6H TH 7D 6S 9S 8S KC TD 6D KD KH TC QH QS 7H 7S 9H 7C QD 9C
             AS*

─ moves ────── ply seat move ─  ─ ply 3 ────────────────────────────────────────
    0 1 JS                      random plays AC
    1 0 take                    marks  AS \"trump\"  2Z \"none\"
    2 1 done      forced
▸   3 1 AC
    4 0 JS
    5 1 done
 ply   3/133 ━●────────────────────────────────────────────────────────────────
 ‖ 1x   all face up                                              ? keys  q quit
"
    );
}

#[test]
fn every_game_can_be_walked_through_to_its_end() {
    for record in of_every_game() {
        let (id, plies) = (record.game.clone(), record.moves.len());
        let mut app = viewer(vec![record]);
        let mut stops = 0;
        while app.stop + 1 < app.walk.stops.len() && stops < 400 {
            press(&mut app, "l");
            stops += 1;
        }
        press(&mut app, "G");
        let shown = screen(&app, 80, 24);
        assert!(shown.contains(&format!("ply {plies}/{plies}")), "{id}\n{shown}");
        assert!(shown.contains("─ the end ─") && shown.contains("rank 1"), "{id}\n{shown}");
        press(&mut app, "g");
        assert!(screen(&app, 80, 24).contains("ply "), "{id}");
    }
}

#[test]
fn what_is_hidden_is_shown_of_finished_matches_only() {
    let mut record = played("durak", &["random", "random"], 3);
    let finished = viewer(vec![record.clone()]);
    assert!(screen(&finished, 80, 24).contains("seat 1 holds"));
    record.end = None;
    let mut app = viewer(vec![record]);
    for _ in 0..4 {
        let shown = screen(&app, 80, 24);
        assert!(!shown.contains("holds") && !shown.contains("all face up"), "{shown}");
        press(&mut app, "s");
    }
}

#[test]
fn the_end_of_a_hand_is_seen_before_the_next_is_dealt() {
    let record = played("tute", &["random", "random", "random"], 3);
    let mut app = viewer(vec![record]);
    press(&mut app, "]");
    let ply = app.moment().ply;
    assert!(app.moment().dealt && screen(&app, 80, 24).contains(" hand 2 "));
    press(&mut app, "h");
    assert_eq!((app.moment().ply, app.moment().dealt), (ply, false));
    let shown = screen(&app, 80, 24);
    assert!(shown.contains(" hand 1 ") && shown.contains("─ between hands ─"), "{shown}");
    press(&mut app, "]");
    assert_eq!((app.moment().ply, app.moment().dealt), (ply, true));
    press(&mut app, "[");
    assert_eq!(app.moment().ply, 0);
}

#[test]
fn faults_are_found_one_after_the_other() {
    let mut app = viewer(vec![faulty()]);
    press(&mut app, "f");
    let shown = screen(&app, 80, 24);
    assert!(shown.contains("✗ ana: illegal move in next_move"), "{shown}");
    assert!(shown.contains("e9 is too far"), "{shown}");
    press(&mut app, "f");
    assert!(screen(&app, 80, 24).contains("it broke  ana.lua:7"));
    press(&mut app, "f");
    assert_eq!(app.moment().ply, 2, "round to the first");
}

#[test]
fn a_ply_is_gone_to_by_its_number() {
    let mut app = viewer(vec![played("durak", &["random", "random"], 3)]);
    press(&mut app, "12");
    assert!(screen(&app, 80, 24).contains("go to ply 12▏"));
    app.press(key(KeyCode::Enter));
    assert_eq!(app.moment().ply, 12);
    press(&mut app, ":99999");
    app.press(key(KeyCode::Enter));
    assert_eq!(app.moment().ply, 12);
    assert!(app.message.starts_with("plies go from 0 to "), "{}", app.message);
    press(&mut app, ":3");
    app.press(key(KeyCode::Esc));
    assert!(app.typed.is_none() && !app.over, "Esc takes the number back");
}

#[test]
fn a_record_that_goes_wrong_is_shown_as_far_as_it_is_good() {
    let mut record = faulty();
    record.moves[3] = "e3v".into();
    let mut app = viewer(vec![record]);
    assert!(screen(&app, 80, 24).contains("wrong at ply 3"));
    press(&mut app, "G");
    assert_eq!(app.moment().ply, 3);
    let shown = screen(&app, 80, 24);
    assert!(shown.contains("✗ the record is wrong at ply 3:\n"), "{shown}");
    assert!(!shown.contains("it broke"), "what comes after is not reported: {shown}");
    let mut bad_deal = played("durak", &["random", "random"], 3);
    bad_deal.deals[0] = serde_json::json!({"hands": []});
    press(&mut viewer(vec![bad_deal]), "G");
}

#[test]
fn it_plays_to_the_end_and_stops_there() {
    let mut app = viewer(vec![faulty()]);
    assert_eq!(app.pause(), None);
    press(&mut app, " +");
    assert_eq!(app.pause().map(|pause| pause.as_millis()), Some(500));
    for _ in 0..9 {
        app.tick();
    }
    assert_eq!((app.moment().ply, app.playing), (4, false));
    press(&mut app, " ");
    assert_eq!((app.moment().ply, app.playing), (0, true), "from the beginning again");
}

#[test]
fn a_small_terminal_says_what_the_table_needs() {
    let app = viewer(vec![faulty()]);
    let shown = screen(&app, 60, 15);
    assert!(shown.contains("This table takes 75 columns and 23 lines"), "{shown}");
    assert!(screen(&app, 80, 22).contains("more lines: a taller terminal shows them"));
}

#[test]
fn a_table_that_is_larger_at_the_end_leaves_room_before() {
    let mut app = viewer(vec![played("scopone", &["random"; 4], 3)]);
    app.set_observer(juez_core::Observer::Seat(juez_core::Seat::new(0)));
    press(&mut app, "]");
    let shown = screen(&app, 80, 24);
    assert!(shown.contains(" plays ") && !shown.contains("taller"), "{shown}");
}
