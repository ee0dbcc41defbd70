//! Patterns: kinds of decisions that cost points again and again.

use super::{Game, MoveOf, Seat, ViewOf};

/// A decision that cost points, with the facts by which patterns recognize it.
#[derive(Debug)]
pub struct Misplay<'a, G: Game> {
    /// The seat that moved.
    pub seat: Seat,
    /// Its view.
    pub view: &'a ViewOf<G>,
    /// The move played.
    pub played: MoveOf<G>,
    /// The best move, which differs.
    pub best: MoveOf<G>,
}

/// The texts of a pattern; pages have translations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternInfo {
    /// The decision: `a wall on your own path`.
    pub name: &'static str,
    /// A way for a bot to notice it before it moves: a sentence that names script methods.
    pub advice: &'static str,
}

/// A kind of decision of a game. Reviews name it where it cost points.
pub struct Pattern<G: Game> {
    /// The texts.
    pub info: PatternInfo,
    /// Returns true if a decision is of this kind.
    pub fits: fn(&Misplay<'_, G>) -> bool,
}

impl<G: Game> Pattern<G> {
    /// Creates a pattern.
    pub const fn new(
        name: &'static str,
        advice: &'static str,
        fits: fn(&Misplay<'_, G>) -> bool,
    ) -> Pattern<G> {
        Pattern { info: PatternInfo { name, advice }, fits }
    }
}
