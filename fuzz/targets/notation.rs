//! Everything that people write and juez parses: moves, cards, squares, seeds, budgets, players.

use juez::core::{Budget, Game, MoveOf, OnFault, Seat, Seed};
use juez::games::cards::{French, Italian, Spanish};
use juez::games::dominoes::{Signal, Tile};
use juez::games::quoridor::{Square, Wall};
use juez::games::tute::Song;
use juez::games::{Visitor, each};
use juez::registry::{PlayerSpec, games};
use std::fmt::{Debug, Display};
use std::path::Path;
use std::str::FromStr;

/// Reads the bytes as text of every kind.
pub fn run(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    each(&mut Moves(text));
    stable::<French>(text);
    stable::<Italian>(text);
    stable::<Spanish>(text);
    stable::<Tile>(text);
    stable::<Signal>(text);
    stable::<Song>(text);
    stable::<Square>(text);
    stable::<Wall>(text);
    stable::<Budget>(text);
    let _ = text.parse::<OnFault>();
    stable::<Seed>(text);
    if let Ok(seat) = serde_json::from_str::<Seat>(text) {
        assert_eq!(serde_json::to_value(seat).expect("a number"), seat.index());
    }
    // Must not read files.
    if !Path::new(text.rsplit_once('=').map_or(text, |(_, path)| path)).exists() {
        for game in games() {
            match PlayerSpec::read(text, game) {
                Ok(player) => drop(player.player()),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

struct Moves<'a>(&'a str);

impl Visitor for Moves<'_> {
    fn visit<G: Game>(&mut self) {
        stable::<MoveOf<G>>(self.0);
    }
}

/// Checks that a parsed value is written in a form that parses to the same value.
fn stable<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(thing) => {
            let written = thing.to_string();
            match written.parse::<T>() {
                Ok(again) => assert_eq!(again, thing, "{text:?} was written as {written:?}"),
                Err(error) => panic!("{text:?} was written as {written:?}: {error}"),
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
