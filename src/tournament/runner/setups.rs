//! The setup and the key of each job.

use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::core::{Limits, PlayedBy, Player, Seed, Stream};
use crate::registry::{AnyGame, MatchSetup, PlayerSpec, tell_apart};
use crate::tournament::format::Opening;
use crate::tournament::job::{Job, JobKey};
use crate::tournament::opening::{OpeningError, opening};
use crate::tournament::plan::{Entrant, Plan};
use crate::tournament::round::Round;
use crate::tournament::shape::Shape;

/// Everything that decides a match to the byte, as its key hashes it.
#[derive(Serialize)]
struct KeyText<'a> {
    game: &'a str,
    rules: u32,
    options: &'a Map<String, Value>,
    /// In the order of the entries. Names belong here: bots see them.
    players: Vec<&'a Player>,
    seed: Seed,
    limits: &'a Limits,
    without: &'a [String],
    /// Absent where bots see names, so that the keys of such matches stay what they were.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hide_names: bool,
    opening: &'a Opening,
    /// The revision, where a program plays: in another one it would play otherwise. Absent in other matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u32>,
}

/// A tournament that is played here.
pub struct Tournament {
    pub game: &'static dyn AnyGame,
    pub revision: u32,
    pub plan: Plan,
    pub shape: Shape,
    pub entrants: Vec<Entrant>,
    /// By number; `None` where an entrant cannot play.
    pub players: Vec<Option<PlayerSpec>>,
}

impl Tournament {
    /// The setups of a stage, whose rounds are still to be added.
    pub fn setups(&self) -> Setups<'_> {
        Setups { tournament: self, openings: BTreeMap::new() }
    }

    fn seed(&self, block: u32) -> Seed {
        self.plan.seed.child(Stream::Match(block))
    }
}

/// The setups of the jobs of a stage, with the openings of its blocks.
pub struct Setups<'a> {
    pub tournament: &'a Tournament,
    /// By block and entrants at the table.
    openings: BTreeMap<(u32, usize), Opening>,
}

impl Setups<'_> {
    /// Adds the openings of a round.
    ///
    /// # Errors
    /// If one of its openings cannot be played.
    pub fn add(&mut self, round: &Round) -> Result<(), OpeningError> {
        let Tournament { game, plan, shape, .. } = self.tournament;
        let sizes: BTreeSet<usize> = round.pairings.iter().map(Vec::len).collect();
        for block in round.first_block..round.first_block + round.blocks {
            let seed = self.tournament.seed(block);
            for &size in &sizes {
                let options = shape.options(&plan.options, size);
                let made = opening(*game, &options, &plan.openings, block, seed)?;
                self.openings.insert((block, size), made);
            }
        }
        Ok(())
    }

    /// The options of a match: those of its table.
    fn options(&self, job: &Job) -> Cow<'_, Map<String, Value>> {
        self.tournament.shape.options(&self.tournament.plan.options, job.order.len())
    }

    fn opening(&self, job: &Job) -> &Opening {
        &self.openings[&(job.block, job.order.len())]
    }

    /// The key of a match.
    pub fn key(&self, job: &Job) -> JobKey {
        let Tournament { game, revision, plan, entrants, .. } = self.tournament;
        let is_program =
            |&entrant: &u32| entrants[entrant as usize].player.bot == PlayedBy::External;
        let text = KeyText {
            game: &plan.game,
            rules: game.info().rules,
            options: &self.options(job),
            players: job.order.iter().map(|&e| &entrants[e as usize].player).collect(),
            seed: self.tournament.seed(job.block),
            limits: &plan.limits,
            without: &plan.without,
            hide_names: plan.hide_names,
            opening: self.opening(job),
            revision: job.order.iter().any(is_program).then_some(*revision),
        };
        let text = serde_json::to_vec(&text).expect("plain data");
        JobKey(blake3::derive_key("juez/1 job", &text))
    }

    /// The setup of a match.
    ///
    /// # Panics
    /// If one of its entrants cannot play.
    pub fn setup(&self, job: &Job) -> MatchSetup {
        let Plan { limits, without, hide_names, .. } = &self.tournament.plan;
        let player = |&entrant: &u32| {
            let player = self.tournament.players[entrant as usize].clone();
            player.expect("only those that can play are paired")
        };
        let mut players: Vec<PlayerSpec> = job.order.iter().map(player).collect();
        // Criteria may be played against several copies of one.
        tell_apart(&mut players);
        MatchSetup {
            options: self.options(job).into_owned(),
            seed: Some(self.tournament.seed(job.block)),
            limits: limits.clone(),
            without: without.clone(),
            hide_names: *hide_names,
            moves: self.opening(job).moves.clone(),
            ..MatchSetup::new(players)
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
            let text = KeyText {
                game: "durak",
                rules: 1,
                options: &options,
                players: Vec::new(),
                seed: Seed::from(1),
                limits: &limits,
                without: &[],
                hide_names,
                opening: &opening,
                revision: None,
            };
            serde_json::to_string(&text).expect("plain data")
        };
        assert!(!text(false).contains("hide_names"), "{}", text(false));
        assert_eq!(text(true).replace("\"hide_names\":true,", ""), text(false));
    }
}
