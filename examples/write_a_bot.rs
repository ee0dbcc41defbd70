//! A Quoridor bot in Rust, against the random one.
//!
//! `cargo run --example write_a_bot`

use juez::core::Random;
use juez::core::{Bot, Fault, PlayedBy, Player, Seed, Turn};
use juez::games::Quoridor;
use juez::games::quoridor::Move;
use juez::referee::{MatchSetup, play};

/// A bot that plays the move that brings it nearest to its goal.
struct Sprinter;

impl Bot<Quoridor> for Sprinter {
    fn next_move(&mut self, turn: &Turn<'_, Quoridor>) -> Result<Move, Fault> {
        let board = turn.view.board();
        let nearest = turn.legal.iter().min_by_key(|&&mv| board.after(mv).distance(turn.seat));
        Ok(*nearest.unwrap_or(&turn.legal[0]))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let player = |name: &str| Player { name: name.into(), bot: PlayedBy::Builtin, source: None };
    let players = vec![player("sprinter"), player("random")];
    let mut setup = MatchSetup::new(players);
    setup.seed = Some(Seed::from(7));
    let mut bots: Vec<Box<dyn Bot<Quoridor>>> =
        vec![Box::new(Sprinter), Box::new(Random::default())];
    let record = play(&setup, &mut bots, &mut ())?;
    println!("{}", record.to_line());
    Ok(())
}
