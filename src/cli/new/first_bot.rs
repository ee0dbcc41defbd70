//! The bots that `juez new` writes: `bots/templates`.

use crate::script::Language;

/// The first bot for a game in a language, if there is one.
pub(in crate::cli) fn first_bot(game: &str, language: &Language) -> Option<&'static str> {
    macro_rules! first_bots {
        ($($game:literal),*) => {
            match (game, language.id) {
                $(
                    ($game, "lua") => Some(include_str!(concat!("../../../bots/templates/", $game, ".lua"))),
                    ($game, "rhai") => Some(include_str!(concat!("../../../bots/templates/", $game, ".rhai"))),
                )*
                _ => None,
            }
        };
    }
    first_bots!("quoridor", "tute", "dominoes", "durak", "scopone")
}
