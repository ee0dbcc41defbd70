//! Assigns submissions to the students of the class list.

use std::collections::BTreeMap;

use super::submission::Submission;
use crate::name::bare;
use crate::people::People;
use crate::roster::{Roster, RosterRow};
use juez_core::nearest;

/// A submission that belongs to no student of the roster.
#[derive(Clone, Debug)]
pub struct Stranger {
    pub submission: Submission,
    /// A student of the roster with a similar name.
    pub meant: Option<String>,
    /// The students of the roster that it could belong to, if several fit.
    pub claims: Vec<String>,
}

/// Submissions assigned to a roster.
#[derive(Clone, Debug)]
pub struct Matched {
    /// One for each student of the roster, in its order; without versions for students who handed
    /// in nothing.
    pub submissions: Vec<Submission>,
    /// All others, ascending. They take no part.
    pub strangers: Vec<Stranger>,
}

/// Assigns to each student of a roster what they handed in.
///
/// Names match if they are equal, or equal without letter case, accents and separators and unique
/// in that form. First and last names can be swapped, and an id of the roster can accompany or
/// replace the name. Students with the same name need an id, and so do several submissions of one
/// name; submissions that cannot be distinguished belong to no student.
pub fn matched(submissions: Vec<Submission>, roster: &Roster) -> Matched {
    let people = People::new(roster);
    let given = people.assigned(&submissions.iter().map(Submission::called).collect::<Vec<_>>());
    sorted(submissions, roster.rows(), &people, &given)
}

/// Returns the submissions in roster order, and the rest.
fn sorted(
    submissions: Vec<Submission>,
    rows: &[RosterRow],
    people: &People<'_>,
    given: &[Option<usize>],
) -> Matched {
    let mut found: BTreeMap<usize, Submission> = BTreeMap::new();
    let mut left = Vec::new();
    for (submission, row) in submissions.into_iter().zip(given) {
        match row {
            Some(row) => drop(found.insert(*row, submission)),
            // A file that is neither a bot nor a student's is probably the teacher's.
            None if submission.is_loose => {}
            None => left.push(submission),
        }
    }
    let absent: Vec<usize> = (0..rows.len()).filter(|row| !found.contains_key(row)).collect();
    let claims = |submission: &Submission| -> Vec<usize> {
        let like = people.like(&submission.called());
        absent.iter().copied().filter(|row| like.contains(row)).collect()
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
    // Typos are searched in the letters alone, in any order of the words.
    let spellings: Vec<(String, usize)> = absent
        .iter()
        .flat_map(|&row| people.spellings(row).map(move |spelling| (spelling.to_string(), row)))
        .collect();
    let meant = |name: &str| {
        let bare = bare(name);
        let near = nearest(&bare, spellings.iter().map(|(spelling, _)| spelling.as_str()))?;
        let (_, row) = spellings.iter().find(|(spelling, _)| spelling == near)?;
        Some(rows[*row].student.clone())
    };
    let stranger = |(submission, claims): (Submission, Vec<usize>)| Stranger {
        meant: meant(&submission.student),
        claims: claims.into_iter().map(|row| rows[row].student.clone()).collect(),
        submission,
    };
    let strangers = left.into_iter().zip(claims).map(stranger).collect();
    Matched { submissions, strangers }
}
