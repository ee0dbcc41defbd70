//! Plays one player against three copies of another, in every seat.

use juez_core::{Seat, State};

use crate::player::Player;
use crate::series::{shown, wilson};
use crate::{Args, openings};

/// Plays each opening once from each seat and prints the score.
///
/// # Errors
/// If a player cannot play.
pub fn run(one: &str, others: &str, args: &Args) -> Result<(), String> {
    let mut players = vec![Player::read(one)?];
    for _ in 0..3 {
        players.push(Player::read(others)?);
    }
    let (mut matches, mut won, mut drawn) = (0, 0, 0);
    for nth in 0..args.pairs as u64 {
        // Two rounds of random moves make the matches different.
        let opening = openings::random(4, 8, args.seed * 100_000 + nth);
        for own in 0..4 {
            for player in &mut players {
                player.begin()?;
            }
            let mut line = opening.clone();
            while line.position.over().is_none() {
                let seat = line.position.board().to_move().index();
                let player = &mut players[(seat + 4 - own) % 4];
                let mv = player.decide(&line, args.limit)?;
                line.position.explain(mv).map_err(|error| format!("{mv}: {error}"))?;
                line.play(mv);
            }
            matches += 1;
            match line.position.board().winner() {
                Some(seat) => won += u32::from(seat == Seat::new(own as u8)),
                None => drawn += 1,
            }
        }
    }
    let share = f64::from(won) / f64::from(matches);
    let (low, high) = wilson(share, matches.into());
    println!(
        "{one} against three {others}: won {won} of {matches}, {drawn} drawn: {:.1} % (95 %: {:.1} to {:.1})",
        100.0 * share,
        100.0 * low,
        100.0 * high
    );
    println!("  {one}: {}", shown(&players[0].work));
    Ok(())
}
