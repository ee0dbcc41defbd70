//! Fixtures as matches to play, and the keys by which they are known.

use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::super::{Entrant, Fixture, JobKey, Opening, OpeningError, Plan, Round, Shape, opening};
use crate::core::{Limits, Player, Seed, Stream};
use crate::registry::{AnyGame, MatchSetup, PlayerSpec, tell_apart};

/// What decides a match to the byte.
#[derive(Serialize)]
struct Decisive<'a> {
    game: &'a str,
    rules: u32,
    options: &'a Map<String, Value>,
    /// In the order of the entries. Names belong here: bots are told them.
    players: Vec<&'a Player>,
    seed: Seed,
    limits: &'a Limits,
    without: &'a [String],
    /// Absent where bots are told names, so that the keys of such matches stay what they were.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hide_names: bool,
    opening: &'a Opening,
}

/// The matches of a tournament.
pub struct Jobs {
    pub game: &'static dyn AnyGame,
    pub plan: Plan,
    pub shape: Shape,
    pub entrants: Vec<Entrant>,
    /// By number; `None` where an entrant cannot play.
    pub players: Vec<Option<PlayerSpec>>,
}

impl Jobs {
    /// The name of an entrant.
    pub fn name(&self, entrant: u32) -> &str {
        self.entrants[entrant as usize].name()
    }

    /// The matches of a stage, whose rounds are still to be added.
    pub fn stage(&self) -> StageJobs<'_> {
        StageJobs { jobs: self, openings: BTreeMap::new() }
    }

    fn seed(&self, block: u32) -> Seed {
        self.plan.seed.child(Stream::Match(block))
    }
}

/// The matches of the rounds of a stage, whose blocks have their openings.
pub struct StageJobs<'a> {
    jobs: &'a Jobs,
    /// By block and entrants at the table.
    openings: BTreeMap<(u32, usize), Opening>,
}

impl StageJobs<'_> {
    /// Adds the matches of a round.
    ///
    /// # Errors
    /// If one of its openings cannot be played.
    pub fn add(&mut self, round: &Round) -> Result<(), OpeningError> {
        let Jobs { game, plan, shape, .. } = self.jobs;
        let sizes: BTreeSet<usize> = round.pairings.iter().map(Vec::len).collect();
        for block in round.first_block..round.first_block + round.blocks {
            let seed = self.jobs.seed(block);
            for &size in &sizes {
                let options = shape.options(&plan.options, size);
                let made = opening(*game, &options, &plan.openings, block, seed)?;
                self.openings.insert((block, size), made);
            }
        }
        Ok(())
    }

    /// The house rules of a match: those of its table.
    fn options(&self, fixture: &Fixture) -> Cow<'_, Map<String, Value>> {
        self.jobs.shape.options(&self.jobs.plan.options, fixture.order.len())
    }

    fn opening(&self, fixture: &Fixture) -> &Opening {
        &self.openings[&(fixture.block, fixture.order.len())]
    }

    /// The game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.jobs.game
    }

    /// The key of a match.
    pub fn key(&self, fixture: &Fixture) -> JobKey {
        let Jobs { game, plan, entrants, .. } = self.jobs;
        let decisive = Decisive {
            game: &plan.game,
            rules: game.info().rules,
            options: &self.options(fixture),
            players: fixture.order.iter().map(|&e| &entrants[e as usize].player).collect(),
            seed: self.jobs.seed(fixture.block),
            limits: &plan.limits,
            without: &plan.without,
            hide_names: plan.hide_names,
            opening: self.opening(fixture),
        };
        let text = serde_json::to_vec(&decisive).expect("plain data");
        JobKey::new(blake3::derive_key("juez/1 job", &text))
    }

    /// The setup of a match.
    ///
    /// # Panics
    /// If one of its entrants cannot play.
    pub fn setup(&self, fixture: &Fixture) -> MatchSetup {
        let Plan { limits, without, hide_names, .. } = &self.jobs.plan;
        let player = |&entrant: &u32| {
            let player = self.jobs.players[entrant as usize].clone();
            player.expect("only those that can play are paired")
        };
        let mut players: Vec<PlayerSpec> = fixture.order.iter().map(player).collect();
        // Criteria may be played against several copies of one.
        tell_apart(&mut players);
        MatchSetup {
            options: self.options(fixture).into_owned(),
            players,
            seed: Some(self.jobs.seed(fixture.block)),
            limits: limits.clone(),
            without: without.clone(),
            hide_names: *hide_names,
            deals: Vec::new(),
            moves: self.opening(fixture).moves.clone(),
            known: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_names_are_part_of_a_key_only_where_they_are_hidden() {
        let (options, limits, opening) = (Map::new(), Limits::default(), Opening { moves: vec![] });
        let text = |hide_names| {
            let decisive = Decisive {
                game: "durak",
                rules: 1,
                options: &options,
                players: Vec::new(),
                seed: Seed::from(1),
                limits: &limits,
                without: &[],
                hide_names,
                opening: &opening,
            };
            serde_json::to_string(&decisive).expect("plain data")
        };
        assert!(!text(false).contains("hide_names"), "{}", text(false));
        assert_eq!(text(true).replace("\"hide_names\":true,", ""), text(false));
    }
}
