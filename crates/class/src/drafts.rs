//! The sources of bots: drafts and versions.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde::{Deserialize, Serialize};

use super::bots::{BotSummary, check_name, language_of, own, readable};
use super::error::ClassErrorKind::{Full, Missing, Wrong};
use super::error::Result;
use super::names::{name_key, shown_name};
use super::source::{PackedFiles, SourceFiles, check_files, main_only, unpacked};
use super::{BotId, Class, Person, TeamId, now, words};
use juez_match::registry::game;

/// Limit on the bots of a team.
const MAX_BOTS: u32 = 40;
/// Limit on the bytes of a team's drafts and versions.
const MAX_TEAM_BYTES: i64 = 32 << 20;
/// Versions kept of a bot; the oldest are deleted.
const MAX_VERSIONS: u32 = 500;

/// A bot to create.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Id of its game.
    pub game: String,
    /// Id of its language.
    pub language: String,
    /// Name of the bot.
    pub name: String,
    /// Its files; the template if absent.
    pub files: Option<SourceFiles>,
    /// Id of the exercise that it solves.
    pub exercise: Option<String>,
}

/// The current source of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Draft {
    /// Grows with each change.
    pub revision: i64,
    pub files: SourceFiles,
    /// Name of the person who changed it last, if still in the class.
    pub by: Option<String>,
    /// Time of the last change, in seconds since 1970.
    pub at: i64,
}

/// Result of saving a draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saved<T = i64> {
    /// Stored, with the new revision.
    Stored(T),
    /// Nothing is stored, because another person has changed the draft.
    Changed(Draft),
}

/// A version of a bot that a person can play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayableBot {
    pub bot: BotSummary,
    /// The number of the version.
    pub version: u32,
    /// Its files, shown only to people who can read the bot.
    pub files: SourceFiles,
}

impl PlayableBot {
    /// Returns the name at a table; for other teams followed by its authors, since two teams can
    /// use one name.
    pub fn name_for(&self, by: &Person) -> String {
        let BotSummary { name, authors, team, .. } = &self.bot;
        if *team == by.team { name.clone() } else { format!("{name} ({authors})") }
    }
}

/// A version of a bot, which never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Version {
    /// From 1.
    pub number: u32,
    /// Name of the person who made it, if still in the class.
    pub by: Option<String>,
    /// Time of creation, in seconds since 1970.
    pub at: i64,
    /// Bytes of its files.
    pub bytes: i64,
    /// True once it has played a match to its end without a fault.
    pub sound: bool,
}

impl Class {
    /// Creates a bot of the person's team and returns its number.
    ///
    /// # Errors
    /// If game, language, name or files are invalid, or there are too many bots.
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
            let PackedFiles { json, bytes, .. } = PackedFiles::of(&files);
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

    /// Returns the draft of a bot that the person can read.
    ///
    /// # Errors
    /// See [`Class::readable_bot`].
    pub fn draft(&self, by: &Person, id: BotId) -> Result<Draft> {
        self.with(|db| {
            readable(db, by, id)?;
            draft(db, id)
        })
    }

    /// Returns a bot that the person can read, with its draft and its versions, newest first.
    ///
    /// # Errors
    /// See [`Class::readable_bot`].
    pub fn bot_with_source(
        &self,
        by: &Person,
        id: BotId,
    ) -> Result<(BotSummary, Draft, Vec<Version>)> {
        self.with(|db| Ok((readable(db, by, id)?, draft(db, id)?, versions(db, id)?)))
    }

    /// Stores the draft of a bot if its revision is still `revision`.
    ///
    /// # Errors
    /// If the person cannot change the bot, or the files are invalid.
    pub fn save_draft(
        &self,
        by: &Person,
        id: BotId,
        revision: i64,
        files: &SourceFiles,
    ) -> Result<Saved> {
        by.must_be_active()?;
        self.with(|db| store_draft(db, by, &own(db, by, id)?, revision, &PackedFiles::of(files)))
    }

    /// Makes a version of the draft and returns its number. Does nothing if the draft equals the
    /// newest version.
    ///
    /// # Errors
    /// If the person cannot change the bot.
    pub fn keep_version(&self, by: &Person, id: BotId) -> Result<u32> {
        by.must_be_active()?;
        self.with(|db| {
            store_version(db, by, &own(db, by, id)?, &PackedFiles::of(&draft(db, id)?.files))
        })
    }

    /// Stores the draft of a bot like [`Class::save_draft`] and makes a version of it like
    /// [`Class::keep_version`]. Returns the revision of the draft and the bot with that version.
    ///
    /// # Errors
    /// If the person cannot change the bot, or the files are invalid.
    pub fn save_and_keep(
        &self,
        by: &Person,
        id: BotId,
        revision: i64,
        files: SourceFiles,
    ) -> Result<Saved<(i64, PlayableBot)>> {
        by.must_be_active()?;
        self.with(|db| {
            let bot = own(db, by, id)?;
            let packed = PackedFiles::of(&files);
            let revision = match store_draft(db, by, &bot, revision, &packed)? {
                Saved::Stored(revision) => revision,
                Saved::Changed(draft) => return Ok(Saved::Changed(draft)),
            };
            let version = store_version(db, by, &bot, &packed)?;
            Ok(Saved::Stored((revision, PlayableBot { bot, version, files })))
        })
    }

    /// Returns the versions of a bot that the person can read, newest first.
    ///
    /// # Errors
    /// See [`Class::readable_bot`].
    pub fn versions(&self, by: &Person, id: BotId) -> Result<Vec<Version>> {
        self.with(|db| {
            readable(db, by, id)?;
            versions(db, id)
        })
    }

    /// Returns the files of a version.
    ///
    /// # Errors
    /// See [`Class::readable_bot`]; also if the version does not exist.
    pub fn version_files(&self, by: &Person, id: BotId, number: u32) -> Result<SourceFiles> {
        self.with(|db| {
            readable(db, by, id)?;
            files_of(db, id, number)
        })
    }
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

/// Reads the files of a version.
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

fn store_draft(
    db: &Transaction<'_>,
    by: &Person,
    bot: &BotSummary,
    revision: i64,
    packed: &PackedFiles<'_>,
) -> Result<Saved> {
    let PackedFiles { files, json, bytes } = packed;
    check_files(bot.language()?, files)?;
    let present = draft(db, bot.id)?;
    if present.files == **files {
        return Ok(Saved::Stored(present.revision));
    }
    if present.revision != revision {
        return Ok(Saved::Changed(present));
    }
    check_bytes(db, bot.team, *bytes)?;
    let sql =
        "UPDATE draft SET revision = ?2, files = ?3, bytes = ?4, by = ?5, at = ?6 WHERE bot = ?1";
    let next = revision + 1;
    db.prepare_cached(sql)?.execute(params![bot.id, next, json, bytes, by.id, now()])?;
    Ok(Saved::Stored(next))
}

fn store_version(
    db: &Transaction<'_>,
    by: &Person,
    bot: &BotSummary,
    packed: &PackedFiles<'_>,
) -> Result<u32> {
    let PackedFiles { json, bytes, .. } = packed;
    let newest: Option<String> = db
        .prepare_cached("SELECT files FROM version WHERE bot = ?1 AND number = ?2")?
        .query_row(params![bot.id, bot.version], |row| row.get(0))
        .optional()?;
    if newest.as_ref() == Some(json) {
        return Ok(bot.version);
    }
    check_bytes(db, bot.team, *bytes)?;
    let number = bot.version + 1;
    let sql =
        "INSERT INTO version (bot, number, files, bytes, by, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    db.execute(sql, params![bot.id, number, json, bytes, by.id, now()])?;
    // A released version and the one on the ladder are kept.
    let sql = "DELETE FROM version WHERE bot = ?1 AND number <= ?2 AND number IS NOT ?3
               AND number IS NOT (SELECT ladder FROM bot WHERE id = ?1)";
    let oldest = i64::from(number) - i64::from(MAX_VERSIONS);
    db.execute(sql, params![bot.id, oldest, bot.released])?;
    Ok(number)
}

/// Checks that a team may store `more` bytes.
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
