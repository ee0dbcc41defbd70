//! Join code, whether people may join, teacher key.

use rusqlite::{OptionalExtension, Transaction};

use super::codes::{self, Length};
use super::error::ClassErrorKind::Unknown;
use super::error::Result;
use super::{Class, words};

pub(super) const JOIN_CODE: &str = "join_code";
pub(super) const IS_OPEN: &str = "open";
pub(super) const TEACHER_KEY: &str = "teacher_key";

impl Class {
    pub(super) fn has_teacher_key(&self) -> Result<bool> {
        self.with(|db| Ok(get(db, TEACHER_KEY)?.is_some()))
    }

    /// The code with which people join.
    pub fn join_code(&self) -> Result<String> {
        self.with(|db| Ok(get(db, JOIN_CODE)?.unwrap_or_default()))
    }

    /// Replaces the join code; the new one. People who are in the class stay.
    pub fn renew_join_code(&self) -> Result<String> {
        let code = codes::fresh_code(Length::Join)?;
        self.with(|db| set(db, JOIN_CODE, &code))?;
        Ok(code)
    }

    /// True if people may join.
    pub fn is_open(&self) -> Result<bool> {
        self.with(is_open)
    }

    /// Lets people join, or not.
    pub fn set_open(&self, open: bool) -> Result<()> {
        self.with(|db| set(db, IS_OPEN, if open { "1" } else { "0" }))
    }

    /// Replaces the teacher key and ends all sessions of the teacher; the new key.
    pub fn renew_teacher_key(&self) -> Result<String> {
        let key = codes::fresh_code(Length::Teacher)?;
        let hash = codes::slow_hash(&key)?;
        self.with(|db| {
            set(db, TEACHER_KEY, &hash)?;
            let teachers = "SELECT id FROM person WHERE role = 'teacher'";
            db.execute(&format!("DELETE FROM session WHERE person IN ({teachers})"), [])?;
            Ok(())
        })?;
        Ok(key)
    }

    /// Checks a teacher key. Takes tens of milliseconds.
    pub(super) fn check_teacher_key(&self, key: &str) -> Result<()> {
        let hash = self.with(|db| Ok(get(db, TEACHER_KEY)?.unwrap_or_default()))?;
        if codes::is_of(key, &hash) {
            Ok(())
        } else {
            Err(Unknown.because(words::wrong_teacher_key()))
        }
    }
}

pub(super) fn check_join_code(db: &Transaction<'_>, code: &str) -> Result<()> {
    let known = get(db, JOIN_CODE)?.unwrap_or_default();
    if codes::normal(code) == known {
        Ok(())
    } else {
        Err(Unknown.because(words::wrong_join_code()))
    }
}

pub(super) fn is_open(db: &Transaction<'_>) -> Result<bool> {
    Ok(get(db, IS_OPEN)?.as_deref() == Some("1"))
}

pub(super) fn get(db: &Transaction<'_>, name: &str) -> Result<Option<String>> {
    let mut statement = db.prepare_cached("SELECT value FROM setting WHERE name = ?1")?;
    Ok(statement.query_row([name], |row| row.get(0)).optional()?)
}

pub(super) fn set(db: &Transaction<'_>, name: &str, value: &str) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO setting (name, value) VALUES (?1, ?2)";
    db.prepare_cached(sql)?.execute([name, value])?;
    Ok(())
}
