//! Submissions and the list of the class.

use std::collections::BTreeMap;

use super::Submission;
use crate::core::nearest;
use crate::tournament::class::name::{bare, loose};
use crate::tournament::class::{Roster, RosterRow};

/// A submission that is of no student of the roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stranger {
    /// What was handed in.
    pub submission: Submission,
    /// A student of the roster with a name like it.
    pub meant: Option<String>,
    /// The students of the roster whose it may be, where it cannot be told which.
    pub claims: Vec<String>,
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
/// Names are the same if they are equal, or else if they are but for letter case, accents and what
/// parts words, and no other name is like them in this way. First and last names may change places, and
/// an id of the roster may stand beside the name or instead of it. Students of one name need one, and
/// so do several submissions of one: those that cannot be told apart are of no one.
pub fn matched(submissions: Vec<Submission>, roster: &Roster) -> Matched {
    let rows = roster.rows();
    let mut given: Vec<Option<usize>> = vec![None; submissions.len()];
    settle(&submissions, rows, &mut given, has_number);
    settle(&submissions, rows, &mut given, |row, submission| row.student == submission.name);
    for fold in [loose, bare] {
        alike(&submissions, rows, &mut given, fold);
    }
    sorted(submissions, rows, &given)
}

/// Gives a submission to the one row that it may be of, if no other may be of that row too.
fn settle(
    submissions: &[Submission],
    rows: &[RosterRow],
    given: &mut [Option<usize>],
    may_be: fn(&RosterRow, &Submission) -> bool,
) {
    let fits = |submission: &Submission| -> Vec<usize> {
        (0..rows.len()).filter(|&row| may_be(&rows[row], submission)).collect()
    };
    let open = (0..submissions.len()).filter(|&s| given[s].is_none());
    let found: Vec<(usize, Vec<usize>)> = open.map(|s| (s, fits(&submissions[s]))).collect();
    for (submission, fitting) in &found {
        if let [row] = fitting[..] {
            let rivals = found.iter().filter(|(_, fitting)| fitting.contains(&row)).count();
            if rivals == 1 && !given.contains(&Some(row)) {
                given[*submission] = Some(row);
            }
        }
    }
}

/// True if an id of a row is the number that Moodle gave: the id itself where the name is the row's,
/// or `Participant 12345` of its grading sheet where names are hidden.
fn has_number(row: &RosterRow, submission: &Submission) -> bool {
    let Some(number) = submission.number.as_deref() else { return false };
    let name = bare(&submission.name);
    let is_name = names(row).iter().any(|own| bare(own) == name);
    row.ids.iter().any(|id| {
        let last = id.rsplit([' ', '_', '-']).next();
        is_name && last == Some(number) || bare(id) == format!("{name}{number}")
    })
}

/// True if others of the roster are called the same.
fn is_namesake(row: &RosterRow) -> bool {
    row.student != row.name
}

/// The names of a row, first and last names either way round.
fn names(row: &RosterRow) -> Vec<String> {
    let turned = row
        .parts
        .iter()
        .flat_map(|[first, last]| [format!("{first} {last}"), format!("{last} {first}")]);
    [row.name.clone()].into_iter().chain(turned).collect()
}

/// The names that a submission of a row may have: its own, with an id if others have them too, and its
/// ids, of an address also what stands before the @.
fn callings(row: &RosterRow) -> Vec<String> {
    let ids: Vec<&str> = row
        .ids
        .iter()
        .flat_map(|id| [Some(id.as_str()), id.split_once('@').map(|(user, _)| user)])
        .flatten()
        .collect();
    let mut all: Vec<String> = ids.iter().map(|id| id.to_string()).collect();
    for name in names(row) {
        all.extend(ids.iter().flat_map(|id| [format!("{name} {id}"), format!("{id} {name}")]));
        all.extend((!is_namesake(row)).then_some(name));
    }
    all.push(row.student.clone());
    all
}

/// Gives submissions to rows whose callings fold to the same text, if no other row and no other
/// submission does.
fn alike(
    submissions: &[Submission],
    rows: &[RosterRow],
    given: &mut [Option<usize>],
    fold: fn(&str) -> String,
) {
    let mut of: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, row) in rows.iter().enumerate() {
        for calling in callings(row) {
            let known = of.entry(fold(&calling)).or_default();
            if !known.contains(&number) {
                known.push(number);
            }
        }
    }
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for submission in submissions {
        *times.entry(fold(&submission.name)).or_default() += 1;
    }
    for (number, submission) in submissions.iter().enumerate() {
        let key = fold(&submission.name);
        if given[number].is_some() || times[&key] > 1 {
            continue;
        }
        if let Some([row]) = of.get(&key).map(Vec::as_slice)
            && !given.contains(&Some(*row))
        {
            given[number] = Some(*row);
        }
    }
}

/// The submissions in the order of the roster, and those that are left.
fn sorted(submissions: Vec<Submission>, rows: &[RosterRow], given: &[Option<usize>]) -> Matched {
    let mut found: BTreeMap<usize, Submission> = BTreeMap::new();
    let mut left = Vec::new();
    for (submission, row) in submissions.into_iter().zip(given) {
        match row {
            Some(row) => drop(found.insert(*row, submission)),
            None => left.push(submission),
        }
    }
    let absent: Vec<usize> = (0..rows.len()).filter(|row| !found.contains_key(row)).collect();
    let called = |submission: &Submission, row: &RosterRow| {
        let is_like = names(row).iter().any(|name| bare(name) == bare(&submission.name));
        is_like && (is_namesake(row) || row.name == submission.name)
    };
    let claims = |submission: &Submission| -> Vec<usize> {
        absent.iter().copied().filter(|&row| called(submission, &rows[row])).collect()
    };
    let unclear = |row: usize| {
        let claimed: Vec<&str> = left
            .iter()
            .filter(|submission| claims(submission).contains(&row))
            .map(|submission| submission.student.as_str())
            .collect();
        let expected = match rows[row].ids.first() {
            Some(id) => {
                format!("an id in its name, as in {:?}", format!("{} {id}", rows[row].name))
            }
            None => "one folder for each student".to_string(),
        };
        (!claimed.is_empty()).then(|| {
            let claimed = claimed.join(", ");
            format!("it cannot be told whose this is: {claimed}; expected {expected}")
        })
    };
    let submission = |row: usize| match found.get(&row) {
        Some(submission) => Submission { student: rows[row].student.clone(), ..submission.clone() },
        None => Submission {
            student: rows[row].student.clone(),
            name: rows[row].name.clone(),
            number: None,
            is_strange: false,
            unclear: unclear(row),
            versions: Vec::new(),
            ignored: Vec::new(),
        },
    };
    let missing = || absent.iter().map(|&row| rows[row].student.as_str());
    let stranger = |submission: &Submission| Stranger {
        meant: nearest(&submission.student, missing()).map(str::to_string),
        claims: claims(submission).into_iter().map(|row| rows[row].student.clone()).collect(),
        submission: submission.clone(),
    };
    Matched {
        submissions: (0..rows.len()).map(submission).collect(),
        strangers: left.iter().map(stranger).collect(),
    }
}
