//! A comparison of bots as one page: groups, pairs, left-out code, and the most similar pairs in
//! parallel columns.

mod align;
mod code;

use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};

use super::page::{name, section, styled, table};
use crate::report::figure::{count, grouped};
use crate::similarity::{
    CAUTION, Code, Common, Group, Likeness, Lines, Similar, Source, by_likeness, percent,
};

const STYLE: &str = include_str!("similarity.css");

const GROUPS: usize = 60;
/// Groups with more bots than this take the full width.
const BIG: usize = 12;
const PAIRS: usize = 200;
const CODE: usize = 40;
/// Maximum number of common passages shown.
const COMMON: usize = 40;
/// Maximum bytes of source shown over all pairs.
const BYTES: usize = 4 << 20;

/// Renders the page of a comparison of `bots`, with pairs similar to at least `min`. Names and code
/// can contain anything.
pub fn similarity_page(bots: &[Source], base: &[Source], found: &Likeness, min: f64) -> String {
    let page = Page::of(bots, base, found, min);
    styled("Similar bots", STYLE, page.body()).into_string()
}

struct Page<'a> {
    bots: &'a [Source],
    base: &'a [Source],
    found: &'a Likeness,
    min: f64,
    /// The pairs to list, most similar first; only one of bots with the same code.
    pairs: Vec<&'a Similar>,
    /// The pairs shown with code; pairs that connect groups come first.
    code: BTreeSet<usize>,
}

impl<'a> Page<'a> {
    fn of(bots: &'a [Source], base: &'a [Source], found: &'a Likeness, min: f64) -> Page<'a> {
        let mut pairs: Vec<&Similar> = Vec::new();
        for group in &found.groups {
            let mut same = BTreeMap::new();
            let shown = |pair: &&Similar| !pair.same || same.insert(pair.first, ()).is_none();
            pairs.extend(group.pairs.iter().filter(shown));
        }
        pairs.sort_by(|a, b| by_likeness(a, b));
        let size = |bot: usize| bots[bot].files.values().map(String::len).sum::<usize>();
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by_key(|&at| !pairs[at].link);
        let mut bytes = 0;
        let fits = |at: &usize| {
            bytes += size(pairs[*at].first) + size(pairs[*at].second);
            bytes <= BYTES
        };
        let code = order.into_iter().take(CODE).take_while(fits).collect();
        Page { bots, base, found, min, pairs, code }
    }

    fn body(&self) -> Markup {
        let left_out = !(self.found.common.is_empty()
            && self.found.handed_out.is_empty()
            && self.found.short.is_empty());
        let sections = [
            ("groups", "Groups", true, self.groups()),
            ("pairs", "Pairs", !self.pairs.is_empty(), self.table()),
            ("left-out", "Ignored code", left_out, self.left_out()),
            ("code", "Side by side", !self.code.is_empty(), self.code()),
        ];
        let shown = || sections.iter().filter(|(_, _, is_shown, _)| *is_shown);
        html! {
            (self.head())
            nav aria-label="Parts of the page" {
                @for (id, title, ..) in shown() { a href={ "#" (id) } { (title) } }
            }
            main { @for (id, title, _, body) in shown() { (section(id, title, body.clone())) } }
            (self.foot())
        }
    }

    fn head(&self) -> Markup {
        let mut languages: BTreeMap<&str, u64> = BTreeMap::new();
        for bot in self.bots {
            *languages.entry(bot.language.title).or_default() += 1;
        }
        html! {
            header {
                p.game { "Code similarity" }
                h1 { "Similar bots" }
                ul.terms {
                    @for (language, bots) in languages { li { (count(bots, "bot", "bots")) " in " (language) } }
                    li { "at least " (percent(self.min)) " similar" }
                }
                p.progress { (CAUTION) }
            }
        }
    }

    fn groups(&self) -> Markup {
        let groups = &self.found.groups;
        html! {
            @if groups.is_empty() {
                p.empty {
                    "No two bots are at least " (percent(self.min)) " similar"
                    @if !(self.found.common.is_empty() && self.found.handed_out.is_empty()) {
                        ", ignoring the code below"
                    }
                    "."
                }
            } @else {
                ol.groups { @for group in groups.iter().take(GROUPS) { li.kin.big[group.programs().len() > BIG] { (self.group(group)) } } }
                @if groups.len() > GROUPS {
                    p.note { (groups.len() - GROUPS) " less similar groups are not shown." }
                }
            }
        }
    }

    fn group(&self, group: &Group) -> Markup {
        let bots = count(group.programs().len() as u64, "bot", "bots");
        let different = group.pairs.iter().filter(|pair| !pair.same);
        let least = group.pairs.last().map_or(0.0, |pair| pair.similarity);
        let most = different.clone().next().map_or(1.0, |pair| pair.similarity);
        html! {
            @if group.codes.len() == 1 {
                h3 { (bots) span.much { "same code" } }
            } @else {
                h3 {
                    (bots)
                    span.much {
                        @if percent(least) != percent(most) { (percent(least)) " to " }
                        (percent(most)) " similar"
                    }
                }
            }
            @for code in group.codes.iter().filter(|code| code.programs.len() > 1) {
                (self.copies(group, code))
            }
            @let others: Vec<usize> = group
                .codes
                .iter()
                .filter(|code| code.programs.len() == 1)
                .map(|code| code.programs[0])
                .collect();
            @if !others.is_empty() { (self.list(&others)) }
        }
    }

    /// Lists the bots with the same code.
    fn copies(&self, group: &Group, code: &Code) -> Markup {
        let pair = group.pairs.iter().find(|pair| pair.same && pair.first == code.programs[0]);
        html! {
            p.small {
                @if group.codes.len() > 1 { (code.programs.len()) " of them have the same code, " }
                (grouped(code.tokens as u64)) " tokens"
                @if code.own < code.tokens {
                    ", " (grouped(code.own as u64)) " of them not handed out"
                }
                @if let Some(at) = pair.and_then(|pair| self.shown(pair)) {
                    " · " a href={ "#pair-" (at + 1) } { "two of them side by side" }
                }
            }
            div.same { (self.list(&code.programs)) }
        }
    }

    /// Returns the number of a pair that is shown with code.
    fn shown(&self, pair: &Similar) -> Option<usize> {
        self.code.iter().copied().find(|&at| std::ptr::eq(self.pairs[at], pair))
    }

    fn table(&self) -> Markup {
        let copies: BTreeMap<usize, usize> = self
            .found
            .groups
            .iter()
            .flat_map(|group| &group.codes)
            .map(|code| (code.programs[0], code.programs.len() - 1))
            .collect();
        let more = |pair: &Similar, bot: usize| -> Option<usize> {
            copies.get(&bot).copied().filter(|more| *more > 0 && !pair.same)
        };
        let head = html! {
            th scope="col" { "Similarity" }
            th scope="col" { "Bot" } th.num scope="col" { "Share" }
            th scope="col" { "Bot" } th.num scope="col" { "Share" }
            th scope="col" { span.spoken { "Side by side" } }
        };
        let rows = html! {
            @for (at, pair) in self.pairs.iter().take(PAIRS).enumerate() {
                tr {
                    td.bar {
                        (bar(pair.similarity))
                        @if pair.same { "same code" } @else { (percent(pair.similarity)) }
                    }
                    @for (bot, of) in [(pair.first, pair.of_first), (pair.second, pair.of_second)] {
                        th scope="row" {
                            (name(&self.bots[bot].name))
                            @if let Some(more) = more(pair, bot) {
                                span.small { "and " (more) " with the same code" }
                            }
                        }
                        td.num { (percent(of)) }
                    }
                    td { @if self.code.contains(&at) { a href={ "#pair-" (at + 1) } { "side by side" } } }
                }
            }
        };
        html! {
            (table("Pairs", "sheet pairs", head, rows))
            @if self.pairs.len() > PAIRS {
                p.note { (grouped((self.pairs.len() - PAIRS) as u64)) " less similar pairs are not shown." }
            }
            p.note {
                "“Share” is the part of a bot’s own code that the other bot also has; the similarity of a \
                 pair is the larger share. Bots with the same code are listed once."
            }
        }
    }

    fn left_out(&self) -> Markup {
        let Likeness { common, handed_out, short, .. } = self.found;
        html! {
            @if !common.is_empty() {
                h3 { "Common code" }
                p.note {
                    "More than half of the different bots of a language have this code. Bots with nearly the \
                     same code count as one."
                }
                ul.commons { @for common in common.iter().take(COMMON) { li { (self.common(common)) } } }
                @if common.len() > COMMON {
                    p.note { (grouped((common.len() - COMMON) as u64)) " shorter passages are not shown." }
                }
            }
            @if !handed_out.is_empty() {
                h3 { "Handed-out code" }
                (self.handed_out())
            }
            @if !short.is_empty() {
                h3 { "Too little own code to compare" }
                (self.list(short))
            }
        }
    }

    fn common(&self, common: &Common) -> Markup {
        let source = &self.bots[common.program];
        html! {
            p {
                strong { (grouped(common.tokens as u64)) " tokens" }
                @if common.whole == common.programs.len() {
                    " in " (common.whole) " of " (common.of) " bots"
                } @else {
                    ", half or more of it in " (common.programs.len()) " of " (common.of) " bots, all of it in "
                    (common.whole)
                }
                ", such as " (name(&source.name)) " "
                @if source.files.len() > 1 { (name(&common.lines.file)) " " }
                (range(&common.lines))
            }
            (self.list(&common.programs))
            details { summary { "The code" } (code::excerpt(source, &common.lines)) }
        }
    }

    fn handed_out(&self) -> Markup {
        let head = html! {
            th scope="col" { "Code" } th.num scope="col" { "Tokens, at most" }
            th scope="col" { "In bots" }
        };
        let rows = html! {
            @for code in &self.found.handed_out {
                tr {
                    th scope="row" { (name(&self.base[code.base].name)) }
                    td.num { (grouped(code.tokens as u64)) }
                    td {
                        details {
                            summary { (code.programs.len()) " of " (code.of) }
                            (self.list(&code.programs))
                        }
                    }
                }
            }
        };
        table("Handed-out code", "sheet", head, rows)
    }

    fn list(&self, bots: &[usize]) -> Markup {
        html! { ul.names { @for &bot in bots { li { (name(&self.bots[bot].name)) } } } }
    }

    fn code(&self) -> Markup {
        html! {
            p.note {
                "A shared passage has the same number and colour on both sides, in the order of the first \
                 bot. Lines marked “moved” are elsewhere in the second bot. Lines with a grey edge are \
                 ignored, in whole or in part."
                @if self.code.len() < self.pairs.len() {
                    " Shown: " (self.code.len()) " of " (grouped(self.pairs.len() as u64))
                    " pairs, pairs that connect a group first. For all passages, use " code { "--json" }
                    " or " code { "--csv" } "."
                }
            }
            @for &at in &self.code {
                (code::pair(self.bots, self.found, self.pairs[at], &format!("pair-{}", at + 1)))
            }
        }
    }

    fn foot(&self) -> Markup {
        html! {
            footer {
                h2 { "How to read this" }
                p {
                    "Names, numbers, strings, comments and layout do not count, so renaming and reformatting \
                     change nothing. Code is similar if it has the same runs of tokens (names, numbers, signs). \
                     Two bots can be similar because both follow the same page of a book, or because the students \
                     worked together with permission. Read both, and ask the students to explain their code."
                }
            }
        }
    }
}

/// Draws a share as a bar.
fn bar(share: f64) -> Markup {
    let width = format!("{:.1}", 80.0 * share.clamp(0.0, 1.0));
    html! {
        svg width="80" height="10" aria-hidden="true" {
            rect.rail width="80" height="10" rx="5" {}
            rect.fill width=(width) height="10" rx="5" {}
        }
    }
}

fn range(lines: &Lines) -> String {
    if lines.from == lines.to {
        lines.from.to_string()
    } else {
        format!("{}–{}", lines.from, lines.to)
    }
}
