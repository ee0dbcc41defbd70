//! A tournament with a time limit, and a clock that follows the matches.

use juez::pool::Isolation;
use juez::tournament::{
    Attempt, DueJobs, Ended, Event, Format, Leader, MatchGuess, Plan, Report, Reporter, Results,
    RunOptions, Venue, play_match, run_timed,
};
use serde_json::json;
use std::cell::Cell;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::SyncSender;
use std::thread::Scope;
use std::time::Duration;

use crate::tournament::runs::{Runs, entrants, plan};

/// Counts the matches that end, and can stop the tournament when its size is settled.
struct Counter<'a> {
    runs: &'a Runs,
    matches: &'a Cell<u32>,
    stops: bool,
    sized: Vec<(u32, bool)>,
}

impl Reporter for Counter<'_> {
    fn event(&mut self, event: &Event, _: &dyn Fn() -> Vec<Leader>) {
        match event {
            Event::MatchFinished { stored: false, .. } => {
                self.matches.set(self.matches.get() + 1);
            }
            Event::Sized { matches, settled, .. } => {
                self.sized.push((*matches, *settled));
                self.runs.stop.store(self.stops && *settled, Ordering::Relaxed);
            }
            _ => {}
        }
    }
}

/// Plays one match at a time and reports this duration for each, since sizes also follow from the
/// measured durations.
struct Steady(Duration);

impl Venue for Steady {
    fn start<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        jobs: &'s DueJobs<'s>,
        reports: SyncSender<Report>,
    ) -> io::Result<()> {
        scope.spawn(move || {
            while let Some(due) = jobs.next() {
                let mut played = play_match(jobs.game(), &jobs.setup(due), &Isolation::Thread);
                if let Ok((summary, _)) = &mut played {
                    summary.wall_us = self.0.as_micros() as u64;
                }
                let attempt = Attempt { at: due.at, number: 1, played, worker: None, stored: None };
                if reports.send(Report::Attempt(attempt)).is_err() {
                    return;
                }
            }
        });
        Ok(())
    }
}

/// Plays the rest of a plan if each match takes `each`. Returns its end, and the announced sizes,
/// each true if it was settled.
fn play(
    runs: &Runs,
    plan: &Plan,
    bots: &[&str],
    each: Duration,
    stops: bool,
) -> (Ended, Vec<(u32, bool)>) {
    let mut store = runs.store();
    let parts = entrants(&plan.game, bots);
    let revision = match store.revisions().expect("revisions") {
        0 => store.begin(plan, &parts).expect("a revision"),
        revision => revision,
    };
    runs.stop.store(false, Ordering::Relaxed);
    let options = RunOptions { concurrency: 1, stop: runs.stop.clone(), outside: Vec::new() };
    let matches = Cell::new(0);
    let clock = || each * matches.get();
    let mut counter = Counter { runs, matches: &matches, stops, sized: Vec::new() };
    let ended = run_timed(&mut store, revision, &Steady(each), &options, &clock, &mut counter);
    (ended.expect("it is played"), counter.sized)
}

/// Returns the first part of a plan of 10 s, if a match is estimated to take `guess`.
fn first(plan: &Plan, field: usize, guess: Duration) -> Plan {
    let (_, shape) = plan.table().expect("a table");
    let guess = MatchGuess { mean: guess, longest: guess };
    plan.fitted(&shape, field, Duration::from_secs(10), guess).1
}

fn named(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("b{n}=random")).collect()
}

#[test]
fn whatever_was_guessed_the_time_is_kept_once_matches_were_timed() {
    let each = Duration::from_millis(40);
    let names = named(9);
    let bots: Vec<&str> = names.iter().map(String::as_str).collect();
    for (format, options, tolerance) in [
        (Format::RoundRobin, json!({"seats": 6}), 0.03),
        (Format::RoundRobin, json!({"seats": 2}), 0.05),
        (Format::Swiss, json!({"seats": 4}), 0.10),
        (Format::Knockout { third_place: false }, json!({"seats": 2}), 0.10),
        (Format::Gauntlet { challengers: 1 }, json!({"seats": 2}), 0.05),
    ] {
        for guess in [0.5, 1.0, 2.5] {
            let runs = Runs::new();
            let planned = Plan { bench_after: 0, ..plan("durak", format, options.clone()) };
            let planned = Plan { rounds: 4, ..planned };
            let first = first(&planned, 9, each.mul_f64(guess));
            assert_eq!(first.time, Some(10_000));
            let (ended, sized) = play(&runs, &first, &bots, each, false);
            assert_eq!(ended, Ended::Finished);
            let results = runs.results();
            let took = results.matches.len() as f64 * each.as_secs_f64();
            assert!(
                (took / 10.0 - 1.0).abs() <= tolerance,
                "{format:?} {options}, guessed {guess}: {took} s, {sized:?}; {:?}",
                results
                    .rounds
                    .iter()
                    .map(|r| (&r.title, r.blocks, r.pairings.len()))
                    .collect::<Vec<_>>()
            );
            assert!(results.complete);
        }
    }
}

#[test]
fn the_size_that_is_said_counts_what_the_criteria_lack_in_the_plan_that_is_played() {
    let (each, names) = (Duration::from_millis(40), named(3));
    let bots: Vec<&str> = names.iter().map(String::as_str).collect();
    let runs = Runs::new();
    let criterion = "beats b0 in 50 % of 40 games".parse().expect("a criterion");
    let planned = Plan {
        bench_after: 0,
        criteria: vec![criterion],
        ..plan("durak", Format::RoundRobin, json!({"seats": 2}))
    };
    // The first part is one round of two matches a pairing, so the criterion lacks most.
    let (ended, sized) = play(&runs, &first(&planned, 3, each), &bots, each, false);
    assert_eq!(ended, Ended::Finished);
    let played = runs.results().matches.len() as u32;
    assert_eq!(sized.last(), Some(&(played, true)), "{sized:?}");
    assert!(f64::from(played) * each.as_secs_f64() > 8.5, "{played}: the contest has the time");
}

#[test]
fn how_much_is_played_is_stored_before_it_is_so_a_resumed_one_is_the_same_afterwards() {
    let each = Duration::from_millis(40);
    let names = named(9);
    let bots: Vec<&str> = names.iter().map(String::as_str).collect();
    let runs = Runs::new();
    let planned = plan("durak", Format::RoundRobin, json!({"seats": 6}));
    let first = first(&planned, 9, each);
    // Stopped before the last part, whose size is settled.
    let (ended, sized) = play(&runs, &first, &bots, each, true);
    assert!(matches!(ended, Ended::Interrupted { .. }), "{ended:?}");
    let (all, settled) = *sized.last().expect("parts");
    assert!(settled, "{sized:?}");
    let store = runs.store();
    let stored = store.plan(1).expect("a plan");
    assert_eq!(stored.time, None);
    drop(store);
    // A clock of another speed changes nothing any more.
    let (ended, sized) = play(&runs, &first, &bots, each * 50, false);
    assert_eq!((ended, sized), (Ended::Finished, vec![]));
    let results: Results = runs.results();
    assert_eq!(results.matches.len() as u32, all);
    assert_eq!(results.plan, stored);
}
