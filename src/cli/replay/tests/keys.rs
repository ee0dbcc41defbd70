//! Tests of every key, and of every key after every other.

use proptest::prelude::*;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::curves::plotted;
use super::{App, faulty, key, mark, played, press, screen, viewer};
use crate::cli::replay::keys::KEYS;
use juez_core::Plot;
use juez_match::registry::game;

/// Returns the parts of the view that a key can change.
fn state(app: &App) -> String {
    format!(
        "{} {:?} {} {} {} {}",
        screen(app, 80, 24),
        app.pause(),
        app.over,
        app.at,
        app.scroll,
        app.log
    )
}

/// Opens the second of three records in its middle, with something to scroll.
fn in_the_middle() -> App {
    let mut record = played("durak", &["random", "random"], 3);
    record.plies[12].log = Some((0..99).map(|n| format!("line {n}")).collect());
    record.plies[12].marks = Some(vec![mark("AS", "x", "red")]);
    let seat = game("durak").expect("a game").moves(&record).expect("a good record")[12].seat;
    let fall = plotted("durak", seat.index() as u8, "lead", &[9.0, 1.0]);
    record.plies.iter_mut().zip(fall.plies).for_each(|(ply, with)| ply.plots = with.plots);
    let mut app = viewer(vec![record.clone(), record, faulty()]);
    press(&mut app, "n:12");
    app.press(key(KeyCode::Enter));
    screen(&app, 80, 24);
    press(&mut app, "j");
    app
}

#[test]
fn every_key_of_the_help_does_something() {
    let start = state(&in_the_middle());
    for binding in KEYS {
        for code in binding.codes() {
            let mut app = in_the_middle();
            app.press(key(code));
            assert_ne!(state(&app), start, "{code:?} ({})", binding.help);
        }
    }
    let mut app = viewer(vec![faulty()]);
    app.press(key(KeyCode::Char('?')));
    app.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(app.over, "Ctrl-C ends it from everywhere");
}

#[test]
fn the_help_lists_every_key_on_a_screen_of_80_by_24() {
    let mut app = viewer(vec![faulty()]);
    press(&mut app, "?");
    let shown = screen(&app, 80, 24);
    for binding in KEYS {
        let line = shown.lines().find(|line| line.contains(binding.help));
        let line = line.unwrap_or_else(|| panic!("{:?} is not on\n{shown}", binding.help));
        assert!(line.contains(binding.shown), "{line}");
        for code in binding.codes() {
            let name = match code {
                KeyCode::Char(' ') => "space".to_string(),
                // All digits act alike, and Tab covers BackTab.
                KeyCode::Char('3'..='8') | KeyCode::BackTab => continue,
                KeyCode::Char(c) => c.to_string(),
                KeyCode::Right => "→".to_string(),
                KeyCode::Left => "←".to_string(),
                KeyCode::Up => "↑".to_string(),
                KeyCode::Down => "↓".to_string(),
                KeyCode::PageDown => "PgDn".to_string(),
                KeyCode::PageUp => "PgUp".to_string(),
                other => format!("{other:?}"),
            };
            assert!(binding.shown.split(' ').any(|word| word == name), "{name} in {line}");
        }
    }
}

fn any_key() -> impl Strategy<Value = KeyEvent> {
    let codes: Vec<KeyCode> = KEYS
        .iter()
        .flat_map(|binding| binding.codes())
        .filter(|code| !matches!(code, KeyCode::Esc | KeyCode::Char('q')))
        .chain([KeyCode::Enter, KeyCode::Backspace, KeyCode::F(5), KeyCode::Char('é')])
        .collect();
    prop::sample::select(codes).prop_map(key)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_keys_and_no_size_make_it_panic(
        steps in prop::collection::vec((any_key(), 1..=200u16, 1..=60u16), 1..40),
        seed in 0..4u64,
    ) {
        let mut record = played("durak", &["random", "random"], seed);
        record.plies[5].plots = vec![Plot::new("日本\u{1b}", 1e300).expect("a finite value")];
        record.plies[7].plots = vec![Plot::new("日本\u{1b}", -1e300).expect("a finite value")];
        record.plies[5].marks = Some(vec![mark("AS", "x", "red"), mark("e5", "日本", "blue")]);
        let quoridor = faulty();
        let tute = played("tute", &["random", "random", "random"], seed);
        let mut app = viewer(vec![record, quoridor, tute]);
        for (key, width, height) in steps {
            app.press(key);
            app.tick();
            screen(&app, width, height);
        }
    }
}
