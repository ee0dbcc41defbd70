//! Generates training positions from self-play.

use std::io::Write;

use juez_core::Seed;
use juez_games::quoridor::master::learning::{Teacher, draw};

use crate::Args;
use crate::player::Limit;
use crate::setup::Setup;

/// Plays `args.pairs` matches and writes their samples to the output.
///
/// # Errors
/// If a setting is unknown, or the output is closed.
pub fn run(settings: &str, args: &Args) -> Result<(), String> {
    let Limit::Nodes(nodes) = args.limit else { return Err("teach needs --nodes".to_string()) };
    let mut teacher = Teacher::new(Setup::read(settings)?.net);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for nth in 0..args.pairs as u64 {
        let mut rng = Seed::from(args.seed * 10_000_000 + nth).rng();
        let plies = 1 + rng.below(10);
        let line = draw(plies, &mut rng);
        for sample in teacher.play(line, nodes as u32, &mut rng) {
            out.write_all(&sample.to_bytes()).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
