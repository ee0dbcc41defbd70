//! Ratings of the versions of a ladder, and their results against each other.

use std::collections::BTreeMap;

use super::history::LadderHistory;
use crate::format::Format;
use crate::job::MatchResult;
use crate::matches::Matches;
use crate::observations::Observations;
use crate::plan::{Entrant, Plan};
use crate::rating::{Estimate, Ranking, elo_after, rate};
use crate::results::Results;
use juez_core::{PlayedBy, Player, Seed};

/// The results of a player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LadderStanding {
    /// Elo with its 95 % interval, the mean of the rated players is 0; `None` without matches.
    pub elo: Option<Estimate>,
    /// Matches played.
    pub matches: u32,
    /// Sum of the scores.
    pub points: f64,
    /// Matches with a fault of its own.
    pub faults: u32,
}

/// The results of a player against another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Met {
    /// Matches at the same table on different sides.
    pub matches: u32,
    /// Sum of the scores of the first.
    pub points: f64,
}

/// The ratings of some players of a ladder, from the matches between them.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderRanking {
    /// The rated players by number, ascending.
    players: Vec<u32>,
    standings: Vec<LadderStanding>,
    los: Vec<Vec<f64>>,
}

impl LadderHistory {
    /// Rates these players as a tournament does, by the matches in which all players are among
    /// them.
    pub fn ranking(&self, players: &[u32]) -> LadderRanking {
        let mut players = players.to_vec();
        players.sort_unstable();
        players.dedup();
        let results = self.results(&players, usize::MAX);
        let mut standings = vec![LadderStanding::default(); players.len()];
        for result in results.matches.iter() {
            let (Some(scores), Some(summary)) = (result.scores(&results.shape), result.played())
            else {
                continue;
            };
            let seated = results.seated(&result.job);
            for (&entrant, score) in result.job.order.iter().zip(scores) {
                let own = &mut standings[entrant as usize];
                own.matches += 1;
                own.points += score;
                let is_own = |seat: usize| seated[seat] == entrant;
                let at_fault = summary.faults.iter().any(|fault| is_own(fault.seat.index()));
                own.faults += u32::from(at_fault);
            }
        }
        let rankings = rankings(&results);
        let rated = rate(players.len(), &rankings, Seed::from(1));
        let los = rated.as_ref().map_or_else(Vec::new, |rated| rated.los.clone());
        if let Some(rated) = rated {
            standings.iter_mut().zip(rated.elo).for_each(|(own, elo)| own.elo = elo);
        }
        LadderRanking { players, standings, los }
    }

    /// Returns the Elo of these players without intervals, from the first `until` matches.
    pub fn elo(&self, players: &[u32], until: usize) -> BTreeMap<u32, f64> {
        let mut players = players.to_vec();
        players.sort_unstable();
        players.dedup();
        let rankings = rankings(&self.results(&players, until));
        let elo = elo_after(players.len(), &rankings, &[rankings.len()]).pop().unwrap_or_default();
        players.into_iter().zip(elo).filter_map(|(player, elo)| Some((player, elo?))).collect()
    }

    /// Returns the results of these players together against each other player.
    pub fn met_by(&self, own: &[u32]) -> BTreeMap<u32, Met> {
        let shape = &self.game.shape;
        let team = |entry: usize| shape.teams()[shape.seats(entry)[0].index()];
        let mut met: BTreeMap<u32, Met> = BTreeMap::new();
        for result in self.matches.iter() {
            let order = &result.job.order;
            let Some(at) = order.iter().position(|player| own.contains(player)) else { continue };
            let Some(scores) = result.scores(shape) else { continue };
            for entry in (0..order.len()).filter(|&entry| team(entry) != team(at)) {
                let meeting = met.entry(order[entry]).or_default();
                meeting.matches += 1;
                meeting.points += scores[at];
            }
        }
        met
    }

    /// Returns the scores by entry of a match with these ranks by seat.
    pub fn scores(&self, ranks: &[u8]) -> Vec<f64> {
        let seats = ranks.len() as u8;
        let ranks = juez_core::PerSeat::from_fn(seats, |seat| ranks[seat.index()]);
        self.game.shape.scores(&ranks)
    }

    /// Returns the matches between these players, ascending, as a tournament.
    fn results(&self, players: &[u32], until: usize) -> Results {
        let number = |player: &u32| players.binary_search(player).ok().map(|at| at as u32);
        let between = |mut result: MatchResult| {
            result.job.order = result.job.order.iter().map(number).collect::<Option<_>>()?;
            Some(result)
        };
        let mut played: Vec<MatchResult> =
            self.matches.iter().take(until).filter_map(between).collect();
        // Matches of a table in a block must follow each other.
        played.sort_by_key(|result| {
            let job = &result.job;
            (job.pairing, job.block, job.seating, job.number)
        });
        let entrant = |player: &u32| Entrant {
            player: Player { name: player.to_string(), bot: PlayedBy::Builtin, source: None },
            path: String::new(),
            student: None,
            error: None,
        };
        let options = serde_json::Map::new();
        Results {
            plan: Plan::new(&self.game.id, options, Format::RoundRobin, Seed::from(1)),
            shape: self.game.shape.clone(),
            entrants: players.iter().map(entrant).collect(),
            rounds: Vec::new(),
            matches: played.into_iter().collect::<Matches>(),
            benchings: Vec::new(),
            complete: false,
            days: Vec::new(),
        }
    }
}

/// Returns the matches as ratings take them: matches that repeat others count once.
fn rankings(results: &Results) -> Vec<Ranking> {
    let mut observations = Observations::default();
    results.matches.iter().for_each(|result| observations.add(&result));
    results.rankings(&observations).collect()
}

impl LadderRanking {
    /// Returns the results of a rated player.
    pub fn of(&self, player: u32) -> Option<&LadderStanding> {
        self.players.binary_search(&player).ok().map(|at| &self.standings[at])
    }

    /// Returns the probability that the first player is stronger than the second, 0 to 1.
    pub fn superiority(&self, first: u32, second: u32) -> f64 {
        let at = |player: u32| self.players.binary_search(&player).ok();
        let (Some(first), Some(second)) = (at(first), at(second)) else { return 0.5 };
        self.los.get(first).and_then(|row| row.get(second)).copied().unwrap_or(0.5)
    }
}
