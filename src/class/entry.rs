//! The ways into a class: opening it, joining, coming back.

use rusqlite::OptionalExtension;
use std::path::Path;

use super::codes::{self, Length};
use super::error::ClassErrorKind::{Conflict, Unknown};
use super::error::Result;
use super::names::shown_name;
use super::people::insert_person;
use super::sessions::insert_session;
use super::settings::{IS_OPEN, JOIN_CODE, TEACHER_KEY, check_join_code, is_open, set};
use super::{Class, Login, Role, SessionKind, words};

/// Name of the teacher's account.
const TEACHER: &str = "Teacher";

impl Class {
    /// Opens the class in a folder, which is made if there is none. Second value: the teacher key of a
    /// class that is new, which is stored nowhere.
    ///
    /// # Errors
    /// If the folder cannot be used, has a file of another kind, or another process has the class open.
    pub fn open(folder: &Path) -> Result<(Class, Option<String>)> {
        let class = Class::open_file(folder)?;
        let is_new = !class.has_teacher_key()?;
        let key = is_new.then(|| class.begin()).transpose()?;
        Ok((class, key))
    }

    /// Makes the teacher and the codes of a new class; the teacher key.
    fn begin(&self) -> Result<String> {
        let (join, key) = (codes::fresh_code(Length::Join)?, codes::fresh_code(Length::Teacher)?);
        let hash = codes::slow_hash(&key)?;
        self.with(|db| {
            set(db, JOIN_CODE, &join)?;
            set(db, IS_OPEN, "1")?;
            set(db, TEACHER_KEY, &hash)?;
            insert_person(db, TEACHER, Role::Teacher, None).map(drop)
        })?;
        Ok(key)
    }

    /// Takes a person into the class under a name that is free, and logs them in. Second value: the return
    /// code, which is stored nowhere.
    ///
    /// # Errors
    /// If the join code is wrong, the class closed or full, or the name taken or no name.
    pub fn join(&self, join_code: &str, name: &str) -> Result<(Login, String)> {
        let name = shown_name(name)?;
        let code = codes::fresh_code(Length::Return)?;
        let login = self.with(|db| {
            check_join_code(db, join_code)?;
            if !is_open(db)? {
                return Err(Conflict.because(words::joining_closed()));
            }
            let person = insert_person(db, &name, Role::Student, Some(&code))?;
            insert_session(db, person, SessionKind::Cookie)
        })?;
        Ok((login, code))
    }

    /// Logs a person in by their return code.
    ///
    /// # Errors
    /// If no person has this code.
    pub fn come_back(&self, return_code: &str) -> Result<Login> {
        let hash = codes::hash(&codes::normal(return_code));
        self.with(|db| {
            let found = "SELECT id FROM person WHERE return_code = ?1";
            let found =
                db.prepare_cached(found)?.query_row([&hash[..]], |row| row.get(0)).optional()?;
            let person = found.ok_or_else(|| Unknown.because(words::wrong_return_code()))?;
            insert_session(db, person, SessionKind::Cookie)
        })
    }

    /// Logs the teacher in by the teacher key.
    ///
    /// # Errors
    /// If it is another.
    pub fn teach(&self, key: &str) -> Result<Login> {
        self.check_teacher_key(key)?;
        self.with(|db| {
            let teacher = "SELECT id FROM person WHERE role = 'teacher'";
            let teacher = db.query_row(teacher, [], |row| row.get(0))?;
            insert_session(db, teacher, SessionKind::Cookie)
        })
    }
}
