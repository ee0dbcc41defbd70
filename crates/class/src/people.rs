//! People and their teams.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Serialize;

use super::bots::has_bot;
use super::browsers::{forget_person, stop_waits_of};
use super::codes::{self, Length};
use super::error::ClassErrorKind::{Conflict, Forbidden, Full, Missing};
use super::error::Result;
use super::names::{TakenNames, name_key, numbered, shown_name};
use super::{BotId, Class, now, words};
use juez_grading::{Roster, people_called};

/// Limit on the people in a class.
const MAX_PEOPLE: u32 = 1500;
/// Limit on the people in a team.
pub const MAX_TEAM: u32 = 3;

/// Number of a person, never reused.
pub type PersonId = i64;
/// Number of a team, never reused.
pub type TeamId = i64;

/// Rights of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Writes bots.
    Student,
    /// Sees and changes everything.
    Teacher,
}

/// A person of a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Person {
    /// The number.
    pub id: PersonId,
    /// The display name.
    pub name: String,
    /// Rights.
    pub role: Role,
    pub team: TeamId,
    /// True if the teacher has paused the account: the person can watch but not change anything.
    pub frozen: bool,
    /// Time of joining, or of the class list, in seconds since 1970.
    pub joined: i64,
    /// Last request, in seconds since 1970; `None` before the first.
    pub seen: Option<i64>,
}

impl Person {
    pub fn is_teacher(&self) -> bool {
        self.role == Role::Teacher
    }

    /// Refuses everyone but the teacher.
    ///
    /// # Errors
    /// If the person is a student.
    pub fn must_teach(&self) -> Result<()> {
        if self.is_teacher() { Ok(()) } else { Err(Forbidden.because(words::for_teachers())) }
    }

    /// Refuses a person with a paused account.
    ///
    /// # Errors
    /// If the account is paused.
    pub fn must_be_active(&self) -> Result<()> {
        if self.frozen { Err(Forbidden.because(words::frozen())) } else { Ok(()) }
    }
}

pub(super) const COLUMNS: &str = "person.id, person.name, role, team, frozen, joined, seen";

pub(super) fn read_person(row: &Row<'_>) -> rusqlite::Result<Person> {
    let role: String = row.get(2)?;
    Ok(Person {
        id: row.get(0)?,
        name: row.get(1)?,
        role: role_of(&role).unwrap_or(Role::Student),
        team: row.get(3)?,
        frozen: row.get(4)?,
        joined: row.get(5)?,
        seen: row.get(6)?,
    })
}

/// Parses a role from the file.
pub(super) fn role_of(text: &str) -> Option<Role> {
    match text {
        "student" => Some(Role::Student),
        "teacher" => Some(Role::Teacher),
        _ => None,
    }
}

impl Class {
    /// Returns all people by name.
    pub fn people(&self) -> Result<Vec<Person>> {
        self.with(|db| {
            let sql = format!("SELECT {COLUMNS} FROM person ORDER BY role DESC, name_key");
            let mut statement = db.prepare_cached(&sql)?;
            let people = statement.query_map([], read_person)?.collect::<rusqlite::Result<_>>()?;
            Ok(people)
        })
    }

    /// Returns the people of a team by name.
    pub fn team(&self, team: TeamId) -> Result<Vec<Person>> {
        let mut people = self.people()?;
        people.retain(|person| person.team == team);
        Ok(people)
    }

    /// Returns a person.
    ///
    /// # Errors
    /// If there is none with this number.
    pub fn person(&self, id: PersonId) -> Result<Person> {
        self.with(|db| person(db, id))
    }

    /// Adds the people of a class list without logging them in. Returns each name with the return
    /// code to hand out; without one if the person is in the class already, by the rules for names
    /// of submissions, or if the name is taken.
    ///
    /// # Errors
    /// If a name is invalid, or there are too many people; then none is added.
    pub fn add_people(&self, roster: &Roster) -> Result<Vec<(String, Option<String>)>> {
        let listed = roster.rows().iter().map(|row| shown_name(&row.student));
        let listed = listed.collect::<Result<Vec<_>>>()?;
        self.with(|db| {
            let names = names(db, None)?;
            let there = people_called(&names, roster);
            let mut taken = TakenNames::of(&names);
            let add = |(row, name): (usize, String)| {
                if there.contains(&Some(row)) || !taken.add(&name) {
                    return Ok((name, None));
                }
                let code = codes::fresh_code(Length::Return)?;
                insert(db, &name, Role::Student, Some(&code))?;
                Ok((name, Some(code)))
            };
            listed.into_iter().enumerate().map(add).collect()
        })
    }

    /// Gives a student a new return code, logs them out everywhere, and returns the code.
    ///
    /// # Errors
    /// If the person is not a student.
    pub fn renew_return_code(&self, id: PersonId) -> Result<String> {
        let code = codes::fresh_code(Length::Return)?;
        self.with(|db| {
            student(db, id)?;
            set_return_code(db, id, &code)?;
            db.execute("DELETE FROM session WHERE person = ?1", [id])?;
            Ok(())
        })?;
        Ok(code)
    }

    /// Renames a person.
    ///
    /// # Errors
    /// If the name is taken or invalid.
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

    /// Pauses the accounts of students or ends the pause, all in one transaction. No new person can
    /// join from the browsers of a paused student.
    ///
    /// # Errors
    /// If one of them is not a student; then nothing changes.
    pub fn freeze(&self, ids: &[PersonId], frozen: bool) -> Result<()> {
        self.with(|db| {
            for &id in ids {
                student(db, id)?;
                db.execute("UPDATE person SET frozen = ?2 WHERE id = ?1", params![id, frozen])?;
                if frozen {
                    stop_waits_of(db, id)?;
                }
            }
            Ok(())
        })
    }

    /// Deletes students with their sessions and tokens, and with bots whose teams become empty, all
    /// in one transaction. Their browsers stay marked as browsers of a removed person. Returns their
    /// names.
    ///
    /// # Errors
    /// If one of them is not a student; then none is deleted.
    pub fn remove_people(&self, ids: &[PersonId]) -> Result<Vec<String>> {
        self.with(|db| {
            let mut names = Vec::new();
            for &id in ids {
                let Person { name, team, .. } = student(db, id)?;
                names.push(name);
                forget_person(db, id)?;
                db.execute("DELETE FROM person WHERE id = ?1", [id])?;
                drop_if_empty(db, team)?;
                db.execute("DELETE FROM incident WHERE person = ?1", [id])?;
            }
            Ok(names)
        })
    }

    /// True if a person with this number was deleted.
    pub fn was_removed(&self, id: PersonId) -> Result<bool> {
        self.with(|db| {
            let sql = "SELECT 1 FROM sqlite_sequence WHERE name = 'person' AND seq >= ?1
                       AND NOT EXISTS (SELECT 1 FROM person WHERE id = ?1)";
            Ok(db.prepare_cached(sql)?.exists([id])?)
        })
    }

    /// Moves a student into another student's team, or with `None` into a team of their own. The
    /// student's bots move too, and all bots of a team that becomes empty.
    ///
    /// # Errors
    /// If one of them is not a student, or the team is full.
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
            let maker = (!is_empty(db, old)?).then_some(id);
            move_bots(db, (old, new), maker)?;
            drop_if_empty(db, old)
        })
    }
}

/// Returns the names of all people except one.
fn names(db: &Transaction<'_>, but: Option<PersonId>) -> Result<Vec<String>> {
    let mut statement = db.prepare_cached("SELECT name FROM person WHERE id IS NOT ?1")?;
    let names = statement.query_map([but], |row| row.get(0))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}

/// Returns the names of all people except one, ready for checks of a new name.
pub(super) fn taken(db: &Transaction<'_>, but: Option<PersonId>) -> Result<TakenNames> {
    Ok(TakenNames::of(&names(db, but)?))
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

/// Moves the bots of a team, or only the bots made by one person, into another team. A bot whose
/// name is taken there gets its number appended.
fn move_bots(
    db: &Transaction<'_>,
    (old, new): (TeamId, TeamId),
    maker: Option<PersonId>,
) -> Result<()> {
    let sql = "SELECT id, name FROM bot WHERE team = ?1 AND (?2 IS NULL OR maker = ?2)";
    let moved: Vec<(BotId, String)> = db
        .prepare_cached(sql)?
        .query_map(params![old, maker], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (id, name) in moved {
        let is_taken = has_bot(db, new, &name)?;
        let name = if is_taken { free_name(db, (old, new), id, &name)? } else { name };
        let sql = "UPDATE bot SET team = ?2, name = ?3, name_key = ?4 WHERE id = ?1";
        db.execute(sql, params![id, new, name, name_key(&name)])?;
    }
    Ok(())
}

/// Finds a name, with the bot's number appended, that no bot of these teams has.
fn free_name(
    db: &Transaction<'_>,
    (old, new): (TeamId, TeamId),
    id: BotId,
    name: &str,
) -> Result<String> {
    let (mut tries, mut free) = (1, numbered(name, &id.to_string()));
    while has_bot(db, old, &free)? || has_bot(db, new, &free)? {
        tries += 1;
        free = numbered(name, &format!("{id} {tries}"));
    }
    Ok(free)
}

fn new_team(db: &Transaction<'_>) -> Result<TeamId> {
    db.execute("INSERT INTO team DEFAULT VALUES", [])?;
    Ok(db.last_insert_rowid())
}

/// Adds a person under a free name, with a new team, and returns their number.
pub(super) fn insert(
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
    let hash = return_code.map(codes::return_hash);
    let sql = "INSERT INTO person (name, name_key, role, team, return_code, joined)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    db.execute(sql, params![name, name_key(name), role, new_team(db)?, hash, now()])?;
    Ok(db.last_insert_rowid())
}

pub(super) fn set_return_code(db: &Transaction<'_>, id: PersonId, code: &str) -> Result<()> {
    let sql = "UPDATE person SET return_code = ?2 WHERE id = ?1";
    db.execute(sql, params![id, codes::return_hash(code)])?;
    Ok(())
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
