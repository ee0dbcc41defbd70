//! The keys of the viewer: one table from which they are obeyed and explained.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::app::App;

/// Keys that do the same, and what they do.
pub(super) struct Binding {
    pub keys: &'static [KeyCode],
    /// Keys as the list of keys shows them.
    pub shown: &'static str,
    pub help: &'static str,
    /// Obeys one of the keys.
    pub obey: fn(&mut App, KeyCode),
}

const fn keys(
    keys: &'static [KeyCode],
    shown: &'static str,
    help: &'static str,
    obey: fn(&mut App, KeyCode),
) -> Binding {
    Binding { keys, shown, help, obey }
}

use KeyCode::{BackTab, Char, Down, End, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up};

/// Every key. Ctrl-C ends the viewer too, whatever it shows.
pub(super) const KEYS: &[Binding] = &[
    keys(&[Right, Char('l')], "→ l", "one ply on", |app, _| app.go(app.stop + 1)),
    keys(&[Left, Char('h')], "← h", "one ply back", |app, _| app.go(app.stop.saturating_sub(1))),
    keys(&[PageDown, Char(']')], "PgDn ]", "next hand, or ten plies on", |app, _| app.next_hand()),
    keys(&[PageUp, Char('[')], "PgUp [", "hand before, or ten plies back", |app, _| {
        app.hand_before();
    }),
    keys(&[Home, Char('g')], "Home g", "to the beginning", |app, _| app.go(0)),
    keys(&[End, Char('G')], "End G", "to the end", |app, _| app.go(usize::MAX)),
    keys(
        &[
            Char(':'),
            Char('0'),
            Char('1'),
            Char('2'),
            Char('3'),
            Char('4'),
            Char('5'),
            Char('6'),
            Char('7'),
            Char('8'),
            Char('9'),
        ],
        ": 0 1 2 ... 9",
        "to a ply: its number, then Enter",
        App::ask_for_ply,
    ),
    keys(&[Char('f')], "f", "to the next fault", |app, _| app.next_fault()),
    keys(&[Char('d')], "d", "to the next clear drop of the curve", |app, _| app.next_drop()),
    keys(&[Char('c')], "c", "another curve, of this seat or the next", |app, _| app.next_curve()),
    keys(&[Char(' ')], "space", "play or pause", |app, _| app.play_or_pause()),
    keys(
        &[Char('+'), Char('='), Char('-')],
        "+ = -",
        "play faster or slower, 0.25x to 8x",
        App::change_speed,
    ),
    keys(
        &[Char('s'), Tab, BackTab],
        "s Tab",
        "whose view: all, public, each seat",
        App::change_observer,
    ),
    keys(&[Char('m')], "m", "marks and notes on or off", |app, _| {
        app.marks = !app.marks;
        app.go(app.stop);
    }),
    keys(&[Char('L')], "L", "what was said in full size, and back", |app, _| {
        (app.log, app.scroll) = (!app.log, 0);
    }),
    keys(&[Down, Char('j'), Up, Char('k')], "↓ j  ↑ k", "scroll what was said", |app, key| {
        app.scroll = match key {
            Up | Char('k') => app.scroll.saturating_sub(1),
            _ => (app.scroll + 1).min(app.most_scroll.get()),
        }
    }),
    keys(&[Char('n')], "n", "next record of the file", |app, _| app.turn_to(app.at + 1)),
    keys(&[Char('N')], "N", "next record that this player did not win", |app, _| app.next_lost()),
    keys(&[Char('p')], "p", "record before", |app, _| match app.at.checked_sub(1) {
        Some(at) => app.turn_to(at),
        None => app.message = "this is the first record of the file".to_string(),
    }),
    keys(&[Char('?')], "?", "these keys", |app, _| app.help = true),
    keys(&[Char('q'), Esc], "q Esc Ctrl-C", "quit", |app, _| app.over = true),
];

/// The binding of a key, if it has one.
pub(super) fn binding(key: KeyEvent) -> Option<&'static Binding> {
    let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    KEYS.iter().find(|binding| is_plain && binding.keys.contains(&key.code))
}

/// True if this is Ctrl-C, which a terminal in raw mode hands on as a key.
pub(super) fn is_interrupt(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == Char('c')
}
