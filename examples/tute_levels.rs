//! The three levels of the Tute Cabrero document against each other, against our greedy bot and
//! against chance.
//!
//! `cargo run --release --example tute_levels -- -n 2000`
//!
//! A match has three players and goes to four porotos; a player's score is the share of the others
//! that rank behind. Every deal is played three times, with the players rotating. Results are
//! printed as they are.

mod experiment;

use clap::Parser;
use experiment::{Args, Result, cross_table, percent, rules, series};

fn main() -> Result<()> {
    let args = Args::parse();
    let options = rules(&[]);
    let bots = [
        "random",
        "greedy",
        "novato",
        "medio",
        "experto",
        "novato:eval=fixed",
        "medio:eval=fixed",
        "experto:eval=fixed",
    ];
    println!("One of the row against two of the column: score of the row, 50 % is even\n");
    cross_table(&args, "tute", &options, &bots, |row, column| vec![row, column, column])?;

    println!("\nThe three levels at one table\n");
    let levels = ["novato", "medio", "experto"];
    let scores = series(&args, "tute", &options, &levels, |_| {})?;
    for (level, score) in levels.iter().zip(&scores) {
        println!("{level:<8} {}", percent(score));
    }
    Ok(())
}
