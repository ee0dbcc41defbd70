//! Generates a book of openings with about equal wins for both colours.

use std::collections::HashSet;
use std::io::Write;

use juez_core::Seed;
use juez_games::quoridor::master::learning::{Line, draw};
use juez_games::quoridor::master::{Node, move_of};
use juez_games::quoridor::{Board, Move, Square, Wall};
use juez_search::Budget;

use crate::Args;
use crate::searcher::Searcher;
use crate::setup::Setup;

/// Nodes of the search that filters openings before they are played out.
const FILTER_NODES: u64 = 30_000;
/// Maximum score of an opening, in hundredths of a step.
const MAX_SCORE: i32 = 70;
/// Nodes per move of the matches from an opening, at two strengths.
const NODES_PER_MOVE: [u64; 2] = [1_500, 6_000];
/// Matches from an opening at each strength.
const MATCHES: u64 = 6;
/// Minimum wins of each colour.
const MIN_WINS: u32 = 2;

/// Prints openings, one per line.
///
/// # Errors
/// If a setting is unknown, or the output is closed.
pub fn run(settings: &str, args: &Args) -> Result<(), String> {
    let setup = Setup::read(settings)?;
    let mut searcher = Searcher::new(&setup);
    let mut seen = HashSet::new();
    let mut out = std::io::stdout().lock();
    let (mut found, mut nth) = (0, 0);
    while found < args.pairs {
        let mut rng = Seed::from(args.seed * 1_000_000 + nth).rng();
        nth += 1;
        let plies = 2 + 2 * rng.below(4);
        let line = draw(plies, &mut rng);
        let board = *line.position.board();
        if line.position.over().is_some() || seen.contains(&Node::new(board).key()) {
            continue;
        }
        seen.extend([board, mirrored(&line)].map(|board| Node::new(board).key()));
        searcher.clear();
        if searcher.run(&line, &mut Budget::nodes(FILTER_NODES)).score.abs() > MAX_SCORE {
            continue;
        }
        if NODES_PER_MOVE.iter().all(|&nodes| is_even(&mut searcher, &line, nodes)) {
            let moves: Vec<String> = line.moves.iter().map(|(_, mv)| mv.to_string()).collect();
            writeln!(out, "{}", moves.join(" ")).map_err(|error| error.to_string())?;
            found += 1;
            if found % 10 == 0 {
                eprintln!("{found} of {nth}");
            }
        }
    }
    Ok(())
}

/// Returns the board after the mirrored moves.
fn mirrored(line: &Line) -> Board {
    let mut mirror = Line::new(2);
    for (_, mv) in &line.moves {
        let turned = match mv {
            Move::Pawn(square) => Square::at(8 - square.file(), square.rank()).map(Move::Pawn),
            Move::Wall(wall) => {
                let corner = wall.corner();
                Wall::at(7 - corner.file(), corner.rank(), wall.is_vertical()).map(Move::Wall)
            }
            Move::Pass => Some(Move::Pass),
        };
        mirror.play(turned.expect("a mirror image"));
    }
    *mirror.position.board()
}

/// Returns true if each colour wins enough matches at about `nodes` nodes per move.
fn is_even(searcher: &mut Searcher, line: &Line, nodes: u64) -> bool {
    let mut won = [0; 2];
    for nth in 0..MATCHES {
        // Different node counts give different matches.
        let nodes = nodes + nth * nodes / 10;
        let mut line = line.clone();
        searcher.clear();
        while line.position.over().is_none() {
            let report = searcher.run(&line, &mut Budget::nodes(nodes));
            line.play(move_of(report.best));
        }
        if let Some(seat) = line.position.board().winner() {
            won[seat.index()] += 1;
        }
        let left = (MATCHES - nth - 1) as u32;
        if won.iter().any(|&won| won + left < MIN_WINS) {
            return false;
        }
    }
    true
}
