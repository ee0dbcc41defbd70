//! Settings of a class: id, join code, teacher key, whether people can join, when the teacher is
//! asked, and whether classmates play each other's bots.

use rusqlite::{OptionalExtension, Transaction};

use super::codes::{self, Length};
use super::error::ClassErrorKind::Unknown;
use super::error::{ClassError, Result};
use super::{Class, words};
use juez_core::plain_signs;

pub(super) const JOIN_CODE: &str = "join_code";
pub(super) const IS_OPEN: &str = "open";
pub(super) const TEACHER_KEY: &str = "teacher_key";
/// Distinguishes the class from others on the machine.
const ID: &str = "id";
const ASKS: &str = "asks";
const CLASSMATES_PLAY: &str = "classmates_play";
/// Characters in the id: 40 bits, enough to be unique on a machine.
const ID_SIGNS: usize = 8;

impl Class {
    pub(super) fn has_teacher_key(&self) -> Result<bool> {
        self.with(|db| Ok(get(db, TEACHER_KEY)?.is_some()))
    }

    /// Returns the id, which distinguishes this class from all others, also on other ports of the
    /// machine. A copy has the same id.
    pub fn id(&self) -> Result<String> {
        self.with(|db| Ok(id(db)?.unwrap_or_default()))
    }

    /// Sets an id if there is none in our form.
    pub(super) fn give_id(&self) -> Result<()> {
        let fresh = plain_signs(ID_SIGNS).map_err(ClassError::Random)?;
        self.with(|db| if id(db)?.is_none() { set(db, ID, &fresh) } else { Ok(()) })
    }

    /// True if the teacher is asked before a second name joins from one browser or address.
    pub fn asks_about_second_names(&self) -> Result<bool> {
        self.with(asks_about_second_names)
    }

    /// Sets whether the teacher is asked before a second name joins from one browser or address.
    pub fn set_asks_about_second_names(&self, asks: bool) -> Result<()> {
        self.with(|db| set_flag(db, ASKS, asks))
    }

    /// True if people can play against the bots of classmates, without reading them.
    pub fn classmates_play(&self) -> Result<bool> {
        self.with(classmates_play)
    }

    /// Sets whether people can play against the bots of classmates. Running matches are played to
    /// their end.
    pub fn set_classmates_play(&self, play: bool) -> Result<()> {
        self.with(|db| set_flag(db, CLASSMATES_PLAY, play))
    }

    pub fn join_code(&self) -> Result<String> {
        self.with(|db| Ok(get(db, JOIN_CODE)?.unwrap_or_default()))
    }

    /// Replaces the join code and returns the new one. People who are in the class stay.
    pub fn renew_join_code(&self) -> Result<String> {
        let code = codes::fresh_code(Length::Join)?;
        self.with(|db| set(db, JOIN_CODE, &code))?;
        Ok(code)
    }

    /// True if people can join.
    pub fn is_open(&self) -> Result<bool> {
        self.with(is_open)
    }

    /// Sets whether people can join.
    pub fn set_open(&self, open: bool) -> Result<()> {
        self.with(|db| set_flag(db, IS_OPEN, open))
    }

    /// Replaces the teacher key, ends all sessions of the teacher, and returns the new key.
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

/// Reads the id; `None` if it is not in our form, which matters because it becomes part of a
/// header.
fn id(db: &Transaction<'_>) -> Result<Option<String>> {
    let is_ours =
        |id: &String| id.len() == ID_SIGNS && id.bytes().all(|sign| sign.is_ascii_alphanumeric());
    Ok(get(db, ID)?.filter(is_ours))
}

pub(super) fn asks_about_second_names(db: &Transaction<'_>) -> Result<bool> {
    Ok(get(db, ASKS)?.as_deref() != Some("0"))
}

pub(super) fn classmates_play(db: &Transaction<'_>) -> Result<bool> {
    Ok(get(db, CLASSMATES_PLAY)?.as_deref() != Some("0"))
}

pub(super) fn set_flag(db: &Transaction<'_>, name: &str, flag: bool) -> Result<()> {
    set(db, name, if flag { "1" } else { "0" })
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
