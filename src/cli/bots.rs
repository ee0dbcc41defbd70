//! `juez bots`.

use std::io::Write;

use super::columns::entry;
use super::text::{BOLD, DIM};
use super::verdict::Verdict;
use crate::registry::{game, games};

/// The column at which explanations begin.
const TEXT_COLUMN: usize = 22;

/// Arguments of `juez bots`.
#[derive(clap::Args)]
pub(super) struct BotsArgs {
    /// The game [default: all]
    game: Option<String>,
}

pub(super) fn run(args: &BotsArgs) -> anyhow::Result<Verdict> {
    let chosen = match &args.game {
        Some(id) => vec![game(id)?],
        None => games(),
    };
    let mut out = anstream::stdout().lock();
    for (i, game) in chosen.into_iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{BOLD}{}{BOLD:#}, weakest first", game.info().title)?;
        for bot in game.bots() {
            entry(&mut out, (BOLD, bot.name), TEXT_COLUMN, bot.summary)?;
            for option in bot.options {
                let name = format!("{}:{}=", bot.name, option.name);
                let text =
                    format!("{} ({}; default {})", option.doc, option.allowed, option.default);
                entry(&mut out, (DIM, &name), TEXT_COLUMN, &text)?;
            }
        }
    }
    Ok(Verdict::Done)
}
