//! Moves and their notation.

use std::fmt;
use std::str::FromStr;

use super::Tile;
use super::tile::two_numbers;
use crate::cards::{Card, Cards};
use juez_core::{Notation, ParseMoveError, notation, sentences, serde_forms};

/// The signal of one partner to the other before a hand, true or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Signal {
    doubles: u8,
    most: u8,
}

impl Signal {
    /// Creates a signal; `None` unless `doubles` is 0 to 7 and `most` 1 to 7.
    pub const fn new(doubles: u8, most: u8) -> Option<Signal> {
        if doubles <= 7 && 1 <= most && most <= 7 { Some(Signal { doubles, most }) } else { None }
    }

    /// Returns the claimed number of doubles.
    pub const fn doubles(self) -> u8 {
        self.doubles
    }

    /// Returns the claimed number of tiles with the most frequent number; a double counts once.
    pub const fn most(self) -> u8 {
        self.most
    }

    /// Creates the true signal of a hand.
    pub fn of(hand: Cards<Tile>) -> Signal {
        let most = (0..=Tile::MOST).map(|number| (hand & Tile::showing(number)).len()).max();
        let doubles = (hand & Tile::doubles()).len() as u8;
        // An empty hand shows no number; a signal claims at least 1.
        Signal { doubles, most: most.unwrap_or(0).clamp(1, 7) as u8 }
    }

    fn index(self) -> u16 {
        u16::from(self.doubles) * 7 + u16::from(self.most) - 1
    }

    fn of_index(index: u16) -> Option<Signal> {
        Signal::new(u8::try_from(index / 7).ok()?, (index % 7) as u8 + 1)
    }
}

/// The index of the first move without a tile.
const AFTER_TILES: u16 = Tile::COUNT as u16 * 8;

/// A decision.
///
/// ```
/// use juez_games::dominoes::Move;
/// let first: Move = "63".parse()?;
/// let joined: Move = "63@6".parse()?;
/// assert!(matches!((first, joined), (Move::First(_), Move::Join(_, 6))));
/// assert!(first < joined, "moves are ordered like their text");
/// # Ok::<(), juez_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// `63`: the first tile of a hand.
    First(Tile),
    /// `63@6`: a tile joined to the open end of this number.
    Join(Tile, u8),
    /// `leave`: the partner plays the first tile.
    Leave,
    /// `open`: plays the first tile itself.
    Open,
    /// `pass`: cannot play.
    Pass,
    /// `sig`: a signal as opponents see it. Never legal.
    Hidden,
    /// `sig:2:4`: describes the hand to the partner.
    Signal(Signal),
}

impl Move {
    /// Returns the tile that it plays, if any.
    pub const fn tile(self) -> Option<Tile> {
        match self {
            Move::First(tile) | Move::Join(tile, _) => Some(tile),
            _ => None,
        }
    }

    /// Returns the number that a joined tile exposes at its end of the chain.
    pub const fn exposes(self) -> Option<u8> {
        match self {
            Move::Join(tile, end) => Some(tile.other(end)),
            _ => None,
        }
    }

    /// Returns the number at the end that it joins.
    pub const fn joined(self) -> Option<u8> {
        match self {
            Move::Join(_, end) => Some(end),
            _ => None,
        }
    }

    /// Returns a number in the byte order of the texts: 00, 00@0, 10, 10@0, 10@1, .. sig:7:7. There
    /// are 28 first tiles, 49 joined ones, `leave`, `open`, `pass`, `sig` and 56 signals.
    fn index(self) -> u16 {
        let tile = |tile: Tile| u16::from(tile.index()) * 8;
        match self {
            Move::First(first) => tile(first),
            Move::Join(joined, end) => tile(joined) + 1 + u16::from(end),
            Move::Leave => AFTER_TILES,
            Move::Open => AFTER_TILES + 1,
            Move::Pass => AFTER_TILES + 2,
            Move::Hidden => AFTER_TILES + 3,
            Move::Signal(signal) => AFTER_TILES + 4 + signal.index(),
        }
    }

    fn of_index(index: u16) -> Option<Move> {
        if index < AFTER_TILES {
            let tile = Tile::new((index / 8) as u8);
            return match (index % 8) as u8 {
                0 => Some(Move::First(tile)),
                end => tile.shows(end - 1).then_some(Move::Join(tile, end - 1)),
            };
        }
        match index - AFTER_TILES {
            0 => Some(Move::Leave),
            1 => Some(Move::Open),
            2 => Some(Move::Pass),
            3 => Some(Move::Hidden),
            signal => Signal::of_index(signal - 4).map(Move::Signal),
        }
    }

    /// Returns the 56 signals, ascending.
    pub fn signals() -> impl Iterator<Item = Move> {
        (0..=7).flat_map(|doubles| (1..=7).map(move |most| Move::Signal(Signal { doubles, most })))
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sig:{}:{}", self.doubles, self.most)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::First(tile) => tile.fmt(f),
            Move::Join(tile, end) => write!(f, "{tile}@{end}"),
            Move::Leave => f.write_str("leave"),
            Move::Open => f.write_str("open"),
            Move::Pass => f.write_str("pass"),
            Move::Hidden => f.write_str("sig"),
            Move::Signal(signal) => signal.fmt(f),
        }
    }
}

notation! {
    Move: "a tile such as 63, a tile and the end it joins such as 63@6, or pass", exact, hint;
    numbered u16, Move::index, Move::of_index;
}

fn exact(text: &str) -> Option<Move> {
    match text {
        "leave" => return Some(Move::Leave),
        "open" => return Some(Move::Open),
        "pass" => return Some(Move::Pass),
        "sig" => return Some(Move::Hidden),
        _ => {}
    }
    match text.as_bytes() {
        [_, _] => text.parse().ok().map(Move::First),
        [_, _, b'@', end @ b'0'..=b'6'] => {
            let (tile, end): (Tile, u8) = (text[..2].parse().ok()?, end - b'0');
            tile.shows(end).then_some(Move::Join(tile, end))
        }
        [b's', b'i', b'g', b':', doubles @ b'0'..=b'9', b':', most @ b'0'..=b'9'] => {
            Signal::new(doubles - b'0', most - b'0').map(Move::Signal)
        }
        _ => None,
    }
}

sentences! {
    /// Hints about text that is not a move.
    HINTS:
    small_letters(mv) = "in small letters: {mv}";
    a_signal() = "a signal is sig:D:F, D doubles 0 to 7 and F 1 to 7 tiles with one number";
    write(mv, text) = "write {mv}, not {text}";
    shows_not(tile, end) = "{tile} does not show {end}";
    an_end() = "the end is one of the tile's two numbers, 0 to 6";
}

/// Guesses the mistake in a text that is not a move, without surrounding blanks.
fn hint(text: &str) -> Option<String> {
    if let Some(mv) = exact(&text.to_ascii_lowercase()) {
        return Some(small_letters(mv));
    }
    if text.starts_with("sig") {
        return Some(a_signal());
    }
    let (tile, end) = match text.split_once('@') {
        Some((tile, end)) => (tile, Some(end)),
        None => (text, None),
    };
    let (a, b) = two_numbers(tile).or_else(|| drawn(tile))?;
    let tile_of = Tile::of(a, b)?;
    match end {
        None => Some(write(tile_of, tile)),
        Some(end) => match two_numbers(&format!("0{end}")) {
            Some((_, end)) if !tile_of.shows(end) => Some(shows_not(tile_of, end)),
            Some((_, end)) => Some(write(format!("{tile_of}@{end}"), text)),
            None => Some(an_end()),
        },
    }
}

/// Reads the numbers of a tile in another notation: `[6|3]`, `6-3`, `6|3`.
fn drawn(text: &str) -> Option<(u8, u8)> {
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let (a, b) = inner.split_once(['|', '-', ':'])?;
    two_numbers(&format!("{a}{b}")).filter(|_| a.len() == 1)
}

serde_forms!(Signal as text, u16, |signal| signal.index(), Signal::of_index);

impl FromStr for Signal {
    type Err = ParseMoveError;
    fn from_str(text: &str) -> Result<Signal, ParseMoveError> {
        match text.parse()? {
            Move::Signal(signal) => Ok(signal),
            _ => Err(Move::unreadable(text, None)),
        }
    }
}
