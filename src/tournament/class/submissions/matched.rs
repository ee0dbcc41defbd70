//! Submissions and the list of the class.

use std::collections::{BTreeMap, BTreeSet};

use super::submission::Submission;
use crate::core::nearest;
use crate::tournament::class::name::{bare, loose, tidy};
use crate::tournament::class::roster::{Roster, RosterRow};

/// A submission that is of no student of the roster.
#[derive(Clone, Debug)]
pub struct Stranger {
    /// The submission.
    pub submission: Submission,
    /// A student of the roster with a name like it.
    pub meant: Option<String>,
    /// The students of the roster whose it may be, where several fit.
    pub claims: Vec<String>,
}

/// Submissions by the names of a roster.
#[derive(Clone, Debug)]
pub struct Matched {
    /// One for each student of the roster, in the order of the roster; of those who handed in
    /// nothing one without versions.
    pub submissions: Vec<Submission>,
    /// The others, ascending. They take no part.
    pub strangers: Vec<Stranger>,
}

/// Gives each student of a roster what they handed in.
///
/// Names are the same if they are equal, or else if they are but for letter case, accents and what
/// parts words, and no other name is like them in this way. First and last names may change places,
/// and an id of the roster may stand beside the name or instead of it. Students of one name need
/// one, and so do several submissions of one: those that are not distinguishable belong to none.
pub fn matched(submissions: Vec<Submission>, roster: &Roster) -> Matched {
    let given = assigned(&submissions, roster.rows());
    sorted(submissions, roster.rows(), &given)
}

/// The row of the student of each submission.
fn assigned(submissions: &[Submission], rows: &[RosterRow]) -> Vec<Option<usize>> {
    let mut given: Vec<Option<usize>> = vec![None; submissions.len()];
    let of = |may_be: &dyn Fn(&RosterRow) -> bool| -> Vec<usize> {
        (0..rows.len()).filter(|&row| may_be(&rows[row])).collect()
    };
    settle(submissions, &mut given, |submission| of(&|row| has_number(row, submission)));
    settle(submissions, &mut given, |submission| of(&|row| row.student == submission.name));
    let folds: [fn(&str) -> String; 2] = [loose, bare];
    let called = folds.map(|fold| -> Vec<BTreeSet<String>> {
        rows.iter().map(|row| callings(row).iter().map(|calling| fold(calling)).collect()).collect()
    });
    settle(submissions, &mut given, |submission| {
        let mut alike = folds.iter().zip(&called).map(|(fold, called)| -> Vec<usize> {
            let name = fold(&submission.name);
            (0..rows.len()).filter(|&row| called[row].contains(&name)).collect()
        });
        // Accents count where a student is called so.
        alike.find(|rows| !rows.is_empty()).unwrap_or_default()
    });
    given
}

/// The person of a class list to whom each of these names belongs, by its row; nobody's where several
/// fit, as for submissions.
pub fn people_called(names: &[String], roster: &Roster) -> Vec<Option<usize>> {
    let called = |name: &String| Submission { name: tidy(name), ..Submission::default() };
    assigned(&names.iter().map(called).collect::<Vec<_>>(), roster.rows())
}

/// Gives a submission to the one row that it fits, if no other fits that row too.
fn settle(
    submissions: &[Submission],
    given: &mut [Option<usize>],
    fits: impl Fn(&Submission) -> Vec<usize>,
) {
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

/// True if an id of a row is the number that Moodle gave: the id itself where the name is the
/// row's, or `Participant 12345` of its grading sheet where names are hidden.
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

/// The names that a submission of a row may have: its own, with an id if others have them too, and
/// its ids, of an address also what stands before the @.
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
    let claims = |submission: &Submission| -> Vec<usize> {
        let name = bare(&submission.name);
        let is_like = |row: &RosterRow| {
            names(row).iter().chain(&callings(row)).any(|calling| bare(calling) == name)
        };
        absent.iter().copied().filter(|&row| is_like(&rows[row])).collect()
    };
    let claims: Vec<Vec<usize>> = left.iter().map(claims).collect();
    let unclear = |row: usize| {
        let claimed = || left.iter().zip(&claims).filter(|(_, claims)| claims.contains(&row));
        let is_shared = claimed().any(|(_, claims)| claims.len() > 1);
        let expected = match rows[row].ids.first().filter(|_| is_shared) {
            Some(id) => {
                format!("an id in its name, as in {:?}", format!("{} {id}", rows[row].name))
            }
            None => "one folder for each student".to_string(),
        };
        let claimed: Vec<&str> =
            claimed().map(|(submission, _)| submission.student.as_str()).collect();
        (!claimed.is_empty()).then(|| {
            let claimed = claimed.join(", ");
            format!("it is not clear whose this is: {claimed}; expected {expected}")
        })
    };
    let mut submission = |row: usize| {
        let student = rows[row].student.clone();
        match found.remove(&row) {
            Some(submission) => Submission { student, ..submission },
            None => Submission {
                student,
                name: rows[row].name.clone(),
                unclear: unclear(row),
                ..Submission::default()
            },
        }
    };
    let submissions = (0..rows.len()).map(&mut submission).collect();
    let missing = || absent.iter().map(|&row| rows[row].student.as_str());
    let stranger = |(submission, claims): (Submission, Vec<usize>)| Stranger {
        meant: nearest(&submission.student, missing()).map(str::to_string),
        claims: claims.into_iter().map(|row| rows[row].student.clone()).collect(),
        submission,
    };
    let strangers = left.into_iter().zip(claims).map(stranger).collect();
    Matched { submissions, strangers }
}
