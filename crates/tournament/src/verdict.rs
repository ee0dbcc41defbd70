//! The verdict on an entrant, and the one-sided bounds of a share behind it.

mod decidable;
#[cfg(test)]
mod tests;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};
use std::collections::BTreeMap;

use crate::criterion::Criterion;
use crate::interval::{Interval, Ratio, student_quantile, wilson_of};
use crate::job::Status;
use crate::observations::Observations;
use crate::results::Results;
use juez_core::named;

/// The verdict on an entrant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// The criterion is met.
    Passed,
    /// The score is surely too low, or too low after the last match.
    Failed,
    /// The matches so far do not decide.
    #[default]
    Undecided,
}

impl Passing {
    /// Combines the decisions of several criteria: failed if one is, passed if all are; `None` for
    /// none.
    pub fn together(decisions: impl Iterator<Item = Passing> + Clone) -> Option<Passing> {
        let has = |decision| decisions.clone().any(|other| other == decision);
        [Passing::Failed, Passing::Undecided, Passing::Passed].into_iter().find(|one| has(*one))
    }
}

/// The verdict on an entrant by one criterion.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Verdict {
    pub decision: Passing,
    pub opponent: String,
    /// Number of matches against it that count.
    pub games: u32,
    /// Number of blocks (deals or openings) of these matches.
    pub blocks: u32,
    /// Number of observations in these blocks, the basis of the bounds: blocks with the same moves
    /// are one.
    pub distinct: u32,
    /// The mean score of these matches, 0 to 1.
    pub score: Option<f64>,
    /// Lower bound of the true share at the criterion's confidence; without one, the score.
    pub low: f64,
    /// Upper bound of the true share, likewise.
    pub high: f64,
    /// The figures in a short phrase: `62.5 % of 40, surely above 48.1 %`.
    pub reason: String,
}

named! { Passing: Passed = "yes", Failed = "no", Undecided = "not yet" }

/// The matches between two entrants.
#[derive(Default)]
struct Encounters {
    /// Sum of scores and number of matches, by block.
    blocks: BTreeMap<u32, (f64, u32)>,
    /// The observations of the played matches.
    observations: Observations,
    due: u32,
}

impl Criterion {
    /// Judges an entrant, by number; `None` for the opponent itself and for entrants that the
    /// criteria do not apply to ([`Plan::is_asked`](crate::Plan::is_asked)).
    ///
    /// Counts the matches with both at one table on different sides ([`Results::of_criterion`]).
    /// The score is 1 for a rank before the opponent, ½ for the same rank, else 0, averaged over
    /// the opponent's seats; with two sides it is the score of the match. A walkover counts as lost
    /// if the entrant is benched. If only others are benched, or the match failed, it does not
    /// count, because it shows nothing about the entrant.
    ///
    /// Decides once enough matches count. The result is [`Passing::Passed`] if the lower bound
    /// reaches the share. It is [`Passing::Failed`] if the upper bound is below the share, or if no
    /// match is left and the lower bound is below it. Without a confidence, the score decides after
    /// the last match. The bounds are one-sided, over observations (`bounds`), and only matches of
    /// distinct blocks count as games.
    pub fn judge(&self, results: &Results, entrant: u32) -> Option<Verdict> {
        let numbered = || (0..).zip(&results.entrants);
        let opponent = numbered().find(|(_, other)| other.name() == self.opponent);
        let Some((opponent, other)) = opponent else {
            return Some(self.without_figures(format!("{} does not take part", self.opponent)));
        };
        if opponent == entrant || !results.plan.is_asked(&results.entrants, entrant) {
            return None;
        }
        if results.entrants.get(entrant as usize).is_some_and(|own| own.error.is_some()) {
            let verdict = self.without_figures("it cannot play".to_string());
            return Some(Verdict { decision: Passing::Failed, ..verdict });
        }
        if other.error.is_some() {
            return Some(self.without_figures(format!("{} cannot play", self.opponent)));
        }
        Some(self.verdict(&Encounters::of(results, entrant, opponent), results.complete))
    }

    /// Returns the mean score that passes with the number of games behind a verdict; above 1 if
    /// none does. Without a confidence, returns the share itself.
    pub fn enough(&self, verdict: &Verdict) -> f64 {
        let Some(confidence) = self.confidence else { return self.share };
        let each = verdict.games / verdict.blocks.max(1);
        enough(self.share, verdict.distinct, verdict.distinct * each, confidence)
    }

    fn without_figures(&self, reason: String) -> Verdict {
        Verdict { opponent: self.opponent.clone(), high: 1.0, reason, ..Verdict::default() }
    }

    fn verdict(&self, meetings: &Encounters, is_complete: bool) -> Verdict {
        let games: u32 = meetings.blocks.values().map(|(_, matches)| matches).sum();
        let is_over = is_complete && meetings.due == 0;
        if games == 0 {
            let reason = if is_over { "they never met" } else { "they have not met yet" };
            return self.without_figures(reason.to_string());
        }
        let distinct = meetings.observations.of_all();
        let seen = distinct.joined(&meetings.blocks);
        let Ratio { value: score, .. } = Ratio::of(&seen).expect("there are games");
        let Interval { low, high } = match self.confidence {
            Some(confidence) => bounds(&seen, confidence),
            None => Interval { low: score, high: score },
        };
        let figures = format!("{} of {games}", percent(score));
        let different = |block: &&u32| distinct.observation(**block) == **block;
        let first = meetings.blocks.keys().filter(different);
        let different: u32 = first.map(|block| meetings.blocks[block].1).sum();
        let (decision, reason) = if different < self.games {
            let so_far = match (is_over, different < games) {
                (_, true) => format!(", {different} of them distinct"),
                (true, _) => " only".to_string(),
                (false, _) => " so far".to_string(),
            };
            (Passing::Undecided, format!("{figures}{so_far}, {} asked for", self.games))
        } else if self.confidence.is_none() {
            let decision = match score >= self.share {
                _ if !is_over => Passing::Undecided,
                true => Passing::Passed,
                false => Passing::Failed,
            };
            (decision, if is_over { figures } else { format!("{figures} so far") })
        } else if low >= self.share {
            (Passing::Passed, format!("{figures}, surely above {}", percent(down(low))))
        } else if high < self.share {
            (Passing::Failed, format!("{figures}, surely below {}", percent(up(high))))
        } else if is_over {
            (Passing::Failed, format!("{figures}, surely only above {}", percent(down(low))))
        } else {
            let reason = format!("{figures} so far, surely only above {}", percent(down(low)));
            (Passing::Undecided, reason)
        };
        let note = if seen.len() < meetings.blocks.len() {
            format!("; only {} of {} blocks differ", seen.len(), meetings.blocks.len())
        } else {
            String::new()
        };
        Verdict {
            decision,
            opponent: self.opponent.clone(),
            games,
            blocks: meetings.blocks.len() as u32,
            distinct: seen.len() as u32,
            score: Some(score),
            low,
            high,
            reason: format!("{reason}{note}"),
        }
    }
}

impl Encounters {
    /// Collects the matches of an entrant against an opponent that count.
    fn of(results: &Results, entrant: u32, opponent: u32) -> Encounters {
        let mut meetings = Encounters::default();
        for result in results.of_criterion(&[entrant, opponent]) {
            let (order, shape) = (&result.job.order, results.table(&result.job));
            let Some(own) = order.iter().position(|other| *other == entrant) else { continue };
            let seat = |entry| shape.seats(entry)[0].index();
            let own_seat = seat(own);
            let is_other = |seat: &usize| shape.teams()[*seat] != shape.teams()[own_seat];
            let others = (0..order.len()).filter(|&entry| order[entry] == opponent);
            let others: Vec<usize> = others.map(seat).filter(is_other).collect();
            if others.is_empty() {
                continue;
            }
            let score = match &result.status {
                Status::Due => {
                    meetings.due += 1;
                    continue;
                }
                Status::Walkover { benched } if benched.contains(&own) => 0.0,
                Status::Failed { .. } | Status::Walkover { .. } => continue,
                Status::Played(summary) => {
                    meetings.observations.add(&result);
                    let ranks = summary.ranks.as_slice();
                    let against = |&other: &usize| match ranks[own_seat].cmp(&ranks[other]) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
                    others.iter().map(against).sum::<f64>() / others.len() as f64
                }
            };
            let block = meetings.blocks.entry(result.job.block).or_default();
            *block = (block.0 + score, block.1 + 1);
        }
        meetings
    }
}

/// Rounds down to the printed precision, so that the text promises no more than is certain.
fn down(share: f64) -> f64 {
    libm::floor(share * 1000.0 + 1e-6) / 1000.0
}

fn up(share: f64) -> f64 {
    libm::ceil(share * 1000.0 - 1e-6) / 1000.0
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Minimum number of clusters to trust the spread between them.
const MIN_CLUSTERS: usize = 10;

/// Returns one-sided bounds of the mean score of a match, given the sum of scores and number of
/// matches of each cluster; 0 and 1 without clusters. Each bound holds with the given confidence.
///
/// Uses the spread between the clusters ([`Ratio`]). With fewer than ten clusters, or if all are
/// alike, the spread is unreliable. The bounds are then Wilson's (1927) with one trial per cluster,
/// the widest for that many scores from 0 to 1.
fn bounds(clusters: &[(f64, u32)], confidence: f64) -> Interval {
    let Some(ratio) = Ratio::of(clusters) else { return Interval { low: 0.0, high: 1.0 } };
    let expected = ratio.bounds(confidence).filter(|_| clusters.len() >= MIN_CLUSTERS);
    let Interval { low, high } = expected
        .unwrap_or_else(|| wilson_of(ratio.value, ratio.clusters as f64, quantile(confidence)));
    Interval { low: rounded(low), high: rounded(high) }
}

/// Returns the quantile of the normal distribution at a confidence.
fn quantile(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(confidence)
}

/// Returns the lowest mean score with a lower bound of at least `share`, if the matches of the
/// clusters are independent; above 1 if no score is enough.
fn enough(share: f64, clusters: u32, matches: u32, confidence: f64) -> f64 {
    let (trials, quantile) = match clusters as usize {
        ..MIN_CLUSTERS => (clusters, quantile(confidence)),
        _ => (matches, student_quantile(confidence, u64::from(clusters) - 1)),
    };
    share + quantile * libm::sqrt(share * (1.0 - share) / f64::from(trials.max(1)))
}

/// Drops the last digits, which can differ between machines: a verdict depends on them.
fn rounded(share: f64) -> f64 {
    libm::round(share.clamp(0.0, 1.0) * 1e9) / 1e9
}
