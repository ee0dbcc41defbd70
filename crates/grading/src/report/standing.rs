//! The standings: ranks, scores and their uncertainty.

use serde::Serialize;
use std::collections::BTreeMap;

use super::criteria::Judged;
use super::figure::{Figure, rounded};
use super::tally::Tally;
use juez_core::PlayedBy;
use juez_tournament::Entrant;
use juez_tournament::Passing;
use juez_tournament::Results;
use juez_tournament::rating::{Duel, Ratings};
use juez_tournament::{
    Decided, RoundBasis, buchholz as tie_break, knockout_decided, knockout_places,
};

/// The likelihood of superiority above which two neighbours count as distinguishable.
const TOLD_APART: f64 = 0.95;
/// Number of characters shown of a source's hash.
const HASH_DIGITS: usize = 10;

/// The row of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Its rank; entrants equal in all criteria of the ranking share one (1, 2, 2, 4). `None` if it
    /// takes no part.
    pub place: Option<u32>,
    /// Its number, which is its seeding.
    pub entrant: u32,
    pub name: String,
    /// The student it belongs to.
    pub student: Option<String>,
    /// Its version: the language and the start of the source's hash, or the built-in bot.
    pub version: String,
    /// Its path or name, as given.
    pub path: String,
    /// Number of counted matches: played, and walkovers.
    pub matches: u32,
    /// Number of walkovers among them.
    pub walkovers: u32,
    /// Number of blocks (deals or openings) with such a match.
    pub blocks: u32,
    /// Number of observations in these blocks: blocks that one of its tables played alike are one.
    pub distinct_blocks: u32,
    /// Won, drawn, lost; only with two sides at a table.
    pub won_drawn_lost: Option<[u32; 3]>,
    /// Mean rank in the matches played; only with more sides.
    pub mean_rank: Option<f64>,
    /// Number of matches without a better side; only with more sides.
    pub firsts: Option<u32>,
    /// Sum of the scores.
    pub points: f64,
    /// Mean score over the matches, 0 to 1, with Student's interval over the distinct blocks.
    pub score: Option<Figure>,
    /// Elo, with mean 0 over the field.
    pub elo: Option<Figure>,
    /// Normalized Elo against the field; only with two sides.
    pub nelo: Option<Figure>,
    /// Likelihood of superiority over the next entrant, 0 to 1.
    pub los: Option<f64>,
    /// True if it is not yet distinguishable from the entrant above (likelihood below 95 %).
    pub close: bool,
    /// Number of match pairs by score: 0, ½, 1, 1½, 2; only with two entrants at a table.
    pub pairs: Option<[u64; 5]>,
    /// Share of drawn matches; only with two sides.
    pub draws: Option<f64>,
    /// Tie-break: the mean score of the opponents, 0 to 1; only in a Swiss.
    pub buchholz: Option<f64>,
    /// Number of faults in its matches, including those for criteria.
    pub faults: u32,
    /// Number of rounds without a table.
    pub byes: u32,
    /// The number of the match after which it was benched.
    pub benched_after: Option<u32>,
    /// The reason why it cannot play.
    pub error: Option<String>,
    /// The verdicts of the pass criteria.
    pub criteria: Vec<Judged>,
}

impl Standing {
    /// Returns its rank, or a dash if it takes no part.
    pub(super) fn shown_place(&self) -> String {
        self.place.map_or("–".to_string(), |place| place.to_string())
    }

    /// Returns the combined verdict of its criteria in a word; `None` without criteria.
    pub fn verdict(&self) -> Option<&'static str> {
        let decisions = self.criteria.iter().map(|judged| judged.verdict.decision);
        Passing::together(decisions).map(Passing::name)
    }
}

pub(super) fn standings(
    results: &Results,
    tallies: &[Tally],
    ratings: Option<&Ratings>,
) -> Vec<Standing> {
    let (places, buchholz) = (places(results), buchholz(results));
    let mut rows: Vec<Standing> = (0..results.entrants.len() as u32)
        .filter(|entrant| !results.plan.yardsticks.contains(entrant))
        .map(|entrant| row(results, entrant, &tallies[entrant as usize], ratings))
        .collect();
    if let Some(buchholz) = &buchholz {
        let tie = |row: &Standing| buchholz.get(&row.entrant).copied().unwrap_or_default();
        rows.iter_mut().for_each(|row| row.buchholz = Some(rounded(tie(row), 4)));
    }
    // Everything that decides; entrants with equal keys share a rank, in seeding order.
    let key = |row: &Standing| {
        let far = places.get(&row.entrant).copied().unwrap_or(u32::MAX);
        // Equal scores can differ in their last bits.
        let whole = |value: f64| -libm::round(value * 1e6) as i64;
        let share = tallies[row.entrant as usize].share().unwrap_or(-1.0);
        (row.error.is_some(), far, whole(share), whole(row.buchholz.unwrap_or_default()))
    };
    rows.sort_by_key(|row| (key(row), row.entrant));
    let mut above = None;
    for (rank, row) in (1..).zip(rows.iter_mut().filter(|row| row.error.is_none())) {
        let own = key(row);
        let shared = above.filter(|(key, _)| *key == own).map(|(_, place)| place);
        // In a knockout, these ranks show which entrants dropped out together.
        let place = places.get(&row.entrant).copied().or(shared).unwrap_or(rank);
        above = Some((own, place));
        row.place = Some(place);
    }
    if let Some(ratings) = ratings {
        compare(&mut rows, ratings);
    }
    rows
}

/// Sets the likelihood of each entrant to be stronger than the next.
fn compare(rows: &mut [Standing], ratings: &Ratings) {
    let rated = |row: &Standing| row.place.is_some() && row.elo.is_some();
    for next in 1..rows.len() {
        let (above, below) = (&rows[next - 1], &rows[next]);
        if !rated(above) || !rated(below) {
            continue;
        }
        let los = ratings.los[above.entrant as usize][below.entrant as usize];
        rows[next - 1].los = Some(rounded(los, 4));
        rows[next].close = los < TOLD_APART;
    }
}

fn row(results: &Results, entrant: u32, tally: &Tally, ratings: Option<&Ratings>) -> Standing {
    let who = &results.entrants[entrant as usize];
    let two = results.shape.sides() == 2;
    let paired = two && results.shape.entries() == 2;
    let more = !two && tally.played > 0;
    let share = |number: u32, of: u32| f64::from(number) / f64::from(of);
    let duel = match tally.units[..] {
        [_, ..] if paired => Duel::of_pairs(tally.pairs),
        [_, ..] if two => Duel::of_blocks(&tally.units, tally.unit),
        _ => None,
    };
    let benching = results.benchings.iter().find(|benching| benching.entrant == entrant);
    Standing {
        place: None,
        entrant,
        name: who.name().to_string(),
        student: who.student.clone(),
        version: version(who),
        path: who.path.clone(),
        matches: tally.matches(),
        walkovers: tally.walkovers,
        blocks: tally.blocks(),
        distinct_blocks: tally.distinct(),
        won_drawn_lost: two.then_some([tally.wins, tally.draws, tally.losses]),
        mean_rank: more.then(|| rounded(share(tally.ranks, tally.played), 3)),
        firsts: more.then_some(tally.firsts),
        points: rounded(tally.points, 4),
        score: tally.score(),
        elo: ratings.and_then(|all| Figure::of(all.elo[entrant as usize]?, 1)),
        nelo: duel.and_then(|duel| Figure::of(duel.nelo, 1)),
        los: None,
        close: false,
        pairs: paired.then_some(tally.pairs),
        draws: (two && tally.matches() > 0)
            .then(|| rounded(share(tally.draws, tally.matches()), 4)),
        buchholz: None,
        faults: tally.faults,
        byes: tally.byes,
        benched_after: benching.map(|benching| benching.after),
        error: who.error.clone(),
        criteria: Judged::all(results, entrant),
    }
}

fn version(entrant: &Entrant) -> String {
    let source = entrant.player.source.as_deref().unwrap_or_default();
    let hash: String = source.chars().take(HASH_DIGITS).collect();
    let language = match entrant.player.bot {
        PlayedBy::Lua => "lua",
        PlayedBy::Rhai => "rhai",
        PlayedBy::Human => return "a person".to_string(),
        PlayedBy::External => return source.to_string(),
        PlayedBy::Builtin => return format!("built-in {source}").trim_end().to_string(),
    };
    format!("{language} {hash}").trim_end().to_string()
}

/// Asks a knockout; returns nothing in other formats.
fn of_knockout<T>(results: &Results, ask: fn(&RoundBasis<'_>) -> Vec<T>) -> Vec<T> {
    let Results { plan, shape, entrants, .. } = results;
    if !plan.format.is_elimination() {
        return Vec::new();
    }
    let (field, benched, played) =
        (plan.field(entrants), benched(results), results.played_rounds());
    ask(&RoundBasis { plan, shape, field: &field, benched: &benched, played: &played })
}

/// Returns the rank of each entrant in a knockout.
fn places(results: &Results) -> BTreeMap<u32, u32> {
    of_knockout(results, knockout_places).into_iter().collect()
}

/// Returns the entrants benched in the contest; a benching in a match for a criterion comes after
/// it.
fn benched(results: &Results) -> Vec<u32> {
    let of_contest = results.contest().count() as u32;
    let benchings = results.benchings.iter().filter(|benching| benching.after < of_contest);
    benchings.map(|benching| benching.entrant).collect()
}

/// Returns the tables of a knockout that the score did not decide.
pub(super) fn decided(results: &Results) -> Vec<Decided> {
    of_knockout(results, knockout_decided)
}

/// Returns the mean score of each entrant's opponents in a Swiss.
fn buchholz(results: &Results) -> Option<BTreeMap<u32, f64>> {
    let is_swiss = results.plan.format.has_buchholz();
    let field = is_swiss.then(|| results.plan.field(&results.entrants))?;
    let ties = tie_break(&field, &results.played_rounds());
    Some(field.iter().copied().zip(ties).collect())
}
