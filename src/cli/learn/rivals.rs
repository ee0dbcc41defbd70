//! The opponents of a trial, and the strength at which the bot meets each.

use anyhow::Context;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::cli::options::{ClockArgs, IsolationArgs};
use juez_core::{Seed, Team, Weights};
use juez_match::registry::{AnyGame, MatchSetup, PlayerSpec, Reading, tell_apart};
use juez_pool::Isolation;
use juez_tournament::{Openings, Series, Trial, TrialPairing};

/// Positions per move that the bot may look at, weakest first.
const NODES: [u32; 5] = [60, 200, 600, 2000, 6000];
/// Positions per move against the bot itself.
const OWN_NODES: u32 = 1500;
/// Blocks that decide the strength against an opponent.
const BLOCKS: u32 = 8;
/// The opponents other than the bot itself.
pub struct Rivals {
    game: &'static dyn AnyGame,
    /// The house rules of the trials, and the number of sides that play by them.
    rules: Map<String, Value>,
    sides: usize,
    others: Vec<PlayerSpec>,
    /// Positions per move against each, by name; found in the first trial.
    nodes: BTreeMap<String, u32>,
}

impl Rivals {
    /// Takes the built-in bots of a game, the bot without learning, and `against`. They play by
    /// `rules`.
    pub fn read(
        game: &'static dyn AnyGame,
        rules: &Map<String, Value>,
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
        let (others, rules) = (others.collect::<Result<_, _>>()?, rules.clone());
        let sides = game.table(&rules)?.teams().into_iter().collect::<BTreeSet<Team>>().len();
        Ok(Rivals { game, rules, sides, others, nodes: BTreeMap::new() })
    }

    /// Returns the pairings of a trial of `new` weights against the `old` ones. The bot looks at as
    /// many positions as make it about even with an opponent.
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
            let bots = [own(old)?, own(Some(new))?];
            pairings.push(TrialPairing(bots.map(|bot| self.setup(bot, &opponent))));
        }
        for opponent in self.others.clone() {
            let nodes = match self.nodes.get(&opponent.name) {
                Some(&nodes) => nodes,
                None => self.even_nodes(old, &opponent, seed, isolation)?,
            };
            self.nodes.insert(opponent.name.clone(), nodes);
            let bots = [master(self.game, nodes, old)?, master(self.game, nodes, Some(new))?];
            pairings.push(TrialPairing(bots.map(|bot| self.setup(bot, &opponent))));
        }
        Ok(pairings)
    }

    /// Returns matches of a bot against an opponent, who has the other sides.
    fn setup(&self, bot: PlayerSpec, opponent: &PlayerSpec) -> MatchSetup {
        let mut players = vec![bot];
        players.resize(self.sides, opponent.clone());
        tell_apart(&mut players);
        let mut setup = MatchSetup::new(players);
        setup.terms.options = self.rules.clone();
        setup
    }

    fn even_nodes(
        &self,
        weights: Option<&Weights>,
        opponent: &PlayerSpec,
        seed: Seed,
        isolation: &Arc<Isolation>,
    ) -> anyhow::Result<u32> {
        for nodes in NODES {
            let setup = self.setup(master(self.game, nodes, weights)?, opponent);
            let openings = Openings::usual(self.game, &self.rules, Trial::OPENING_PLIES)?;
            let series = Series::new(self.game, setup, seed, isolation.clone())?;
            let series = series.with_openings(openings)?;
            let mut score = 0.0;
            series.run(BLOCKS, 1, |block| score += block.scores[0] / f64::from(BLOCKS))?;
            // A match that is nearly always won or lost tells little.
            if score >= 1.0 / self.sides as f64 {
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
