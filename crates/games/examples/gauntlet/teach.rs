//! Generates training positions from self-play.

use std::io::Write;

use juez_core::{Seat, Seed};
use juez_games::quoridor::Board;
use juez_games::quoridor::master::move_of;
use juez_search::{Budget, is_proven};

use crate::player::Limit;
use crate::searcher::Searcher;
use crate::setup::Setup;
use crate::{Args, book};

/// A training position, from the point of view of the side to move.
#[derive(Clone, Copy)]
pub struct Sample {
    pub board: Board,
    pub steps: [u8; 2],
    /// Score of the search.
    pub score: i32,
    /// 0 for a loss, 1 for a draw, 2 for a win.
    pub result: u8,
}

/// Size of an encoded sample in bytes.
pub const SIZE: usize = 26;

impl Sample {
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let board = &self.board;
        let mut bytes = [0; SIZE];
        let (mut lying, mut standing) = (0_u64, 0_u64);
        board.walls().each(|wall| {
            let slots = if wall.is_vertical() { &mut standing } else { &mut lying };
            *slots |= 1 << (wall.index() / 2);
        });
        bytes[..8].copy_from_slice(&lying.to_le_bytes());
        bytes[8..16].copy_from_slice(&standing.to_le_bytes());
        for side in 0..2 {
            let seat = Seat::new(side as u8);
            bytes[16 + side] = board.pawn(seat).index() as u8;
            bytes[18 + side] = board.walls_left(seat);
            bytes[20 + side] = self.steps[side];
        }
        bytes[22] = board.to_move().index() as u8;
        bytes[23] = self.result;
        bytes[24..].copy_from_slice(&(self.score as i16).to_le_bytes());
        out.write_all(&bytes)
    }
}

/// Plays `args.pairs` matches and writes their samples to the output.
///
/// # Errors
/// If a setting is unknown, or the output is closed.
pub fn run(settings: &str, args: &Args) -> Result<(), String> {
    let Limit::Nodes(nodes) = args.limit else { return Err("teach needs --nodes".to_string()) };
    let mut searcher = Searcher::new(&Setup::read(settings)?);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for nth in 0..args.pairs as u64 {
        let mut rng = Seed::from(args.seed * 10_000_000 + nth).rng();
        let plies = 1 + rng.below(10);
        let mut line = book::draw(plies, &mut rng);
        let mut samples = Vec::new();
        searcher.clear();
        while line.position.over().is_none() {
            // Different node counts give different matches.
            let nodes = nodes + u64::from(rng.below(nodes as u32 / 2 + 1));
            let report = searcher.run(&line, &mut Budget::nodes(nodes));
            let board = *line.position.board();
            let steps = [0, 1].map(|side| board.distance(Seat::new(side)));
            if !is_proven(report.score) && report.score.abs() < 5000 {
                samples.push(Sample { board, steps, score: report.score, result: 1 });
            }
            line.play(move_of(report.best));
        }
        if let Some(winner) = line.position.board().winner() {
            for sample in &mut samples {
                sample.result = 2 * u8::from(sample.board.to_move() == winner);
            }
        }
        for sample in samples {
            sample.write(&mut out).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
