//! Measures speed and depth on fixed positions.

use crate::Args;
use crate::openings;
use crate::player::{Limit, Player};
use crate::searcher::Searcher;
use crate::setup::Setup;
use juez_games::quoridor::master::learning::Line;
use juez_games::quoridor::master::move_of;
use juez_search::Budget;
use std::time::Duration;

/// Number of positions of a bench.
const POSITIONS: u64 = 20;

/// Returns positions after 6 random moves and up to 23 moves of a shallow search.
fn positions() -> Vec<Line> {
    let setup = Setup::read("").expect("usual settings");
    let position = |nth: u64| {
        let mut searcher = Searcher::new(&setup);
        let mut line = openings::random(2, 6, 7000 + nth);
        for _ in 0..4 + nth {
            let report = searcher.run(&line, &mut Budget::depth(3));
            let mut next = line.clone();
            next.play(move_of(report.best));
            if next.position.over().is_some() {
                break;
            }
            line = next;
        }
        line
    };
    (0..POSITIONS).map(position).collect()
}

/// Prints the speed and depth of a player over all positions, with each move if verbose.
///
/// # Errors
/// If the player cannot play.
pub fn run(text: &str, args: &Args) -> Result<(), String> {
    let mut player = Player::read(text)?;
    let mut depths = Vec::new();
    for line in positions() {
        player.begin()?;
        let before = player.work.depth;
        let mv = player.decide(&line, args.limit)?;
        depths.push(player.work.depth - before);
        if args.is_verbose {
            let moves: Vec<String> = line.moves.iter().map(|(_, mv)| mv.to_string()).collect();
            println!("{mv} at depth {} after {}", depths[depths.len() - 1], moves.join(" "));
        }
    }
    let limit = match args.limit {
        Limit::Ms(ms) => format!("{ms} ms"),
        Limit::Nodes(nodes) => format!("{nodes} nodes"),
        Limit::Depth(plies) => format!("depth {plies}"),
    };
    let work = &player.work;
    let time = work.times.iter().sum::<Duration>().as_secs_f64();
    println!(
        "{text} at {limit}: depth {:.2}, {:.0} nodes and {:.1} ms a position, {:.0} knodes/s, {depths:?}",
        work.depth as f64 / POSITIONS as f64,
        work.nodes as f64 / POSITIONS as f64,
        1e3 * time / POSITIONS as f64,
        work.nodes as f64 / time / 1e3
    );
    Ok(())
}
