//! Checks every row of an untrusted class file.

use rusqlite::{Row, Transaction};
use std::path::Path;

use super::bots::language_of;
use super::codes::{self, HASH_BYTES};
use super::error::{ClassError, Result};
use super::names::{is_bot_name, name_key, shown_name};
use super::people::role_of;
use super::settings::{TEACHER_KEY, get};
use super::source::{PackedFiles, SourceFiles, check_files};
use super::store::CLASS_FILE;
use super::tables::CLASS;
use super::ticks::is_ticks;
use super::{Class, PersonId, Role, TournamentState};
use juez_core::CERTAIN;
use juez_match::registry::Case;

/// Limit in bytes on texts without a limit of their own.
const LONGEST_TEXT: usize = 4096;
/// Limit in bytes on the address of a browser, which can be an IPv6 network.
const LONGEST_ADDRESS: usize = 64;

/// The bots. The last column is true if the released version and the one on
/// the ladder exist or there are none.
const BOTS: &str = "SELECT id, name, name_key, game, language, exercise, open,
    (released IS NULL OR EXISTS (SELECT 1 FROM version WHERE bot = bot.id AND number = released))
    AND (ladder IS NULL OR ladder IN (0, -1)
        OR EXISTS (SELECT 1 FROM version WHERE bot = bot.id AND number = ladder)) FROM bot";

impl Class {
    /// Checks the untrusted class file in a folder: its schema, every page, and that juez could
    /// have written each row. Upgrades its tables to the newest version. Returns the number of
    /// people.
    ///
    /// # Errors
    /// If juez could not have written the file.
    pub fn check(folder: &Path) -> Result<usize> {
        let path = folder.join(CLASS_FILE);
        if !path.is_file() {
            return Err(ClassError::Absent(folder.to_path_buf()));
        }
        let class = Class::open_file(folder)?;
        class.with(|db| {
            CLASS.check_whole(db).map_err(|why| ClassError::unusable(&path, why))?;
            check_rows(db).map_err(|error| match error {
                RowError::Sqlite(error) => ClassError::of(&path, error),
                RowError::Wrong(what) => {
                    ClassError::Foreign { path: path.clone(), what: what.into() }
                }
            })
        })
    }
}

enum RowError {
    Sqlite(rusqlite::Error),
    Wrong(String),
}

impl From<rusqlite::Error> for RowError {
    fn from(error: rusqlite::Error) -> RowError {
        RowError::Sqlite(error)
    }
}

fn must(holds: bool, what: impl FnOnce() -> String) -> Result<(), RowError> {
    if holds { Ok(()) } else { Err(RowError::Wrong(what())) }
}

fn check_rows(db: &Transaction<'_>) -> Result<usize, RowError> {
    let key = get(db, TEACHER_KEY).ok().flatten().unwrap_or_default();
    must(codes::is_slow_hash(&key), || "it has no teacher key".to_string())?;
    each(db, "SELECT name, value FROM setting", |row| {
        let (name, value): (String, String) = (row.get(0)?, row.get(1)?);
        must(name.len().max(value.len()) <= LONGEST_TEXT, || "a setting is too long".to_string())
    })?;
    let (mut people, mut teachers) = (0, 0);
    let sql = "SELECT id, name, name_key, role, return_code, frozen, joined, seen FROM person";
    each(db, sql, |row| {
        let id: PersonId = row.get(0)?;
        let (name, key): (String, String) = (row.get(1)?, row.get(2)?);
        let role = role_of(&row.get::<_, String>(3)?);
        let code: Option<Vec<u8>> = row.get(4)?;
        let (frozen, times): (i64, [Option<i64>; 2]) = (row.get(5)?, [row.get(6)?, row.get(7)?]);
        people += 1;
        teachers += usize::from(role == Some(Role::Teacher));
        let is_name = shown_name(&name).is_ok_and(|shown| shown == name) && name_key(&name) == key;
        let is_ours = is_number(id)
            && is_name
            && role.is_some()
            && code.is_none_or(|code| code.len() == HASH_BYTES)
            && is_flag(frozen)
            && times.into_iter().flatten().all(is_time);
        must(is_ours, || format!("person {id} is not valid"))
    })?;
    must(teachers == 1, || format!("it has {teachers} teachers, and a class has one"))?;
    each(db, "SELECT hash, kind, made, used, browser FROM session", |row| {
        let (hash, kind): (Vec<u8>, String) = (row.get(0)?, row.get(1)?);
        let times: [i64; 2] = [row.get(2)?, row.get(3)?];
        let browser: Option<Vec<u8>> = row.get(4)?;
        let is_ours = hash.len() == HASH_BYTES
            && browser.is_none_or(|hash| hash.len() == HASH_BYTES)
            && matches!(&*kind, "cookie" | "token")
            && times.into_iter().all(is_time);
        must(is_ours, || "a session is not valid".to_string())
    })?;
    each(db, "SELECT hash, address, used FROM browser", |row| {
        let (hash, address): (Vec<u8>, String) = (row.get(0)?, row.get(1)?);
        let is_ours =
            hash.len() == HASH_BYTES && address.len() <= LONGEST_ADDRESS && is_time(row.get(2)?);
        must(is_ours, || "a browser is not valid".to_string())
    })?;
    each(db, "SELECT id, browser, name, address, at FROM waiting", |row| {
        let (id, browser): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
        let (name, address): (String, String) = (row.get(2)?, row.get(3)?);
        let is_ours = is_number(id)
            && browser.len() == HASH_BYTES
            && shown_name(&name).is_ok_and(|shown| shown == name)
            && address.len() <= LONGEST_ADDRESS
            && is_time(row.get(4)?);
        must(is_ours, || format!("request {id} to join is not valid"))
    })?;
    each(db, BOTS, |row| {
        let (id, name, key): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (game, language): (String, String) = (row.get(3)?, row.get(4)?);
        let exercise: Option<String> = row.get(5)?;
        let is_ours = is_number(id)
            && name.len() <= LONGEST_TEXT
            && is_bot_name(&name, id)
            && name_key(&name) == key
            && language_of(&language).is_ok()
            && game.len().max(exercise.map_or(0, |id| id.len())) <= LONGEST_TEXT
            && is_flag(row.get(6)?)
            && row.get(7)?;
        must(is_ours, || format!("bot {id} is not valid"))
    })?;
    let sources = |table: &str, number: &str| {
        let sql = format!(
            "SELECT bot, {number}, files, bytes, at, language FROM {table} JOIN bot ON bot.id = bot"
        );
        each(db, &sql, |row| {
            let (bot, number, files): (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (bytes, at, language): (i64, i64, String) = (row.get(3)?, row.get(4)?, row.get(5)?);
            let files: Option<SourceFiles> = serde_json::from_str(&files).ok();
            let is_source = files.is_some_and(|files| {
                language_of(&language).is_ok_and(|it| check_files(it, &files).is_ok())
                    && PackedFiles::of(&files).bytes == bytes
            });
            let is_ours = is_source && (1..1 << 31).contains(&number) && is_time(at);
            must(is_ours, || format!("a {table} of bot {bot} is not valid"))
        })
    };
    each(db, "SELECT bot, number, sound FROM version", |row| {
        let (bot, number, sound): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        must(is_flag(sound), || format!("version {number} of bot {bot} is not valid"))
    })?;
    // A sequence is 0 until its table has had a row.
    each(db, "SELECT max(seq, 1) FROM sqlite_sequence UNION ALL SELECT id FROM team", |row| {
        must(is_number(row.get(0)?), || "a row number is too large".to_string())
    })?;
    sources("draft", "revision")?;
    sources("version", "number")?;
    each(db, "SELECT bot, ticks FROM solved", |row| {
        let (bot, ticks): (i64, String) = (row.get(0)?, row.get(1)?);
        must(is_ticks(&ticks), || format!("the ticks of bot {bot} are not valid"))
    })?;
    each(db, "SELECT id, position, at FROM question", |row| {
        let (id, position): (i64, String) = (row.get(0)?, row.get(1)?);
        let case = serde_json::from_str(&position).ok().map(Case::from_json);
        let is_ours = is_number(id) && is_time(row.get(2)?) && matches!(case, Some(Ok(_)));
        must(is_ours, || format!("question {id} is not valid"))
    })?;
    each(db, "SELECT question, text, bot, cost, found, tries, at FROM answer", |row| {
        let (question, text): (i64, String) = (row.get(0)?, row.get(1)?);
        let bot: Option<String> = row.get(2)?;
        let is_ours = text.len().max(bot.map_or(0, |bot| bot.len())) <= LONGEST_TEXT
            && (0..=i64::from(CERTAIN)).contains(&row.get(3)?)
            && is_flag(row.get(4)?)
            && (1..1 << 31).contains(&row.get::<_, i64>(5)?)
            && is_time(row.get(6)?);
        must(is_ours, || format!("an answer to question {question} is not valid"))
    })?;
    each(db, "SELECT id, name, game, state, matches, seconds, at FROM tournament", |row| {
        let (id, name, game): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let state = row.get::<_, String>(3)?.parse::<TournamentState>();
        let figures: [Option<i64>; 3] = [row.get(4)?, row.get(5)?, row.get(6)?];
        let is_ours = is_number(id)
            && name.len().max(game.len()) <= LONGEST_TEXT
            && state.is_ok()
            && figures.into_iter().flatten().all(is_time);
        must(is_ours, || format!("tournament {id} is not valid"))
    })?;
    each(db, "SELECT at, what, times FROM incident", |row| {
        let (at, what, times): (i64, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let is_ours = is_time(at) && what.len() <= LONGEST_TEXT && is_number(times);
        must(is_ours, || "an incident is not valid".to_string())
    })?;
    Ok(people)
}

fn each(
    db: &Transaction<'_>,
    sql: &str,
    mut check: impl FnMut(&Row<'_>) -> Result<(), RowError>,
) -> Result<(), RowError> {
    let mut statement = db.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        check(row)?;
    }
    Ok(())
}

fn is_flag(number: i64) -> bool {
    matches!(number, 0 | 1)
}

/// True for a row number that leaves enough numbers for later rows.
fn is_number(number: i64) -> bool {
    (1..1 << 53).contains(&number)
}

/// True for seconds since 1970 that a page can show.
fn is_time(seconds: i64) -> bool {
    (0..1 << 40).contains(&seconds)
}
