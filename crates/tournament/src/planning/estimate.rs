//! Estimates the duration from trial matches, which are not stored.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::size::Sizing;
use crate::format::Format;
use crate::opening::opening;
use crate::plan::Plan;
use crate::runner::{MatchGuess, rehearse};
use crate::schedule::next_round;
use juez_core::{SeatFault, Stream};
use juez_match::registry::MatchSetup;
use juez_script::STACK;

/// Time spent on trials: a minimum, and as a share of the time for the tournament.
const MAX_TRIAL_TIME: Duration = Duration::from_millis(1500);
const TRIAL_SHARE: u32 = 20;
/// Number of trial matches from which more hardly improve the estimate.
const MAX_TRIAL_MATCHES: usize = 64;
/// Matches of each bot in the sample of trial tables.
const SAMPLE_EACH: u32 = 4;
/// Matches of the tournament per trial match.
const MATCHES_PER_TRIAL: u64 = 10;

#[derive(Clone)]
struct Tried {
    took: Duration,
    /// Entrants at the table, ascending.
    table: Vec<u32>,
    /// Entrants with a fault in it.
    faulty: Vec<u32>,
}

pub(super) struct Measured {
    /// Mean duration of a match.
    pub mean: Duration,
    /// Mean duration of a match at the slowest table.
    pub longest: Duration,
    /// Mean duration of matches without a fault, if any.
    clean: Option<Duration>,
    /// Mean duration of matches with a fault, if any.
    faulty: Option<Duration>,
    /// Number of bots with a fault.
    at_fault: usize,
}

impl Sizing<'_> {
    /// Measures match durations in a few matches of this field; `of` is the number of matches in
    /// the tournament. `None` if one could not be played; the tournament will report why.
    pub(super) fn measure(&self, field: &[u32], of: u64) -> Option<Measured> {
        // Samples all tables instead of listing them: there can be millions. Every entrant takes
        // part, and any two can meet.
        let (format, matches_each) = (Format::RoundRobin, Some(SAMPLE_EACH));
        let sample = Plan { format, matches_each, ..self.plan.clone() };
        let tables = next_round(&sample, self.shape, field, &[], &[])?.pairings;
        let trials = usize::try_from(of.div_ceil(MATCHES_PER_TRIAL)).unwrap_or(usize::MAX);
        let trials = trials.min(MAX_TRIAL_MATCHES);
        Measured::of(&self.play(&tables, trials)?)
    }

    /// Plays at most `trials` matches, spread over the tables.
    fn play(&self, tables: &[Vec<u32>], trials: usize) -> Option<Vec<Tried>> {
        let part = |time: Duration| MAX_TRIAL_TIME.max(time / TRIAL_SHARE).min(time / 5);
        let patience = self.time.map_or(MAX_TRIAL_TIME, part);
        let threads = trials.min(self.at_once as usize).max(1);
        let (next, begun) = (AtomicUsize::new(0), Instant::now());
        let play = || {
            let mut tried = Vec::new();
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= trials || (!tried.is_empty() && begun.elapsed() > patience) {
                    break;
                }
                let table = tables.get(spread(block, trials, tables.len()))?;
                let setup = self.setup(table, block as u32)?;
                let start = Instant::now();
                let summary = rehearse(self.game, &setup, self.isolation).ok()?;
                let took = start.elapsed();
                let seating = self.shape.at(table.len()).seating();
                let at_fault = |fault: &SeatFault| table[seating[fault.seat.index()]];
                let faulty = summary.faults.iter().map(at_fault).collect();
                let mut table = table.clone();
                table.sort_unstable();
                tried.push(Tried { took, table, faulty });
            }
            // The first match includes the start of a process.
            let from = usize::from(tried.len() > 1);
            Some(tried.split_off(from))
        };
        let tried = thread::scope(|scope| {
            let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, play).ok();
            let running: Vec<_> = (0..threads).map(start).collect();
            let ends = running.into_iter().map(|thread| thread?.join().ok()?);
            ends.collect::<Option<Vec<_>>>()
        })?;
        Some(tried.concat())
    }

    fn setup(&self, table: &[u32], block: u32) -> Option<MatchSetup> {
        let seed = self.plan.seed.child(Stream::Match(block));
        let terms = self.shape.terms(&self.base.terms, table.len()).into_owned();
        let begin = opening(self.game, &terms.options, &self.plan.openings, block, seed).ok()?;
        let player = |&number: &u32| self.entries[number as usize].player.clone();
        Some(MatchSetup {
            players: table.iter().map(player).collect::<Option<_>>()?,
            seed: Some(seed),
            terms,
            moves: begin.moves,
            ..MatchSetup::new(Vec::new())
        })
    }
}

impl Measured {
    /// Summarizes trials; `None` without any.
    fn of(tried: &[Tried]) -> Option<Measured> {
        let mean = |all: &[&Tried]| {
            let sum: Duration = all.iter().map(|one| one.took).sum();
            (!all.is_empty()).then(|| sum / all.len() as u32)
        };
        let (clean, faulty): (Vec<&Tried>, Vec<&Tried>) =
            tried.iter().partition(|one| one.faulty.is_empty());
        let mut tables: BTreeMap<&[u32], Vec<&Tried>> = BTreeMap::new();
        tried.iter().for_each(|one| tables.entry(&one.table).or_default().push(one));
        let at_fault: BTreeSet<u32> = faulty.iter().flat_map(|one| &one.faulty).copied().collect();
        Some(Measured {
            mean: mean(&tried.iter().collect::<Vec<_>>())?,
            longest: tables.values().filter_map(|tried| mean(tried)).max()?,
            clean: mean(&clean),
            faulty: mean(&faulty),
            at_fault: at_fault.len(),
        })
    }

    /// Returns the duration of a match with `at_once` matches running in parallel.
    pub fn guess(&self, at_once: u32) -> MatchGuess {
        MatchGuess { mean: shared(self.mean, at_once), longest: shared(self.longest, at_once) }
    }

    /// Returns the duration of `matches` matches in sequence, with `field` bots at tables of
    /// `size`. A faulty bot plays until it is benched, after `bench_after` matches; its later
    /// matches take no time.
    pub fn time(&self, matches: u64, bench_after: u32, field: usize, size: usize) -> Duration {
        let (Some(clean), Some(faulty)) = (self.clean, self.faulty) else {
            return self.mean.mul_f64(matches as f64);
        };
        let good = field.saturating_sub(self.at_fault);
        let share: f64 =
            (0..size).map(|n| good.saturating_sub(n) as f64 / (field - n).max(1) as f64).product();
        let (played, spoilt) = (share * matches as f64, (1.0 - share) * matches as f64);
        let until = f64::from(bench_after) * self.at_fault as f64;
        let offended = if bench_after == 0 { spoilt } else { spoilt.min(until) };
        clean.mul_f64(played) + faulty.mul_f64(offended)
    }
}

/// Returns the table of trial `n` of `trials`, spread evenly over the tables.
fn spread(n: usize, trials: usize, tables: usize) -> usize {
    if tables > trials { n * tables / trials.max(1) } else { n % tables.max(1) }
}

/// Returns the duration with `at_once` matches in parallel.
pub(super) fn shared(time: Duration, at_once: u32) -> Duration {
    time / at_once.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::{EntryCheck, candidates};
    use crate::{Openings, Partners, Shape};
    use juez_core::Seed;
    use juez_match::registry::game;
    use juez_pool::Isolation;
    use serde_json::Map;

    fn seconds(s: f64) -> Duration {
        Duration::from_secs_f64(s)
    }

    #[test]
    fn matches_that_run_at_once_share_the_time() {
        assert_eq!(shared(seconds(90.0), 1), seconds(90.0));
        assert_eq!(shared(seconds(90.0), 2), seconds(45.0));
        assert_eq!(shared(seconds(90.0), 0), seconds(90.0));
    }

    #[test]
    fn a_bot_that_is_benched_takes_no_more_time() {
        let tried = |took, faulty: &[u32]| {
            let table = if faulty.is_empty() { vec![0, 1] } else { vec![2, 3] };
            Tried { took: seconds(took), table, faulty: faulty.to_vec() }
        };
        let all = [tried(1.0, &[]), tried(9.0, &[3]), tried(11.0, &[3]), tried(3.0, &[])];
        let measured = Measured::of(&all).expect("trials");
        // One of five bots is faulty, in eight of twenty matches. It is benched after five.
        assert_eq!((measured.mean, measured.longest), (seconds(6.0), seconds(10.0)));
        assert_eq!(measured.time(20, 5, 5, 2), seconds(12.0 * 2.0 + 5.0 * 10.0));
        assert_eq!(measured.time(20, 0, 5, 2), seconds(12.0 * 2.0 + 8.0 * 10.0));
        let clean = Measured::of(&all[..1]).expect("trials");
        assert_eq!(clean.time(20, 5, 5, 2), seconds(20.0));
        assert!(Measured::of(&[]).is_none());
    }

    #[test]
    fn trials_are_spread_over_all_tables() {
        let of =
            |trials, tables| (0..trials).map(|n| spread(n, trials, tables)).collect::<Vec<_>>();
        assert_eq!(of(4, 45), [0, 11, 22, 33]);
        assert_eq!(of(4, 3), [0, 1, 2, 0]);
        assert_eq!(of(3, 3), [0, 1, 2]);
    }

    #[test]
    fn trial_matches_are_played_at_the_tables_of_the_tournament() {
        let quoridor = game("quoridor").expect("a game");
        let options = quoridor.options(&Map::new()).expect("the usual rules");
        let plan = Plan::new("quoridor", options.clone(), Format::RoundRobin, Seed::from(1));
        let shape =
            Shape::of(quoridor, &options, Partners::Same, &Openings::None).expect("a shape");
        let (base, isolation) = (MatchSetup::new(Vec::new()), &Isolation::Thread);
        let named = candidates(quoridor, &["random".into(), "greedy".into()]).expect("bots");
        let entries = EntryCheck { game: quoridor, base: &base, isolation }.admit(&named);
        let entries = entries.expect("both play");
        for (at_once, trials) in [(1, 1), (2, 10), (4, 64)] {
            let trial = Sizing {
                game: quoridor,
                shape: &shape,
                plan: &plan,
                base: &base,
                entries: &entries,
                isolation,
                time: None,
                at_once,
            };
            let tried = trial.play(&[vec![0, 1], vec![1, 0]], trials).expect("matches");
            assert!(tried.iter().all(|one| !one.took.is_zero() && one.faulty.is_empty()));
            assert!(trial.measure(&[0, 1], 100).is_some());
            assert!(trial.play(&[vec![0]], 10).is_none(), "one is not a table");
            assert!(trial.play(&[], 10).is_none());
        }
    }
}
