//! `juez games` and `juez bots`.

use std::io::Write;

use super::columns::{entry, row};
use super::text::{BOLD, DIM};
use juez_match::registry::{AnyGame, game, games};

/// Arguments of `juez games`.
#[derive(clap::Args)]
pub(super) struct GamesArgs {
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &GamesArgs) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    for game in games() {
        let info = game.info();
        let (least, most) = info.seats;
        if args.json {
            let bots: Vec<&str> = game.bots().iter().map(|bot| bot.name).collect();
            let line = serde_json::json!({
                "game": info.id, "title": info.title, "seats": [least, most], "hidden": info.hidden,
                "rules": info.rules, "summary": info.summary, "bots": bots,
            });
            writeln!(out, "{line}")?;
        } else {
            let seats = if least == most { format!("{least}") } else { format!("{least}-{most}") };
            let head = format!("{BOLD}{:<10}{BOLD:#} {seats:>3} seats", info.id);
            row(&mut out, &head, 22, info.summary)?;
        }
    }
    Ok(())
}

/// Returns the game with this id, or all games without one.
pub(super) fn chosen(id: Option<&String>) -> anyhow::Result<Vec<&'static dyn AnyGame>> {
    Ok(id.map_or_else(|| Ok(games()), |id| game(id).map(|game| vec![game]))?)
}

/// Start column of the explanations.
const TEXT_COLUMN: usize = 22;

/// Arguments of `juez bots`.
#[derive(clap::Args)]
pub(super) struct BotsArgs {
    /// The game [default: all]
    game: Option<String>,
}

pub(super) fn bots(args: &BotsArgs) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    for (i, game) in chosen(args.game.as_ref())?.into_iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{BOLD}{}{BOLD:#}, weakest first", game.info().title)?;
        let bots = game.bots();
        for level in game.levels() {
            let Some(bot) = bots.iter().find(|bot| bot.name == level) else {
                let text = level.replacen(':', " with ", 1);
                entry(&mut out, (BOLD, level), TEXT_COLUMN, &text)?;
                continue;
            };
            entry(&mut out, (BOLD, bot.name), TEXT_COLUMN, bot.summary)?;
            for option in bot.options {
                let name = format!("{}:{}=", bot.name, option.name);
                let text =
                    format!("{} ({}; default {})", option.doc, option.allowed, option.default);
                entry(&mut out, (DIM, &name), TEXT_COLUMN, &text)?;
            }
        }
    }
    Ok(())
}
