//! Text output.

use comfy_table::{CellAlignment, Table, presets::NOTHING};
use std::io::{self, Write};

use super::gather::{Bot, Compared, name, pairs, range};
use crate::cli::columns::width;
use crate::cli::text::{BOLD, grouped};
use juez_core::{plain, wrap};
use juez_grading::similarity::{CAUTION, Code, Group, Lines, Similar, percent};
use juez_script::Bundle;

/// Limit on the pairs in the table.
const MAX_PAIRS: usize = 20;
/// Limit on the pairs shown with passages.
const MAX_DETAILED_PAIRS: usize = 5;
/// Limit on the common passages shown.
const MAX_COMMON_PASSAGES: usize = 5;
/// Limit on the names in a list that accuses no one.
const MAX_NAMES: usize = 12;

/// Writes copies, groups, pairs, passages, and the ignored code.
pub(super) fn text(out: &mut impl Write, compared: &Compared) -> io::Result<()> {
    let Compared { bots, found, min, .. } = compared;
    let left_out = !found.common.is_empty() || !found.handed_out.is_empty();
    if found.groups.is_empty() {
        let ignoring = if left_out { ", ignoring the code below" } else { "" };
        let (count, least) = (bots.len(), percent(*min));
        writeln!(out, "no two of {count} bots are at least {least} similar{ignoring}")?;
    }
    for code in found.groups.iter().flat_map(|group| &group.codes) {
        if code.programs.len() > 1 {
            paragraph(out, &copies(bots, code))?;
        }
    }
    for group in found.groups.iter().filter(|group| group.codes.len() > 2) {
        paragraph(out, &similar(bots, group))?;
    }
    let pairs: Vec<&Similar> =
        pairs(found).into_iter().map(|(_, pair)| pair).filter(|pair| !pair.same).collect();
    let links: Vec<&Similar> = pairs.iter().copied().filter(|pair| pair.link).collect();
    if !links.is_empty() {
        let is_line = |group: &Group| group.codes.len() > 2 || group.pairs[0].same;
        if found.groups.iter().any(is_line) {
            writeln!(out)?;
        }
        table(out, compared, &links)?;
    }
    for pair in links.iter().take(MAX_DETAILED_PAIRS) {
        passages(out, bots, pair)?;
    }
    let all = pairs.len();
    if all > MAX_DETAILED_PAIRS {
        writeln!(out, "\nall {all} pairs with their similar lines: --html, --json or --csv")?;
    }
    if left_out || !found.short.is_empty() {
        writeln!(out)?;
        left_out_code(out, compared)?;
    }
    if found.groups.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    wrap(CAUTION, width()).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Describes bots with the same code.
fn copies(bots: &[Bot], code: &Code) -> String {
    let own = if code.own == code.tokens {
        String::new()
    } else {
        format!(", {} of them not handed out", grouped(code.own as u64))
    };
    let (count, tokens) = (code.programs.len(), grouped(code.tokens as u64));
    let names = list(bots, &code.programs, usize::MAX);
    format!("{count} bots have the same code ({tokens} tokens{own}): {names}")
}

/// Describes a group with different codes.
fn similar(bots: &[Bot], group: &Group) -> String {
    let least = group.pairs.iter().map(|pair| pair.similarity).reduce(f64::min);
    let least = least.unwrap_or_default();
    let most = group.pairs.iter().find(|pair| !pair.same).map_or(least, |pair| pair.similarity);
    let (least, most) = (percent(least), percent(most));
    let range = if least == most { least } else { format!("{least} to {most}") };
    let names: Vec<String> = group.codes.iter().map(|code| counted(bots, code)).collect();
    let count = group.programs().len();
    format!("{count} bots form a group (pairs {range} similar): {}", names.join(", "))
}

/// Returns the name of the first bot with this code, and the number of others.
fn counted(bots: &[Bot], code: &Code) -> String {
    match code.programs.len() - 1 {
        0 => name(&bots[code.programs[0]]),
        more => format!("{} (+{more} the same)", name(&bots[code.programs[0]])),
    }
}

fn table(out: &mut impl Write, compared: &Compared, pairs: &[&Similar]) -> io::Result<()> {
    let Compared { bots, found, .. } = compared;
    let codes = || found.groups.iter().flat_map(|group| &group.codes);
    let name = |number: usize| {
        let code = codes().find(|code| code.programs[0] == number);
        code.map_or_else(|| name(&bots[number]), |code| counted(bots, code))
    };
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header(["similar", "bot", "share", "bot", "share"]);
    for pair in pairs.iter().take(MAX_PAIRS) {
        table.add_row([
            percent(pair.similarity),
            name(pair.first),
            percent(pair.of_first),
            name(pair.second),
            percent(pair.of_second),
        ]);
    }
    for (i, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if matches!(i, 0 | 2 | 4) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut lines = table.lines();
    let head = lines.next().unwrap_or_default();
    writeln!(out, "{BOLD}{}{BOLD:#}", head.trim_end())?;
    lines.try_for_each(|line| writeln!(out, "{}", line.trim_end()))?;
    match pairs.len().saturating_sub(MAX_PAIRS) {
        0 => Ok(()),
        more => writeln!(out, "and {more} less similar pairs"),
    }
}

/// Writes the passages of both bots side by side.
fn passages(out: &mut impl Write, bots: &[Bot], pair: &Similar) -> io::Result<()> {
    let (one, two) = (&bots[pair.first], &bots[pair.second]);
    writeln!(out, "\n{BOLD}{} and {}{BOLD:#}", name(one), name(two))?;
    let mut table = Table::new();
    table.load_style(NOTHING);
    for passage in &pair.passages {
        table.add_row([location(one, &passage.first), location(two, &passage.second)]);
    }
    table.column_iter_mut().for_each(|column| {
        column.set_padding((2, 2));
    });
    table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// Writes the ignored code, and the files with too little other code.
fn left_out_code(out: &mut impl Write, compared: &Compared) -> io::Result<()> {
    let Compared { bots, base, found, .. } = compared;
    for common in found.common.iter().take(MAX_COMMON_PASSAGES) {
        let (having, of) = (common.programs.len(), common.of);
        let having = if common.whole == having {
            format!("in {having} of {of} bots")
        } else {
            format!("in {having} of {of} bots, at least half of them, all in {}", common.whole)
        };
        let location = location(&bots[common.program], &common.lines);
        let names = list(bots, &common.programs, MAX_NAMES);
        let tokens = grouped(common.tokens as u64);
        let text =
            format!("ignored as common: {tokens} tokens {having}, such as {location}: {names}");
        paragraph(out, &text)?;
    }
    let rest = found.common.iter().skip(MAX_COMMON_PASSAGES).map(|common| common.tokens);
    let count = rest.len();
    if let Some(most) = rest.max() {
        writeln!(
            out,
            "ignored as common: {count} more passages of at most {most} tokens (--json)"
        )?;
    }
    let handed_out = found.handed_out.iter().map(|code| {
        let (name, tokens) = (plain(&base[code.base].name), grouped(code.tokens as u64));
        format!("{name} (up to {tokens} tokens in {} of {} bots)", code.programs.len(), code.of)
    });
    if !found.handed_out.is_empty() {
        let handed_out = handed_out.collect::<Vec<_>>().join(", ");
        paragraph(out, &format!("ignored as handed out: {handed_out}"))?;
    }
    if !found.short.is_empty() {
        let names = list(bots, &found.short, MAX_NAMES);
        paragraph(out, &format!("too little own code to compare: {names}"))?;
    }
    Ok(())
}

/// Lists at most `most` names and counts the rest.
fn list(bots: &[Bot], numbers: &[usize], most: usize) -> String {
    let mut names: Vec<String> = numbers.iter().take(most).map(|&at| name(&bots[at])).collect();
    if numbers.len() > most {
        names.push(format!("and {} more", numbers.len() - most));
    }
    names.join(", ")
}

/// Writes wrapped text with a hanging indent.
fn paragraph(out: &mut impl Write, text: &str) -> io::Result<()> {
    for (i, line) in wrap(text, width() - 2).iter().enumerate() {
        writeln!(out, "{}{line}", if i > 0 { "  " } else { "" })?;
    }
    Ok(())
}

/// Formats the path of a file, ready to open, with its lines.
fn location(bot: &Bot, lines: &Lines) -> String {
    let folder = Bundle::folder(&bot.path);
    let path = folder.map_or(bot.path.clone(), |folder| folder.join(&lines.file));
    plain(&format!("{} {}", path.display(), range(lines)))
}
