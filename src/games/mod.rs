//! Floor 1: the rules of each game, a folder each.
//!
//! A game joins by one name in the list below. The command line, scripts, records and the tests
//! that every game must pass all walk that list, so that none can be forgotten.

use crate::core::Game;

pub mod cards;
pub mod dominoes;
pub mod durak;
pub mod quoridor;
pub mod scopone;
pub mod tute;

pub use dominoes::Dominoes;
pub use durak::Durak;
pub use quoridor::Quoridor;
pub use scopone::Scopone;
pub use tute::Tute;

/// Calls the macro `$apply` with every game as `module: Type, ...`.
///
/// The only list of games there is.
#[macro_export]
macro_rules! games {
    ($apply:ident) => {
        $apply! { quoridor: Quoridor, tute: Tute, dominoes: Dominoes, durak: Durak, scopone: Scopone }
    };
}

/// Something to be done for every game.
pub trait Visitor {
    /// Does it for game `G`.
    fn visit<G: Game>(&mut self);
}

macro_rules! visit_each {
    ($($module:ident: $game:ident),+ $(,)?) => {
        /// Calls `visitor` for every game, in the order of the list.
        ///
        /// ```
        /// use juez::core::Game;
        /// use juez::games::{Visitor, each};
        ///
        /// struct Names(Vec<&'static str>);
        /// impl Visitor for Names {
        ///     fn visit<G: Game>(&mut self) {
        ///         self.0.push(G::INFO.id);
        ///     }
        /// }
        ///
        /// let mut names = Names(Vec::new());
        /// each(&mut names);
        /// assert!(names.0.contains(&"quoridor"));
        /// ```
        pub fn each(visitor: &mut impl Visitor) {
            $(visitor.visit::<$module::$game>();)+
        }
    };
}
games!(visit_each);
