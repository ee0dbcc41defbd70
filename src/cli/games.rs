//! `juez games`.

use std::io::Write;

use super::columns::row;
use super::text::BOLD;
use super::verdict::Verdict;
use crate::registry::games;

/// Arguments of `juez games`.
#[derive(clap::Args)]
pub(super) struct GamesArgs {
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &GamesArgs) -> anyhow::Result<Verdict> {
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
    Ok(Verdict::Done)
}
