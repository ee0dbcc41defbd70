//! `juez rules`.

use std::io::{self, Write};

use super::columns::{entry, page, prose, width};
use super::text::BOLD;
use super::verdict::Verdict;
use crate::core::NO_BREAK;
use crate::core::{Lang, Returns, Row};
use crate::registry::definitions::{Reference, markdown};
use crate::registry::{AnyGame, game};
use crate::script::VIEW_FIELDS;

/// The column where the explanations of methods begin: on a narrow terminal they keep half of it.
fn methods_column() -> usize {
    (width() / 2).min(28)
}

/// Arguments of `juez rules`.
#[derive(clap::Args)]
pub(super) struct RulesArgs {
    /// The game
    game: String,
    /// Language of the rules: en, es or it
    #[arg(long, value_name = "LANG", default_value_t)]
    lang: Lang,
    /// Print only house rules
    #[arg(long, conflicts_with = "api")]
    options: bool,
    /// Print only script methods
    #[arg(long)]
    api: bool,
    /// Print script methods as Markdown
    #[arg(long, requires = "api")]
    markdown: bool,
}

pub(super) fn run(args: &RulesArgs) -> anyhow::Result<Verdict> {
    let game = game(&args.game)?;
    let mut out = anstream::stdout().lock();
    if args.markdown {
        write!(out, "{}", markdown(game))?;
        return Ok(Verdict::Done);
    }
    let text = &game.info().text;
    if args.options {
        writeln!(out, "{}", page(&text.house_rules(args.lang)))?;
        return Ok(Verdict::Done);
    }
    if !args.api {
        writeln!(out, "{}\n", page(&text.rules(args.lang)))?;
    }
    methods(&mut out, game)?;
    Ok(Verdict::Done)
}

fn methods(out: &mut impl Write, game: &dyn AnyGame) -> io::Result<()> {
    let title = format!(
        "{BOLD}What a script may ask{BOLD:#} (methods in Lua; in Rhai, a dot for the colon)"
    );
    writeln!(out, "{}", prose(&title, 0).join("\n"))?;
    for field in VIEW_FIELDS {
        let name = format!("view.{}", field.name);
        entry(out, (BOLD, &name), methods_column(), field.doc)?;
    }
    writeln!(out)?;
    let api = Reference::of(game);
    for row in &api.view {
        method(out, "view", row)?;
    }
    writeln!(out)?;
    for row in &api.world {
        method(out, "world", row)?;
    }
    writeln!(out, "\n{BOLD}Of this game{BOLD:#}, for a world as for a view")?;
    for row in &api.of_game {
        method(out, "view", row)?;
    }
    Ok(())
}

/// A method with its result. Arguments that may be left out stand in brackets.
fn method(out: &mut impl Write, object: &str, row: &Row) -> io::Result<()> {
    let text = match row.returns {
        Returns::Nothing => row.doc.to_string(),
        returns => {
            let blank = NO_BREAK.to_string();
            format!("{} {}", row.doc, format!("-> {returns}").replace(' ', &blank))
        }
    };
    entry(out, (BOLD, &row.call(object, ':')), methods_column(), &text)
}
