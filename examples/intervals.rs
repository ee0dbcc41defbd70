//! Measures how many intervals contain the true value, and how much luck duplicate deals cancel.
//!
//! `cargo run --release --example intervals -- -n 2000`
//!
//! The first two tables are simulated: results are drawn from a known truth. The matches of a block
//! share its luck, so they are not independent. The third table plays bots.

mod experiment;

use clap::Parser;
use experiment::{Args, Result, rules};
use juez::core::{Rng, Seed, Stream, Terms};
use juez::pool::Isolation;
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::tournament::rating::{Duel, Estimate, Ranking, rate};
use juez::tournament::{Mean, Openings, Series, has_chance};
use serde_json::{Value, json};

/// Standard deviation of a block's luck, in log odds.
const LUCK: f64 = 0.7;
/// Log odds of the stronger bot of the first table.
const STRONGER: f64 = 1.3;
/// Pairs for estimating the true score of the stronger bot.
const TRUTH: u32 = 2_000_000;

fn main() -> Result<()> {
    let args = Args::parse();
    println!("juez compare: intervals that hold the true score, in percent, of {}", args.blocks);
    println!("{:>8}  {:>12}  {:>12}", "pairs", "equal bots", "77 of 100");
    let truth = score(&mut args.seed.rng(), STRONGER, TRUTH);
    for pairs in [4, 10, 20, 40, 200] {
        let share = |log_odds, truth| {
            held(&args, |rng| {
                Duel::of_pairs(counted(rng, log_odds, pairs)).is_some_and(|d| holds(d.score, truth))
            })
        };
        println!("{pairs:>8}  {:>12.1}  {:>12.1}", share(0.0, 0.5), share(STRONGER, truth));
    }
    println!("\ntournament of four equal bots: intervals that hold the true Elo, in percent");
    println!("{:>8}  {:>12}  {:>12}", "blocks", "in twos", "table of four");
    for blocks in [1, 2, 3, 4, 6, 7, 8, 10, 20, 40, 200] {
        let share = |seats| held(&args, |rng| elo_holds(rng, seats, blocks));
        println!("{blocks:>8}  {:>12.1}  {:>12.1}", share(2), share(4));
    }
    println!(
        "\nvariance of a block's mean by that of as many independent matches, {} blocks",
        args.blocks
    );
    for (game, options, bots) in [
        ("quoridor", &[][..], &["greedy", "minimax:depth=1"][..]),
        ("durak", &[], &["greedy", "evaluator"]),
        ("dominoes", &[], &["greedy", "pair"]),
        ("scopone", &[("kind", json!("team9"))], &["basic", "card"]),
        ("tute", &[("seats", json!(3))], &["novato", "medio", "experto"]),
    ] {
        let (ratio, score) = duplicates(&args, game, options, bots)?;
        let (ratio, score) =
            (ratio.map_or("–".into(), |ratio| format!("{ratio:.2}")), 100.0 * score);
        println!("{game:<10}  {:<24}  {ratio:>5}  ({score:.0} % for the first)", bots.join(" "));
    }
    Ok(())
}

/// Returns the variance of the first bot's mean score in a block, divided by the variance for as
/// many matches of separate blocks if that is not 0; and its mean score.
fn duplicates(
    args: &Args,
    id: &str,
    options: &[(&str, Value)],
    bots: &[&str],
) -> Result<(Option<f64>, f64)> {
    let game = game(id)?;
    let players = bots
        .iter()
        .map(|text| PlayerSpec::read(text, game))
        .collect::<std::result::Result<Vec<_>, _>>()?;
    let terms = Terms { options: rules(options), ..Terms::default() };
    let setup = MatchSetup { terms, ..MatchSetup::new(players) };
    let has_chance = has_chance(game, &setup.terms.options)?;
    let openings = if has_chance { Openings::None } else { Openings::Random { plies: 4 } };
    let series = Series::new(game, setup, args.seed, Isolation::Thread)?.with_openings(openings)?;
    let (mut blocks, mut matches) = (Mean::default(), Mean::default());
    series.run(args.blocks, args.workers, |block| {
        blocks.add(block.scores[0]);
        block.matches.iter().for_each(|played| matches.add(series.scores(played)[0]));
    })?;
    let variance = |mean: &Mean| mean.error().map(|error| error * error * mean.count() as f64);
    let ratio = variance(&blocks).zip(variance(&matches)).filter(|(_, m)| *m > 0.0);
    Ok((ratio.map(|(b, m)| bots.len() as f64 * b / m), blocks.value()))
}

/// Returns the percentage of simulations in which `holds` is true. A run of fewer simulations with
/// the same seed is the first part of a longer one.
fn held(args: &Args, holds: impl Fn(&mut Rng) -> bool) -> f64 {
    let seed = |n| args.seed.child(Stream::Match(n));
    let held = (0..args.blocks).filter(|&n| holds(&mut seed(n).rng())).count();
    100.0 * held as f64 / f64::from(args.blocks)
}

fn holds(estimate: Estimate, truth: f64) -> bool {
    (estimate.low..=estimate.high).contains(&truth)
}

/// Returns the points of both matches of a pair, 0 to 2. The block has luck for one bot, and luck
/// for one seat, which the bots swap.
fn pair(rng: &mut Rng, log_odds: f64) -> usize {
    let (own, seat) = (LUCK * normal(rng), LUCK * normal(rng));
    let won = |rng: &mut Rng, odds: f64| usize::from(rng.unit() < 1.0 / (1.0 + (-odds).exp()));
    won(rng, log_odds + own + seat) + won(rng, log_odds + own - seat)
}

/// Returns the pentanomial counts of `pairs` pairs.
fn counted(rng: &mut Rng, log_odds: f64, pairs: u32) -> [u64; 5] {
    let mut counts = [0; 5];
    (0..pairs).for_each(|_| counts[2 * pair(rng, log_odds)] += 1);
    counts
}

fn score(rng: &mut Rng, log_odds: f64, pairs: u32) -> f64 {
    let sum: usize = (0..pairs).map(|_| pair(rng, log_odds)).sum();
    sum as f64 / 2.0 / f64::from(pairs)
}

/// True if the interval of the first of four equal bots contains 0, at tables of `seats`.
fn elo_holds(rng: &mut Rng, seats: usize, blocks: u32) -> bool {
    let tables: Vec<Vec<u32>> = match seats {
        2 => (0..4).flat_map(|a| (a + 1..4).map(move |b| vec![a, b])).collect(),
        _ => vec![vec![0, 1, 2, 3]],
    };
    let mut matches = Vec::new();
    for block in 0..blocks {
        let luck: Vec<f64> = (0..4).map(|_| LUCK * normal(rng)).collect();
        for table in &tables {
            for _ in 0..seats {
                // Sorting strengths with Gumbel noise gives a Plackett-Luce order.
                let noisy = |rng: &mut Rng, who: u32| luck[who as usize] - (-rng.unit().ln()).ln();
                let mut order: Vec<(f64, u32)> =
                    table.iter().map(|&who| (noisy(rng, who), who)).collect();
                order.sort_by(|a, b| b.0.total_cmp(&a.0));
                let sides = order.iter().map(|(_, who)| vec![*who]).collect();
                let ranks = (1..=seats as u8).collect();
                let evidence = 1.0 / seats as f64;
                matches.push(Ranking { sides, ranks, block, evidence });
            }
        }
    }
    let seed = Seed::from(u64::from(rng.below(u32::MAX)));
    let ratings = rate(4, &matches, seed);
    ratings.and_then(|ratings| ratings.elo[0]).is_some_and(|elo| holds(elo, 0.0))
}

/// Draws from the standard normal distribution (Box and Muller, 1958).
fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) =
        ((-2.0 * (1.0 - rng.unit()).ln()).sqrt(), std::f64::consts::TAU * rng.unit());
    radius * angle.cos()
}
