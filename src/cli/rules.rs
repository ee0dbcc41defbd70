//! `juez rules`.

use std::io::Write;

use super::Verdict;
use super::report::{BOLD, DIM};
use crate::core::Row;
use crate::registry::game;
use crate::script::{VIEW_BASE, VIEW_FIELDS, WORLD_BASE};

/// Arguments of `juez rules`.
#[derive(clap::Args)]
pub(super) struct RulesArgs {
    /// The game
    game: String,
    /// Only the house rules
    #[arg(long, conflicts_with = "api")]
    options: bool,
    /// Only what scripts may call
    #[arg(long)]
    api: bool,
}

pub(super) fn run(args: &RulesArgs) -> anyhow::Result<Verdict> {
    let game = game(&args.game)?;
    let info = game.info();
    let mut out = anstream::stdout().lock();
    let all = !args.options && !args.api;
    if all {
        writeln!(out, "{}\n", info.text.trim_end())?;
    }
    if all || args.options {
        writeln!(out, "{BOLD}House rules{BOLD:#} (-o key=value)")?;
        for option in info.options {
            let values = format!("{}; default {}", option.allowed, option.default);
            writeln!(
                out,
                "  {BOLD}{:<16}{BOLD:#} {} {DIM}({values}){DIM:#}",
                option.name, option.doc
            )?;
        }
    }
    if all {
        writeln!(out)?;
    }
    if all || args.api {
        writeln!(
            out,
            "{BOLD}What a script may ask{BOLD:#} (in Lua with a colon, in Rhai with a dot)"
        )?;
        for field in VIEW_FIELDS {
            writeln!(out, "  view.{:<32} {}", field.name, field.doc)?;
        }
        for base in VIEW_BASE {
            method(&mut out, "view", &base.row)?;
        }
        for base in WORLD_BASE {
            method(&mut out, "world", &base.row)?;
        }
        writeln!(out, "of a view and of a world:")?;
        for row in game.queries() {
            method(&mut out, "", &row)?;
        }
    }
    Ok(Verdict::Done)
}

fn method(out: &mut impl Write, object: &str, row: &Row) -> std::io::Result<()> {
    let params: Vec<&str> = row.params.iter().map(|param| param.name).collect();
    let colon = if object.is_empty() { "" } else { ":" };
    let call = format!("{object}{colon}{}({})", row.name, params.join(", "));
    writeln!(out, "  {call:<37} {} {DIM}-> {}{DIM:#}", row.doc, row.returns)
}
