//! Fault cards: the faults of bots, and the commands to look at them again.

use maud::{Markup, html};
use std::path::Path;

use super::page::{Pages, name};
use super::sheet;
use crate::report::faults::{self, FaultRow};
use crate::report::figure::count;
use juez_core::{plain, shell_quoted};

/// Maximum number of cards; further faults are only in the table.
const MAX_CARDS: usize = 60;
/// Maximum characters of a text from a bot.
const MAX_TEXT_CHARS: usize = 600;

pub(super) fn faults(pages: &Pages) -> Markup {
    let tables = pages.tables;
    let failed = &tables.progress.failed;
    html! {
        @if tables.faults.is_empty() {
            p.empty { "No bot has done anything wrong." }
        } @else {
            p {
                "Each kind of fault once for each bot, with its first case. The commands are for the \
                 folder in which the tournament was started; "
                code { "--bots FOLDER" } " says where else the scripts are."
            }
            div.cards { @for row in tables.faults.iter().take(MAX_CARDS) { (of_index(pages, row)) } }
            details {
                summary { "As a table" }
                (sheet::table(faults::list(&tables.faults)))
            }
        }
        @if !failed.is_empty() {
            @let sheet = faults::failed(failed, MAX_CARDS);
            h3 { (sheet.title) }
            (sheet::noted(sheet))
        }
    }
}

fn of_index(pages: &Pages, row: &FaultRow) -> Markup {
    let file = pages.file(row.first);
    let head = html! { (name(&row.name)) " " span.kind { (row.kind.to_string()) } };
    let first = html! {
        @match &file {
            Some(file) => a href=(file) { "match " (row.first) },
            None => { "match " (row.first) }
        }
    };
    card(row, head, first, file.map(|file| html! { (commands(pages.folder, &file, row)) }))
}

/// Draws a kind of fault with its first occurrence, and the commands to look at it again.
pub(super) fn card(
    row: &FaultRow,
    head: Markup,
    first: Markup,
    commands: Option<Markup>,
) -> Markup {
    let times = match row.times {
        1 => "once".to_string(),
        times => format!("{times} times in {}", count(row.matches.into(), "match", "matches")),
    };
    html! {
        article.card {
            h3 { (head) span.times { (times) } }
            dl {
                (story(row))
                dt { "first" }
                dd { (first) ", ply " (row.case.ply) ", seat " (row.case.seat.to_string()) }
            }
            @if let Some(commands) = commands { pre { code { (commands) } } }
        }
    }
}

/// Lists the first occurrence of a fault.
fn story(row: &FaultRow) -> Markup {
    let fault = &row.case.fault;
    html! {
        dt { "in" } dd { code { (fault.hook.to_string()) } }
        @if let Some(place) = fault.location() { dt { "where" } dd { code { (plain(&place)) } } }
        dt { "why" } dd { (text(&fault.why)) }
        @if !fault.text.is_empty() && !fault.why.contains(&fault.text) {
            dt { "gave" } dd { code { (text(&fault.text)) } }
        }
    }
}

/// Cuts a text from a bot to a length suitable for a page.
fn text(text: &str) -> String {
    let short: String = text.chars().take(MAX_TEXT_CHARS).collect();
    let more = if short.len() < text.len() { " …" } else { "" };
    plain(&short.replace('\n', " ")) + more
}

fn commands(folder: &Path, file: &str, row: &FaultRow) -> String {
    let file = shell_quoted(&folder.join(file).display().to_string());
    let (ply, seat) = (row.case.ply, row.case.seat);
    format!(
        "juez debug {file} --ply {ply} --seat {seat}\njuez replay {file}\njuez verify {file} --rerun ."
    )
}
