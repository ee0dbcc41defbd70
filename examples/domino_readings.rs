//! Compares readings of the domino article of Martínez Carranza and Muñoz Meléndez. The article
//! leaves open in which order equal candidates are found, and at which end a tile goes that fits
//! both; its text and its code differ. Each reading plays the experiment and is measured by the
//! distance between its results and the article's ten tournaments.
//!
//! `cargo run --release --example domino_readings -- -n 500`

mod experiment;

use clap::Parser;
use experiment::dominoes::{ARTICLE, Tournament, tournaments};
use experiment::{Args, Result};
use juez::core::Stream;

/// The arguments of this experiment.
#[derive(Parser)]
struct Readings {
    #[command(flatten)]
    args: Args,
    /// Only the first table: the text's reading, and one question answered otherwise
    #[arg(long)]
    one: bool,
}

/// Number of tournaments in the article.
const SET: usize = 10;
/// Number of readings measured again with ten times as many tournaments.
const AGAIN: usize = 10;

/// One answer to a question that the article leaves open: its name, and the options of each agent.
struct Answer {
    name: &'static str,
    individualist: &'static str,
    pair: &'static str,
}

const fn both(name: &'static str) -> Answer {
    Answer { name, individualist: name, pair: name }
}

const fn individualist(name: &'static str) -> Answer {
    Answer { name, individualist: name, pair: "" }
}

const fn pair(name: &'static str) -> Answer {
    Answer { name, individualist: "", pair: name }
}

/// The questions, with the alternatives to the text's reading.
const QUESTIONS: [&[Answer]; 6] = [
    &[both("tie=first"), individualist("tie=pips")],
    &[both("end=low"), both("end=high"), both("end=random")],
    &[individualist("group=on")],
    &[pair("filter=partner_first")],
    &[pair("blocks=both"), pair("blocks=next")],
    &[pair("swap=off")],
];

/// An answer to each question; the text's if absent.
type Reading = Vec<&'static Answer>;

/// Returns every combination of answers, the text's reading first.
fn readings() -> Vec<Reading> {
    let mut all = vec![Reading::new()];
    for answers in QUESTIONS {
        let more = all.iter().flat_map(|reading| {
            answers.iter().map(|answer| {
                let mut longer = reading.clone();
                longer.push(answer);
                longer
            })
        });
        let more: Vec<Reading> = more.collect();
        all.extend(more);
    }
    all
}

fn name(reading: &Reading) -> String {
    if reading.is_empty() {
        return "the text".to_string();
    }
    reading.iter().map(|answer| answer.name).collect::<Vec<_>>().join(" ")
}

/// Returns a bot with the options of a reading.
fn bot(name: &str, reading: &Reading, option: impl Fn(&Answer) -> &'static str) -> String {
    let options: Vec<&str> =
        reading.iter().map(|answer| option(answer)).filter(|text| !text.is_empty()).collect();
    format!("{name}:{}", options.join(","))
}

/// Number of figures in table 5.
const FIGURES: usize = 5;

/// Returns the percentage of games won by the individualists, tournaments won by them, percentage
/// of games closed, games, points per game.
fn figures(set: &[Tournament]) -> [f64; FIGURES] {
    let sum = |count: &dyn Fn(&Tournament) -> f64| set.iter().map(count).sum::<f64>();
    let games = sum(&|t| t.games as f64);
    [
        100.0 * sum(&|t| t.won[0] as f64) / games,
        sum(&|t| f64::from(u8::from(t.winner() == 0))),
        100.0 * sum(&|t| t.closed as f64) / games,
        games,
        sum(&|t| f64::from(t.points[0] + t.points[1])) / games,
    ]
}

/// Statistics of sets of ten tournaments under a reading.
struct Measured {
    mean: [f64; FIGURES],
    /// Standard deviation of a set.
    deviation: [f64; FIGURES],
    /// Distance of the article from the mean.
    distance: f64,
    /// Share of sets with at least this distance.
    as_far: f64,
}

/// Returns the root mean square difference in standard deviations of ten tournaments; about 1 for
/// ten tournaments under the same reading.
fn distance(one: &[f64; FIGURES], mean: &[f64; FIGURES], deviation: &[f64; FIGURES]) -> f64 {
    let square = |n: usize| ((one[n] - mean[n]) / deviation[n]).powi(2);
    ((0..FIGURES).map(square).sum::<f64>() / FIGURES as f64).sqrt()
}

fn measure(args: &Args, reading: &Reading) -> Result<Measured> {
    let individualist = bot("individualist", reading, |answer| answer.individualist);
    let pair = bot("pair", reading, |answer| answer.pair);
    let (games, _) = tournaments(args, "seed", [&individualist, &pair])?;
    let all: Vec<Tournament> = games.iter().map(|games| Tournament::of(games)).collect();
    // The two tournaments of a deal go to different sets.
    let [first, second] =
        [0, 1].map(|n| all.iter().copied().skip(n).step_by(2).collect::<Vec<_>>());
    let sets: Vec<[f64; FIGURES]> =
        first.chunks_exact(SET).chain(second.chunks_exact(SET)).map(figures).collect();
    if sets.len() < 4 {
        return Err("at least 20 deals: -n 20".into());
    }
    let number = sets.len() as f64;
    let mean = std::array::from_fn(|n| sets.iter().map(|set| set[n]).sum::<f64>() / number);
    let deviation = std::array::from_fn(|n| {
        let squares: f64 = sets.iter().map(|set| (set[n] - mean[n]).powi(2)).sum();
        (squares / (number - 1.0)).sqrt()
    });
    let distance_of = |set: &[f64; FIGURES]| distance(set, &mean, &deviation);
    let here = distance_of(&figures(&ARTICLE));
    let far = sets.iter().filter(|set| distance_of(set) >= here).count();
    Ok(Measured { mean, deviation, distance: here, as_far: far as f64 / number })
}

fn heading(title: &str) {
    println!("{title}\n");
    println!(
        "{:>12} {:>12} {:>13} {:>13} {:>13}  {:>8} {:>6}  reading",
        "games won", "tournaments", "closed", "games", "points a game", "distance", "as far"
    );
    let [won, tournaments, closed, games, points] = figures(&ARTICLE);
    println!(
        "{won:>5.1} %      {tournaments:>5.0}        {closed:>6.1} %       {games:>6.0}        {points:>6.1}         {:>8} {:>6}  the article",
        "", ""
    );
}

fn line(measured: &Measured, name: &str) {
    let Measured { mean, deviation, distance, as_far } = measured;
    println!(
        "{:>5.1} ± {:>3.1}  {:>5.1} ± {:>3.1}  {:>6.1} ± {:>3.1}  {:>6.1} ± {:>4.1}  {:>6.1} ± {:>3.1}  {distance:>8.2} {:>4.0} %  {name}",
        mean[0],
        deviation[0],
        mean[1],
        deviation[1],
        mean[2],
        deviation[2],
        mean[3],
        deviation[3],
        mean[4],
        deviation[4],
        100.0 * as_far
    );
}

fn main() -> Result<()> {
    let Readings { args, one } = Readings::parse();
    let mut found = Vec::new();
    for reading in readings().into_iter().filter(|reading| !one || reading.len() <= 1) {
        found.push((measure(&args, &reading)?, reading));
    }
    heading("Ten tournaments, mean ± standard deviation of ten: one question answered otherwise");
    for (measured, reading) in found.iter().filter(|(_, reading)| reading.len() <= 1) {
        line(measured, &name(reading));
    }
    if one {
        return Ok(());
    }
    let possible = found.iter().filter(|(measured, _)| measured.as_far >= 0.05).count();
    println!(
        "\nOf {} readings {possible} have at least 5 % of their sets as far from their mean as the article is.\n",
        found.len()
    );
    found.sort_by(|one, other| one.0.distance.total_cmp(&other.0.distance));
    // With other deals, because the nearest of many is partly near by luck.
    let more = Args {
        blocks: 10 * args.blocks,
        seed: args.seed.child(Stream::Opening),
        workers: args.workers,
    };
    let mut again = Vec::new();
    for (_, reading) in found.into_iter().take(AGAIN) {
        again.push((measure(&more, &reading)?, reading));
    }
    again.sort_by(|one, other| one.0.distance.total_cmp(&other.0.distance));
    heading(&format!("The {AGAIN} nearest, measured again on ten times as many other deals"));
    for (measured, reading) in &again {
        line(measured, &name(reading));
    }
    Ok(())
}
