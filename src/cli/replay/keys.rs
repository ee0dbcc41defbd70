//! The keys of the viewer: one table from which they are obeyed and explained.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Next,
    Back,
    /// To the next hand, or ten plies on.
    NextHand,
    /// To the hand before, or ten plies back.
    HandBefore,
    First,
    Last,
    Play,
    Speed,
    /// Begins to ask for a ply.
    GoTo,
    Fault,
    /// To where the curve falls.
    Fall,
    Curve,
    Observer,
    /// Marks and notes on or off.
    Marks,
    /// The log over the table, or beside it again.
    Log,
    /// The log one line on, or back.
    Scroll,
    /// The next record of the file.
    NextRecord,
    /// The next record that was not won.
    NextLost,
    RecordBefore,
    Help,
    Quit,
}

/// Keys that do the same, and what they do.
pub(super) struct Binding {
    pub keys: &'static [KeyCode],
    /// Keys as the list of keys shows them.
    pub shown: &'static str,
    pub command: Command,
    pub help: &'static str,
}

const fn keys(
    keys: &'static [KeyCode],
    shown: &'static str,
    command: Command,
    help: &'static str,
) -> Binding {
    Binding { keys, shown, command, help }
}

use KeyCode::{BackTab, Char, Down, End, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up};

/// Every key. Ctrl-C ends the viewer too, whatever it shows.
pub(super) const KEYS: &[Binding] = &[
    keys(&[Right, Char('l')], "→ l", Command::Next, "one ply on"),
    keys(&[Left, Char('h')], "← h", Command::Back, "one ply back"),
    keys(&[PageDown, Char(']')], "PgDn ]", Command::NextHand, "next hand, or ten plies on"),
    keys(&[PageUp, Char('[')], "PgUp [", Command::HandBefore, "hand before, or ten plies back"),
    keys(&[Home, Char('g')], "Home g", Command::First, "to the beginning"),
    keys(&[End, Char('G')], "End G", Command::Last, "to the end"),
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
        Command::GoTo,
        "to a ply: its number, then Enter",
    ),
    keys(&[Char('f')], "f", Command::Fault, "to the next fault"),
    keys(&[Char('d')], "d", Command::Fall, "to the next clear drop of the curve"),
    keys(&[Char('c')], "c", Command::Curve, "another curve, of this seat or the next"),
    keys(&[Char(' ')], "space", Command::Play, "play or pause"),
    keys(
        &[Char('+'), Char('='), Char('-')],
        "+ = -",
        Command::Speed,
        "play faster or slower, 0.25x to 8x",
    ),
    keys(
        &[Char('s'), Tab, BackTab],
        "s Tab",
        Command::Observer,
        "whose view: all, public, each seat",
    ),
    keys(&[Char('m')], "m", Command::Marks, "marks and notes on or off"),
    keys(&[Char('L')], "L", Command::Log, "what was said in full size, and back"),
    keys(&[Down, Char('j'), Up, Char('k')], "↓ j  ↑ k", Command::Scroll, "scroll what was said"),
    keys(&[Char('n')], "n", Command::NextRecord, "next record of the file"),
    keys(&[Char('N')], "N", Command::NextLost, "next record that this player did not win"),
    keys(&[Char('p')], "p", Command::RecordBefore, "record before"),
    keys(&[Char('?')], "?", Command::Help, "these keys"),
    keys(&[Char('q'), Esc], "q Esc Ctrl-C", Command::Quit, "quit"),
];

/// Command of a key, if it has one.
pub(super) fn command(key: KeyEvent) -> Option<Command> {
    if is_interrupt(key) {
        return Some(Command::Quit);
    }
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    KEYS.iter().find(|binding| binding.keys.contains(&key.code)).map(|binding| binding.command)
}

/// True if this is Ctrl-C, which a terminal in raw mode hands on as a key.
pub(super) fn is_interrupt(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == Char('c')
}
