//! Shared parts of the experiments: their arguments, a series with a progress bar, tables with
//! intervals.
#![allow(dead_code)] // Each experiment uses a part of it.

pub mod dominoes;

use std::error::Error;
use std::thread;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use juez::core::{Seed, Terms};
use juez::pool::Isolation;
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::tournament::{Block, Mean, Series, wilson};
use serde_json::{Map, Value};

/// Result of an experiment; an error is printed and ends it.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The arguments of every experiment.
#[derive(Parser)]
pub struct Args {
    /// Number of seeds; each is played once with every player in every seat
    #[arg(short = 'n', long, default_value_t = 1000)]
    pub blocks: u32,
    /// Where chance comes from
    #[arg(long, default_value = "1")]
    pub seed: Seed,
    /// Threads; the results do not depend on it
    #[arg(long, default_value_t = thread::available_parallelism().map_or(1, usize::from))]
    pub workers: usize,
}

/// Returns options from `name=value` pairs with JSON values.
pub fn rules(pairs: &[(&str, Value)]) -> Map<String, Value> {
    pairs.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()
}

/// Plays a series of `players` and passes on each block. Returns the mean score of each player over
/// the blocks.
pub fn series(
    args: &Args,
    id: &str,
    options: &Map<String, Value>,
    players: &[&str],
    mut see: impl FnMut(&Block),
) -> Result<Vec<Mean>> {
    let game = game(id)?;
    let specs = players
        .iter()
        .map(|text| PlayerSpec::read(text, game))
        .collect::<std::result::Result<Vec<_>, _>>()?;
    let terms = Terms { options: options.clone(), ..Terms::default() };
    let setup = MatchSetup { terms, ..MatchSetup::new(specs) };
    let series = Series::new(game, setup, args.seed, Isolation::Thread)?;
    let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}, {eta} left")?;
    let bar =
        ProgressBar::new(args.blocks.into()).with_style(style).with_message(players.join(" "));
    let mut scores = vec![Mean::default(); players.len()];
    series.run(args.blocks, args.workers, |block| {
        for (mean, score) in scores.iter_mut().zip(&block.scores) {
            mean.add(*score);
        }
        see(&block);
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    Ok(scores)
}

/// Formats a mean score as `62.3 ± 1.4 %`, with half the 95 % interval. Formats it as `> 92.9 %` if
/// every block was won, which has no spread.
pub fn percent(mean: &Mean) -> String {
    let all = wilson(mean.count(), mean.count());
    match mean.value() {
        1.0 => return format!("> {:.1} %", 100.0 * all.low),
        0.0 => return format!("< {:.1} %", 100.0 * (1.0 - all.low)),
        _ => {}
    }
    match mean.interval() {
        Some(interval) => {
            let half = (interval.high - interval.low) / 2.0;
            format!("{:.1} ± {:.1} %", 100.0 * mean.value(), 100.0 * half)
        }
        None => format!("{:.1} %", 100.0 * mean.value()),
    }
}

/// Prints the score of each of `bots` against each of them, in percent; `seat` returns the players
/// of a table, the row's first.
pub fn cross_table<'a>(
    args: &Args,
    id: &str,
    options: &Map<String, Value>,
    bots: &[&'a str],
    seat: impl Fn(&'a str, &'a str) -> Vec<&'a str>,
) -> Result<()> {
    let wide = bots.iter().map(|name| name.len()).max().unwrap_or(0);
    print!("    {:<wide$}", "");
    (1..=bots.len()).for_each(|n| print!("  {:>11}", format!("[{n}]")));
    println!();
    for (n, row) in bots.iter().enumerate() {
        print!("[{}] {row:<wide$}", n + 1);
        for column in bots {
            // A bot scores half against itself, because all seats are played.
            let text = if row == column {
                "50".to_string()
            } else {
                percent(&series(args, id, options, &seat(row, column), |_| {})?[0])
            };
            print!("  {:>11}", text.trim_end_matches(" %"));
        }
        println!();
    }
    Ok(())
}
