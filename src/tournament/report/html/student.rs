//! The page of a student, its own place, what is missing to pass, its faults, fuel and matches; and the
//! list of the pages, for the teacher.

use maud::{Markup, html};
use std::cmp::Ordering;

use super::cross::shade;
use super::page::{minus, name, page as shell, section, table};
use super::{faults, sheet};
use crate::core::plain;
use crate::tournament::class::criterion::Passing;
use crate::tournament::report::costs::CostRow;
use crate::tournament::report::criteria::Judged;
use crate::tournament::report::figure::{
    capital, count, dashed, grouped, percent, points, rating_within, rounded, short, signed,
};
use crate::tournament::report::hands;
use crate::tournament::report::own::{Bot, Outcome, OwnMatch, Student};
use crate::tournament::report::sheet::{Sheet, number_value};
use crate::tournament::report::standings::remark;
use crate::tournament::report::tables::Tables;
use crate::tournament::report::text::progress;

/// The size of a bar from 0 to 100 %.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 26.0;
const MARGIN: f64 = 8.0;

pub(in crate::tournament::report) fn student(tables: &Tables, student: &Student<'_>) -> Markup {
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

/// Everything of one bot; of a student with several the sections are numbered.
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
            (section(&id("pass"), "What it takes to pass", html! {
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
                (section(&id("hands"), "In each hand", sheet::noted(hands)))
            }
            @if !bot.meetings.is_empty() {
                (section(&id("against"), "Against each of the others", against(tables, bot)))
            }
            (section(&id("matches"), "Matches", own_matches(student, bot)))
        }
    }
}

/// The figures that are looked for first.
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
        @if row.close { ", not yet distinguishable from the one above" }
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

/// A criterion with its bar.
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
                "The command asks your bot again what it was asked there; start it where " code { (file) }
                " and your bot are."
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

/// A share as a bar.
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

/// The row of a bot in the table of hands.
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
                    "The file of records has your matches with what your bot wrote and drew. What the other \
                     bots wrote, and what they did wrong, is not in it."
                }
            }
        }
    }
}

/// The results against each opponent.
fn against(tables: &Tables, bot: &Bot<'_>) -> Markup {
    let head = html! {
        th scope="col" { "Opponent" }
        th.num scope="col" { "Score %" }
        th.num scope="col" { "Points" }
        th.num scope="col" { "Matches" }
        @if tables.two_sides { th.num scope="col" { "W-D-L" } }
    };
    let rows = html! {
        @for (other, meeting) in &bot.meetings {
            tr {
                th scope="row" { (name(other)) }
                td.num.heat.(shade(meeting.score)) { (percent(meeting.score)) }
                td.num { (points(meeting.points)) }
                td.num { (meeting.games) }
                @if tables.two_sides {
                    td.num { (meeting.won_drawn_lost.map(dashed).unwrap_or_default()) }
                }
            }
        }
    };
    table("Against each of the others", "sheet versus", head, rows)
}

/// Its matches, each with the number of its record.
fn own_matches(student: &Student<'_>, bot: &Bot<'_>) -> Markup {
    if bot.matches.is_empty() {
        return html! { p.empty { "None yet." } };
    }
    let partners = bot.matches.iter().any(|own| !own.partners.is_empty());
    let head = html! {
        th.num scope="col" { "Match" }
        th.more scope="col" { "Round" }
        @if partners { th scope="col" { "With" } }
        th scope="col" { "Against" }
        th.num scope="col" { "Seat" }
        th scope="col" { "Result" }
        th.num.more scope="col" { "Points" }
        th scope="col" { "End" }
        th.num.more scope="col" { "Plies" }
        th.num scope="col" { "Record" }
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
        (table("Matches", "matches own", head, html! { @for own in &bot.matches { (line(own, partners)) } }))
    }
}

fn line(own: &OwnMatch, partners: bool) -> Markup {
    let seats: Vec<String> = own.seats.iter().map(|seat| seat.to_string()).collect();
    let list = |names: &[String]| {
        html! { @for (i, who) in names.iter().enumerate() { @if i > 0 { " · " } (name(who)) } }
    };
    let (class, result) = match own.outcome {
        Outcome::Won => ("w4", "won".to_string()),
        Outcome::Drawn => ("even", "drawn".to_string()),
        Outcome::Lost => ("l4", "lost".to_string()),
        Outcome::Rank(rank, of) => {
            let behind = f64::from(rank - 1) / f64::from((of - 1).max(1));
            let class = match behind.total_cmp(&0.5) {
                Ordering::Less => "w4",
                Ordering::Equal => "even",
                Ordering::Greater => "l4",
            };
            (class, format!("rank {rank} of {of}"))
        }
        Outcome::Open => ("", String::new()),
    };
    html! {
        tr {
            th.num scope="row" { (own.number) }
            td.more { (plain(&own.round)) }
            @if partners { td { (list(&own.partners)) } }
            td { (list(&own.opponents)) }
            td.num { (seats.join(", ")) }
            td.result.(class) { (result) }
            td.num.more { @if let Some(points) = own.points { (minus(&points.to_string())) } }
            td { (plain(&own.end)) @if own.faults > 0 { " " span.kind { (count(own.faults as u64, "fault", "faults")) } } }
            td.num.more { (number_value(own.plies)) }
            td.num { (number_value(own.record)) }
        }
    }
}

pub(in crate::tournament::report) fn students(
    tables: &Tables,
    students: &[Student<'_>],
    files: &[String],
) -> Markup {
    let judged = students.iter().flat_map(|s| &s.bots).any(|bot| !bot.standing.criteria.is_empty());
    let head = html! {
        th.num scope="col" { "#" }
        th scope="col" { "Page" }
        th.num scope="col" { "Score %" }
        th.num.more scope="col" { "Elo" }
        @if judged { th scope="col" { "Passes" } }
        th.num scope="col" { "Faults" }
        th scope="col" { "Remarks" }
    };
    let lines = html! {
        @for (student, file) in students.iter().zip(files) { (student_line(student, file, judged)) }
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
                        "This list is for the teacher. Give each student the page, and the file of records of the \
                         same name: what they hold is the student's own."
                    }
                    (table("Students", "students", head, lines))
                }))
            }
        },
    )
}

fn student_line(student: &Student<'_>, file: &str, judged: bool) -> Markup {
    let Some(best) = student.bots.first() else { return html! {} };
    let row = best.standing;
    let missing = row.criteria.iter().map(Judged::missing);
    let missing = missing.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
    html! {
        tr.out[row.error.is_some()] {
            td.num.place { (row.shown_place()) }
            th scope="row" { a href={ (file) ".html" } { (name(&student.name)) } }
            td.num { (row.score.map(|score| percent(score.value)).unwrap_or_default()) }
            td.num.more { (row.elo.map(|elo| minus(&rating_within(&elo))).unwrap_or_default()) }
            @if judged {
                td {
                    @if let Some(word) = row.verdict() {
                        span.verdict.yes[word == "yes"].no[word == "no"] { (word) }
                    }
                }
            }
            td.num { (row.faults) }
            td.remarks {
                @if !remark(row).is_empty() { span.remark { (plain(&remark(row))) } " " }
                (plain(&missing))
            }
        }
    }
}
