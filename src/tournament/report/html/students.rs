//! The list of students' pages, for the teacher.

use maud::{Markup, html};

use super::page::{minus, name, page as shell, section, table};
use crate::core::plain;
use crate::tournament::report::criteria::Judged;
use crate::tournament::report::figure::{percent, rating_within};
use crate::tournament::report::own::Student;
use crate::tournament::report::standings::remark;
use crate::tournament::report::tables::Tables;
use crate::tournament::report::text::progress;

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
        @for (student, file) in students.iter().zip(files) { (line(student, file, judged)) }
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

fn line(student: &Student<'_>, file: &str, judged: bool) -> Markup {
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
