//! Formats a sheet as lines of text within a width, with names in any script.

use anstyle::Style;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

use super::sheet::{Align, Cell, Sheet};
use juez_core::{NO_BREAK, plain, wrap};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GAP_BLANKS: usize = 2;
/// Columns are never cut below this width.
const MIN_WIDTH: usize = 4;

/// Writes a sheet with these rows in `room` columns. Iterates over the rows twice, once to measure
/// widths and once to write, because there can be too many to hold in memory. Leaves out empty
/// columns. Drops columns that do not fit, the least important first, and lists them below.
pub(super) fn write<Rows: Iterator<Item = Vec<Cell>>>(
    sheet: &Sheet,
    rows: impl Fn() -> Rows,
    room: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{BOLD}{}{BOLD:#}", plain(&sheet.title))?;
    let texts = || rows().map(|row| row.iter().map(|cell| plain(&cell.text)).collect());
    let Some(widest) = widest(texts()) else {
        writeln!(out, "  {}", sheet.empty)?;
        return Ok(());
    };
    let natural: Vec<usize> = widest
        .iter()
        .zip(&sheet.columns)
        .map(|(&widest, column)| if widest == 0 { 0 } else { widest.max(width(&column.head)) })
        .collect();
    let widths = fit(sheet, &natural, room - GAP_BLANKS);
    let heads: Vec<String> = sheet.columns.iter().map(|column| column.head.clone()).collect();
    let head = line(sheet, &widths, &heads);
    let rule = "─".repeat(
        widths.iter().flatten().map(|width| width + GAP_BLANKS).sum::<usize>() - GAP_BLANKS,
    );
    writeln!(out, "  {DIM}{}{DIM:#}", head.trim_end())?;
    writeln!(out, "  {DIM}{rule}{DIM:#}")?;
    for row in texts() {
        writeln!(out, "  {}", line(sheet, &widths, &row).trim_end())?;
    }
    let dropped: Vec<String> = (0..sheet.columns.len())
        .filter(|&column| widths[column].is_none() && natural[column] > 0)
        .map(|column| sheet.columns[column].head.replace(' ', &NO_BREAK.to_string()))
        .collect();
    let mut notes = sheet.notes.clone();
    if !dropped.is_empty() {
        notes.push(format!("Hidden (output too narrow): {}.", dropped.join(", ")));
    }
    for note in notes {
        for line in wrap(&plain(&note), room - GAP_BLANKS) {
            writeln!(out, "  {DIM}{line}{DIM:#}")?;
        }
    }
    Ok(())
}

/// Returns the width of the widest cell of each column; `None` without rows.
fn widest(rows: impl Iterator<Item = Vec<String>>) -> Option<Vec<usize>> {
    rows.map(|row| row.iter().map(|text| width(text)).collect::<Vec<usize>>())
        .reduce(|widest, row| widest.into_iter().zip(row).map(|(a, b)| a.max(b)).collect())
}

/// Returns the width of each column; `None` for a dropped or empty one.
fn fit(sheet: &Sheet, natural: &[usize], room: usize) -> Vec<Option<usize>> {
    let least = |column: usize| match sheet.columns[column].least {
        Some(least) => natural[column].min(least),
        None => natural[column],
    };
    let mut kept: Vec<usize> = (0..natural.len()).filter(|&c| natural[c] > 0).collect();
    let needed = |kept: &[usize]| {
        kept.iter()
            .map(|&column| least(column) + GAP_BLANKS)
            .sum::<usize>()
            .saturating_sub(GAP_BLANKS)
    };
    while needed(&kept) > room {
        let last = kept.iter().copied().filter(|&c| sheet.columns[c].weight > 0);
        let Some(drop) = last.max_by_key(|&c| (sheet.columns[c].weight, c)) else { break };
        kept.retain(|&column| column != drop);
    }
    let mut widths = vec![None; natural.len()];
    kept.iter().for_each(|&column| widths[column] = Some(least(column)));
    let mut left = room.saturating_sub(needed(&kept));
    for &column in &kept {
        let more = left.min(natural[column] - least(column));
        widths[column] = Some(least(column) + more);
        left -= more;
    }
    // If no column can be dropped, cuts the ones that can be cut.
    let mut over = needed(&kept).saturating_sub(room);
    for &column in kept.iter().filter(|&&column| sheet.columns[column].least.is_some()) {
        let less = over.min(least(column).saturating_sub(MIN_WIDTH));
        widths[column] = Some(least(column) - less).filter(|_| less > 0).or(widths[column]);
        over -= less;
    }
    widths
}

fn line(sheet: &Sheet, widths: &[Option<usize>], texts: &[String]) -> String {
    let mut line = String::new();
    for (column, text) in texts.iter().enumerate() {
        let Some(room) = widths[column] else { continue };
        let text = clipped(text, room);
        let blanks = " ".repeat(room - width(&text));
        let gap = if line.is_empty() { 0 } else { GAP_BLANKS };
        line += &" ".repeat(gap);
        match sheet.columns[column].align {
            Align::Left => line += &format!("{text}{blanks}"),
            Align::Right => line += &format!("{blanks}{text}"),
        }
    }
    line
}

/// Joins several emoji to one.
const JOINER: char = '\u{200d}';

/// Returns the terminal columns of a text.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// Cuts a text to `room` columns, with an ellipsis.
pub(super) fn clipped(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_string();
    }
    let whole = |at: &usize| {
        // Not between a letter and its accents, nor within an emoji made of several.
        let next = text[*at..].chars().next();
        let stays = next.is_some_and(|c| c == JOINER || width(c.encode_utf8(&mut [0; 4])) == 0);
        !stays && !text[..*at].ends_with(JOINER)
    };
    let ends = text.char_indices().map(|(at, _)| at).filter(whole);
    let end = ends.take_while(|&at| width(&text[..at]) < room).last().unwrap_or_default();
    if room == 0 { String::new() } else { format!("{}…", text[..end].trim_end()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_take_two_columns_and_accents_none() {
        assert_eq!(width("電腦"), 4);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(width("👩\u{200d}💻"), 2);
    }

    #[test]
    fn a_name_is_cut_between_letters() {
        assert_eq!(clipped("Montecarlo", 10), "Montecarlo");
        assert_eq!(clipped("Montecarlo", 6), "Monte…");
        assert_eq!(clipped("電腦圍棋", 6), "電腦…");
        assert_eq!(clipped("電腦圍棋", 5), "電腦…");
        assert_eq!(clipped("ae\u{301}io", 3), "ae\u{301}…");
        assert_eq!(clipped("a👩\u{200d}💻b", 3), "a…");
        assert_eq!(clipped("abc", 0), "");
    }
}
