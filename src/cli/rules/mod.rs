//! `juez rules`.
//!
//! | file | contents |
//! |---|---|
//! | `prompt` | everything that the author of a bot needs, as one text |
//! | `worked` | a match in that text |

mod prompt;
mod worked;

use std::io::{self, Write};

use super::columns::{entry, page, printed, width};
use super::text::{BOLD, json_line};
use juez_core::{Lang, NO_BREAK, Returns, Row};
use juez_match::registry::definitions::{Reference, api_reference, markdown};
use juez_match::registry::{AnyGame, game};
use juez_script::VIEW_FIELDS;

/// Returns the start column of explanations, at most half-way across the terminal.
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
    /// Print script methods as one JSON object
    #[arg(long, requires = "api", conflicts_with = "markdown")]
    json: bool,
    /// Print one text from which a person or a language model can write a bot
    #[arg(long, conflicts_with_all = ["options", "api"])]
    prompt: bool,
}

pub(super) fn run(args: &RulesArgs) -> anyhow::Result<()> {
    let game = game(&args.game)?;
    let mut out = anstream::stdout().lock();
    if args.prompt {
        write!(out, "{}", prompt::text(game, args.lang)?)?;
        return Ok(());
    }
    if args.markdown {
        write!(out, "{}", markdown(game))?;
        return Ok(());
    }
    if args.json {
        return Ok(json_line(&mut out, &api_reference(game))?);
    }
    let text = &game.info().text;
    if args.options {
        writeln!(out, "{}", page(&text.house_rules(args.lang)))?;
        return Ok(());
    }
    if !args.api {
        writeln!(out, "{}\n", page(&text.rules(args.lang)))?;
    }
    methods(&mut out, game)?;
    Ok(())
}

fn methods(out: &mut impl Write, game: &dyn AnyGame) -> io::Result<()> {
    let title = "Script methods";
    let title = format!("{BOLD}{title}{BOLD:#} (methods in Lua; in Rhai, a dot for the colon)");
    writeln!(out, "{}", printed(&title))?;
    for field in VIEW_FIELDS {
        let name = format!("view.{}", field.name);
        entry(out, (BOLD, &name), methods_column(), field.doc)?;
    }
    let api = Reference::of(game);
    let of_game = format!("\n{BOLD}Of this game{BOLD:#}, for a world as for a view");
    let parts =
        [("", "view", &api.view), ("", "world", &api.world), (&of_game, "view", &api.of_game)];
    for (title, object, rows) in parts {
        writeln!(out, "{title}")?;
        rows.iter().try_for_each(|row| method(out, object, row))?;
    }
    Ok(())
}

/// Writes a method with its result. Optional arguments are in brackets.
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
