//! How long it will take: measured on a few matches of the tournament, which are not kept.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::core::{Seed, Stream};
use crate::pool::Isolation;
use crate::registry::{AnyGame, MatchSetup, PlayerSpec};
use crate::script::STACK;
use crate::tournament::{Openings, opening};

/// Time that may be spent on finding out.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Matches after which an estimate gets hardly better.
const ENOUGH: usize = 16;
/// Matches of the tournament for each that is played on trial.
const PER_TRIAL: u64 = 20;

/// Where matches are played on trial.
pub(super) struct Trial<'a> {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// House rules in full, limits and methods that are switched off.
    pub base: &'a MatchSetup,
    /// Where matches begin.
    pub openings: &'a Openings,
    /// Where chance comes from.
    pub seed: Seed,
    /// Where they are played.
    pub place: &'a Isolation,
}

impl Trial<'_> {
    /// The mean time of a match while `at_once` of them run, from a few at these tables, spread over
    /// all of them; `of` is how many the tournament has. `None` if none could be played, which is the
    /// tournament's to tell.
    pub fn mean(&self, tables: &[Vec<&PlayerSpec>], of: u64, at_once: u32) -> Option<Duration> {
        let trials = ENOUGH.min(usize::try_from(of.div_ceil(PER_TRIAL)).unwrap_or(ENOUGH));
        let threads = trials.min(at_once as usize).max(1);
        let (next, begun) = (AtomicUsize::new(0), Instant::now());
        let play = || {
            let mut took = Vec::new();
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= trials || (!took.is_empty() && begun.elapsed() > PATIENCE) {
                    break;
                }
                let table = tables.get(spread(block, trials, tables.len()))?;
                let setup = self.setup(table, block as u32)?;
                let start = Instant::now();
                self.place.play(self.game, &setup).ok()?;
                took.push(start.elapsed());
            }
            // The first one starts a process and compiles the bots.
            let from = usize::from(took.len() > 1);
            Some(took.split_off(from))
        };
        let took: Vec<Duration> = thread::scope(|scope| {
            let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, play).ok();
            let running: Vec<_> = (0..threads).map(start).collect();
            let ends = running.into_iter().map(|thread| thread?.join().ok()?);
            ends.collect::<Option<Vec<_>>>()
        })?
        .concat();
        (!took.is_empty()).then(|| took.iter().sum::<Duration>() / took.len() as u32)
    }

    fn setup(&self, table: &[&PlayerSpec], block: u32) -> Option<MatchSetup> {
        let seed = self.seed.child(Stream::Match(block));
        let begin = opening(self.game, &self.base.options, self.openings, block, seed).ok()?;
        Some(MatchSetup {
            players: table.iter().map(|player| (*player).clone()).collect(),
            seed: Some(seed),
            moves: begin.moves,
            ..self.base.clone()
        })
    }
}

/// The table of trial `n` of `trials`, of `tables`: from the first to the last of them.
fn spread(n: usize, trials: usize, tables: usize) -> usize {
    match tables > trials {
        true => n * tables / trials.max(1),
        false => n % tables.max(1),
    }
}

/// How long so many matches take, so many at once.
pub(super) fn expected(matches: u64, mean: Duration, at_once: u32) -> Duration {
    mean.mul_f64(matches as f64 / f64::from(at_once.max(1)))
}

/// How many pieces of work that take `piece` each fit into `time`; at least one.
pub(super) fn fit(time: Duration, piece: Duration) -> u32 {
    let pieces = time.as_secs_f64() / piece.as_secs_f64().max(1e-6);
    (pieces as u32).clamp(1, 1_000_000)
}

/// A time in round words: `about 3 min`.
pub(super) fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let minutes = (seconds / 60.0).round() as u64;
    match seconds {
        s if s < 1.0 => "less than a second".to_string(),
        s if s < 10.0 => format!("about {} s", s.round()),
        s if s < 90.0 => format!("about {} s", (s / 5.0).round() * 5.0),
        s if s < 90.0 * 60.0 => format!("about {minutes} min"),
        s if s < 48.0 * 3600.0 => match (minutes / 60, minutes % 60 / 10 * 10) {
            (hours, 0) => format!("about {hours} h"),
            (hours, rest) => format!("about {hours} h {rest} min"),
        },
        s => format!("about {} days", (s / 86_400.0).round()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::game;

    fn seconds(s: f64) -> Duration {
        Duration::from_secs_f64(s)
    }

    #[test]
    fn times_are_told_in_round_words() {
        let told = [0.2, 1.0, 7.4, 42.0, 89.0, 91.0, 185.0, 5399.0, 5400.0, 7205.0, 9100.0, 1e6];
        assert_eq!(
            told.map(|s| about(seconds(s))),
            [
                "less than a second",
                "about 1 s",
                "about 7 s",
                "about 40 s",
                "about 90 s",
                "about 2 min",
                "about 3 min",
                "about 90 min",
                "about 1 h 30 min",
                "about 2 h",
                "about 2 h 30 min",
                "about 12 days",
            ]
        );
    }

    #[test]
    fn matches_that_run_at_once_share_the_time() {
        let one = Duration::from_millis(100);
        assert_eq!(expected(900, one, 1), seconds(90.0));
        assert_eq!(expected(900, one, 2), seconds(45.0));
        assert_eq!(expected(900, one, 0), seconds(90.0));
    }

    #[test]
    fn as_many_rounds_as_fit_are_played_and_always_one() {
        assert_eq!(fit(seconds(600.0), seconds(59.0)), 10);
        assert_eq!(fit(seconds(600.0), seconds(3600.0)), 1);
        assert_eq!(fit(seconds(3600.0), Duration::ZERO), 1_000_000);
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
        let base = MatchSetup {
            options: quoridor.options(&serde_json::Map::new()).expect("defaults"),
            ..MatchSetup::new(Vec::new())
        };
        let openings = Openings::Random { plies: 2 };
        let (seed, place) = (Seed::from(1), Isolation::Thread);
        let trial = Trial { game: quoridor, base: &base, openings: &openings, seed, place: &place };
        let random = PlayerSpec::read("random", quoridor).expect("a bot");
        let greedy = PlayerSpec::read("greedy", quoridor).expect("a bot");
        let tables = [vec![&random, &greedy], vec![&greedy, &random]];
        for (of, at_once) in [(1, 1), (100, 2), (10_000, 4)] {
            let mean = trial.mean(&tables, of, at_once);
            assert!(mean.is_some_and(|mean| !mean.is_zero()), "{of} matches, {at_once} at once");
        }
        assert_eq!(trial.mean(&[vec![&random]], 100, 2), None, "one is no table");
        assert_eq!(trial.mean(&[], 100, 2), None);
    }
}
