//! Plays a Lua bot against a built-in one and prints the board, the moves and the result.
//!
//! `cargo run --example play_match`

use juez::core::Seed;
use juez::registry::{MatchSetup, PlayerSpec, game};

const BOT: &str = "bots/quoridor/runner.lua";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let quoridor = game("quoridor")?;
    let path = format!("{}/{BOT}", env!("CARGO_MANIFEST_DIR"));
    let players =
        vec![PlayerSpec::read(&path, quoridor)?, PlayerSpec::read("minimax:depth=1", quoridor)?];
    let setup = MatchSetup { seed: Some(Seed::from(7)), ..MatchSetup::new(players) };

    // A bot's fault is part of the record; an error here would be in the setup or in juez.
    let record = quoridor.play(&setup, &mut ())?;
    let drawing = quoridor.draw(&record).map_err(|fault| fault.error)?;
    println!("{drawing}\n{}", record.moves.join(" "));

    // The record alone is enough to verify the result.
    let end = quoridor.verify(&record).map_err(|fault| fault.error)?;
    println!("{:?}", end.map(|end| end.ranks));
    Ok(())
}
