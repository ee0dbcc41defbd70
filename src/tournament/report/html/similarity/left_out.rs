//! Code that did not count.

use maud::{Markup, html};

use super::super::page::{name, table};
use super::{Page, code, range};
use crate::tournament::class::similarity::{Common, Likeness};
use crate::tournament::report::figure::grouped;

/// Common passages that are shown.
const COMMON: usize = 40;

impl Page<'_> {
    pub(super) fn left_out(&self) -> Markup {
        let Likeness { common, handed_out, short, .. } = self.found;
        html! {
            @if !common.is_empty() {
                h3 { "As common" }
                p.note {
                    "More than half of the different bots of a language have it. Bots with nearly the same code \
                     count as one."
                }
                ul.commons { @for common in common.iter().take(COMMON) { li { (self.common(common)) } } }
                @if common.len() > COMMON {
                    p.note { (grouped((common.len() - COMMON) as u64)) " shorter passages are not shown." }
                }
            }
            @if !handed_out.is_empty() {
                h3 { "As handed out" }
                (self.handed_out())
            }
            @if !short.is_empty() {
                h3 { "Too little code of their own to compare" }
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
                    " that " (common.whole) " of " (common.of) " bots have"
                } @else {
                    " of which " (common.programs.len()) " of " (common.of) " bots have half or more, "
                    (common.whole) " all"
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
        table("Left out as handed out", "sheet", head, rows)
    }
}
