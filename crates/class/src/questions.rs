//! Positions that the teacher puts to all, and the answers of people: what should the bot play here?

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use super::error::ClassErrorKind::{Full, Missing};
use super::error::Result;
use super::{Class, Person, PersonId, now, words};

/// Limit on the questions of a class.
const MAX_QUESTIONS: u32 = 20;

/// Number of a question, never reused.
pub type QuestionId = i64;

/// A position put to all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number.
    pub id: QuestionId,
    /// The position with the moves that are right, as a line of `juez test`.
    pub case: String,
    /// Time at which it was put, in seconds since 1970.
    pub at: i64,
}

/// The answer of a person to a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Answer {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Name of the bot whose draft answered; `None` if the person chose the move.
    pub bot: Option<String>,
    /// Expected score that the move costs, in parts of 10 000.
    pub cost: i32,
    /// True if it costs less than an inaccuracy.
    pub found: bool,
}

/// The answer of a person in the list of a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ListedAnswer {
    pub person: PersonId,
    /// The name of the person.
    pub name: String,
    /// The first right answer, or the last one.
    #[serde(flatten)]
    pub answer: Answer,
    /// Number of answers up to it.
    pub tries: u32,
}

impl Class {
    /// Puts a position to all: a case in the form of `juez test`.
    ///
    /// # Errors
    /// If the person is a student, or there are too many questions.
    pub fn put_question(&self, by: &Person, case: &str) -> Result<QuestionId> {
        by.must_teach()?;
        self.with(|db| {
            let count: u32 = db.query_row("SELECT count(*) FROM question", [], |row| row.get(0))?;
            if count >= MAX_QUESTIONS {
                return Err(Full.because(words::too_many_questions(MAX_QUESTIONS)));
            }
            db.execute(
                "INSERT INTO question (position, at) VALUES (?1, ?2)",
                params![case, now()],
            )?;
            Ok(db.last_insert_rowid())
        })
    }

    /// Takes a question back, with its answers.
    ///
    /// # Errors
    /// If the person is a student.
    pub fn delete_question(&self, by: &Person, id: QuestionId) -> Result<()> {
        by.must_teach()?;
        self.with(|db| {
            db.execute("DELETE FROM question WHERE id = ?1", [id])?;
            Ok(())
        })
    }

    /// Returns the questions, newest first.
    pub fn questions(&self) -> Result<Vec<Question>> {
        self.with(|db| {
            let sql = "SELECT id, position, at FROM question ORDER BY id DESC";
            let mut statement = db.prepare_cached(sql)?;
            let found = statement.query_map([], read_question)?;
            Ok(found.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Returns a question.
    ///
    /// # Errors
    /// If there is none with this number.
    pub fn question(&self, id: QuestionId) -> Result<Question> {
        self.with(|db| {
            let sql = "SELECT id, position, at FROM question WHERE id = ?1";
            let found = db.prepare_cached(sql)?.query_row([id], read_question).optional()?;
            found.ok_or_else(|| Missing.because(words::no_such_question()))
        })
    }

    /// Stores the answer of a person, unless an earlier one was right.
    ///
    /// # Errors
    /// If the question is gone, or the account is paused.
    pub fn answer(&self, by: &Person, id: QuestionId, answer: &Answer) -> Result<()> {
        by.must_be_active()?;
        let Answer { mv, bot, cost, found } = answer;
        self.with(|db| {
            if !db.prepare_cached("SELECT 1 FROM question WHERE id = ?1")?.exists([id])? {
                return Err(Missing.because(words::no_such_question()));
            }
            let sql = "INSERT INTO answer (question, person, text, bot, cost, found, at)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                       ON CONFLICT DO UPDATE SET text = excluded.text, bot = excluded.bot, cost = excluded.cost,
                           found = excluded.found, at = excluded.at, tries = tries + 1 WHERE NOT found";
            db.prepare_cached(sql)?.execute(params![id, by.id, mv, bot, cost, found, now()])?;
            Ok(())
        })
    }

    /// Returns the answers to a question by name: all of them for the teacher, for others only their
    /// own.
    pub fn answers(&self, by: &Person, id: QuestionId) -> Result<Vec<ListedAnswer>> {
        self.with(|db| {
            let sql = "SELECT person.id, name, text, bot, cost, found, tries
                       FROM answer JOIN person ON person.id = person
                       WHERE question = ?1 AND (?2 OR person.id = ?3) ORDER BY name_key";
            let mut statement = db.prepare_cached(sql)?;
            let found = statement.query_map(params![id, by.is_teacher(), by.id], |row| {
                let (mv, bot) = (row.get(2)?, row.get(3)?);
                let answer = Answer { mv, bot, cost: row.get(4)?, found: row.get(5)? };
                Ok(ListedAnswer {
                    person: row.get(0)?,
                    name: row.get(1)?,
                    answer,
                    tries: row.get(6)?,
                })
            })?;
            Ok(found.collect::<rusqlite::Result<_>>()?)
        })
    }
}

fn read_question(row: &Row<'_>) -> rusqlite::Result<Question> {
    Ok(Question { id: row.get(0)?, case: row.get(1)?, at: row.get(2)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_answer_stays_and_counts_the_tries_before_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let (class, _) = Class::open(folder.path()).expect("a class");
        let teacher = class.people().expect("people").remove(0);
        let id = class.put_question(&teacher, "{}").expect("a question");
        let answer = |mv: &str, cost: i32, found: bool| {
            let answer = Answer { mv: mv.to_string(), bot: None, cost, found };
            class.answer(&teacher, id, &answer).expect("it is stored");
            let listed = class.answers(&teacher, id).expect("answers").remove(0);
            (listed.answer.mv, listed.answer.found, listed.tries)
        };
        assert_eq!(answer("e2", 2000, false), ("e2".to_string(), false, 1));
        assert_eq!(answer("e8h", 0, true), ("e8h".to_string(), true, 2));
        assert_eq!(answer("e2", 2000, false), ("e8h".to_string(), true, 2));
        class.delete_question(&teacher, id).expect("it is deleted");
        assert_eq!(class.answers(&teacher, id).expect("answers"), []);
        assert!(class.question(id).is_err());
    }
}
