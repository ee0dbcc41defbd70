//! Two programs in parallel columns.

use maud::{Markup, html};
use std::ops::Range;

use super::super::page::name;
use super::align::{AlignedBlock, blocks};
use super::{percent, range};
use crate::report::figure::count;
use crate::similarity::{Likeness, Lines, Similar, Source};
use juez_core::plain;

/// Number of columns between tab stops.
const TAB: usize = 4;
/// Maximum characters shown of a line.
const LINE: usize = 2000;
/// Maximum lines between passages, in either program, that are not folded.
const FOLD: usize = 16;
/// Number of colours for passages, used in turn.
const COLOURS: usize = 8;

/// The lines of a program over all its files.
struct Side<'a> {
    source: &'a Source,
    lines: Vec<CodeLine<'a>>,
}

struct CodeLine<'a> {
    file: &'a str,
    /// Number in its file, from 1.
    number: u32,
    text: &'a str,
    /// True if code on the line was left out as handed out or common.
    left_out: bool,
    /// The passage in whose block it is shown, away from its position.
    moved: Option<usize>,
}

impl<'a> Side<'a> {
    fn of(source: &'a Source, left_out: &[Lines]) -> Side<'a> {
        let mut lines = Vec::new();
        for (file, text) in &source.files {
            lines.extend(text.lines().zip(1..).map(|(text, number)| CodeLine {
                file: file.as_str(),
                number,
                text,
                left_out: false,
                moved: None,
            }));
        }
        let mut side = Side { source, lines };
        for place in left_out {
            let range = side.range(place);
            side.lines[range].iter_mut().for_each(|line| line.left_out = true);
        }
        side
    }

    /// Converts lines of a file to indices over all files.
    fn range(&self, place: &Lines) -> Range<usize> {
        let start = self.lines.iter().position(|line| line.file == place.file).unwrap_or_default();
        let at = |line: u32| (start + line as usize).min(self.lines.len());
        at(place.from.saturating_sub(1))..at(place.to)
    }
}

/// Shows a pair with its passages and both sources; links refer to `id`.
pub(super) fn pair(bots: &[Source], found: &Likeness, pair: &Similar, id: &str) -> Markup {
    let one = Side::of(&bots[pair.first], &found.left_out[pair.first]);
    let mut two = Side::of(&bots[pair.second], &found.left_out[pair.second]);
    let ranges: Vec<(Range<usize>, Range<usize>)> = pair
        .passages
        .iter()
        .map(|passage| (one.range(&passage.first), two.range(&passage.second)))
        .collect();
    let blocks = blocks(&ranges, (one.lines.len(), two.lines.len()));
    for block in blocks.iter().filter(|block| block.moved) {
        let lines = two.lines[block.second.clone()].iter_mut();
        lines.for_each(|line| line.moved = block.passage);
    }
    let duo = Duo { id, one, two };
    html! {
        section.pair id=(id) aria-labelledby={ (id) "-title" } {
            h3 id={ (id) "-title" } {
                span.much { (percent(pair.similarity)) }
                (name(&bots[pair.first].name)) " and " (name(&bots[pair.second].name))
                a.up href="#pairs" { "↑ all pairs" }
            }
            p.note {
                @if pair.same {
                    "The same code, apart from names, numbers, strings, comments and layout."
                } @else {
                    (percent(pair.of_first)) " of " (name(&bots[pair.first].name)) " and "
                    (percent(pair.of_second)) " of " (name(&bots[pair.second].name)) ", in "
                    (count(pair.passages.len() as u64, "passage", "passages")) "."
                }
            }
            @if !pair.same { (duo.legend(pair)) }
            div.duo {
                div.heads { (head(duo.one.source)) (head(duo.two.source)) }
                @for block in &blocks { (duo.block(block)) }
            }
        }
    }
}

/// Shows some lines of a file.
pub(super) fn excerpt(source: &Source, place: &Lines) -> Markup {
    let text = source.files.get(&place.file).map_or("", String::as_str);
    let lines = (1..).zip(text.lines()).skip(place.from.saturating_sub(1) as usize);
    html! {
        div.side dir="ltr" {
            @for (number, line) in lines.take_while(|(number, _)| *number <= place.to) {
                div.l data-n=(number) { (shown(line)) }
            }
        }
    }
}

fn head(source: &Source) -> Markup {
    let file = source.files.keys().next().filter(|_| source.files.len() == 1);
    html! {
        div {
            strong { (name(&source.name)) }
            @if let Some(file) = file { " " span.of { (name(file)) } }
        }
    }
}

struct Duo<'a> {
    id: &'a str,
    one: Side<'a>,
    two: Side<'a>,
}

impl Duo<'_> {
    /// Lists the passages with their lines, each linked to its block.
    fn legend(&self, pair: &Similar) -> Markup {
        let lines = |side: &Side, lines: &Lines| {
            html! {
                @if side.source.files.len() > 1 { (name(&lines.file)) " " }
                (range(lines))
            }
        };
        html! {
            ol.legend {
                @for (number, passage) in pair.passages.iter().enumerate() {
                    li {
                        a class=(colour(number)) href={ "#" (self.id) "-" (number + 1) } {
                            b { (number + 1) } " " (lines(&self.one, &passage.first)) " | "
                            (lines(&self.two, &passage.second))
                        }
                    }
                }
            }
        }
    }

    fn block(&self, block: &AlignedBlock) -> Markup {
        let (first, second) =
            (&self.one.lines[block.first.clone()], &self.two.lines[block.second.clone()]);
        let row = match block.passage {
            Some(number) => html! {
                div.row.match.(colour(number)) id={ (self.id) "-" (number + 1) } {
                    (self.side(&self.one, block.first.clone(), Some((number, false))))
                    (self.side(&self.two, block.second.clone(), Some((number, block.moved))))
                }
            },
            None => html! {
                div.row.own {
                    (self.side(&self.one, block.first.clone(), None))
                    (self.side(&self.two, block.second.clone(), None))
                }
            },
        };
        let own = second.iter().filter(|line| line.moved.is_none()).count();
        html! {
            @if block.passage.is_none() && first.len().max(own) > FOLD {
                details.fold {
                    summary {
                        (count(first.len() as u64, "line", "lines")) " of "
                        (name(&self.one.source.name)) " and " (own) " of "
                        (name(&self.two.source.name)) " outside all passages"
                    }
                    (row)
                }
            } @else { (row) }
        }
    }

    /// Shows lines of one side; `passage` is the number of their passage, and true if it is shown
    /// away from its position.
    fn side(&self, side: &Side, range: Range<usize>, passage: Option<(usize, bool)>) -> Markup {
        let several = side.source.files.len() > 1;
        let before = |at: usize| at.checked_sub(1).map(|before| &side.lines[before]);
        let heads = |at: usize| {
            let file = side.lines[at].file;
            several && (at == range.start || before(at).is_none_or(|before| before.file != file))
        };
        let elsewhere = |at: usize| side.lines[at].moved.filter(|_| passage.is_none());
        html! {
            div.side dir="ltr" {
                @if !range.is_empty() {
                    div.whose { (name(&side.source.name)) }
                    @if let Some((number, moved)) = passage {
                        span.badge { @if moved { "moved " } (number + 1) }
                    }
                }
                @for at in range.clone() {
                    @let line = &side.lines[at];
                    @if heads(at) { div.file { (name(line.file)) } }
                    @match elsewhere(at) {
                        Some(number) => {
                            @if at == range.start || elsewhere(at - 1) != Some(number) {
                                div class={ "moved " (colour(number)) } data-n=(line.number) {
                                    a href={ "#" (self.id) "-" (number + 1) } { "passage " b { (number + 1) } }
                                }
                            }
                        }
                        None => {
                            div.l.left-out[line.left_out && passage.is_none()] data-n=(line.number) {
                                (shown(line.text))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn colour(number: usize) -> &'static str {
    ["k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"][number % COLOURS]
}

/// Prepares a line for display: expands tabs and replaces characters that hide or reorder others.
fn shown(line: &str) -> String {
    let mut text = String::new();
    let mut columns = 0;
    for c in line.chars().take(LINE) {
        let blanks = if c == '\t' { TAB - columns % TAB } else { 0 };
        (0..blanks).for_each(|_| text.push(' '));
        if blanks == 0 {
            text.push(c);
        }
        columns += blanks.max(1);
    }
    let rest = line.chars().count().saturating_sub(LINE);
    let mut text = plain(&text);
    if rest > 0 {
        text += &format!(" … {rest} more characters");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_shown_without_what_hides_or_reorders_them() {
        assert_eq!(shown("\tif x\tthen"), "    if x    then");
        assert_eq!(shown("a\u{202e}b\u{1b}[2J"), "a\u{fffd}b\u{fffd}[2J");
        assert!(shown(&"x".repeat(3000)).ends_with("x … 1000 more characters"));
    }
}
