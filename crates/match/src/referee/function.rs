//! Functions of the program that links juez as bots of any game.

use super::Sight;
use super::sight::SightOf;
use juez_core::{Bot, Fault, FaultKind, Game, Hook, MoveOf, Start, Turn};
use juez_script::{Returned, read_answer};
use std::sync::Arc;

/// A function that plays: it runs in this process, without a clock and without a sandbox.
pub trait Function: Send + Sync {
    /// Returns a move in notation. Threads can call it at once, each for another match.
    ///
    /// # Errors
    /// The reason why it returns none, which becomes a fault.
    fn next_move(&self, sight: Box<dyn Sight>) -> Result<String, String>;
}

/// A function as a [`Bot`] of game `G`.
pub struct FunctionBot<G: Game> {
    function: Arc<dyn Function>,
    options: G::Options,
}

impl<G: Game> FunctionBot<G> {
    /// Creates the bot of a function.
    pub fn new(function: Arc<dyn Function>) -> Self {
        FunctionBot { function, options: G::Options::default() }
    }
}

impl<G: Game> Bot<G> for FunctionBot<G> {
    fn start(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.options = start.options.clone();
        Ok(())
    }

    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        let sight = SightOf::of_turn(turn, self.options.clone());
        let failed = |why| Fault::new(FaultKind::Script, Hook::NextMove, "", why);
        let text = self.function.next_move(Box::new(sight)).map_err(failed)?;
        read_answer::<G>(Returned::Text(text).cut(), turn.legal, "")
    }
}
