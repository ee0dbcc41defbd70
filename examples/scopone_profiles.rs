//! The four profiles of the Scopone document against each other, against our greedy bot and against
//! chance; and the profiles as published against the profiles as intended.
//!
//! `cargo run --release --example scopone_profiles -- -n 5000`
//!
//! `solo9` is the document's game: four single players, one hand. Every deal is played four times,
//! with the players rotating. Results are printed as they are.

mod experiment;

use clap::Parser;
use experiment::{Args, Result, cross_table, percent, rules, series};
use serde_json::json;

const PROFILES: [&str; 4] = ["basic", "card", "denari", "primiera"];

fn main() -> Result<()> {
    let args = Args::parse();
    let solo = rules(&[]);

    println!("The four profiles at one table, each for himself\n");
    let scores = series(&args, "scopone", &solo, &PROFILES, |_| {})?;
    for (profile, score) in PROFILES.iter().zip(&scores) {
        println!("{profile:<10} {}", percent(score));
    }

    println!("\nOne of the row against three of the column: score of the row, 50 % is even\n");
    let bots = ["random", "greedy", "basic", "card", "denari", "primiera"];
    cross_table(&args, "scopone", &solo, &bots, |row, column| vec![row, column, column, column])?;

    println!("\nAs published (row) against as meant (three of the column)\n");
    for profile in PROFILES {
        let (faithful, fixed) =
            (format!("{profile}:eval=faithful"), format!("{profile}:eval=fixed"));
        let table = [&faithful[..], &fixed, &fixed, &fixed];
        let scores = series(&args, "scopone", &solo, &table, |_| {})?;
        println!("{profile:<10} {}", percent(&scores[0]));
    }

    println!("\nPairs to 21 (team10): matches won by the row's pair against the column's\n");
    let pairs = rules(&[("kind", json!("team10"))]);
    cross_table(&args, "scopone", &pairs, &bots, |row, column| vec![row, column])
}
