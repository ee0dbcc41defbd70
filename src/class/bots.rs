//! Bots with their drafts and versions.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::{Deserialize, Serialize};

use super::error::ClassErrorKind::{Conflict, Full, Missing, Wrong};
use super::error::Result;
use super::names::{name_key, shown_name};
use super::source::{SourceFiles, check_files, main_only, packed, unpacked};
use super::{Class, Person, TeamId, now, words};
use crate::registry::game;
use crate::script::{LANGUAGES, Language};

/// Bots of a team at most.
const MAX_BOTS: u32 = 40;
/// Bytes of all drafts and versions of a team at most.
const MAX_TEAM_BYTES: i64 = 32 << 20;
/// Versions that a bot keeps; the oldest give way.
const MAX_VERSIONS: u32 = 500;

/// Number of a bot, never given twice.
pub type BotId = i64;

/// A bot to make.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Id of its game.
    pub game: String,
    /// Id of its language.
    pub language: String,
    /// Its name.
    pub name: String,
    /// Its files; absent: the template.
    pub files: Option<SourceFiles>,
    /// Id of the exercise that it is to solve.
    pub exercise: Option<String>,
}

/// A bot in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BotSummary {
    /// The number.
    pub id: BotId,
    /// The team.
    pub team: TeamId,
    /// The name.
    pub name: String,
    /// Id of the game.
    pub game: String,
    /// Id of the language.
    pub language: String,
    /// Id of the exercise that it is to solve.
    pub exercise: Option<String>,
    /// True if the teacher shows its source to all.
    pub open: bool,
    /// Last change of the draft, in seconds since 1970.
    pub changed: i64,
    /// Number of the newest version; 0 without one.
    pub version: u32,
    /// The version that its team has released; `None`: the newest that has played without a fault.
    pub released: Option<u32>,
    /// The version that classmates play where the class lets them; `None` if it is not offered to them.
    pub offered: Option<u32>,
    /// The names of the team, as one text.
    pub authors: String,
}

/// The present text of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Draft {
    /// Grows with each change.
    pub revision: i64,
    /// The files.
    pub files: SourceFiles,
    /// Name of the person who changed it last, if they are in the class.
    pub by: Option<String>,
    /// Time of that, in seconds since 1970.
    pub at: i64,
}

/// Result of saving a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saved {
    /// It is stored under this revision.
    Stored(i64),
    /// Another person has changed it since: nothing is stored.
    Changed(Draft),
}

/// A version of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Version {
    /// From 1.
    pub number: u32,
    /// Name of the person who made it, if they are in the class.
    pub by: Option<String>,
    /// Time, in seconds since 1970.
    pub at: i64,
    /// Bytes of its files.
    pub bytes: i64,
    /// True once it has played a match to its end without a fault.
    pub sound: bool,
}

const SUMMARY: &str = "SELECT bot.id, bot.team, bot.name, game, language, exercise, open, draft.at,
    coalesce((SELECT max(number) FROM version WHERE version.bot = bot.id), 0), released,
    CASE WHEN EXISTS (SELECT 1 FROM person WHERE person.team = bot.team AND NOT frozen AND role = 'student')
    THEN coalesce(released, (SELECT max(number) FROM version WHERE version.bot = bot.id AND sound)) END,
    coalesce((SELECT group_concat(person.name, ', ') FROM person WHERE person.team = bot.team), '')
    FROM bot JOIN draft ON draft.bot = bot.id";

fn read_summary(row: &Row<'_>) -> rusqlite::Result<BotSummary> {
    Ok(BotSummary {
        id: row.get(0)?,
        team: row.get(1)?,
        name: row.get(2)?,
        game: row.get(3)?,
        language: row.get(4)?,
        exercise: row.get(5)?,
        open: row.get(6)?,
        changed: row.get(7)?,
        version: row.get(8)?,
        released: row.get(9)?,
        offered: row.get(10)?,
        authors: row.get(11)?,
    })
}

impl BotSummary {
    /// True if a person may change it: it is of their team, or they are the teacher.
    pub fn is_own(&self, by: &Person) -> bool {
        self.team == by.team || by.is_teacher()
    }

    /// True if a person may read its source.
    pub fn is_readable(&self, by: &Person) -> bool {
        self.open || self.is_own(by)
    }

    /// Its language.
    ///
    /// # Errors
    /// If this juez has none of that name.
    pub fn language(&self) -> Result<&'static Language> {
        language_of(&self.language)
    }
}

impl Class {
    /// The bots of a team, or all: those changed last come first.
    pub fn bots(&self, team: Option<TeamId>) -> Result<Vec<BotSummary>> {
        self.with(|db| {
            let sql = format!(
                "{SUMMARY} WHERE ?1 IS NULL OR bot.team = ?1 ORDER BY draft.at DESC, bot.id DESC"
            );
            let mut statement = db.prepare_cached(&sql)?;
            let bots =
                statement.query_map([team], read_summary)?.collect::<rusqlite::Result<_>>()?;
            Ok(bots)
        })
    }

    /// A bot whose source a person may read: of their team, opened by the teacher, or any for the teacher.
    ///
    /// # Errors
    /// If there is none for this person.
    pub fn readable_bot(&self, by: &Person, id: BotId) -> Result<BotSummary> {
        self.with(|db| readable(db, by, id))
    }

    /// A bot that a person may change: of their team, or any for the teacher.
    ///
    /// # Errors
    /// If there is none for this person.
    pub fn own_bot(&self, by: &Person, id: BotId) -> Result<BotSummary> {
        self.with(|db| own(db, by, id))
    }

    /// Makes a bot of the person's team; its number.
    ///
    /// # Errors
    /// If game, language, name or files are wrong, or there are too many.
    pub fn new_bot(&self, by: &Person, new: NewBot) -> Result<BotId> {
        by.must_be_active()?;
        let name = shown_name(&new.name)?;
        let game = game(&new.game).map_err(|error| Wrong.because(error.to_string()))?;
        let language = language_of(&new.language)?;
        let template = game.info().template(language.id).unwrap_or_default();
        let files = new.files.unwrap_or_else(|| main_only(language, template));
        check_files(language, &files)?;
        self.with(|db| {
            let bots = "SELECT count(*) FROM bot WHERE team = ?1";
            let bots: u32 = db.query_row(bots, [by.team], |row| row.get(0))?;
            if bots >= MAX_BOTS {
                return Err(Full.because(words::too_many_bots(MAX_BOTS)));
            }
            check_name(db, by.team, &name)?;
            let (json, bytes) = packed(&files);
            check_bytes(db, by.team, bytes)?;
            let sql = "INSERT INTO bot (team, maker, name, name_key, game, language, exercise)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let game = game.info().id;
            let key = name_key(&name);
            db.execute(sql, params![by.team, by.id, name, key, game, language.id, new.exercise])?;
            let id = db.last_insert_rowid();
            let sql = "INSERT INTO draft (bot, revision, files, bytes, by, at) VALUES (?1, 1, ?2, ?3, ?4, ?5)";
            db.execute(sql, params![id, json, bytes, by.id, now()])?;
            Ok(id)
        })
    }

    /// The draft of a bot that the person may read.
    ///
    /// # Errors
    /// As [`Class::readable_bot`].
    pub fn draft(&self, by: &Person, id: BotId) -> Result<Draft> {
        self.with(|db| {
            readable(db, by, id)?;
            draft(db, id)
        })
    }

    /// A bot that the person may read, with its draft and its versions, newest first.
    ///
    /// # Errors
    /// As [`Class::readable_bot`].
    pub fn bot_with_source(
        &self,
        by: &Person,
        id: BotId,
    ) -> Result<(BotSummary, Draft, Vec<Version>)> {
        self.with(|db| Ok((readable(db, by, id)?, draft(db, id)?, versions(db, id)?)))
    }

    /// Stores the draft of a bot, if its revision is still `revision`.
    ///
    /// # Errors
    /// If the bot is not the person's or the files are wrong.
    pub fn save_draft(
        &self,
        by: &Person,
        id: BotId,
        revision: i64,
        files: &SourceFiles,
    ) -> Result<Saved> {
        by.must_be_active()?;
        self.with(|db| {
            let bot = own(db, by, id)?;
            check_files(bot.language()?, files)?;
            let present = draft(db, id)?;
            if present.files == *files {
                return Ok(Saved::Stored(present.revision));
            }
            if present.revision != revision {
                return Ok(Saved::Changed(present));
            }
            let (json, bytes) = packed(files);
            check_bytes(db, bot.team, bytes)?;
            let sql = "UPDATE draft SET revision = ?2, files = ?3, bytes = ?4, by = ?5, at = ?6 WHERE bot = ?1";
            let next = revision + 1;
            db.prepare_cached(sql)?.execute(params![id, next, json, bytes, by.id, now()])?;
            Ok(Saved::Stored(next))
        })
    }

    /// Makes a version of the draft; its number. A draft that is like the newest version makes none.
    ///
    /// # Errors
    /// If the bot is not the person's.
    pub fn keep_version(&self, by: &Person, id: BotId) -> Result<u32> {
        by.must_be_active()?;
        self.with(|db| {
            let bot = own(db, by, id)?;
            let (json, bytes) = packed(&draft(db, id)?.files);
            let newest = "SELECT files FROM version WHERE bot = ?1 AND number = ?2";
            let newest: Option<String> = db
                .prepare_cached(newest)?
                .query_row(params![id, bot.version], |row| row.get(0))
                .optional()?;
            if newest.as_ref() == Some(&json) {
                return Ok(bot.version);
            }
            check_bytes(db, bot.team, bytes)?;
            let number = bot.version + 1;
            let sql = "INSERT INTO version (bot, number, files, bytes, by, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            db.execute(sql, params![id, number, json, bytes, by.id, now()])?;
            // One that is released stays.
            let sql = "DELETE FROM version WHERE bot = ?1 AND number <= ?2 AND number IS NOT ?3";
            let oldest = i64::from(number) - i64::from(MAX_VERSIONS);
            db.execute(sql, params![id, oldest, bot.released])?;
            Ok(number)
        })
    }

    /// The versions of a bot that the person may read, newest first.
    ///
    /// # Errors
    /// As [`Class::readable_bot`].
    pub fn versions(&self, by: &Person, id: BotId) -> Result<Vec<Version>> {
        self.with(|db| {
            readable(db, by, id)?;
            versions(db, id)
        })
    }

    /// The files of a version.
    ///
    /// # Errors
    /// As [`Class::readable_bot`], or if there is no such version.
    pub fn version_files(&self, by: &Person, id: BotId, number: u32) -> Result<SourceFiles> {
        self.with(|db| {
            readable(db, by, id)?;
            files_of(db, id, number)
        })
    }

    /// Gives a bot another name.
    ///
    /// # Errors
    /// If the bot is not the person's, or the name is taken or no name.
    pub fn rename_bot(&self, by: &Person, id: BotId, name: &str) -> Result<()> {
        by.must_be_active()?;
        let name = shown_name(name)?;
        self.with(|db| {
            let bot = own(db, by, id)?;
            if name_key(&bot.name) != name_key(&name) {
                check_name(db, bot.team, &name)?;
            }
            let sql = "UPDATE bot SET name = ?2, name_key = ?3 WHERE id = ?1";
            db.execute(sql, params![id, name, name_key(&name)])?;
            Ok(())
        })
    }

    /// Shows the source of a bot to all, or no longer. For the teacher.
    ///
    /// # Errors
    /// If there is none, or it is a student who asks.
    pub fn set_bot_open(&self, by: &Person, id: BotId, open: bool) -> Result<()> {
        by.must_teach()?;
        self.with(|db| {
            own(db, by, id)?;
            db.execute("UPDATE bot SET open = ?2 WHERE id = ?1", params![id, open])?;
            Ok(())
        })
    }

    /// Deletes a bot with its draft and its versions.
    ///
    /// # Errors
    /// If the bot is not the person's.
    pub fn delete_bot(&self, by: &Person, id: BotId) -> Result<()> {
        by.must_be_active()?;
        self.with(|db| {
            own(db, by, id)?;
            db.execute("DELETE FROM bot WHERE id = ?1", [id])?;
            Ok(())
        })
    }
}

/// The language with this id.
///
/// # Errors
/// If there is none.
pub fn language_of(id: &str) -> Result<&'static Language> {
    let found = LANGUAGES.iter().find(|language| language.id == id).copied();
    found.ok_or_else(|| Wrong.because(words::no_such_language(id)))
}

pub(super) fn own(db: &Transaction<'_>, by: &Person, id: BotId) -> Result<BotSummary> {
    bot(db, id, |bot| bot.is_own(by))
}

fn readable(db: &Transaction<'_>, by: &Person, id: BotId) -> Result<BotSummary> {
    bot(db, id, |bot| bot.is_readable(by))
}

/// A bot that passes a test. Those that do not are as if they were not there.
pub(super) fn bot(
    db: &Transaction<'_>,
    id: BotId,
    may: impl Fn(&BotSummary) -> bool,
) -> Result<BotSummary> {
    let sql = format!("{SUMMARY} WHERE bot.id = ?1");
    let found = db.prepare_cached(&sql)?.query_row([id], read_summary).optional()?;
    found.filter(may).ok_or_else(|| Missing.because(words::no_such_bot()))
}

pub(super) fn versions(db: &Transaction<'_>, id: BotId) -> Result<Vec<Version>> {
    let sql = "SELECT number, person.name, at, bytes, sound FROM version
               LEFT JOIN person ON person.id = by WHERE bot = ?1 ORDER BY number DESC";
    let read = |row: &Row<'_>| {
        let (number, by) = (row.get(0)?, row.get(1)?);
        Ok(Version { number, by, at: row.get(2)?, bytes: row.get(3)?, sound: row.get(4)? })
    };
    let mut statement = db.prepare_cached(sql)?;
    let versions = statement.query_map([id], read)?.collect::<rusqlite::Result<_>>()?;
    Ok(versions)
}

/// The files of a version.
///
/// # Errors
/// If there is no such version.
pub(super) fn files_of(db: &Transaction<'_>, id: BotId, number: u32) -> Result<SourceFiles> {
    let sql = "SELECT files FROM version WHERE bot = ?1 AND number = ?2";
    let mut statement = db.prepare_cached(sql)?;
    let json =
        statement.query_row(params![id, number], |row| row.get::<_, String>(0)).optional()?;
    let json = json.ok_or_else(|| Missing.because(words::no_such_version(number)))?;
    Ok(unpacked(&json))
}

fn draft(db: &Transaction<'_>, id: BotId) -> Result<Draft> {
    let sql = "SELECT revision, files, person.name, at FROM draft
               LEFT JOIN person ON person.id = by WHERE bot = ?1";
    let read = |row: &Row<'_>| {
        let files = unpacked(&row.get::<_, String>(1)?);
        Ok(Draft { revision: row.get(0)?, files, by: row.get(2)?, at: row.get(3)? })
    };
    Ok(db.prepare_cached(sql)?.query_row([id], read)?)
}

fn check_name(db: &Transaction<'_>, team: TeamId, name: &str) -> Result<()> {
    if has_bot(db, team, name)? {
        return Err(Conflict.because(words::bot_name_taken(name)));
    }
    Ok(())
}

/// True if a team has a bot of this name.
pub(super) fn has_bot(db: &Transaction<'_>, team: TeamId, name: &str) -> Result<bool> {
    let same = "SELECT 1 FROM bot WHERE team = ?1 AND name_key = ?2";
    Ok(db.prepare_cached(same)?.exists(params![team, name_key(name)])?)
}

/// Checks that a team may store so many bytes more.
fn check_bytes(db: &Transaction<'_>, team: TeamId, more: i64) -> Result<()> {
    let sum = |table: &str| -> Result<i64> {
        let sql = format!(
            "SELECT coalesce(sum(bytes), 0) FROM {table} JOIN bot ON bot.id = {table}.bot WHERE team = ?1"
        );
        Ok(db.prepare_cached(&sql)?.query_row([team], |row| row.get(0))?)
    };
    if sum("draft")? + sum("version")? + more > MAX_TEAM_BYTES {
        return Err(Full.because(words::too_many_bytes(MAX_TEAM_BYTES >> 20)));
    }
    Ok(())
}
