//! `juez bots`.

use std::io::Write;

use super::Verdict;
use super::report::{BOLD, DIM};
use crate::registry::{AnyGame, game, games};

/// Arguments of `juez bots`.
#[derive(clap::Args)]
pub(super) struct BotsArgs {
    /// The game; without it, every game
    game: Option<String>,
}

pub(super) fn run(args: &BotsArgs) -> anyhow::Result<Verdict> {
    let chosen: Vec<&dyn AnyGame> = match &args.game {
        Some(id) => vec![game(id)?],
        None => games().into_iter().map(|game| game as &dyn AnyGame).collect(),
    };
    let mut out = anstream::stdout().lock();
    for game in chosen {
        writeln!(out, "{BOLD}{}{BOLD:#}, weakest first", game.info().title)?;
        for bot in game.bots() {
            writeln!(out, "  {BOLD}{:<12}{BOLD:#} {}", bot.name, bot.summary)?;
            for option in bot.options {
                let name = format!("{}:{}=", bot.name, option.name);
                let allowed = format!("{}, default {}", option.allowed, option.default);
                writeln!(out, "    {DIM}{name:<18}{DIM:#} {} ({allowed})", option.doc)?;
            }
        }
    }
    Ok(Verdict::Done)
}
