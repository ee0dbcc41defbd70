//! Two programs side by side.

use maud::{Markup, html};
use std::ops::Range;

use super::super::page::name;
use super::align::{Block, blocks};
use super::{percent, range};
use crate::tournament::class::similarity::{Comparison, Lines, Similar, Source};
use crate::tournament::report::figure::count;
use crate::tournament::report::names::plain;

/// Columns between the stops of a tab.
const TAB: usize = 4;
/// Characters of a line that are shown.
const LINE: usize = 2000;
/// Lines that both have of their own from which they are folded.
const FOLD: usize = 16;
/// Colours of passages, which take turns.
const COLOURS: usize = 8;

/// A program as lines over all its files.
struct Side<'a> {
    source: &'a Source,
    lines: Vec<Line<'a>>,
}

struct Line<'a> {
    file: &'a str,
    /// From 1 in its file.
    number: u32,
    text: &'a str,
    /// The passage it belongs to.
    passage: Option<usize>,
    /// Whether something on it was left out as handed out or common.
    left_out: bool,
}

impl<'a> Side<'a> {
    fn of(source: &'a Source, passages: &[&Lines], left_out: &[Lines]) -> Side<'a> {
        let mut lines = Vec::new();
        for (file, text) in &source.files {
            lines.extend(text.lines().zip(1..).map(|(text, number)| Line {
                file: file.as_str(),
                number,
                text,
                passage: None,
                left_out: false,
            }));
        }
        let mut side = Side { source, lines };
        for place in left_out {
            let range = side.range(place);
            side.lines[range].iter_mut().for_each(|line| line.left_out = true);
        }
        for (number, place) in passages.iter().enumerate() {
            let range = side.range(place);
            side.lines[range].iter_mut().for_each(|line| {
                line.passage.get_or_insert(number);
            });
        }
        side
    }

    /// The lines counted over all files.
    fn range(&self, place: &Lines) -> Range<usize> {
        let start = self.lines.iter().position(|line| line.file == place.file).unwrap_or_default();
        let at = |line: u32| (start + line as usize).min(self.lines.len());
        at(place.from.saturating_sub(1))..at(place.to)
    }
}

/// A pair with its passages and both sources; `id` is what links to it name.
pub(super) fn pair(bots: &[Source], found: &Comparison, pair: &Similar, id: &str) -> Markup {
    let firsts: Vec<&Lines> = pair.passages.iter().map(|passage| &passage.first).collect();
    let seconds: Vec<&Lines> = pair.passages.iter().map(|passage| &passage.second).collect();
    let one = Side::of(&bots[pair.first], &firsts, &found.left_out[pair.first]);
    let two = Side::of(&bots[pair.second], &seconds, &found.left_out[pair.second]);
    let ranges: Vec<(Range<usize>, Range<usize>)> = firsts
        .iter()
        .zip(&seconds)
        .map(|(first, second)| (one.range(first), two.range(second)))
        .collect();
    let blocks = blocks(&ranges, (one.lines.len(), two.lines.len()));
    let duo = Duo { id, one, two, blocks: &blocks };
    html! {
        section.pair id=(id) aria-labelledby={ (id) "-title" } {
            h3 id={ (id) "-title" } {
                span.much { (percent(pair.similarity)) }
                (name(&bots[pair.first].name)) " and " (name(&bots[pair.second].name))
                a.up href="#pairs" { "↑ all pairs" }
            }
            p.note {
                @if pair.same {
                    "The same code, names, numbers, texts, remarks and layout aside."
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

/// Lines of a file by themselves.
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
    blocks: &'a [Block],
}

impl Duo<'_> {
    /// The passages with their lines, each a link to where it stands.
    fn legend(&self, pair: &Similar) -> Markup {
        html! {
            ol.legend {
                @for (number, passage) in pair.passages.iter().enumerate() {
                    li {
                        a class=(colour(number))
                            href=[self.stands(number, false).then(|| format!("#{}", self.anchor(number, false)))] {
                            b { (number + 1) } " "
                            (self.lines(&self.one, &passage.first)) " | "
                            (self.lines(&self.two, &passage.second))
                        }
                    }
                }
            }
        }
    }

    fn lines(&self, side: &Side, lines: &Lines) -> Markup {
        html! {
            @if side.source.files.len() > 1 { (name(&lines.file)) " " }
            (range(lines))
        }
    }

    fn block(&self, block: &Block) -> Markup {
        let row = html! {
            div.row .match[block.passage.is_some()] .(block.passage.map_or("own", colour))
                id=[block.passage.map(|number| self.anchor(number, false))] {
                (self.side(&self.one, block, false))
                (self.side(&self.two, block, true))
            }
        };
        let plain = |side: &Side, range: &Range<usize>| {
            side.lines[range.clone()].iter().all(|line| line.passage.is_none())
        };
        let longest = block.first.len().max(block.second.len());
        let folded = block.passage.is_none()
            && longest > FOLD
            && plain(&self.one, &block.first)
            && plain(&self.two, &block.second);
        html! {
            @if folded {
                details.fold {
                    summary {
                        (count(block.first.len() as u64, "line", "lines")) " here and "
                        (block.second.len()) " there in no passage"
                    }
                    (row)
                }
            } @else { (row) }
        }
    }

    /// The lines of a block on one side.
    fn side(&self, side: &Side, block: &Block, second: bool) -> Markup {
        let range = if second { block.second.clone() } else { block.first.clone() };
        let several = side.source.files.len() > 1;
        let before = |at: usize| at.checked_sub(1).map(|before| &side.lines[before]);
        // A passage that stands elsewhere on the other side begins here.
        let moved = |at: usize| {
            let passage = side.lines[at].passage.filter(|_| block.passage.is_none())?;
            (at == range.start || before(at)?.passage != Some(passage)).then_some(passage)
        };
        html! {
            div.side dir="ltr" {
                @if !range.is_empty() { div.whose { (name(&side.source.name)) } }
                @if let Some(number) = block.passage { span.badge { (number + 1) } }
                @for at in range.clone() {
                    @let line = &side.lines[at];
                    @if several && before(at).is_none_or(|before| before.file != line.file) {
                        div.file { (name(line.file)) }
                    }
                    @if let Some(number) = moved(at) {
                        div class={ "moved " (colour(number)) } id=[self.is_first(side, at, number)
                            .then(|| self.anchor(number, second))] {
                            b { (number + 1) }
                            @if self.stands(number, !second) {
                                " " a href={ "#" (self.anchor(number, !second)) } { "where it stands on the other side" }
                            }
                        }
                    }
                    div.l .left-out[line.left_out && line.passage.is_none()]
                        .(line.passage.filter(|_| block.passage.is_none()).map_or("", colour))
                        data-n=(line.number) { (shown(line.text)) }
                }
            }
        }
    }

    /// What links to a passage name. A passage in a block of its own has one place for both sides.
    fn anchor(&self, number: usize, second: bool) -> String {
        let aligned = self.blocks.iter().any(|block| block.passage == Some(number));
        format!("{}-{}{}", self.id, number + 1, if second && !aligned { "b" } else { "" })
    }

    /// Whether this is the first line of a passage on its side.
    fn is_first(&self, side: &Side, at: usize, number: usize) -> bool {
        side.lines.iter().position(|line| line.passage == Some(number)) == Some(at)
    }

    /// Whether a passage has lines on a side: it has none if others cover them.
    fn stands(&self, number: usize, second: bool) -> bool {
        let side = if second { &self.two } else { &self.one };
        side.lines.iter().any(|line| line.passage == Some(number))
    }
}

fn colour(number: usize) -> &'static str {
    ["k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"][number % COLOURS]
}

/// A line as it may be shown: tabs as blanks, without what hides or reorders characters.
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
        text += &format!(" … {rest} characters more");
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
        assert!(shown(&"x".repeat(3000)).ends_with("x … 1000 characters more"));
    }
}
