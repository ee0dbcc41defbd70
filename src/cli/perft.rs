//! `juez perft`.

use anyhow::ensure;
use std::io::Write;

use super::options::HouseRules;
use super::reader;
use juez_core::{Record, Seed};
use juez_match::registry::game;

/// Arguments of `juez perft`.
#[derive(clap::Args)]
pub(super) struct PerftArgs {
    /// The game
    game: String,
    /// Length of the sequences in plies
    depth: u32,
    /// Start from the position of the first record in FILE, with its options
    #[arg(long, value_name = "FILE", conflicts_with = "options")]
    from: Option<String>,
    /// Also count by first move
    #[arg(long)]
    divide: bool,
    /// Random seed of the first deal
    #[arg(long, default_value = "0")]
    seed: Seed,
    #[command(flatten)]
    rules: HouseRules,
}

pub(super) fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let game = game(&args.game)?;
    let record = match &args.from {
        Some(path) => reader::first(path)?.0,
        None => Record { options: args.rules.json(game)?, ..Record::new(game.info().id) },
    };
    let (of, id) = (&record.game, game.info().id);
    ensure!(of == id, "the record is of {of}, not of {id}");
    let divided = game.perft(&record, args.depth, args.seed)?;
    let mut out = std::io::stdout().lock();
    for (mv, nodes) in divided.iter().filter(|_| args.divide) {
        writeln!(out, "{mv}: {nodes}")?;
    }
    let nodes = divided.iter().map(|(_, nodes)| nodes).sum();
    writeln!(out, "{}", if args.depth == 0 { 1 } else { nodes })?;
    Ok(())
}
