//! The standings: how good each is and how sure that is, and what decides beside the score.

use serde::Serialize;
use std::collections::BTreeMap;

use super::criteria::Judged;
use super::figure::{Figure, rounded};
use super::tally::Tally;
use crate::core::PlayedBy;
use crate::tournament::class::criterion::Passing;
use crate::tournament::plan::Entrant;
use crate::tournament::rating::{Duel, Ratings};
use crate::tournament::results::Results;
use crate::tournament::schedule::{
    Decided, RoundBasis, buchholz as tie_break, knockout_decided, knockout_places,
};

/// The likelihood of superiority from which two neighbours count as distinguishable.
const TOLD_APART: f64 = 0.95;
/// Characters of a source's hash that are shown.
const HASH_DIGITS: usize = 10;

/// The row of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Its place; entrants that are equal in all that decides share one (1, 2, 2, 4). `None` for
    /// one that takes no part.
    pub place: Option<u32>,
    /// Its number, which is its seeding.
    pub entrant: u32,
    /// Its name.
    pub name: String,
    /// The student it belongs to.
    pub student: Option<String>,
    /// Which version: the language and the beginning of the source's hash, or the built-in bot.
    pub version: String,
    /// Its path or name, as it was given.
    pub path: String,
    /// Matches that count: played, and walkovers.
    pub matches: u32,
    /// Matches of these that were not played.
    pub walkovers: u32,
    /// Blocks (deals or openings) in which it has such a match.
    pub blocks: u32,
    /// The observations that these are: blocks in which a table of its went alike are one.
    pub distinct_blocks: u32,
    /// Won, drawn, lost; with two sides at a table.
    pub won_drawn_lost: Option<[u32; 3]>,
    /// Mean rank in the matches played; with more sides.
    pub mean_rank: Option<f64>,
    /// Matches in which no side was better; with more sides.
    pub firsts: Option<u32>,
    /// Sum of the scores.
    pub points: f64,
    /// Mean score over the matches, 0 to 1; its interval is Student's over the distinct blocks.
    pub score: Option<Figure>,
    /// Elo; the mean of the field is 0.
    pub elo: Option<Figure>,
    /// Normalized Elo against the field; with two sides.
    pub nelo: Option<Figure>,
    /// Likelihood of superiority over the next in the table, 0 to 1.
    pub los: Option<f64>,
    /// True if it is not yet distinguishable from the one above (likelihood below 95 %).
    pub close: bool,
    /// Pairs of matches by score: 0, ½, 1, 1½, 2; with two entrants at a table.
    pub pairs: Option<[u64; 5]>,
    /// Share of drawn matches; with two sides.
    pub draws: Option<f64>,
    /// Tie-break: the mean score of the opponents, 0 to 1; in Swiss.
    pub buchholz: Option<f64>,
    /// Faults in its matches, those for criteria included.
    pub faults: u32,
    /// Rounds without a table.
    pub byes: u32,
    /// The job after which it was benched.
    pub benched_after: Option<u32>,
    /// Why it cannot play.
    pub error: Option<String>,
    /// The verdicts of the pass criteria.
    pub criteria: Vec<Judged>,
}

impl Standing {
    /// Its place, or a dash for one that takes no part.
    pub(super) fn shown_place(&self) -> String {
        self.place.map_or("–".to_string(), |place| place.to_string())
    }

    /// The verdict of its criteria in a word; `None` where nothing is asked of it.
    pub(super) fn verdict(&self) -> Option<&'static str> {
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
    // All that decides; who is equal in it shares a place, in the order of the seeding.
    let key = |row: &Standing| {
        let far = places.get(&row.entrant).copied().unwrap_or(u32::MAX);
        // Scores that are equal may differ in their last bits.
        let whole = |value: f64| -libm::round(value * 1e6) as i64;
        let share = tallies[row.entrant as usize].share().unwrap_or(-1.0);
        (row.error.is_some(), far, whole(share), whole(row.buchholz.unwrap_or_default()))
    };
    rows.sort_by_key(|row| (key(row), row.entrant));
    let mut above = None;
    for (rank, row) in (1..).zip(rows.iter_mut().filter(|row| row.error.is_none())) {
        let own = key(row);
        let shared = above.filter(|(key, _)| *key == own).map(|(_, place)| place);
        // In a knockout the places say who dropped out at the same time.
        let place = places.get(&row.entrant).copied().or(shared).unwrap_or(rank);
        above = Some((own, place));
        row.place = Some(place);
    }
    if let Some(ratings) = ratings {
        compare(&mut rows, ratings);
    }
    rows
}

/// Sets the likelihood of each to be better than the next.
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

/// The answer of a knockout to `ask`; nothing in another format.
fn of_knockout<T>(results: &Results, ask: fn(&RoundBasis<'_>) -> Vec<T>) -> Vec<T> {
    let Results { plan, shape, entrants, .. } = results;
    if !plan.format.is_elimination() {
        return Vec::new();
    }
    let (field, benched, played) =
        (plan.field(entrants), benched(results), results.played_rounds());
    ask(&RoundBasis { plan, shape, field: &field, benched: &benched, played: &played })
}

/// In a knockout, how far each got, 1 the best.
fn places(results: &Results) -> BTreeMap<u32, u32> {
    of_knockout(results, knockout_places).into_iter().collect()
}

/// The entrants that are benched in the contest: one that a match for a criterion benches was in
/// until the contest was over.
fn benched(results: &Results) -> Vec<u32> {
    let of_contest = results.contest().count() as u32;
    let benchings = results.benchings.iter().filter(|benching| benching.after < of_contest);
    benchings.map(|benching| benching.entrant).collect()
}

/// In a knockout, the tables of which the score does not say who went on.
pub(super) fn decided(results: &Results) -> Vec<Decided> {
    of_knockout(results, knockout_decided)
}

/// In Swiss, the mean score of those that each of the field has met.
fn buchholz(results: &Results) -> Option<BTreeMap<u32, f64>> {
    let is_swiss = results.plan.format.has_buchholz();
    let field = is_swiss.then(|| results.plan.field(&results.entrants))?;
    let ties = tie_break(&field, &results.played_rounds());
    Some(field.iter().copied().zip(ties).collect())
}
