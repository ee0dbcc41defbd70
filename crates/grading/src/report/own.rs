//! The parts of the tables that belong to a student, and their grades.

use std::fmt;

use super::costs::CostRow;
use super::criteria::Judged;
use super::faults::FaultRow;
use super::figure::{Figure, grouped};
use super::sheet::{Cell, Columns, Key, Sheet, number_value};
use super::standing::Standing;
use super::standings::{columns, remark};
use super::tables::Tables;
use crate::Grade;
use juez_core::{Reason, Seat};
use juez_tournament::Results;
use juez_tournament::{MatchResult, Status};

/// Maximum matches listed on a page, with their records; first occurrences of faults come on top.
const MAX_LISTED: usize = 500;

/// A student with their bots, best first.
pub struct Student<'t> {
    /// The student's name.
    pub name: String,
    /// The student's bots.
    pub bots: Vec<Bot<'t>>,
    /// The file of their records next to the page.
    pub records: Option<String>,
}

/// A bot and its parts of the tables.
pub struct Bot<'t> {
    /// Its row in the standings.
    pub standing: &'t Standing,
    pub faults: Vec<&'t FaultRow>,
    pub costs: Option<&'t CostRow>,
    /// Its matches, after [`Bot::find_matches`].
    pub matches: Vec<OwnMatch>,
    /// Number of other matches: not played yet, or too many to list.
    pub more: usize,
}

/// A match from the view of one of its bots.
pub struct OwnMatch {
    /// Its number in the schedule.
    pub number: u32,
    /// The name of its round.
    pub round: String,
    /// The bot's seats, ascending.
    pub seats: Vec<Seat>,
    /// Other bots on its side.
    pub partners: Vec<String>,
    /// Bots on other sides, in seat order.
    pub opponents: Vec<String>,
    pub played: bool,
    pub outcome: Outcome,
    /// The game's points of its side.
    pub points: Option<i32>,
    /// Why it ended, or was not played.
    pub end: String,
    /// Number of moves made.
    pub plies: Option<u32>,
    /// Number of its own faults.
    pub faults: usize,
    /// Its index in the file of records, from 0.
    pub record: Option<usize>,
}

/// The outcome of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Full score, with two sides.
    Won,
    /// Half the score, with two sides.
    Drawn,
    /// No score, with two sides.
    Lost,
    /// With more than two sides: the rank, and the number of seats.
    Rank(u8, u8),
    /// The match does not count, or not yet.
    Open,
}

impl Outcome {
    /// Returns the result as a share, 0 to 1.
    pub(super) fn score(self) -> Option<f64> {
        match self {
            Outcome::Won => Some(1.0),
            Outcome::Drawn => Some(0.5),
            Outcome::Lost => Some(0.0),
            Outcome::Rank(rank, of) => Some(1.0 - f64::from(rank - 1) / f64::from((of - 1).max(1))),
            Outcome::Open => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won => f.write_str("won"),
            Outcome::Drawn => f.write_str("drawn"),
            Outcome::Lost => f.write_str("lost"),
            Outcome::Rank(rank, of) => write!(f, "rank {rank} of {of}"),
            Outcome::Open => Ok(()),
        }
    }
}

impl<'t> Student<'t> {
    /// Returns all students in the order of their best bots; every entrant, if there are no
    /// students.
    pub fn all(tables: &'t Tables) -> Vec<Student<'t>> {
        let mut students: Vec<Student<'t>> = Vec::new();
        for (name, row) in tables.of_students() {
            let bot = Bot::of(row, tables);
            match students.iter_mut().find(|student| student.name == name) {
                Some(student) => student.bots.push(bot),
                None => {
                    let name = name.to_string();
                    students.push(Student { name, bots: vec![bot], records: None });
                }
            }
        }
        students
    }
}

impl<'t> Bot<'t> {
    fn of(standing: &'t Standing, tables: &'t Tables) -> Bot<'t> {
        Bot {
            standing,
            faults: tables.faults.iter().filter(|row| row.entrant == standing.entrant).collect(),
            costs: tables.costs.iter().find(|row| row.name == standing.name),
            matches: Vec::new(),
            more: 0,
        }
    }

    /// Collects its settled matches: the first ones, and those with the first occurrence of a
    /// fault.
    pub fn find_matches(&mut self, results: &Results) {
        let entrant = self.standing.entrant;
        for result in results.matches.of([entrant]) {
            let is_case = self.faults.iter().any(|row| row.first == result.job.number);
            let is_listed = self.matches.len() < MAX_LISTED && result.status != Status::Due;
            if is_listed || is_case {
                self.matches.push(OwnMatch::of(&result, entrant, results))
            } else {
                self.more += 1
            }
        }
    }
}

/// Returns the matches of a bot as a sheet.
pub(super) fn matches(matches: &[OwnMatch]) -> Sheet {
    let seats = |own: &OwnMatch| own.seats.iter().map(Seat::to_string).collect::<Vec<_>>();
    let faults = |own: &OwnMatch| Some(own.faults as u64).filter(|&faults| faults > 0);
    Columns::<OwnMatch>::new()
        .right("match", &[], 0, |own| Cell::whole(own.number))
        .left("round", &[], 6, |own| Cell::shown(&own.round))
        .left("with", &[], 0, |own| Cell::list(&own.partners))
        .left("against", &[], 0, |own| Cell::list(&own.opponents))
        .right("seat", &[], 0, move |own| Cell::shown(seats(own).join(", ")))
        .left("result", &[], 0, |own| Cell::shown(own.outcome.to_string()))
        .keyed(Key::Result)
        .right("points", &[], 5, |own| Cell::maybe(own.points, |points| points.to_string()))
        .left("end", &[], 0, |own| Cell::shown(&own.end))
        .right("faults", &[], 0, move |own| Cell::maybe(faults(own), grouped))
        .keyed(Key::Faults)
        .right("plies", &[], 5, |own| Cell::maybe(own.plies.map(u64::from), grouped))
        .right("record", &[], 0, |own| Cell::shown(number_value(own.record)))
        .sheet("Matches", matches, "none yet")
}

/// Returns the row of each student's best bot, with what is missing to pass.
pub(super) fn students(tables: &Tables, students: &[Student<'_>]) -> Sheet {
    let kept = [Key::Place, Key::Name, Key::Score, Key::Elo, Key::Passes, Key::Faults];
    let remarks = |row: &Standing| {
        let missing = row.criteria.iter().map(Judged::missing);
        let remarks = std::iter::once(remark(row)).chain(missing);
        remarks.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    };
    columns(tables)
        .keep(|column| column.key.is_some_and(|key| kept.contains(&key)))
        .left("remarks", &[], 0, move |row| Cell::shown(remarks(row)))
        .keyed(Key::Remarks)
        .sheet("Students", students.iter().map(|student| student.bots[0].standing), "none yet")
}

impl OwnMatch {
    fn of(result: &MatchResult, entrant: u32, results: &Results) -> OwnMatch {
        let job = &result.job;
        let table = results.table(job);
        let (seated, teams) = (results.seated(job), table.teams());
        let all = || (0..seated.len()).map(|seat| (seat, seated[seat]));
        let seats: Vec<usize> = all().filter(|(_, who)| *who == entrant).map(|(s, _)| s).collect();
        let side = teams[seats[0]];
        let named = |on_side: bool| {
            let mut names: Vec<String> = Vec::new();
            let other =
                |&(seat, who): &(usize, u32)| (teams[seat] == side) == on_side && who != entrant;
            for (_, who) in all().filter(other) {
                let name = results.entrants[who as usize].name().to_string();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        };
        let summary = result.played();
        let own = |seat: Seat| seats.contains(&seat.index());
        let faults = summary.map_or(0, |s| s.faults.iter().filter(|f| own(f.seat)).count());
        let entry = job.order.iter().position(|other| *other == entrant);
        let score = result.scores(&results.shape).zip(entry).map(|(scores, entry)| scores[entry]);
        let outcome = match (score, summary) {
            (None, _) => Outcome::Open,
            (Some(_), summary) if table.sides() > 2 => summary.map_or(Outcome::Open, |summary| {
                Outcome::Rank(summary.ranks.as_slice()[seats[0]], summary.ranks.seats())
            }),
            (Some(score), _) if score > 0.75 => Outcome::Won,
            (Some(score), _) if score < 0.25 => Outcome::Lost,
            (Some(_), _) => Outcome::Drawn,
        };
        OwnMatch {
            number: job.number,
            round: results.round(job).map(|round| round.title.clone()).unwrap_or_default(),
            partners: named(true),
            opponents: named(false),
            played: summary.is_some(),
            outcome,
            points: summary.map(|summary| summary.points.as_slice()[seats[0]]),
            end: end(&result.status, entry, seats[0]),
            plies: summary.map(|summary| summary.plies),
            faults,
            record: None,
            seats: seats.into_iter().map(|seat| Seat::new(seat as u8)).collect(),
        }
    }
}

/// Explains why a match ended, from the view of the bot with this entry and seat; hides the faults
/// of others.
fn end(status: &Status, entry: Option<usize>, seat: usize) -> String {
    match status {
        Status::Due => "to be played".to_string(),
        Status::Failed { .. } => "could not be played, through no fault of a bot".to_string(),
        Status::Walkover { benched } if entry.is_some_and(|own| benched.contains(&own)) => {
            "not played: benched".to_string()
        }
        Status::Walkover { .. } => "not played: walkover".to_string(),
        // A forfeit leaves one side, which ranks first.
        Status::Played(summary) if summary.reason == Reason::Forfeit => {
            let is_left = summary.ranks.as_slice()[seat] == 1;
            let by = if is_left { "another bot" } else { "a fault of its side" };
            format!("forfeited by {by}")
        }
        Status::Played(summary) => summary.reason.to_string().replace('_', " "),
    }
}

impl Tables<'_> {
    /// Returns the grades of all students, best first; a student's best bot comes first. If no bot
    /// belongs to a student, every entrant counts as one.
    pub fn grades(&self) -> Vec<Grade> {
        self.of_students().map(|(student, row)| grade(student.to_string(), row)).collect()
    }

    /// Iterates over the rows of the standings that belong to students, with the student's name. If
    /// none does, every entrant counts as a student.
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

/// Explains why it did not play, or not to the end.
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
    use super::*;
    use crate::report::sample::{empty, everybody};
    use juez_tournament::Benching;
    use juez_tournament::MatchResult;
    use juez_tournament::Passing;
    use juez_tournament::Results;

    /// Returns a class in which Ana beats all, and Bruno all but Ana.
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
