//! The hand evaluation of the Durak article, in its three readings, against our greedy bot and
//! against chance.
//!
//! `cargo run --release --example durak_evaluator -- -n 5000`
//!
//! Two players; each deal is played twice with the seats swapped. Results are printed as they are.

mod experiment;

use clap::Parser;
use experiment::{Args, Result, cross_table, rules};
use serde_json::json;

fn main() -> Result<()> {
    let args = Args::parse();
    let bots = [
        "random",
        "greedy",
        "evaluator:values=article",
        "evaluator:values=project",
        "evaluator:values=intent",
    ];
    for deck in [36, 52] {
        println!("Deck of {deck}: score of the row against the column, 50 % is even\n");
        let options = rules(&[("deck", json!(deck))]);
        cross_table(&args, "durak", &options, &bots, |row, column| vec![row, column])?;
        println!();
    }
    println!("Four players, one of the row against three of the column, deck of 36\n");
    cross_table(&args, "durak", &rules(&[]), &bots, |row, column| vec![row, column, column, column])
}
