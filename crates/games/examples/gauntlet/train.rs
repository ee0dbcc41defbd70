//! Trains a network on samples from self-play.

use juez_core::Seed;
use juez_games::quoridor::master::learning::train;

use crate::Args;

/// Trains a network on a file of samples and writes it after each epoch.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(from: &str, to: &str, args: &Args) -> Result<(), String> {
    let encoded = std::fs::read(from).map_err(|error| format!("{from}: {error}"))?;
    let mut written = Ok(());
    train(&encoded, None, Seed::from(args.seed), &mut |epoch| {
        eprintln!("epoch {} of {} samples: loss {:.5}", epoch.number, epoch.samples, epoch.loss);
        written = std::fs::write(to, epoch.net.write());
        written.is_ok()
    });
    written.map_err(|error| format!("{to}: {error}"))
}
