//! Submissions and the list of the class.

use std::collections::BTreeMap;

use super::Submission;
use crate::core::nearest;
use crate::tournament::class::Roster;

/// Somebody who handed in and is not on the roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stranger {
    /// What was handed in.
    pub submission: Submission,
    /// A student of the roster with a name like it.
    pub meant: Option<String>,
}

/// Submissions by the names of a roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matched {
    /// One for each student of the roster, in the order of the roster; of those who handed in nothing
    /// one without versions.
    pub submissions: Vec<Submission>,
    /// The others, ascending. They take no part.
    pub strangers: Vec<Stranger>,
}

/// Gives each student of a roster what they handed in.
///
/// Names are the same if they are equal, or else if they are but for letter case and for what parts
/// words (blanks, `_`, `-`, `.`), and no other name is like them in this way.
pub fn matched(submissions: Vec<Submission>, roster: &Roster) -> Matched {
    let students: Vec<&str> = roster.rows().iter().map(|row| row.student.as_str()).collect();
    let mut loose: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for student in &students {
        loose.entry(plain(student)).or_default().push(student);
    }
    let mut by_plain: BTreeMap<String, usize> = BTreeMap::new();
    for submission in &submissions {
        *by_plain.entry(plain(&submission.student)).or_default() += 1;
    }
    let mut found: BTreeMap<&str, Submission> = BTreeMap::new();
    let mut strangers = Vec::new();
    for submission in submissions {
        let name = submission.student.as_str();
        let exact = students.iter().find(|student| **student == name).copied();
        let like = || match loose.get(&plain(name)).map(Vec::as_slice) {
            Some([student]) if by_plain[&plain(name)] == 1 => Some(*student),
            _ => None,
        };
        match exact.or_else(like) {
            Some(student) => drop(found.insert(student, submission)),
            None => strangers.push(submission),
        }
    }
    let nothing = |student: &str| Submission {
        student: student.to_string(),
        versions: Vec::new(),
        ignored: Vec::new(),
    };
    let absent: Vec<&str> =
        students.iter().copied().filter(|student| !found.contains_key(student)).collect();
    let stranger = |submission: Submission| Stranger {
        meant: nearest(&submission.student, absent.iter().copied()).map(str::to_string),
        submission,
    };
    let strangers = strangers.into_iter().map(stranger).collect();
    let submissions = students.iter().map(|student| match found.remove(student) {
        Some(submission) => Submission { student: student.to_string(), ..submission },
        None => nothing(student),
    });
    Matched { submissions: submissions.collect(), strangers }
}

/// A name without letter case and without what parts its words.
fn plain(name: &str) -> String {
    let is_mark = |c: &char| c.is_whitespace() || matches!(c, '_' | '-' | '.');
    name.chars().filter(|c| !is_mark(c)).flat_map(char::to_lowercase).collect()
}
