//! Patterns of decisions at positions set up by hand.

use crate::common::moves::read;
use juez_core::{Game, Misplay, MoveOf, State};

/// Returns the name of the pattern of a move where another one is the best; both are legal.
#[track_caller]
pub fn pattern<G: Game>(position: &G::State, played: &str, best: &str) -> Option<&'static str> {
    let [played, best]: [MoveOf<G>; 2] = [played, best].map(read);
    for mv in [played, best] {
        position.explain(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    let seat = position.next().seat().expect("a seat to move");
    let view = position.view(Some(seat));
    let misplay = Misplay::<G> { seat, view: &view, played, best };
    let found = G::PATTERNS.iter().find(|pattern| (pattern.fits)(&misplay));
    found.map(|pattern| pattern.info.name)
}
