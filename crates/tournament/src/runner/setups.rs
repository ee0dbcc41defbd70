//! The setup and the key of each job.

use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::format::Opening;
use crate::job::{Job, JobKey};
use crate::opening::{OpeningError, opening};
use crate::plan::{Entrant, Plan};
use crate::round::Round;
use crate::shape::Shape;
use juez_core::{PlayedBy, Player, Seed, Stream, Terms};
use juez_match::registry::{AnyGame, MatchSetup, PlayerSpec, tell_apart};

/// Everything that determines a match byte for byte, as hashed into its key.
#[derive(Serialize)]
struct KeyText<'a> {
    game: &'a str,
    rules: u32,
    #[serde(flatten)]
    terms: &'a Terms,
    /// In the order of the entries. Names are included because bots see them.
    players: Vec<&'a Player>,
    seed: Seed,
    opening: &'a Opening,
    /// The revision, if an external program plays: it can play differently in another revision.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u32>,
}

/// A tournament, ready to be played here.
pub struct Tournament {
    pub game: &'static dyn AnyGame,
    pub revision: u32,
    pub plan: Plan,
    pub shape: Shape,
    pub entrants: Vec<Entrant>,
    /// By number; `None` for entrants that cannot play.
    pub players: Vec<Option<PlayerSpec>>,
}

impl Tournament {
    /// Returns the setups of a stage, before its rounds are added.
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
    /// If an opening cannot be played.
    pub fn add(&mut self, round: &Round) -> Result<(), OpeningError> {
        let Tournament { game, plan, shape, .. } = self.tournament;
        let sizes: BTreeSet<usize> = round.pairings.iter().map(Vec::len).collect();
        for block in round.first_block..round.first_block + round.blocks {
            let seed = self.tournament.seed(block);
            for &size in &sizes {
                let terms = shape.terms(&plan.terms, size);
                let made = opening(*game, &terms.options, &plan.openings, block, seed)?;
                self.openings.insert((block, size), made);
            }
        }
        Ok(())
    }

    fn terms(&self, job: &Job) -> Cow<'_, Terms> {
        self.tournament.shape.terms(&self.tournament.plan.terms, job.order.len())
    }

    fn opening(&self, job: &Job) -> &Opening {
        &self.openings[&(job.block, job.order.len())]
    }

    /// Returns the key of a match.
    pub fn key(&self, job: &Job) -> JobKey {
        let Tournament { game, revision, plan, entrants, .. } = self.tournament;
        let is_program =
            |&entrant: &u32| entrants[entrant as usize].player.bot == PlayedBy::External;
        let text = KeyText {
            game: &plan.game,
            rules: game.info().rules,
            terms: &self.terms(job),
            players: job.order.iter().map(|&e| &entrants[e as usize].player).collect(),
            seed: self.tournament.seed(job.block),
            opening: self.opening(job),
            revision: job.order.iter().any(is_program).then_some(*revision),
        };
        let text = serde_json::to_vec(&text).expect("plain data");
        JobKey(blake3::derive_key("juez/1 job", &text))
    }

    /// Returns the setup of a match.
    ///
    /// # Panics
    /// If one of its entrants cannot play.
    pub fn setup(&self, job: &Job) -> MatchSetup {
        let player = |&entrant: &u32| {
            let player = self.tournament.players[entrant as usize].clone();
            player.expect("only those that can play are paired")
        };
        let mut players: Vec<PlayerSpec> = job.order.iter().map(player).collect();
        // The opponent of a criterion can sit at the table several times.
        tell_apart(&mut players);
        MatchSetup {
            terms: self.terms(job).into_owned(),
            seed: Some(self.tournament.seed(job.block)),
            moves: self.opening(job).moves.clone(),
            ..MatchSetup::new(players)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_core::{Limits, OnFault, TimeControl};

    #[test]
    fn a_key_depends_on_every_term() {
        let text = |terms: &Terms| {
            let text = KeyText {
                game: "durak",
                rules: 1,
                terms,
                players: Vec::new(),
                seed: Seed::from(1),
                opening: &Opening { moves: Vec::new() },
                revision: None,
            };
            serde_json::to_string(&text).expect("plain data")
        };
        let usual = Terms::default();
        let options = [("seats".to_string(), 3.into())].into_iter().collect();
        let limits = Limits { on_fault: OnFault::Substitute, ..Limits::default() };
        let others = [
            Terms { options, ..usual.clone() },
            Terms { limits, ..usual.clone() },
            Terms { without: vec!["path".to_string()], ..usual.clone() },
            Terms { clock: Some(TimeControl::default()), ..usual.clone() },
            Terms { hide_names: true, ..usual.clone() },
        ];
        let texts: BTreeSet<String> = others.iter().chain([&usual]).map(text).collect();
        assert_eq!(texts.len(), 6);
    }
}
