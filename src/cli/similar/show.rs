//! Pairs of bots as people and programs read them.

use comfy_table::{CellAlignment, Table, presets::NOTHING};
use serde_json::{Value, json};
use std::io::{self, Write};

use super::gather::Bot;
use crate::cli::columns::wrap;
use crate::cli::text::BOLD;
use crate::tournament::class::guarded;
use crate::tournament::class::similarity::{Lines, Similar};

/// Pairs of which the passages are shown.
const SHOWN: usize = 5;
/// Columns of a line of prose.
const WIDTH: usize = 80;

/// What everybody should read before they act.
const CAUTION: &str = "Likeness is a reason to look, not a proof: bots for one game resemble each other, \
                       and what two have in common may come from a third.";

/// The table of pairs, and of the likest where to look.
pub(super) fn text(
    out: &mut impl Write,
    bots: &[Bot],
    pairs: &[Similar],
    min: f64,
) -> io::Result<()> {
    let from = percent(min);
    if pairs.is_empty() {
        return writeln!(out, "of {} bots no two are alike to {from} or more", bots.len());
    }
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header(["alike", "bot", "of it", "bot", "of it"]);
    for pair in pairs {
        table.add_row([
            percent(pair.similarity),
            name(&bots[pair.first]),
            percent(pair.of_first),
            name(&bots[pair.second]),
            percent(pair.of_second),
        ]);
    }
    for (i, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if matches!(i, 0 | 2 | 4) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for (i, line) in table.lines().enumerate() {
        let line = line.trim_end();
        match i {
            0 => writeln!(out, "{BOLD}{line}{BOLD:#}")?,
            _ => writeln!(out, "{line}")?,
        }
    }
    for pair in pairs.iter().take(SHOWN) {
        passages(out, bots, pair)?;
    }
    if pairs.len() > SHOWN {
        writeln!(
            out,
            "\nwhere the other {} pairs are alike: --json or --csv",
            pairs.len() - SHOWN
        )?;
    }
    writeln!(out)?;
    wrap(CAUTION, WIDTH).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The lines of both side by side.
fn passages(out: &mut impl Write, bots: &[Bot], pair: &Similar) -> io::Result<()> {
    let (one, two) = (&bots[pair.first], &bots[pair.second]);
    writeln!(out, "\n{BOLD}{} and {}{BOLD:#}", name(one), name(two))?;
    let mut table = Table::new();
    table.load_style(NOTHING);
    for passage in &pair.passages {
        table.add_row([place(one, &passage.first), place(two, &passage.second)]);
    }
    table.column_iter_mut().for_each(|column| {
        column.set_padding((2, 2));
    });
    table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// A file as one may open it, with its lines.
fn place(bot: &Bot, lines: &Lines) -> String {
    let path = if bot.path.is_dir() { bot.path.join(&lines.file) } else { bot.path.clone() };
    calm(&format!("{} {}", path.display(), range(lines)))
}

fn range(lines: &Lines) -> String {
    match lines.from == lines.to {
        true => lines.from.to_string(),
        false => format!("{}-{}", lines.from, lines.to),
    }
}

/// The pairs for a spreadsheet.
pub(super) fn csv(bots: &[Bot], pairs: &[Similar], out: impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let header = [
        "alike",
        "first",
        "of_first",
        "second",
        "of_second",
        "shared",
        "first_lines",
        "second_lines",
    ];
    writer.write_record(header)?;
    for pair in pairs {
        let side = |bot: &Bot, lines: Vec<&Lines>| {
            let several = bot.source.files.len() > 1;
            let place = |lines: &Lines| match several {
                true => format!("{} {}", lines.file, range(lines)),
                false => range(lines),
            };
            guarded(&lines.into_iter().map(place).collect::<Vec<_>>().join(" | ")).into_owned()
        };
        let (one, two) = (&bots[pair.first], &bots[pair.second]);
        writer.write_record([
            format!("{:.3}", pair.similarity),
            guarded(&one.source.name).into_owned(),
            format!("{:.3}", pair.of_first),
            guarded(&two.source.name).into_owned(),
            format!("{:.3}", pair.of_second),
            pair.shared.to_string(),
            side(one, pair.passages.iter().map(|passage| &passage.first).collect()),
            side(two, pair.passages.iter().map(|passage| &passage.second).collect()),
        ])?;
    }
    writer.flush()
}

/// A pair for programs.
pub(super) fn json(bots: &[Bot], pair: &Similar) -> Value {
    let side = |number: usize, of: f64| {
        let bot = &bots[number];
        json!({ "name": bot.source.name, "path": bot.path.display().to_string(), "of": rounded(of) })
    };
    json!({
        "language": bots[pair.first].source.language.id,
        "alike": rounded(pair.similarity),
        "shared": pair.shared,
        "first": side(pair.first, pair.of_first),
        "second": side(pair.second, pair.of_second),
        "passages": pair.passages,
    })
}

fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}

/// The names of bots with their languages.
pub(super) fn names(bots: &[Bot]) -> String {
    let named = |bot: &Bot| format!("{} in {}", name(bot), bot.source.language.title);
    bots.iter().map(named).collect::<Vec<_>>().join(", ")
}

fn name(bot: &Bot) -> String {
    calm(&bot.source.name)
}

/// Text that does nothing to a terminal.
fn calm(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
