//! The domino experiment of Martínez Carranza and Muñoz Meléndez, repeated: a pair of
//! individualists against a cooperative pair, tournaments to 100. Then the matrix that they left
//! for future work: every pair against every pair, signal on and off.
//!
//! `cargo run --release --example domino_tournaments -- -n 5000`
//!
//! Every deal is played twice, with the pairs changing seats. Results are printed as they are.

mod experiment;

use clap::Parser;
use experiment::dominoes::{ARTICLE, GameRow, Tournament, tournaments};
use experiment::{Args, Result, cross_table, rules};
use juez::tournament::wilson;
use serde_json::json;

/// The non-cooperative pair is pair 1, as in the document.
const INDIVIDUALIST: &str = "individualist";
/// The cooperative pair is pair 2.
const PAIR: &str = "pair";

/// Prints one tournament in the form of the document's table 4.
fn table_4(games: &[GameRow]) {
    println!("One tournament (the document's table 4)\n");
    println!("  opened  opener  passes P1  passes P2  went out  points P1  points P2  winner");
    let number = |index: Option<usize>| index.map_or(0, |index| index + 1);
    for game in games {
        println!(
            "  {:>6}  {:>6}  {:>9}  {:>9}  {:>8}  {:>9}  {:>9}  {:>6}",
            game.opener % 2 + 1,
            game.opener + 1,
            game.passes[0],
            game.passes[1],
            number(game.out),
            game.points[0],
            game.points[1],
            number(game.winner)
        );
    }
    let tournament = Tournament::of(games);
    println!(
        "  {} games, pair {} wins {} to {}; P1 individualists, P2 cooperative; 0: closed\n",
        tournament.games,
        tournament.winner() + 1,
        tournament.points[tournament.winner()],
        tournament.points[1 - tournament.winner()],
    );
}

/// Prints the first tournaments and the total in the form of the document's table 5.
fn table_5(all: &[Vec<GameRow>]) {
    println!("The first tournaments and the total of all (the document's table 5)\n");
    println!("  opened  games  won P1  won P2  closed  points P1  points P2");
    let line = |first: &str, games: u64, won: [u64; 2], closed: u64, points: [i64; 2]| {
        println!(
            "  {first:>6}  {games:>5}  {:>6}  {:>6}  {closed:>6}  {:>9}  {:>9}",
            won[0], won[1], points[0], points[1]
        );
    };
    for games in all.iter().take(10) {
        let row = Tournament::of(games);
        let opened = (games[0].opener % 2 + 1).to_string();
        line(&opened, row.games, row.won, row.closed, row.points.map(i64::from));
    }
    let rows: Vec<Tournament> = all.iter().map(|games| Tournament::of(games)).collect();
    let total = |count: &dyn Fn(&Tournament) -> u64| rows.iter().map(count).sum::<u64>();
    line(
        "total",
        total(&|t| t.games),
        [0, 1].map(|pair| total(&|t| t.won[pair])),
        total(&|t| t.closed),
        [0, 1].map(|pair| rows.iter().map(|t| i64::from(t.points[pair])).sum()),
    );
    println!();
}

/// A count out of a total.
type Share = (u64, u64);

/// Returns the share of tournaments, games or points with each property.
fn measured(rows: &[Tournament]) -> [(&'static str, Share); 5] {
    let sum = |count: &dyn Fn(&Tournament) -> u64| rows.iter().map(count).sum::<u64>();
    let games = sum(&|t| t.games);
    let points = |pair: usize| sum(&|t| t.points[pair] as u64);
    [
        (
            "tournaments won by the individualists",
            (sum(&|t| u64::from(t.winner() == 0)), rows.len() as u64),
        ),
        ("games won by the individualists", (sum(&|t| t.won[0]), games)),
        ("games won by the cooperative pair", (sum(&|t| t.won[1]), games)),
        ("closed games", (sum(&|t| t.closed), games)),
        ("points scored by the individualists", (points(0), points(0) + points(1))),
    ]
}

/// Prints each share with its interval, next to the document's.
fn shares(all: &[Vec<GameRow>]) {
    let rows: Vec<Tournament> = all.iter().map(|games| Tournament::of(games)).collect();
    println!("{:<38} {:>24} {:>32}", "share (95 % interval)", "here", "in the document");
    for ((name, here), (_, there)) in measured(&rows).into_iter().zip(measured(&ARTICLE)) {
        // Points are not trials, so their share has no such interval.
        let text = |(part, of): Share| {
            let share = 100.0 * part as f64 / of as f64;
            if name.starts_with("points") {
                format!("{share:.1} %")
            } else {
                format!("{share:.1} % ({})", wilson(part, of))
            }
        };
        println!("{name:<38} {:>24} {:>32}", text(here), text(there));
    }
    let each =
        |rows: &[Tournament]| rows.iter().map(|t| t.games).sum::<u64>() as f64 / rows.len() as f64;
    let (here, there) = (each(&rows), each(&ARTICLE));
    println!("{:<38} {here:>24.1} {there:>32.1}", "games a tournament");
    println!(
        "\nThe two matches of a deal are not independent, and a tournament's games are not either:"
    );
    println!("the intervals of games are somewhat too narrow.\n");
}

/// Prints the games between each kind of pair, against each other and against themselves.
fn tables(args: &Args) -> Result<()> {
    println!("How the pairs play, against each other and against themselves\n");
    println!(
        "  {:<15} {:<15} {:<6}  {:>10}  {:>6}  {:>6}  {:>6}",
        "pair", "against", "signal", "games each", "closed", "passes", "points"
    );
    for (one, other, signal) in [
        (INDIVIDUALIST, INDIVIDUALIST, "none"),
        (INDIVIDUALIST, PAIR, "none"),
        (INDIVIDUALIST, PAIR, "seed"),
        (PAIR, PAIR, "none"),
        (PAIR, PAIR, "seed"),
    ] {
        let (all, _) = tournaments(args, signal, [one, other])?;
        let games: Vec<&GameRow> = all.iter().flatten().collect();
        let mean = |count: &dyn Fn(&GameRow) -> f64| {
            games.iter().map(|game| count(game)).sum::<f64>() / games.len() as f64
        };
        println!(
            "  {one:<15} {other:<15} {signal:<6}  {:>10.2}  {:>4.1} %  {:>6.2}  {:>6.2}",
            games.len() as f64 / all.len() as f64,
            100.0 * mean(&|game| f64::from(u8::from(game.out.is_none()))),
            mean(&|game| f64::from(game.passes[0] + game.passes[1])),
            mean(&|game| f64::from(game.points[0] + game.points[1])),
        );
    }
    println!("\n  passes and points are those of a game, both pairs together\n");
    Ok(())
}

fn main() -> Result<()> {
    let args = Args::parse();
    let (all, score) = tournaments(&args, "seed", [INDIVIDUALIST, PAIR])?;
    println!(
        "Individualists against the cooperative pair, signal as in the document, {} tournaments\n",
        all.len()
    );
    table_4(&all[0]);
    table_5(&all);
    shares(&all);
    println!(
        "tournaments won by the individualists, error from deals: {}\n",
        experiment::percent(&score)
    );
    tables(&args)?;

    let others = ["individualist:tie=pips", "pair:filter=partner_first", "greedy", "random"];
    for (signal, quiet) in [("none", None), ("seed", Some("pair:signal=off"))] {
        println!(
            "Tournaments won by the row's pair against the column's, in percent, signal={signal}\n"
        );
        let options = rules(&[("signal", json!(signal))]);
        let pairs: Vec<&str> =
            [INDIVIDUALIST, PAIR].into_iter().chain(quiet).chain(others).collect();
        cross_table(&args, "dominoes", &options, &pairs, |row, column| vec![row, column])?;
        println!();
    }
    Ok(())
}
