//! The built-in bot of Nim.

use juez_core::{Bot, BuiltIn, Fault, Turn};

use super::{Nim, Take};

/// A bot that leaves a multiple of four whenever it can. It cannot be beaten from other piles.
struct Perfect;

impl Bot<Nim> for Perfect {
    fn next_move(&mut self, turn: &Turn<'_, Nim>) -> Result<Take, Fault> {
        let take = Take(turn.view.pile % 4);
        Ok(if turn.legal.contains(&take) { take } else { turn.legal[0] })
    }
}

/// Returns the built-in bots, weakest first.
pub fn entries() -> Vec<BuiltIn<Nim>> {
    vec![BuiltIn::new("perfect", "leaves a multiple of four", &[], |_| Perfect)]
}
