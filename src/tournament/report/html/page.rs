//! The frame and the source of every page.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeSet;
use std::path::Path;

use crate::core::{plain, plain_lines};
use crate::tournament::report::tables::Tables;

const STYLE: &str = include_str!("style.css");

/// Nothing may be loaded from anywhere and nothing may run, even if a name should find a way into
/// the markup.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The source of the pages.
pub(super) struct Pages<'a> {
    pub(super) tables: &'a Tables<'a>,
    /// Matches whose record lies beside the pages.
    pub(super) records: BTreeSet<u32>,
    /// The folder as it was named, for commands.
    pub(super) folder: &'a Path,
}

impl Pages<'_> {
    /// The file of a match as the pages name it, if it is there.
    pub(super) fn file(&self, number: u32) -> Option<String> {
        self.records.contains(&number).then(|| file(number))
    }
}

/// The file of a match within the report.
pub(super) fn file(number: u32) -> String {
    format!("records/{number:06}.jsonl")
}

/// A page with this title.
pub(super) fn page(title: &str, body: Markup) -> Markup {
    styled(title, "", body)
}

/// A page with this title and rules of its own.
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
            // Also catches characters that turn the direction of writing and that no cell has
            // cleaned.
            body { (PreEscaped(plain_lines(&body.into_string()))) }
        }
    }
}

/// A name, which may be written in any direction.
pub(super) fn name(name: &str) -> Markup {
    html! { bdi { (plain(name)) } }
}

/// A section with its heading.
pub(super) fn section(id: &str, title: &str, body: Markup) -> Markup {
    html! {
        section id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (title) }
            (body)
        }
    }
}

/// Something wider than a telephone, which scrolls by itself and can be scrolled with keys.
pub(super) fn wide(label: &str, body: Markup) -> Markup {
    html! { div.wide role="region" aria-label=(label) tabindex="0" { (body) } }
}

/// A table that scrolls by itself, with its classes, the cells of its heading and its rows.
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

/// A figure with a true minus.
pub(super) fn minus(text: &str) -> String {
    text.strip_prefix('-').map_or(text.to_string(), |rest| format!("−{rest}"))
}
