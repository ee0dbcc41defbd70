//! People and their teams.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Serialize;

use super::codes::{self, Length};
use super::error::ClassErrorKind::{Conflict, Forbidden, Full, Missing};
use super::error::Result;
use super::names::{TakenNames, name_key, shown_name};
use super::{Class, now, words};

/// Largest number of people in a class.
const MAX_PEOPLE: u32 = 1500;
/// Largest number of people in a team.
pub const MAX_TEAM: u32 = 3;

/// Number of a person, never given twice.
pub type PersonId = i64;
/// Number of a team, never given twice.
pub type TeamId = i64;

/// Rights of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Writes bots.
    Student,
    /// Sees and changes everything.
    Teacher,
}

/// A person of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Person {
    /// The number.
    pub id: PersonId,
    /// The name, as it is shown.
    pub name: String,
    /// Rights.
    pub role: Role,
    /// The team.
    pub team: TeamId,
    /// True if the teacher has paused the account: the person looks on and changes nothing.
    pub frozen: bool,
    /// Last request, in seconds since 1970; `None` before the first.
    pub seen: Option<i64>,
}

impl Person {
    /// True for the teacher.
    pub fn is_teacher(&self) -> bool {
        self.role == Role::Teacher
    }

    /// Refuses all but the teacher.
    ///
    /// # Errors
    /// If it is a student.
    pub fn must_teach(&self) -> Result<()> {
        if self.is_teacher() { Ok(()) } else { Err(Forbidden.because(words::for_teachers())) }
    }

    /// Refuses a person whose account is paused.
    ///
    /// # Errors
    /// If it is.
    pub fn must_be_active(&self) -> Result<()> {
        if self.frozen { Err(Forbidden.because(words::frozen())) } else { Ok(()) }
    }
}

const COLUMNS: &str = "person.id, person.name, role, team, frozen, seen";

pub(super) fn read_person(row: &Row<'_>) -> rusqlite::Result<Person> {
    let role: String = row.get(2)?;
    Ok(Person {
        id: row.get(0)?,
        name: row.get(1)?,
        role: role_of(&role).unwrap_or(Role::Student),
        team: row.get(3)?,
        frozen: row.get(4)?,
        seen: row.get(5)?,
    })
}

/// The role that the file calls so.
pub(super) fn role_of(text: &str) -> Option<Role> {
    match text {
        "student" => Some(Role::Student),
        "teacher" => Some(Role::Teacher),
        _ => None,
    }
}

impl Class {
    /// All people, by name.
    pub fn people(&self) -> Result<Vec<Person>> {
        self.with(|db| {
            let sql = format!("SELECT {COLUMNS} FROM person ORDER BY role DESC, name_key");
            let mut statement = db.prepare_cached(&sql)?;
            let people = statement.query_map([], read_person)?.collect::<rusqlite::Result<_>>()?;
            Ok(people)
        })
    }

    /// The people of a team, by name.
    pub fn team(&self, team: TeamId) -> Result<Vec<Person>> {
        let mut people = self.people()?;
        people.retain(|person| person.team == team);
        Ok(people)
    }

    /// A person.
    ///
    /// # Errors
    /// If there is none with this number.
    pub fn person(&self, id: PersonId) -> Result<Person> {
        self.with(|db| person(db, id))
    }

    /// Takes people into the class without logging them in: those of a class list. Each with the return
    /// code to hand out; without one are names that are in the class already or look like one that is, whose
    /// people stay as they are.
    ///
    /// # Errors
    /// If a name is no name, or they are too many; then none is taken in.
    pub fn add_people(&self, names: &[String]) -> Result<Vec<(String, Option<String>)>> {
        let named = names.iter().map(|name| shown_name(name)).collect::<Result<Vec<_>>>()?;
        self.with(|db| {
            let mut taken = taken(db, None)?;
            let add = |name: String| {
                if !taken.add(&name) {
                    return Ok((name, None));
                }
                let code = codes::fresh_code(Length::Return)?;
                insert(db, &name, Role::Student, Some(&code))?;
                Ok((name, Some(code)))
            };
            named.into_iter().map(add).collect()
        })
    }

    /// Gives a student a new return code and logs them out everywhere; the code.
    ///
    /// # Errors
    /// If it is no student.
    pub fn renew_return_code(&self, id: PersonId) -> Result<String> {
        let code = codes::fresh_code(Length::Return)?;
        let hash = codes::hash(&codes::normal(&code));
        self.with(|db| {
            student(db, id)?;
            db.execute("UPDATE person SET return_code = ?2 WHERE id = ?1", params![id, hash])?;
            db.execute("DELETE FROM session WHERE person = ?1", [id])?;
            Ok(())
        })?;
        Ok(code)
    }

    /// Gives a person another name.
    ///
    /// # Errors
    /// If it is taken or no name.
    pub fn rename_person(&self, id: PersonId, name: &str) -> Result<()> {
        let name = shown_name(name)?;
        let key = name_key(&name);
        self.with(|db| {
            person(db, id)?;
            if !taken(db, Some(id))?.add(&name) {
                return Err(Conflict.because(words::name_taken(name)));
            }
            let sql = "UPDATE person SET name = ?2, name_key = ?3 WHERE id = ?1";
            db.execute(sql, params![id, name, key])?;
            Ok(())
        })
    }

    /// Pauses the account of a student, or lets it go on.
    ///
    /// # Errors
    /// If it is no student.
    pub fn freeze(&self, id: PersonId, frozen: bool) -> Result<()> {
        self.with(|db| {
            student(db, id)?;
            db.execute("UPDATE person SET frozen = ?2 WHERE id = ?1", params![id, frozen])?;
            Ok(())
        })
    }

    /// Deletes a student with sessions and tokens, and with bots that no other person of the team has.
    ///
    /// # Errors
    /// If it is no student.
    pub fn remove_person(&self, id: PersonId) -> Result<()> {
        self.with(|db| {
            let team = student(db, id)?.team;
            db.execute("DELETE FROM person WHERE id = ?1", [id])?;
            drop_if_empty(db, team)?;
            db.execute("DELETE FROM incident WHERE person = ?1", [id])?;
            Ok(())
        })
    }

    /// Puts a student into the team of another, or with `None` into one of their own. The bots that the
    /// student made come along, and all of a team that is then empty.
    ///
    /// # Errors
    /// If one of them is no student, or the team is full.
    pub fn put_in_team(&self, id: PersonId, with: Option<PersonId>) -> Result<()> {
        self.with(|db| {
            let old = student(db, id)?.team;
            let new = match with {
                Some(other) => student(db, other)?.team,
                None => new_team(db)?,
            };
            let size: u32 =
                db.query_row("SELECT count(*) FROM person WHERE team = ?1", [new], |row| {
                    row.get(0)
                })?;
            if new == old {
                return Ok(());
            }
            if size >= MAX_TEAM {
                return Err(Full.because(words::team_full(MAX_TEAM)));
            }
            db.execute("UPDATE person SET team = ?2 WHERE id = ?1", [id, new])?;
            let all = is_empty(db, old)?;
            // Two bots of one name: that of the newcomer gets its number behind it.
            db.execute(
                "UPDATE bot SET name = name || ' ' || id, name_key = name_key || id
                 WHERE team = ?1 AND (?4 OR maker = ?3)
                 AND name_key IN (SELECT name_key FROM bot WHERE team = ?2)",
                params![old, new, id, all],
            )?;
            let sql = "UPDATE bot SET team = ?2 WHERE team = ?1 AND (?4 OR maker = ?3)";
            db.execute(sql, params![old, new, id, all])?;
            drop_if_empty(db, old)
        })
    }
}

/// The names of all people but one.
fn taken(db: &Transaction<'_>, but: Option<PersonId>) -> Result<TakenNames> {
    let mut taken = TakenNames::default();
    let mut statement = db.prepare_cached("SELECT name FROM person WHERE id IS NOT ?1")?;
    let mut rows = statement.query([but])?;
    while let Some(row) = rows.next()? {
        taken.add(&row.get::<_, String>(0)?);
    }
    Ok(taken)
}

fn is_empty(db: &Transaction<'_>, team: TeamId) -> Result<bool> {
    Ok(!db.prepare_cached("SELECT 1 FROM person WHERE team = ?1")?.exists([team])?)
}

fn drop_if_empty(db: &Transaction<'_>, team: TeamId) -> Result<()> {
    if is_empty(db, team)? {
        db.execute("DELETE FROM bot WHERE team = ?1", [team])?;
        db.execute("DELETE FROM team WHERE id = ?1", [team])?;
    }
    Ok(())
}

fn new_team(db: &Transaction<'_>) -> Result<TeamId> {
    db.execute("INSERT INTO team DEFAULT VALUES", [])?;
    Ok(db.last_insert_rowid())
}

/// Adds a person with a team of their own; the number.
pub(super) fn insert_person(
    db: &Transaction<'_>,
    name: &str,
    role: Role,
    return_code: Option<&str>,
) -> Result<PersonId> {
    if !taken(db, None)?.add(name) {
        return Err(Conflict.because(words::name_taken(name)));
    }
    insert(db, name, role, return_code)
}

fn insert(
    db: &Transaction<'_>,
    name: &str,
    role: Role,
    return_code: Option<&str>,
) -> Result<PersonId> {
    let people: u32 = db.query_row("SELECT count(*) FROM person", [], |row| row.get(0))?;
    if people >= MAX_PEOPLE {
        return Err(Full.because(words::class_full(MAX_PEOPLE)));
    }
    let role = if role == Role::Teacher { "teacher" } else { "student" };
    let hash = return_code.map(|code| codes::hash(&codes::normal(code)));
    let sql = "INSERT INTO person (name, name_key, role, team, return_code, joined)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    db.execute(sql, params![name, name_key(name), role, new_team(db)?, hash, now()])?;
    Ok(db.last_insert_rowid())
}

pub(super) fn person(db: &Transaction<'_>, id: PersonId) -> Result<Person> {
    let sql = format!("SELECT {COLUMNS} FROM person WHERE id = ?1");
    let found = db.prepare_cached(&sql)?.query_row([id], read_person).optional()?;
    found.ok_or_else(|| Missing.because(words::no_such_person()))
}

fn student(db: &Transaction<'_>, id: PersonId) -> Result<Person> {
    let found = person(db, id)?;
    if found.is_teacher() { Err(Forbidden.because(words::teacher_stays())) } else { Ok(found) }
}
