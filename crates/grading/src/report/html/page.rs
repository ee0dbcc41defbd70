//! The frame and the data of all pages.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeSet;
use std::path::Path;

use crate::report::tables::Tables;
use juez_core::{plain, plain_lines};

const STYLE: &str = include_str!("style.css");

/// Forbids loading and running anything, even if a name finds a way into the markup.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The data of the pages.
pub(super) struct Pages<'a> {
    pub(super) tables: &'a Tables<'a>,
    /// Matches with a record file next to the pages.
    pub(super) records: BTreeSet<u32>,
    /// The folder as given; used in commands.
    pub(super) folder: &'a Path,
}

impl Pages<'_> {
    /// Returns the path of a match's record in links, if it exists.
    pub(super) fn file(&self, number: u32) -> Option<String> {
        self.records.contains(&number).then(|| file(number))
    }
}

/// Returns the path of a match's record within the report.
pub(super) fn file(number: u32) -> String {
    format!("records/{number:06}.jsonl")
}

pub(super) fn page(title: &str, body: Markup) -> Markup {
    styled(title, "", body)
}

/// Makes a page with this title and additional style rules.
pub(super) fn styled(title: &str, style: &'static str, body: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content="juez";
                title { (plain(title)) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            // Also catches characters that change the writing direction and that no cell has
            // replaced.
            body { (PreEscaped(plain_lines(&body.into_string()))) }
        }
    }
}

/// Marks up a name, which can be written in any direction.
pub(super) fn name(name: &str) -> Markup {
    html! { bdi { (plain(name)) } }
}

/// Makes a section with its heading.
pub(super) fn section(id: &str, title: &str, body: Markup) -> Markup {
    html! {
        section id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (title) }
            (body)
        }
    }
}

/// Wraps something wider than a phone, which scrolls separately, also by keyboard.
pub(super) fn wide(label: &str, body: Markup) -> Markup {
    html! { div.wide role="region" aria-label=(label) tabindex="0" { (body) } }
}

/// Makes a separately scrolling table from its classes, head cells and rows.
pub(super) fn table(title: &str, class: &str, head: Markup, rows: Markup) -> Markup {
    wide(
        title,
        html! {
            table class=(class) {
                caption.spoken { (title) }
                thead { tr { (head) } }
                tbody { (rows) }
            }
        },
    )
}

/// Replaces a leading hyphen by a true minus.
pub(super) fn minus(text: &str) -> String {
    text.strip_prefix('-').map_or(text.to_string(), |rest| format!("−{rest}"))
}
