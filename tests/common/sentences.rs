//! The sentences of all crates.

use juez::core::{self, FAULTS, Game, MoveOf, Notation, UNREADABLE, built_in};
use juez::games::{Visitor, each};
use juez::{class, external, lobby, pool, referee, registry, script, server};

/// Returns every sentence that pages translate, once each, with values as `{name}`. Includes the
/// texts of games, bots and their options.
pub fn sentences() -> Vec<&'static str> {
    struct OfGames(Vec<&'static str>);
    impl Visitor for OfGames {
        fn visit<G: Game>(&mut self) {
            self.0.extend([MoveOf::<G>::EXPECTED, G::INFO.summary]);
            G::SENTENCES.iter().for_each(|list| self.0.extend(*list));
            let patterns = G::PATTERNS.iter().map(|pattern| pattern.info);
            self.0.extend(patterns.flat_map(|info| [info.name, info.advice]));
            let bots = built_in::<G>();
            self.0.extend(bots.iter().map(|bot| bot.info.summary));
            for option in G::INFO.options.iter().chain(bots.iter().flat_map(|bot| bot.info.options))
            {
                self.0.push(option.doc);
                let is_value = option.allowed.admits(&option.allowed.parse(option.default));
                self.0.extend((!is_value).then_some(option.default));
            }
        }
    }
    let mut all = OfGames([UNREADABLE, FAULTS].concat());
    for list in [
        core::SENTENCES,
        referee::SENTENCES,
        external::SENTENCES,
        pool::SENTENCES,
        registry::SENTENCES,
        class::SENTENCES,
        lobby::SENTENCES,
        server::SENTENCES,
    ] {
        all.0.extend(list);
    }
    all.0.extend(script::sentences());
    each(&mut all);
    all.0.sort_unstable();
    all.0.dedup();
    all.0
}
