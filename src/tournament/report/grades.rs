//! The grade of each student from the standings.

use super::figure::Figure;
use super::standing::Standing;
use super::tables::Tables;
use crate::tournament::class::Grade;

impl Tables<'_> {
    /// The grades of all students, best first. Of a student with
    /// several bots the best comes first. Where no bot belongs to a student, every entrant is one.
    pub fn grades(&self) -> Vec<Grade> {
        self.of_students().map(|(student, row)| grade(student.to_string(), row)).collect()
    }

    /// The rows of the standings that belong to students, each with the student's name. Where none
    /// does, every entrant is a student.
    pub(super) fn of_students(&self) -> impl Iterator<Item = (&str, &Standing)> {
        let has_students = self.standings.iter().any(|row| row.student.is_some());
        self.standings.iter().filter_map(move |row| {
            if has_students {
                Some((row.student.as_deref()?, row))
            } else {
                Some((row.name.as_str(), row))
            }
        })
    }
}

fn grade(student: String, row: &Standing) -> Grade {
    let plays = row.error.is_none();
    let score = |end: fn(&Figure) -> Option<f64>| row.score.as_ref().and_then(end);
    Grade {
        student,
        place: row.place,
        points: plays.then_some(row.points),
        score: score(|score| Some(score.value)),
        score_low: score(|score| score.low),
        score_high: score(|score| score.high),
        elo: row.elo.as_ref().map(|elo| elo.value),
        pass: row.criteria.iter().map(|judged| judged.verdict.clone()).collect(),
        faults: plays.then_some(u64::from(row.faults)),
        note: note(row),
    }
}

/// Why it did not play, or not to the end.
fn note(row: &Standing) -> String {
    match (&row.error, row.benched_after) {
        (Some(error), _) => error.clone(),
        (None, Some(after)) => format!("benched after match {after}"),
        (None, None) if row.matches == 0 => "no match yet".to_string(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{empty, everybody};
    use super::*;
    use crate::tournament::class::criterion::Passing;
    use crate::tournament::job::MatchResult;
    use crate::tournament::plan::Benching;
    use crate::tournament::results::Results;

    /// Ana wins everything, Bruno what is left.
    fn class() -> Results {
        let mut results = empty(&["greedy", "ana", "bruno", "carla"]);
        everybody(&mut results, 20, |order, _| {
            f64::from(u8::from(order[0] == 1 || order[1] == 0 || (order[0] == 2 && order[1] == 3)))
        });
        for (entrant, student) in [(1, "Ana"), (2, "Bruno"), (3, "Carla")] {
            results.entrants[entrant].student = Some(student.to_string());
        }
        results.plan.criteria =
            vec!["beats greedy in 60 % of 20 games, with 95 % confidence".parse().unwrap()];
        results.complete = true;
        results
    }

    #[test]
    fn students_have_a_grade_and_the_teachers_bots_none() {
        let results = class();
        let grades = Tables::of(&results).grades();
        let mut names: Vec<&str> = grades.iter().map(|grade| grade.student.as_str()).collect();
        assert_eq!(names[0], "Ana");
        names.sort_unstable();
        assert_eq!(names, ["Ana", "Bruno", "Carla"]);
        assert_eq!(grades[0].place, Some(1));
        assert_eq!(grades[0].pass[0].decision, Passing::Passed);
        assert_eq!(grades[0].faults, Some(0));
        assert!(grades[0].elo.is_some() && grades[0].score.is_some());
    }

    #[test]
    fn what_kept_a_bot_from_playing_is_in_the_note() {
        let mut results = class();
        results.entrants[3].error = Some("carla.lua:1: no good".to_string());
        let others = |result: &MatchResult| !result.job.order.contains(&3);
        results.matches = results.matches.iter().filter(others).collect();
        results.benchings.push(Benching { entrant: 2, after: 7 });
        let grades = Tables::of(&results).grades();
        let of = |name: &str| grades.iter().find(|grade| grade.student == name).unwrap();
        assert_eq!((of("Carla").note.as_str(), of("Carla").place), ("carla.lua:1: no good", None));
        assert_eq!((of("Carla").faults, of("Carla").points), (None, None));
        assert_eq!(of("Bruno").note, "benched after match 7");
    }

    #[test]
    fn without_students_every_entrant_is_one() {
        let mut results = class();
        results.entrants.iter_mut().for_each(|entrant| entrant.student = None);
        let grades = Tables::of(&results).grades();
        assert!(grades.iter().any(|grade| grade.student == "greedy"));
        assert_eq!(grades.len(), 4);
    }
}
