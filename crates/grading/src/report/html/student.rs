//! The page of a student, with their rank, the missing criteria, faults, fuel and matches; and the
//! list of the pages for the teacher.

use maud::{Markup, html};

use super::cross::shade;
use super::faults;
use super::page::{minus, name, page as shell, section};
use super::sheet::{Decoration, decorated, noted};
use crate::report::costs::CostRow;
use crate::report::criteria::Judged;
use crate::report::cross;
use crate::report::figure::{capital, count, grouped, percent, points, rounded, short, signed};
use crate::report::hands;
use crate::report::own::{self, Bot, Student, matches};
use crate::report::sheet::{Cell, Column, Key, Sheet};
use crate::report::standings::{CLOSE_TO, remark};
use crate::report::tables::Tables;
use crate::report::text::progress;
use juez_core::plain;
use juez_tournament::Passing;

/// The size of a bar from 0 to 100 %.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 26.0;
const MARGIN: f64 = 8.0;

pub(in crate::report) fn student(tables: &Tables, student: &Student<'_>) -> Markup {
    let about = &tables.about;
    shell(
        &format!("{} – {}", student.name, about.name),
        html! {
            header {
                p.game { (about.game) " · " (name(&about.name)) }
                h1 { (name(&student.name)) }
                ul.terms {
                    li { (about.format) }
                    li { (count(about.entrants.into(), "entrant", "entrants")) }
                    @if !tables.progress.complete { li { "not over yet" } }
                }
            }
            main.student {
                @for (number, bot) in student.bots.iter().enumerate() {
                    (of_bot(tables, student, bot, number))
                }
            }
            (foot(student))
        },
    )
}

/// Shows everything about one bot. With several bots, the sections are numbered.
fn of_bot(tables: &Tables, student: &Student<'_>, bot: &Bot<'_>, number: usize) -> Markup {
    let id = |part: &str| format!("{part}-{number}");
    let row = bot.standing;
    html! {
        @if student.bots.len() > 1 || row.name != student.name {
            p.bot-name { "Bot " strong { (name(&row.name)) } " " code { (plain(&row.version)) } }
        }
        @if let Some(error) = &row.error {
            p.stop { strong { "This bot does not play. " } (plain(&error.replace('\n', " "))) }
        } @else {
            (tiles(tables, bot))
        }
        @if !row.criteria.is_empty() {
            (section(&id("pass"), "Pass criteria", html! {
                div.cards { @for judged in &row.criteria { (wish(judged)) } }
            }))
        }
        @if row.error.is_none() {
            (section(&id("faults"), "What went wrong", own_faults(student, bot)))
            @if let Some(costs) = bot.costs.filter(|costs| costs.budget.is_some()) {
                (section(&id("fuel"), "Fuel", fuel(costs)))
            }
            @let hands = own_hands(tables, bot);
            @if !hands.rows.is_empty() {
                (section(&id("hands"), "In each hand", noted(hands)))
            }
            @let against = cross::list(&tables.cross_table, Some(&row.name));
            @if !against.rows.is_empty() {
                (section(&id("against"), "Against each of the others", versus(against)))
            }
            (section(&id("matches"), "Matches", own_matches(student, bot)))
        }
    }
}

/// Shows the most important figures.
fn tiles(tables: &Tables, bot: &Bot<'_>) -> Markup {
    let row = bot.standing;
    let of = tables.standings.iter().filter(|row| row.place.is_some()).count();
    let ends = |low: Option<f64>, high: Option<f64>, text: &dyn Fn(f64) -> String| {
        let ends = low.zip(high);
        ends.map(|(low, high)| format!("95 % interval {} to {}", text(low), text(high)))
    };
    let elo = |value: f64| minus(&signed(value));
    let tile = |title: &str, value: Markup, how: Markup| {
        html! { div { dt { (title) } dd { (value) } dd.how { (how) } } }
    };
    let place = html! {
        "of " (of)
        @if row.close { ", " (CLOSE_TO) }
    };
    let matches = html! {
        "in " (count(row.matches.into(), "match", "matches"))
        @if let Some([won, drawn, lost]) = row.won_drawn_lost {
            ": " (won) " won, " (drawn) " drawn, " (lost) " lost"
        }
        @if row.byes > 0 { ", " (count(row.byes.into(), "bye", "byes")) }
    };
    let score = row.score.as_ref().map(|score| {
        let ends = ends(score.low, score.high, &percent);
        tile("Score", html! { (percent(score.value)) " %" }, html! { (ends.unwrap_or_default()) })
    });
    html! {
        dl.tiles {
            (tile("Place", html! { (row.shown_place()) }, place))
            (score.unwrap_or_else(|| tile("Score", html! { "–" }, html! { "no match yet" })))
            @if let Some(rating) = &row.elo {
                @let ends = ends(rating.low, rating.high, &elo).unwrap_or_default();
                (tile("Elo", html! { (elo(rating.value)) }, html! { (ends) }))
            }
            (tile("Points", html! { (points(row.points)) }, matches))
        }
        @if let Some(after) = row.benched_after {
            p.stop {
                strong { "Benched after match " (after) ". " }
                "Too many matches in a row were lost to its own faults; those that followed count as lost."
            }
        }
    }
}

fn wish(judged: &Judged) -> Markup {
    let Judged { criterion, verdict } = judged;
    let (class, word) = match verdict.decision {
        Passing::Passed => ("yes", "✓ passed"),
        Passing::Failed => ("no", "✗ not passed"),
        Passing::Undecided => ("", "not yet"),
    };
    let at = |share: f64| rounded(MARGIN + share * (WIDTH - 2.0 * MARGIN), 1);
    let middle = HEIGHT / 2.0;
    html! {
        article.card.wish.(if class.is_empty() { "open" } else { class }) {
            h3 {
                (plain(&capital(&criterion.to_string())))
                span.verdict.times.(class) { (word) }
            }
            @if let Some(score) = verdict.score {
                svg.meter role="img" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) }
                    aria-label={ "score " (percent(score)) " %, asked for " (percent(criterion.share)) " %" } {
                    rect.track x=(at(0.0)) y=(middle - 4.0) width=(at(1.0) - at(0.0)) height="8" rx="4" {}
                    rect.goal x=(at(criterion.share)) y=(middle - 4.0)
                        width=(at(1.0) - at(criterion.share)) height="8" rx="4" {}
                    line.aim x1=(at(criterion.share)) x2=(at(criterion.share)) y1="1" y2=(HEIGHT - 1.0) {}
                    @if criterion.confidence.is_some() {
                        line.whisker x1=(at(verdict.low)) x2=(at(verdict.high)) y1=(middle) y2=(middle) {}
                    }
                    circle.dot cx=(at(score)) cy=(middle) r="6" {}
                }
                p {
                    "Score " strong { (short(score)) } " in "
                    (count(verdict.games.into(), "game", "games")) "."
                }
            }
            @let missing = judged.missing();
            @if !missing.is_empty() { p.missing { (plain(&missing)) } }
        }
    }
}

fn own_faults(student: &Student<'_>, bot: &Bot<'_>) -> Markup {
    if bot.faults.is_empty() {
        return html! { p.empty { "Nothing: no fault in any match." } };
    }
    let record = |number: u32| {
        let own = bot.matches.iter().find(|own| own.number == number);
        own.and_then(|own| own.record).zip(student.records.as_deref())
    };
    html! {
        p {
            "Each kind once, with its first case. "
            @if let Some(file) = &student.records {
                "The command repeats the bot's decision; run it in the folder of " code { (file) }
                " and your bot."
            }
        }
        div.cards {
            @for row in &bot.faults {
                (faults::card(
                    row,
                    html! { span.kind { (capital(&row.kind.to_string())) } },
                    html! { "match " (row.first) },
                    record(row.first).map(|(number, file)| html! {
                        "juez debug " (file) " " span.argument { "--record-number " (number) }
                        " " span.argument { "--ply " (row.case.ply) }
                        " " span.argument { "--seat " (row.case.seat.to_string()) }
                    }),
                ))
            }
        }
    }
}

fn fuel(costs: &CostRow) -> Markup {
    let worst = costs.worst_fuel.map(|fuel| fuel as f64);
    let bars = [
        ("A decision on average", costs.fuel, costs.share),
        ("The dearest decision", worst, costs.worst_share),
    ];
    html! {
        table.fuel {
            caption.spoken { "Fuel of a decision" }
            tbody {
                @for (what, fuel, share) in bars {
                    @if let (Some(fuel), Some(share)) = (fuel, share) {
                        tr {
                            th scope="row" { (what) }
                            td.num { (grouped(rounded(fuel, 0) as u64)) }
                            td { (meter(share)) }
                            td.num { (percent(share)) " %" }
                        }
                    }
                }
            }
        }
        @if let Some(budget) = costs.budget {
            p.note {
                "Of the budget of " (grouped(budget)) " for each decision, over "
                (count(costs.decisions, "decision", "decisions")) ". A decision that takes more is a fault."
            }
        }
    }
}

/// Draws a share as a bar.
fn meter(share: f64) -> Markup {
    let full = WIDTH - 2.0 * MARGIN;
    let width = rounded(full * share.clamp(0.0, 1.0), 1);
    html! {
        svg.meter viewBox={ "0 0 " (WIDTH) " 16" } aria-hidden="true" {
            rect.track x=(MARGIN) y="4" width=(full) height="8" rx="4" {}
            rect.fill.much[share > 0.8] x=(MARGIN) y="4" width=(width) height="8" rx="4" {}
        }
    }
}

/// Returns the row of a bot in the table of hands.
fn own_hands(tables: &Tables, bot: &Bot<'_>) -> Sheet {
    let mut sheet = hands::sheet(tables.hands.as_ref());
    sheet.rows.retain(|row| row[0].text == bot.standing.name);
    sheet
}

fn foot(student: &Student<'_>) -> Markup {
    html! {
        footer {
            p {
                "A 95 % interval holds the true figure in nineteen of twenty such tournaments. Elo 0 is the \
                 mean of the field; 100 points more are 64 % of the points to be had."
            }
            @if student.records.is_some() {
                p {
                    "The file of records has your matches with the logs and drawings of your bot. \
                     Logs and faults of the other bots are not in it."
                }
            }
        }
    }
}

/// Shows the results against each opponent.
fn versus(sheet: Sheet) -> Markup {
    let decoration = |_: Option<usize>, column: &Column, cell: &Cell| {
        let score = cell.values.first().filter(|_| column.key == Some(Key::Score));
        let shade = score.and_then(|score| score.parse().ok()).map(shade);
        shade.map(|shade| Decoration::class(format!("heat {shade}"))).unwrap_or_default()
    };
    decorated(sheet, "sheet versus", &decoration)
}

/// Shows the bot's matches with the numbers of their records.
fn own_matches(student: &Student<'_>, bot: &Bot<'_>) -> Markup {
    let decoration = |row: Option<usize>, column: &Column, _: &Cell| match row {
        Some(row) if column.key == Some(Key::Result) => {
            // Half as strong as in the cross-table.
            let shade = bot.matches[row].outcome.score().map(|score| shade(0.25 + 0.5 * score));
            Decoration::class(format!("result {}", shade.unwrap_or_default()))
        }
        _ => Decoration::default(),
    };
    html! {
        @if let Some(file) = &student.records {
            p {
                "Walk through one with " code { "juez replay " (file) " --record-number N" }
                ", where N is the number under Record."
            }
        }
        @if bot.more > 0 {
            p { "Listed are " (grouped(bot.matches.len() as u64)) "; " (grouped(bot.more as u64)) " more are to come or are not listed." }
        }
        (decorated(matches(&bot.matches), "matches own", &decoration))
    }
}

pub(in crate::report) fn students(
    tables: &Tables,
    students: &[Student<'_>],
    files: &[String],
) -> Markup {
    let decoration = |row: Option<usize>, column: &Column, Cell { text, .. }: &Cell| {
        let Some(row) = row else { return Decoration::default() };
        let Student { name: student, bots, .. } = &students[row];
        let (class, inner) = match column.key {
            Some(Key::Place) => ("place", html! { (bots[0].standing.shown_place()) }),
            Some(Key::Name) => ("", html! { a href={ (files[row]) ".html" } { (name(student)) } }),
            Some(Key::Remarks) => {
                let remark = remark(bots[0].standing);
                let missing = text.strip_prefix(&remark).unwrap_or(text);
                ("remarks", html! { span.remark { (plain(&remark)) } (plain(missing)) })
            }
            _ => return Decoration::default(),
        };
        Decoration { inner: Some(inner), ..Decoration::class(class) }
    };
    shell(
        &format!("Feedback – {}", tables.about.name),
        html! {
            header {
                p.game { (tables.about.game) " · " (name(&tables.about.name)) }
                h1 { "Feedback" }
                p.progress { (progress(tables)) }
            }
            main {
                (section("students", "A page for each", html! {
                    p {
                        "This list is for the teacher. Give each student the page and the file of \
                         records of the same name; they show only this student's data."
                    }
                    (decorated(own::students(tables, students), "students", &decoration))
                }))
            }
        },
    )
}
