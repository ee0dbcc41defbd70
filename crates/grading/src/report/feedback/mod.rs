//! Feedback: a page for each student that shows only their own results, with the records of their
//! matches, and a list of the pages for the teacher.

#[cfg(test)]
mod tests;

use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use super::folder::{self, FolderError};
use super::html;
use super::own::Student;
use super::tables::Tables;
use juez_core::{Fault, Record, Seat};
use juez_match::registry::game;
use juez_tournament::Results;

/// Prefix of the names of students' files, so that no name is one reserved by a system.
const PREFIX: &str = "student-";
/// Maximum letters taken from a name.
const LETTERS: usize = 40;
/// Replaces the text of a fault.
const HIDDEN: &str = "shown to its author alone";
/// The teacher's list of the pages.
pub const INDEX: &str = "students.html";

/// Writes a page for each student into `folder`, with the records of their matches, as returned by
/// `record` for a match number, and [`INDEX`] for the teacher. Returns the number of pages. If no
/// entrant belongs to a student, every entrant gets a page.
///
/// A page is one self-contained file. The records contain no text, drawing or fault message of
/// another bot.
///
/// # Errors
/// If the folder has files other than a report, or cannot be written to.
pub fn feedback(
    folder: &Path,
    tables: &Tables,
    results: &Results,
    record: &mut dyn FnMut(u32) -> Option<Record>,
) -> Result<usize, FolderError> {
    folder::claim(folder)?;
    let mut students = Student::all(tables);
    let files = file_names(students.iter().map(|student| student.name.as_str()));
    // A student can be gone or have another name by now.
    folder::clear(folder, is_ours)?;
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
        // Keeps the matches of only one student in memory.
        student.bots.iter_mut().for_each(|bot| bot.matches = Vec::new());
    }
    let index = html::students(tables, &students, &files).into_string();
    folder::write(&folder.join(INDEX), index.as_bytes())?;
    Ok(students.len())
}

/// Compresses the records of a student's matches and numbers them in the file; `None` without any.
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

/// Returns a record as the bot in these seats can see it: without the logs and drawings of others,
/// and only with the kind of their faults, which decides the end of the match. `None` if it cannot
/// be read.
fn private(mut record: Record, seats: &[Seat]) -> Option<Record> {
    let own = |seat: &Seat| seats.contains(seat);
    let tells = record.plies.iter().any(|ply| ply.log.is_some() || ply.marks.is_some());
    if tells {
        let moves = game(&record.game).ok()?.moves(&record).ok()?;
        let others = record.plies.iter_mut().zip(&moves).filter(|(_, made)| !own(&made.seat));
        others.for_each(|(ply, _)| (ply.log, ply.marks) = (None, None));
    }
    for log in record.logs.iter_mut().filter(|log| !own(&log.seat)) {
        log.log.clear();
    }
    let faults = record.end.iter_mut().flat_map(|end| &mut end.faults);
    for fault in faults.filter(|fault| !own(&fault.seat)) {
        fault.fault = Fault::new(fault.fault.kind, fault.fault.hook, "", HIDDEN);
    }
    Some(record)
}

/// Returns a file name without ending for each name: letters and digits of any script, dashes for
/// everything else, and a number to keep files distinct.
fn file_names<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut file_name = |name: &str| {
        let base = format!("{PREFIX}{}", cleaned(name));
        let numbered = (2..).map(|n| format!("{base}-{n}"));
        let mut candidates = std::iter::once(base.clone()).chain(numbered);
        // Some file systems ignore letter case.
        let free = candidates.find(|name| taken.insert(name.to_lowercase()));
        free.expect("there are more numbers than names")
    };
    names.map(&mut file_name).collect()
}

/// Returns true if [`file_names`] makes this name, with an ending; juez 0.1 compressed as zstd.
fn is_ours(name: &str) -> bool {
    let endings = [".html", ".jsonl.gz", ".jsonl.zst"];
    name.starts_with(PREFIX) && endings.iter().any(|ending| name.ends_with(ending))
}

fn cleaned(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: String = words.collect::<Vec<_>>().join("-").chars().take(LETTERS).collect();
    let clean = words.trim_end_matches('-');
    if clean.is_empty() { "unnamed".to_string() } else { clean.to_string() }
}
