//! Feedback: a page for each student with what is its own and nothing of others, the records of its
//! matches beside it, and a list of the pages for the teacher.
//!
//! | file | what it is |
//! |---|---|
//! | `file_name` | names of files that every system takes, whatever a student is called |
//! | `private` | a record without what belongs to others |

mod file_name;
mod private;
#[cfg(test)]
mod tests;

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::Path;

use super::folder::{self, FolderError};
use super::html;
use super::own::Student;
use super::tables::Tables;
use crate::core::Record;
use crate::tournament::results::Results;

use file_name::file_names;
use private::private;

/// The list of the pages, for the teacher.
pub const INDEX: &str = "students.html";

/// Writes a page for each student into `folder` with the records of its matches, as `record` finds
/// them by the number of a match, and [`INDEX`] for the teacher; how many pages. Where no entrant
/// belongs to a student, every entrant has a page.
///
/// A page is one file that needs no other. The records hold no text, drawing or fault message of
/// another bot.
///
/// # Errors
/// If the folder holds something else than a report, or cannot be written to.
pub fn feedback(
    folder: &Path,
    tables: &Tables,
    results: &Results,
    record: &mut dyn FnMut(u32) -> Option<Record>,
) -> Result<usize, FolderError> {
    folder::claim(folder)?;
    let mut students = Student::all(tables);
    let files = file_names(students.iter().map(|student| student.name.as_str()));
    // A student may be gone, or have another name now.
    folder::clear(folder, file_name::is_ours)?;
    for (student, file) in students.iter_mut().zip(&files) {
        let records = format!("{file}.jsonl.gz");
        for bot in &mut student.bots {
            bot.find_matches(results);
        }
        if let Some(bytes) = packed(student, record) {
            folder::write(&folder.join(&records), &bytes)?;
            student.records = Some(records);
        }
        let page = html::student(tables, student).into_string();
        folder::write(&folder.join(format!("{file}.html")), page.as_bytes())?;
        // The matches of one student at a time.
        student.bots.iter_mut().for_each(|bot| bot.matches = Vec::new());
    }
    let index = html::students(tables, &students, &files).into_string();
    folder::write(&folder.join(INDEX), index.as_bytes())?;
    Ok(students.len())
}

/// The records of a student's matches, compressed, each with its number in the file; `None` without
/// any.
fn packed(student: &mut Student, find: &mut dyn FnMut(u32) -> Option<Record>) -> Option<Vec<u8>> {
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    let mut count = 0;
    for own in student.bots.iter_mut().flat_map(|bot| &mut bot.matches).filter(|own| own.played) {
        let Some(record) = find(own.number).and_then(|record| private(record, &own.seats)) else {
            continue;
        };
        writeln!(out, "{}", record.to_line()).ok()?;
        own.record = Some(count);
        count += 1;
    }
    let bytes = out.finish().ok()?;
    (count > 0).then_some(bytes)
}
