//! `juez rules`.

use std::io::{self, Write};

use super::Verdict;
use super::columns::{NO_BREAK, entry};
use super::report::BOLD;
use crate::core::{Returns, Row};
use crate::registry::{AnyGame, game};
use crate::script::{VIEW_BASE, VIEW_FIELDS, WORLD_BASE};

/// Where the explanations of house rules begin.
const RULES_COLUMN: usize = 20;
/// Where the explanations of methods begin.
const METHODS_COLUMN: usize = 28;

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
    let mut out = anstream::stdout().lock();
    let all = !args.options && !args.api;
    if all {
        writeln!(out, "{}\n", game.info().text.trim_end())?;
    }
    if !args.api {
        house_rules(&mut out, game)?;
    }
    if all {
        writeln!(out)?;
    }
    if !args.options {
        methods(&mut out, game)?;
    }
    Ok(Verdict::Done)
}

fn house_rules(out: &mut impl Write, game: &dyn AnyGame) -> io::Result<()> {
    writeln!(out, "{BOLD}House rules{BOLD:#} (-o key=value)")?;
    for option in game.info().options {
        let text = format!("{} ({}; default {})", option.doc, option.allowed, option.default);
        entry(out, (BOLD, option.name), RULES_COLUMN, &text)?;
    }
    Ok(())
}

fn methods(out: &mut impl Write, game: &dyn AnyGame) -> io::Result<()> {
    writeln!(
        out,
        "{BOLD}What a script may ask{BOLD:#} (methods in Lua; in Rhai, a dot for the colon)"
    )?;
    for field in VIEW_FIELDS {
        let name = format!("view.{}", field.name);
        entry(out, (BOLD, &name), METHODS_COLUMN, field.doc)?;
    }
    writeln!(out)?;
    for base in VIEW_BASE {
        method(out, "view", &base.row, base.required)?;
    }
    writeln!(out)?;
    for base in WORLD_BASE {
        method(out, "world", &base.row, base.required)?;
    }
    writeln!(out, "\n{BOLD}Of this game{BOLD:#}, for a world as for a view")?;
    for row in game.queries() {
        method(out, "view", &row, row.params.len())?;
    }
    Ok(())
}

/// A method with its result. Arguments that may be left out stand in brackets.
fn method(out: &mut impl Write, object: &str, row: &Row, required: usize) -> io::Result<()> {
    let mut params = String::new();
    for (i, param) in row.params.iter().enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        params += &match i < required {
            true => format!("{comma}{}", param.name),
            false => format!("[{comma}{}]", param.name),
        };
    }
    let call = format!("{object}:{}({params})", row.name);
    let text = match row.returns {
        Returns::Nothing => row.doc.to_string(),
        returns => {
            let blank = NO_BREAK.to_string();
            format!("{} {}", row.doc, format!("-> {returns}").replace(' ', &blank))
        }
    };
    entry(out, (BOLD, &call), METHODS_COLUMN, &text)
}
