//! The ways into a class: opening it, joining, coming back.

use rusqlite::{OptionalExtension, Transaction};
use std::path::Path;

use super::browsers::{Origin, comes_in_at_once, note_browser};
use super::codes::{self, Length};
use super::error::ClassErrorKind::{Conflict, Missing, Unknown};
use super::error::Result;
use super::ladder::LADDER;
use super::names::shown_name;
use super::people::{insert, set_return_code, taken};
use super::sessions::insert_session;
use super::settings::{IS_OPEN, JOIN_CODE, TEACHER_KEY, check_join_code, is_open, set, set_flag};
use super::waiting::{Joined, ask_teacher, stop_waiting};
use super::{Class, Login, PersonId, Role, SessionKind, words};

const TEACHER: &str = "Teacher";

impl Class {
    /// Opens the class in a folder, which is created if missing. For a new class the second value
    /// is the teacher key, which is stored nowhere.
    ///
    /// # Errors
    /// If the folder cannot be used, has a file of another kind, or another process has the class
    /// open.
    pub fn open(folder: &Path) -> Result<(Class, Option<String>)> {
        let class = Class::open_file(folder)?;
        let is_new = !class.has_teacher_key()?;
        let key = is_new.then(|| class.begin()).transpose()?;
        class.give_id()?;
        Ok((class, key))
    }

    /// Creates the teacher and the codes of a new class. Returns the teacher key.
    fn begin(&self) -> Result<String> {
        let (join, key) = (codes::fresh_code(Length::Join)?, codes::fresh_code(Length::Teacher)?);
        let hash = codes::slow_hash(&key)?;
        self.with(|db| {
            set(db, JOIN_CODE, &join)?;
            set_flag(db, IS_OPEN, true)?;
            set_flag(db, LADDER, true)?;
            set(db, TEACHER_KEY, &hash)?;
            insert(db, TEACHER, Role::Teacher, None).map(drop)
        })?;
        Ok(key)
    }

    /// Adds a person under a free name and logs them in. Asks the teacher instead if another person
    /// uses the browser or the address.
    ///
    /// # Errors
    /// If the join code is wrong, the class is closed or full, the name is taken or invalid, a
    /// person with a paused account uses the browser, or too many people wait.
    pub fn join(&self, join_code: &str, name: &str, from: Origin<'_>) -> Result<Joined> {
        let name = shown_name(name)?;
        let code = codes::fresh_code(Length::Return)?;
        self.with(|db| {
            check_join_code(db, join_code)?;
            if !is_open(db)? {
                return Err(Conflict.because(words::joining_closed()));
            }
            let at_once = comes_in_at_once(db, from)?;
            if !taken(db, None)?.add(&name) {
                return Err(Conflict.because(words::name_taken(name)));
            }
            if !at_once {
                return ask_teacher(db, &name, from).map(Joined::Waits);
            }
            let person = insert(db, &name, Role::Student, Some(&code))?;
            Ok(Joined::In(log_in(db, person, from)?, code))
        })
    }

    /// Logs in a person whose join request was accepted. The second value is the return code, which
    /// is stored nowhere.
    ///
    /// # Errors
    /// If the teacher has not accepted.
    pub fn enter(&self, from: Origin<'_>) -> Result<(Login, String)> {
        let code = codes::fresh_code(Length::Return)?;
        let login = self.with(|db| {
            let sql =
                "DELETE FROM waiting WHERE browser = ?1 AND person IS NOT NULL RETURNING person";
            let found = db.query_row(sql, [from.hash()], |row| row.get(0)).optional()?;
            let person: PersonId = found.ok_or_else(|| Missing.because(words::waits_no_more()))?;
            // The teacher has seen that a removed person used this browser, and has accepted.
            db.execute("DELETE FROM browser WHERE hash = ?1 AND person IS NULL", [from.hash()])?;
            set_return_code(db, person, &code)?;
            log_in(db, person, from)
        })?;
        Ok((login, code))
    }

    /// Logs a person in by their return code.
    ///
    /// # Errors
    /// If no person has this code.
    pub fn come_back(&self, return_code: &str, from: Origin<'_>) -> Result<Login> {
        let hash = codes::return_hash(return_code);
        self.with(|db| {
            let found = "SELECT id FROM person WHERE return_code = ?1";
            let found = db.prepare_cached(found)?.query_row([hash], |row| row.get(0)).optional()?;
            let person = found.ok_or_else(|| Unknown.because(words::wrong_return_code()))?;
            log_in(db, person, from)
        })
    }

    /// Logs the teacher in by the teacher key.
    ///
    /// # Errors
    /// If the key is wrong.
    pub fn teach(&self, key: &str) -> Result<Login> {
        self.check_teacher_key(key)?;
        self.with(|db| {
            let teacher = "SELECT id FROM person WHERE role = 'teacher'";
            let teacher = db.query_row(teacher, [], |row| row.get(0))?;
            insert_session(db, teacher, SessionKind::Cookie, None)
        })
    }
}

/// Logs a student in and ends the browser's join request.
fn log_in(db: &Transaction<'_>, student: PersonId, from: Origin<'_>) -> Result<Login> {
    stop_waiting(db, from)?;
    note_browser(db, student, from)?;
    insert_session(db, student, SessionKind::Cookie, Some(from))
}
