//! The keys of the viewer, in one table for handling and help.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::app::App;

/// Keys that do the same.
pub(super) struct Binding {
    keys: &'static [KeyCode],
    /// More keys, one per character.
    chars: &'static str,
    /// Names in the list of keys.
    pub shown: &'static str,
    pub help: &'static str,
    /// Handles one of the keys.
    pub obey: fn(&mut App, KeyCode),
}

impl Binding {
    pub fn codes(&self) -> impl Iterator<Item = KeyCode> {
        self.keys.iter().copied().chain(self.chars.chars().map(Char))
    }
}

const fn keys(
    keys: &'static [KeyCode],
    chars: &'static str,
    shown: &'static str,
    help: &'static str,
    obey: fn(&mut App, KeyCode),
) -> Binding {
    Binding { keys, chars, shown, help, obey }
}

use KeyCode::{BackTab, Char, Down, End, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up};

/// All keys. Ctrl-C also exits, whatever is on screen.
pub(super) const KEYS: &[Binding] = &[
    keys(&[Right], "l", "→ l", "one ply on", |app, _| app.go(app.stop + 1)),
    keys(&[Left], "h", "← h", "one ply back", |app, _| app.go(app.stop.saturating_sub(1))),
    keys(&[PageDown], "]", "PgDn ]", "next hand, or ten plies on", |app, _| app.next_hand()),
    keys(&[PageUp], "[", "PgUp [", "hand before, or ten plies back", |app, _| app.hand_before()),
    keys(&[Home], "g", "Home g", "to the beginning", |app, _| app.go(0)),
    keys(&[End], "G", "End G", "to the end", |app, _| app.go(usize::MAX)),
    keys(&[], ":0123456789", ": 0 1 2 ... 9", "to a ply: its number, then Enter", App::ask_for_ply),
    keys(&[], "f", "f", "to the next fault", |app, _| app.next_fault()),
    keys(&[], "r", "r", "to the next mistake of the review", |app, _| app.next_mistake()),
    keys(&[], "d", "d", "to the next clear drop of the curve", |app, _| app.next_drop()),
    keys(&[], "c", "c", "another curve, of this seat or the next", |app, _| app.next_curve()),
    keys(&[], " ", "space", "play or pause", |app, _| app.play_or_pause()),
    keys(&[], "+=-", "+ = -", "play faster or slower, 0.25x to 8x", App::change_speed),
    keys(&[Tab, BackTab], "s", "s Tab", "whose view: all, public, each seat", App::change_observer),
    keys(&[], "m", "m", "marks and notes on or off", |app, _| {
        app.marks = !app.marks;
        app.go(app.stop);
    }),
    keys(&[], "L", "L", "the log in full size, and back", |app, _| {
        (app.log, app.scroll) = (!app.log, 0);
    }),
    keys(&[Down, Up], "jk", "↓ j  ↑ k", "scroll the log", |app, key| {
        app.scroll = match key {
            Up | Char('k') => app.scroll.saturating_sub(1),
            _ => (app.scroll + 1).min(app.most_scroll.get()),
        }
    }),
    keys(&[], "n", "n", "next record of the file", |app, _| app.turn_to(app.at + 1)),
    keys(&[], "N", "N", "next record that this player did not win", |app, _| app.next_lost()),
    keys(&[], "p", "p", "record before", |app, _| match app.at.checked_sub(1) {
        Some(at) => app.turn_to(at),
        None => app.message = "this is the first record of the file".to_string(),
    }),
    keys(&[], "?", "?", "these keys", |app, _| app.help = true),
    keys(&[Esc], "q", "q Esc Ctrl-C", "quit", |app, _| app.over = true),
];

/// Returns the binding of a key, if it has one.
pub(super) fn binding(key: KeyEvent) -> Option<&'static Binding> {
    let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    KEYS.iter().find(|binding| is_plain && binding.codes().any(|code| code == key.code))
}

/// True for Ctrl-C, which a terminal in raw mode delivers as a key.
pub(super) fn is_interrupt(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == Char('c')
}
