//! Submissions and the list of the class.

use std::collections::BTreeMap;

use super::submission::Submission;
use crate::core::nearest;
use crate::tournament::class::name::bare;
use crate::tournament::class::people::People;
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
    let people = People::new(roster);
    let given = people.assigned(&submissions.iter().map(Submission::called).collect::<Vec<_>>());
    sorted(submissions, roster.rows(), &people, &given)
}

/// The submissions in the order of the roster, and those that are left.
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
            // Files that are no bots, and of no student: the teacher's own, most likely.
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
    // Slips are looked for in the letters alone, in either order of the words.
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
