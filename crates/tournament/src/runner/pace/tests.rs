//! Tests tournaments with a time limit, with bots that take known seconds per match and a simulated
//! clock.

use super::*;
use crate::schedule::testing::{Chance, field, lone, plan};
use crate::schedule::{jobs, sampled_jobs};

/// The time limit of every tournament here, in seconds.
const TIME: f64 = 1000.0;

/// Returns the seconds of a match between two bots.
type Seconds = dyn Fn(u32, u32) -> f64;

/// The result of a tournament.
struct Seen {
    plan: Plan,
    rounds: Vec<PlayedRound>,
    /// Simulated duration of the tournament, in seconds.
    took: f64,
}

/// Plays a tournament of `count` bots at tables of `size` as the runner does, with `at_once`
/// matches at once. A match takes as long as the slowest two at its table. `guess` is the error of
/// the trial, as a factor.
fn played(
    plan: &Plan,
    (count, size): (usize, usize),
    seconds: &Seconds,
    guess: f64,
    chance: &mut Chance,
) -> Seen {
    let (shape, field, at_once) = (lone(size), field(count), 2.0);
    let of_table = |table: &[u32]| {
        let pairs =
            table.iter().enumerate().flat_map(|(at, &a)| table[..at].iter().map(move |&b| (a, b)));
        pairs.map(|(a, b)| seconds(a, b)).fold(0.0, f64::max)
    };
    // The trial of `juez tournament` uses such a sample too.
    let sample = Plan { format: Format::RoundRobin, matches_each: Some(4), ..plan.clone() };
    let tables = next_round(&sample, &shape, &field, &[], &[]).expect("tables").pairings;
    let tried: Vec<f64> = tables.iter().map(|table| of_table(table)).collect();
    let wrong = |each: f64| Duration::from_secs_f64(guess * each / at_once);
    let guess = MatchGuess {
        mean: wrong(tried.iter().sum::<f64>() / tried.len() as f64),
        longest: wrong(tried.iter().copied().fold(0.0, f64::max)),
    };
    let time = Duration::from_secs_f64(TIME);
    let mut plan = plan.fitted(&shape, count, time, guess).1;
    let (mut rounds, mut times): (Vec<PlayedRound>, _) = (Vec::new(), MatchTimes::default());
    let (mut took, mut matches) = (0.0, 0);
    loop {
        let before = rounds.len();
        while rounds.len() == before || is_independent(&plan, &rounds) {
            let Some(round) = next_round(&plan, &shape, &field, &[], &rounds) else { break };
            let jobs = if plan.is_sample() { sampled_jobs } else { jobs };
            for job in jobs(&round, &shape, 0) {
                let each = of_table(&job.order);
                times.add(job.order, each);
                (took, matches) = (took + each / at_once, matches + 1);
            }
            rounds.push(chance.play(round));
        }
        if rounds.len() == before {
            return Seen { plan, rounds, took };
        }
        assert!(rounds.len() < 100_000, "a tournament comes to an end");
        let gone = Duration::from_secs_f64(took);
        let elapsed = Elapsed { matches, playing: gone, gone, times: &times };
        let basis =
            RoundBasis { plan: &plan, shape: &shape, field: &field, benched: &[], played: &rounds };
        if let Some(next) = paced(&basis, &elapsed) {
            plan = next;
        }
    }
}

/// Returns ways to compute the seconds of a match: all alike, the sum of both bots, the slower bot,
/// or a product that is large only for two slow bots. From one group of seven bots to the next, the
/// time triples.
fn speeds() -> [(&'static str, Box<Seconds>); 4] {
    let own = |who: u32| 0.005 * f64::from(3_u32.pow(who / 7 % 7));
    [
        ("alike", Box::new(|_, _| 0.5)),
        ("the sum", Box::new(move |a, b| own(a) + own(b))),
        ("the slower", Box::new(move |a, b| own(a).max(own(b)))),
        ("the product", Box::new(move |a, b| 3.0 * (own(a) * own(b)).sqrt())),
    ]
}

const KNOCKOUT: Format = Format::Knockout { third_place: false };

#[test]
fn the_time_is_kept_in_every_format_however_unequal_the_bots_are() {
    let mut off = Vec::new();
    for (format, sizes) in [
        (Format::RoundRobin, &[(5, 2), (12, 2), (9, 4)][..]),
        (Format::Gauntlet { challengers: 1 }, &[(5, 2), (12, 2)]),
        (Format::Swiss, &[(5, 2), (8, 2), (13, 2), (16, 4)]),
        (KNOCKOUT, &[(2, 2), (5, 2), (8, 2), (13, 2), (12, 4)]),
        (Format::Knockout { third_place: true }, &[(8, 2)]),
    ] {
        for &(count, size) in sizes {
            for (name, seconds) in speeds() {
                for guess in [0.5, 1.0, 2.0] {
                    let plan = Plan { rounds: 3, ..plan(format, 3, 1) };
                    let mut chance = Chance::new(count as u32);
                    let seen = played(&plan, (count, size), &*seconds, guess, &mut chance);
                    let share = seen.took / TIME;
                    if (share - 1.0).abs() > 0.1 {
                        off.push(format!(
                            "{format:?} {count} at {size}, {name}, guessed {guess}: {share:.2}"
                        ));
                    }
                }
            }
        }
    }
    assert!(off.is_empty(), "{}", off.join("\n"));
}

#[test]
fn every_round_of_a_swiss_plays_as_many_deals_as_every_other() {
    for (_, seconds) in speeds() {
        let plan = plan(Format::Swiss, 3, 1);
        let seen = played(&plan, (5, 2), &*seconds, 1.0, &mut Chance::new(1));
        let whole = whole_rounds(&seen.rounds);
        let deals: Vec<u32> = whole.iter().map(|whole| whole.round.blocks).collect();
        assert_eq!(deals, [seen.plan.deals; 3]);
        assert!(seen.plan.deals > 20, "{deals:?}");
    }
}

#[test]
fn no_stage_of_a_knockout_plays_fewer_deals_than_the_one_before() {
    for (name, seconds) in speeds() {
        for count in [5, 8, 13] {
            let mut chance = Chance::decisive(count as u32);
            let seen = played(&plan(KNOCKOUT, 1, 1), (count, 2), &*seconds, 1.0, &mut chance);
            let mut whole = whole_rounds(&seen.rounds);
            whole.retain(|whole| !whole.round.title.contains("tie-break"));
            let deals: Vec<u32> = whole.iter().map(|whole| whole.round.blocks).collect();
            assert!(deals.is_sorted() && deals[0] > 0, "{name}: {deals:?}");
            assert_eq!(whole.last().map(|whole| &whole.round.title[..]), Some("final"));
        }
    }
}

#[test]
fn a_time_that_is_too_short_plays_the_least_there_is() {
    for format in [Format::RoundRobin, Format::Swiss, KNOCKOUT] {
        let plan = plan(format, 3, 1);
        let seen = played(&plan, (8, 2), &|_, _| TIME, 1.0, &mut Chance::decisive(1));
        let whole = whole_rounds(&seen.rounds);
        assert!(!whole.is_empty() && whole.iter().all(|whole| whole.round.blocks <= 8));
        assert_eq!(whole.len(), seen.rounds.len(), "nothing is played on");
    }
}
