//! The opponents of a trial, and the strength at which the bot meets each.

use anyhow::Context;
use serde_json::Map;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cli::options::{ClockArgs, IsolationArgs};
use juez_core::{Seed, Weights};
use juez_match::registry::{AnyGame, MatchSetup, PlayerSpec, Reading};
use juez_pool::Isolation;
use juez_tournament::{Openings, Series, Trial, TrialPairing};

/// Positions per move that the bot may look at, weakest first.
const NODES: [u32; 5] = [60, 200, 600, 2000, 6000];
/// Positions per move against the bot itself.
const OWN_NODES: u32 = 1500;
/// Blocks that decide the strength against an opponent.
const BLOCKS: u32 = 8;
/// Mean score at which the bot is strong enough: a match that is nearly always won or lost tells
/// little.
const EVEN: f64 = 0.5;

/// The opponents other than the bot itself.
pub struct Rivals {
    game: &'static dyn AnyGame,
    others: Vec<PlayerSpec>,
    /// Positions per move against each, by name; found in the first trial.
    nodes: BTreeMap<String, u32>,
}

impl Rivals {
    /// Takes the built-in bots of a game, the bot without learning, and `against`.
    ///
    /// # Errors
    /// If a bot cannot be read.
    pub fn read(
        game: &'static dyn AnyGame,
        against: &[String],
        isolation: &IsolationArgs,
    ) -> anyhow::Result<Rivals> {
        let is_rival = |name: &&str| !["random", "master"].contains(name);
        let levels = game.levels();
        let built_in = levels.iter().copied().filter(is_rival).map(str::to_string);
        let programs = Some(ClockArgs::default().time());
        let reading = Reading { programs, ..isolation.reading(None) };
        let read = |text: String| reading.player(&text, game).with_context(|| text.clone());
        let others = built_in.chain(against.iter().cloned()).map(read);
        Ok(Rivals { game, others: others.collect::<Result<_, _>>()?, nodes: BTreeMap::new() })
    }

    /// Returns the pairings of a trial of `new` weights against the `old` ones. The bot looks at as
    /// many positions as make it about even with an opponent.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn pairings(
        &mut self,
        old: Option<&Weights>,
        new: &Weights,
        seed: Seed,
        isolation: &Arc<Isolation>,
    ) -> anyhow::Result<Vec<TrialPairing>> {
        let (none, mut pairings) = (Weights::none(), Vec::new());
        let own = |weights| master(self.game, OWN_NODES, weights);
        let mut itself = vec![("the one before", old)];
        let is_taught = |weights: &Weights| !weights.bytes().is_empty();
        if old.or(self.game.built_in_weights()).is_some_and(is_taught) {
            itself.push(("master, not taught", Some(&none)));
        }
        for (name, weights) in itself {
            let opponent = PlayerSpec { name: name.to_string(), ..own(weights)? };
            pairings.push(TrialPairing { opponent, bots: [own(old)?, own(Some(new))?] });
        }
        for opponent in self.others.clone() {
            let nodes = match self.nodes.get(&opponent.name) {
                Some(&nodes) => nodes,
                None => self.even_nodes(old, &opponent, seed, isolation)?,
            };
            self.nodes.insert(opponent.name.clone(), nodes);
            let bots = [master(self.game, nodes, old)?, master(self.game, nodes, Some(new))?];
            pairings.push(TrialPairing { opponent, bots });
        }
        Ok(pairings)
    }

    fn even_nodes(
        &self,
        weights: Option<&Weights>,
        opponent: &PlayerSpec,
        seed: Seed,
        isolation: &Arc<Isolation>,
    ) -> anyhow::Result<u32> {
        for nodes in NODES {
            let setup = MatchSetup::new(vec![master(self.game, nodes, weights)?, opponent.clone()]);
            let series = Series::new(self.game, setup, seed, isolation.clone())?;
            let openings = Openings::usual(self.game, &Map::new(), Trial::OPENING_PLIES)?;
            let series = series.with_openings(openings)?;
            let mut score = 0.0;
            series.run(BLOCKS, 1, |block| score += block.scores[0] / f64::from(BLOCKS))?;
            if score >= EVEN {
                return Ok(nodes);
            }
        }
        Ok(NODES[NODES.len() - 1])
    }
}

/// Returns the bot with these weights, `None` for the built-in ones.
fn master(game: &dyn AnyGame, nodes: u32, weights: Option<&Weights>) -> anyhow::Result<PlayerSpec> {
    let text = format!("master:nodes={nodes}");
    Ok(PlayerSpec::built_in_with(&text, game, &|_| weights.cloned())?)
}
