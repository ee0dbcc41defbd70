//! Bots, and who may read and change them.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::Serialize;

use super::error::ClassErrorKind::{Conflict, Missing, Wrong};
use super::error::Result;
use super::ladder::LadderPick;
use super::names::{name_key, shown_name};
use super::{Class, Person, TeamId, words};
use juez_script::{LANGUAGES, Language};

/// Number of a bot, never reused.
pub type BotId = i64;

/// A bot in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BotSummary {
    /// The number.
    pub id: BotId,
    pub team: TeamId,
    pub name: String,
    /// Id of the game.
    pub game: String,
    /// Id of the language.
    pub language: String,
    /// Id of the exercise that it solves.
    pub exercise: Option<String>,
    /// True if the teacher lets everyone read its source.
    pub open: bool,
    /// Last change of the draft, in seconds since 1970.
    pub changed: i64,
    /// Number of the newest version; 0 without one.
    pub version: u32,
    /// The version that its team has released; `None` for the newest one that has played without a
    /// fault.
    pub released: Option<u32>,
    /// The version that classmates can play if the class allows it; `None` if there is none.
    pub offered: Option<u32>,
    /// Its version on the ladder.
    pub ladder: LadderPick,
    /// The names of the team's members as one text.
    pub authors: String,
}

const SUMMARY: &str = "SELECT bot.id, bot.team, bot.name, game, language, exercise, open, draft.at,
    coalesce((SELECT max(number) FROM version WHERE version.bot = bot.id), 0), released,
    CASE WHEN EXISTS (SELECT 1 FROM person WHERE person.team = bot.team AND NOT frozen AND role = 'student')
    THEN coalesce(released, (SELECT max(number) FROM version WHERE version.bot = bot.id AND sound)) END,
    coalesce((SELECT group_concat(person.name, ', ') FROM person WHERE person.team = bot.team), ''), ladder
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
        ladder: LadderPick::of(row.get(12)?),
    })
}

impl BotSummary {
    /// True if a person can change it: a member of its team, or the teacher.
    pub fn is_own(&self, by: &Person) -> bool {
        self.team == by.team || by.is_teacher()
    }

    /// True if a person can read its source.
    pub fn is_readable(&self, by: &Person) -> bool {
        self.open || self.is_own(by)
    }

    /// Returns its language.
    ///
    /// # Errors
    /// If this juez does not have the language.
    pub fn language(&self) -> Result<&'static Language> {
        language_of(&self.language)
    }
}

impl Class {
    /// Returns the bots of a team, or all of them, the last changed first.
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

    /// Returns a bot whose source the person can read: of their team, opened by the teacher, or any
    /// for the teacher.
    ///
    /// # Errors
    /// If the bot does not exist for this person.
    pub fn readable_bot(&self, by: &Person, id: BotId) -> Result<BotSummary> {
        self.with(|db| readable(db, by, id))
    }

    /// Returns a bot that the person can change: of their team, or any for the teacher.
    ///
    /// # Errors
    /// If the bot does not exist for this person.
    pub fn own_bot(&self, by: &Person, id: BotId) -> Result<BotSummary> {
        self.with(|db| own(db, by, id))
    }

    /// Renames a bot.
    ///
    /// # Errors
    /// If the person cannot change the bot, or the name is taken or invalid.
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

    /// Sets whether everyone can read the source of a bot. Only for the teacher.
    ///
    /// # Errors
    /// If the bot does not exist, or the person is a student.
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
    /// If the person cannot change the bot.
    pub fn delete_bot(&self, by: &Person, id: BotId) -> Result<()> {
        by.must_be_active()?;
        self.with(|db| {
            own(db, by, id)?;
            db.execute("DELETE FROM bot WHERE id = ?1", [id])?;
            Ok(())
        })
    }
}

/// Returns the language with this id.
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

pub(super) fn readable(db: &Transaction<'_>, by: &Person, id: BotId) -> Result<BotSummary> {
    bot(db, id, |bot| bot.is_readable(by))
}

/// Returns a bot that passes a test. Reports other bots as missing, so as not to reveal that they
/// exist.
pub(super) fn bot(
    db: &Transaction<'_>,
    id: BotId,
    may: impl Fn(&BotSummary) -> bool,
) -> Result<BotSummary> {
    let sql = format!("{SUMMARY} WHERE bot.id = ?1");
    let found = db.prepare_cached(&sql)?.query_row([id], read_summary).optional()?;
    found.filter(may).ok_or_else(|| Missing.because(words::no_such_bot()))
}

pub(super) fn check_name(db: &Transaction<'_>, team: TeamId, name: &str) -> Result<()> {
    if has_bot(db, team, name)? {
        return Err(Conflict.because(words::bot_name_taken(name)));
    }
    Ok(())
}

/// True if a team has a bot with this name.
pub(super) fn has_bot(db: &Transaction<'_>, team: TeamId, name: &str) -> Result<bool> {
    let same = "SELECT 1 FROM bot WHERE team = ?1 AND name_key = ?2";
    Ok(db.prepare_cached(same)?.exists(params![team, name_key(name)])?)
}
