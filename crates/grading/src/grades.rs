//! The grades of a tournament, next to a class list.

use std::collections::BTreeMap;

use super::cell::{RosterCell, RosterColumn};
use super::marks::MarkScale;
use super::name::tidy;
use super::people::People;
use super::roster::Roster;
use juez_tournament::{Passing, Verdict};

/// The grade of a student's bot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Grade {
    pub student: String,
    /// Rank in the standings, from 1.
    pub place: Option<u32>,
    /// Sum of the scores of all matches.
    pub points: Option<f64>,
    /// Mean score of a match, 0 to 1.
    pub score: Option<f64>,
    /// Lower end of its 95 % interval.
    pub score_low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub score_high: Option<f64>,
    /// Elo rating.
    pub elo: Option<f64>,
    /// The verdict of each criterion that applies.
    pub pass: Vec<Verdict>,
    /// Faults of the bot in all matches; `None` if it did not play.
    pub faults: Option<u64>,
    /// A remark, such as why it did not play or that it was benched.
    pub note: String,
}

/// The columns added to a roster.
#[derive(Clone, PartialEq, Debug)]
pub struct GradeSheet {
    /// `mark place points score score_low score_high elo pass why faults note`, with scores in
    /// percent and a mark only with a scale; written by [`Roster::write`].
    pub columns: Vec<RosterColumn>,
    /// Number of students of the roster who took part in the tournament.
    pub found: usize,
    /// Number of them who have played, and so have a mark.
    pub marked: usize,
    /// Students with a grade who are not on the roster.
    pub unlisted: Vec<String>,
}

/// Makes the columns for a roster, with marks if there is a scale. A student without a grade gets
/// empty cells and a note; of several grades, the first counts.
pub fn grade_sheet(roster: &Roster, rows: &[Grade], scale: Option<&MarkScale>) -> GradeSheet {
    let (graded, unlisted) = graded(roster, rows);
    let last = last_place(&graded);
    let column = |header: &str, cell: &dyn Fn(&Grade) -> RosterCell| RosterColumn {
        header: header.to_string(),
        cells: graded.iter().map(cell).collect(),
    };
    let mark = scale.map(|scale| {
        column("mark", &|grade| RosterCell::number(scale.mark(grade, last), scale.decimals()))
    });
    let results = [
        column("place", &|grade| RosterCell::number(grade.place.map(f64::from), 0)),
        column("points", &|grade| RosterCell::number(grade.points, 2)),
        column("score", &|grade| percent(grade.score)),
        column("score_low", &|grade| percent(grade.score_low)),
        column("score_high", &|grade| percent(grade.score_high)),
        column("elo", &|grade| RosterCell::number(grade.elo, 0)),
        column("pass", &|grade| {
            let decisions = grade.pass.iter().map(|verdict| verdict.decision);
            RosterCell::Text(Passing::together(decisions).map_or("", Passing::name).to_string())
        }),
        column("why", &|grade| RosterCell::Text(why(&grade.pass))),
        column("faults", &|grade| RosterCell::number(grade.faults.map(|faults| faults as f64), 0)),
        // Compiler errors continue with the source line.
        column("note", &|grade| {
            RosterCell::Text(grade.note.lines().next().unwrap_or_default().to_string())
        }),
    ];
    GradeSheet {
        columns: mark.into_iter().chain(results).collect(),
        found: graded.iter().filter(|grade| !grade.student.is_empty()).count(),
        marked: graded.iter().filter(|grade| grade.score.is_some()).count(),
        unlisted,
    }
}

/// Maximum commas in the name of a team: three people, each with one in the name.
const MAX_COMMAS: usize = 5;

/// Returns the grade of each student of a roster, matched by name like submissions, and the
/// students with a grade who are not on it.
pub(super) fn graded(roster: &Roster, rows: &[Grade]) -> (Vec<Grade>, Vec<String>) {
    let mut grades: BTreeMap<String, &Grade> = BTreeMap::new();
    for grade in rows.iter().rev() {
        grades.insert(tidy(&grade.student), grade);
    }
    let people = People::new(roster);
    let names: Vec<String> = grades.keys().cloned().collect();
    let mut of_row: BTreeMap<usize, &Grade> = BTreeMap::new();
    let (mut teams, mut unlisted) = (Vec::new(), Vec::new());
    for (grade, row) in grades.into_values().zip(people.called(&names)) {
        match row {
            Some(row) => {
                of_row.insert(row, grade);
            }
            None => match team(&grade.student, &people) {
                Some(rows) => teams.extend(rows.into_iter().map(|row| (row, grade))),
                None => unlisted.push(grade.student.clone()),
            },
        }
    }
    for (row, grade) in teams {
        of_row.entry(row).or_insert(grade);
    }
    let absent = || Grade { note: "took no part".to_string(), ..Grade::default() };
    let of = |row: usize| of_row.get(&row).map_or_else(absent, |&grade| grade.clone());
    ((0..roster.rows().len()).map(of).collect(), unlisted)
}

/// Returns the rows of the members of a team named after all of them: `Ana, Bruno`. A name can
/// contain a comma too, so all ways to split the text are tried.
fn team(name: &str, people: &People<'_>) -> Option<Vec<usize>> {
    let commas: Vec<usize> = name.match_indices(", ").map(|(at, _)| at).take(MAX_COMMAS).collect();
    let rows = |chosen: u32| -> Option<Vec<usize>> {
        let (mut names, mut from) = (Vec::new(), 0);
        for (_, at) in commas.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1) {
            names.push(&name[from..*at]);
            from = at + 2;
        }
        names.push(&name[from..]);
        people.called(&names).into_iter().collect()
    };
    // The most names first.
    let mut ways: Vec<u32> = (1..1 << commas.len()).collect();
    ways.sort_by_key(|chosen| std::cmp::Reverse(chosen.count_ones()));
    ways.into_iter().find_map(rows)
}

/// Returns the last rank of any student.
pub(super) fn last_place(grades: &[Grade]) -> u32 {
    grades.iter().filter_map(|grade| grade.place).max().unwrap_or(1)
}

fn percent(share: Option<f64>) -> RosterCell {
    RosterCell::number(share.map(|share| 100.0 * share), 1)
}

/// Returns the reasons, failed criteria first.
fn why(verdicts: &[Verdict]) -> String {
    let mut verdicts: Vec<&Verdict> = verdicts.iter().collect();
    verdicts.sort_by_key(|verdict| verdict.decision != Passing::Failed);
    let reasons = verdicts.iter().map(|v| format!("{}: {}", v.opponent, v.reason));
    reasons.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::Columns;
    use super::*;

    fn verdict(decision: Passing, opponent: &str, reason: &str) -> Verdict {
        Verdict {
            decision,
            opponent: opponent.to_string(),
            games: 40,
            blocks: 20,
            distinct: 20,
            score: Some(0.5),
            low: 0.0,
            high: 1.0,
            reason: reason.to_string(),
        }
    }

    fn grade(student: &str) -> Grade {
        Grade { student: student.to_string(), ..Grade::default() }
    }

    fn written(text: &str, grades: &[Grade]) -> (String, Vec<String>) {
        let columns = Columns { bots_optional: true, ..Columns::default() };
        let roster = Roster::parse(text.as_bytes(), Path::new("roster.csv"), &columns).unwrap();
        let sheet = grade_sheet(&roster, grades, None);
        let mut out = Vec::new();
        roster.write(&mut out, &sheet.columns).unwrap();
        (String::from_utf8(out).unwrap(), sheet.unlisted)
    }

    #[test]
    fn every_student_has_a_line_in_the_order_of_the_roster() {
        let ana = Grade {
            place: Some(1),
            points: Some(31.5),
            score: Some(0.7875),
            score_low: Some(0.7),
            score_high: Some(0.86),
            elo: Some(-120.4),
            pass: vec![verdict(Passing::Passed, "greedy", "78.8 % of 40")],
            faults: Some(0),
            ..grade("Ana")
        };
        let bruno = Grade { note: "bruno.lua:3: no good\n  3 | x".to_string(), ..grade("Bruno") };
        let text = "id,student,bot\n1,Bruno,b.lua\n2,Carla,\n3,Ana,a.lua\n";
        assert_eq!(
            written(text, &[ana, bruno]).0,
            "id,student,bot,place,points,score,score_low,score_high,elo,pass,why,faults,note\n\
             1,Bruno,b.lua,,,,,,,,,,bruno.lua:3: no good\n\
             2,Carla,,,,,,,,,,,took no part\n\
             3,Ana,a.lua,1,31.50,78.8,70.0,86.0,-120,yes,greedy: 78.8 % of 40,0,\n"
        );
    }

    #[test]
    fn all_criteria_must_be_met_and_what_is_not_comes_first() {
        let both = Grade {
            pass: vec![
                verdict(Passing::Passed, "random", "all"),
                verdict(Passing::Failed, "greedy", "10.0 % of 40"),
            ],
            ..grade("Ana")
        };
        let text = written("student,bot\nAna,a.lua\n", &[both]).0;
        assert!(text.contains(",no,\"greedy: 10.0 % of 40; random: all\","), "{text}");
    }

    #[test]
    fn grades_of_others_are_not_lost_unseen() {
        let text = "student,bot\nAna,a.lua\n";
        assert_eq!(
            written(text, &[grade("Zoe"), grade("Ana"), grade("greedy")]).1,
            ["Zoe", "greedy"]
        );
    }

    #[test]
    fn students_are_found_as_their_submissions_were() {
        let text = "student\n\"Quiroga Paz, Inés\"\nŁukasz Nowak\nAna\n";
        let grades = ["Inés Quiroga Paz", "nowak_lukasz", "Bea"].map(grade);
        let roster = Roster::parse(
            text.as_bytes(),
            Path::new("roster.csv"),
            &Columns { bots_optional: true, ..Columns::default() },
        );
        let sheet = grade_sheet(&roster.unwrap(), &grades, None);
        assert_eq!((sheet.found, sheet.unlisted), (2, vec!["Bea".to_string()]));
    }

    #[test]
    fn a_grade_of_a_team_is_that_of_each_of_its_people() {
        let team = Grade { place: Some(1), ..grade("Ana, Bruno") };
        let text = written("student,bot\nBruno,\nCarla,\nAna,\n", &[team]).0;
        assert!(text.contains("Bruno,,1,") && text.contains("Ana,,1,"), "{text}");
        assert!(text.contains("Carla,,,"), "{text}");
        let team = Grade { place: Some(1), ..grade("García, Ana, Bruno") };
        let text = written("student,bot\n\"García, Ana\",\nBruno,\n", &[team]).0;
        assert!(text.contains("\"García, Ana\",,1,") && text.contains("Bruno,,1,"), "{text}");
    }

    #[test]
    fn of_several_bots_of_a_student_the_first_counts() {
        let place = |place| Grade { place: Some(place), ..grade("Ana") };
        let text = written("student,bot\nAna,a.lua\n", &[place(2), place(5)]).0;
        assert!(text.contains("Ana,a.lua,2,"), "{text}");
    }
}
