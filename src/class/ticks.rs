//! The ticks of exercises: which tests a bot has passed at its best.

use rusqlite::{OptionalExtension, Row, params};
use std::collections::BTreeMap;

use super::bots::own;
use super::error::Result;
use super::{BotId, Class, Person};

/// Most tests of an exercise whose ticks are kept.
pub(super) const MAX_TICKS: usize = 100;

impl Class {
    /// Notes which tests of its exercise a bot of the person passes, unless it passed more of as many before: what was
    /// solved once stays so. The ticks that are kept.
    ///
    /// # Errors
    /// If the bot is not the person's.
    pub fn note_ticks(&self, by: &Person, id: BotId, ticks: &[bool]) -> Result<Vec<bool>> {
        by.must_be_active()?;
        let ticks = &ticks[..ticks.len().min(MAX_TICKS)];
        self.with(|db| {
            own(db, by, id)?;
            let kept = "SELECT ticks FROM solved WHERE bot = ?1";
            let kept: Option<String> =
                db.prepare_cached(kept)?.query_row([id], |row| row.get(0)).optional()?;
            let kept = kept.map(|text| read(&text));
            let is_better =
                |kept: &Vec<bool>| kept.len() == ticks.len() && passed(kept) > passed(ticks);
            if let Some(kept) = kept.filter(is_better) {
                return Ok(kept);
            }
            let sql = "INSERT INTO solved (bot, ticks) VALUES (?1, ?2)
                       ON CONFLICT (bot) DO UPDATE SET ticks = excluded.ticks";
            db.prepare_cached(sql)?.execute(params![id, written(ticks)])?;
            Ok(ticks.to_vec())
        })
    }

    /// The ticks of the bots of a person's team, by their numbers; of all bots for the teacher.
    pub fn ticks(&self, by: &Person) -> Result<BTreeMap<BotId, Vec<bool>>> {
        self.with(|db| {
            let sql =
                "SELECT bot, ticks FROM solved JOIN bot ON bot.id = bot WHERE ?1 OR team = ?2";
            let ticks = |row: &Row<'_>| Ok((row.get(0)?, read(&row.get::<_, String>(1)?)));
            let mut statement = db.prepare_cached(sql)?;
            let found = statement.query_map(params![by.is_teacher(), by.team], ticks)?;
            Ok(found.collect::<rusqlite::Result<_>>()?)
        })
    }
}

fn passed(ticks: &[bool]) -> usize {
    ticks.iter().filter(|tick| **tick).count()
}

/// A digit for each test.
fn written(ticks: &[bool]) -> String {
    ticks.iter().map(|tick| if *tick { '1' } else { '0' }).collect()
}

fn read(text: &str) -> Vec<bool> {
    text.bytes().map(|digit| digit == b'1').collect()
}

/// True for ticks as they are kept.
pub(super) fn is_ticks(text: &str) -> bool {
    (1..=MAX_TICKS).contains(&text.len()) && text.bytes().all(|digit| matches!(digit, b'0' | b'1'))
}
