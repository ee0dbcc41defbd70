//! The ticks of exercises: the tests that a bot has ever passed.

use rusqlite::{OptionalExtension, Row, params};
use std::collections::BTreeMap;
use std::iter::repeat;

use super::bots::own;
use super::error::Result;
use super::{BotId, Class, Person};

/// Limit on the tests of an exercise whose ticks are kept.
pub(super) const MAX_TICKS: usize = 100;

impl Class {
    /// Stores the tests of its exercise that a bot passes, in addition to earlier ones. Returns the
    /// stored ticks.
    ///
    /// # Errors
    /// If the person cannot change the bot.
    pub fn note_ticks(&self, by: &Person, id: BotId, ticks: &[bool]) -> Result<Vec<bool>> {
        by.must_be_active()?;
        let ticks = &ticks[..ticks.len().min(MAX_TICKS)];
        self.with(|db| {
            own(db, by, id)?;
            let kept = "SELECT ticks FROM solved WHERE bot = ?1";
            let kept: Option<String> =
                db.prepare_cached(kept)?.query_row([id], |row| row.get(0)).optional()?;
            // Ticks of another number belong to other tests.
            let kept = kept.map(|text| read(&text)).filter(|kept| kept.len() == ticks.len());
            let kept = kept.unwrap_or_default().into_iter().chain(repeat(false));
            let all: Vec<bool> = ticks.iter().zip(kept).map(|(now, kept)| *now || kept).collect();
            let sql = "INSERT INTO solved (bot, ticks) VALUES (?1, ?2)
                       ON CONFLICT (bot) DO UPDATE SET ticks = excluded.ticks";
            db.prepare_cached(sql)?.execute(params![id, written(&all)])?;
            Ok(all)
        })
    }

    /// Returns the ticks by bot for a person's team; for all bots if the person is the teacher.
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

/// Formats one digit per test.
fn written(ticks: &[bool]) -> String {
    ticks.iter().map(|tick| if *tick { '1' } else { '0' }).collect()
}

fn read(text: &str) -> Vec<bool> {
    text.bytes().map(|digit| digit == b'1').collect()
}

/// True for ticks in stored form.
pub(super) fn is_ticks(text: &str) -> bool {
    (1..=MAX_TICKS).contains(&text.len()) && text.bytes().all(|digit| matches!(digit, b'0' | b'1'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewBot;

    #[test]
    fn a_test_that_was_passed_once_stays_passed() {
        let folder = tempfile::tempdir().expect("a folder");
        let (class, _) = Class::open(folder.path()).expect("a class");
        let teacher = class.people().expect("people").remove(0);
        let (game, language, name) = ("quoridor".into(), "lua".into(), "A".into());
        let new = NewBot { game, language, name, files: None, exercise: None };
        let bot = class.new_bot(&teacher, new).expect("a bot");
        let note = |ticks: &[bool]| class.note_ticks(&teacher, bot, ticks).expect("ticks");
        note(&[true, false, false]);
        assert_eq!(note(&[false, true, false]), [true, true, false]);
        assert_eq!(note(&[false, false]), [false, false], "the exercise has other tests by now");
        assert_eq!(class.ticks(&teacher).expect("ticks")[&bot], [false, false]);
    }
}
