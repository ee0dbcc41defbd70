//! The games, a folder each, with rules, prose and bots.
//!
//! One line in the list below adds a game. The command line, scripts, records, pages and the tests
//! for every game all use that list, so that none can be forgotten.

use juez_core::Game;

pub mod cards;
#[cfg(feature = "masters")]
mod masters;
#[cfg(feature = "ts")]
mod typescript;

/// An action for every game.
pub trait Visitor {
    /// Acts on game `G`.
    fn visit<G: Game>(&mut self);
}

/// The rules of a game in prose: the pages next to its module.
macro_rules! rules_text {
    () => {
        juez_core::RulesText {
            en: include_str!("rules.md"),
            es: include_str!("rules.es.md"),
            it: include_str!("rules.it.md"),
        }
    };
}

/// The first bots of a game: the templates next to its bots.
macro_rules! templates {
    () => {
        &[("lua", include_str!("bots/template.lua")), ("rhai", include_str!("bots/template.rhai"))]
    };
}

/// Declares the module of each game and the walk over all of them.
macro_rules! games {
    ($($module:ident: $game:ident,)+) => {
        $(
            pub mod $module;
            pub use $module::$game;
        )+

        /// Calls `visitor` for every game, in the order of the list.
        ///
        /// ```
        /// use juez_core::Game;
        /// use juez_games::{Visitor, each};
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
            $(visitor.visit::<$game>();)+
        }
    };
}

// The only list of games.
games! {
    quoridor: Quoridor,
    tute: Tute,
    dominoes: Dominoes,
    durak: Durak,
    scopone: Scopone,
}
