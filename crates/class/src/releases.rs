//! The bots that a person can play, and the versions that classmates play.
//!
//! A person plays any version of a bot that they can read. Of a classmate's bot they play the one
//! offered version, without reading it.

use rusqlite::{Transaction, params};

use super::bots::{BotSummary, bot, own};
use super::drafts::{PlayableBot, files_of};
use super::error::ClassErrorKind::{Conflict, Missing};
use super::error::Result;
use super::settings::classmates_play;
use super::{BotId, Class, Person, words};

impl Class {
    /// Returns the bots that a person can play: bots with a version that they can read, and bots
    /// that classmates offer.
    pub fn playable_bots(&self, by: &Person) -> Result<Vec<BotSummary>> {
        let are_shared = self.classmates_play()?;
        let mut bots = self.bots(None)?;
        bots.retain(|bot| {
            if bot.is_readable(by) { bot.version > 0 } else { are_shared && bot.offered.is_some() }
        });
        Ok(bots)
    }

    /// Returns a version of a bot that a person can play. Without a number, the newest one, or the
    /// offered one of a classmate's bot.
    ///
    /// # Errors
    /// If the version does not exist for this person.
    pub fn playable_bot(
        &self,
        by: &Person,
        id: BotId,
        version: Option<u32>,
    ) -> Result<PlayableBot> {
        self.with(|db| {
            let bot = playable(db, by, id, version)?;
            let newest = if bot.is_readable(by) { Some(bot.version) } else { bot.offered };
            let version = version.or(newest).unwrap_or_default();
            Ok(PlayableBot { version, files: files_of(db, id, version)?, bot })
        })
    }

    /// Releases a version of a bot for classmates to play. `None` releases the newest one that has
    /// played without a fault, now and later.
    ///
    /// # Errors
    /// If the person cannot change the bot, or it has no such version.
    pub fn release(&self, by: &Person, id: BotId, version: Option<u32>) -> Result<()> {
        by.must_be_active()?;
        self.with(|db| {
            own(db, by, id)?;
            if let Some(number) = version {
                let there = "SELECT 1 FROM version WHERE bot = ?1 AND number = ?2";
                if !db.prepare_cached(there)?.exists(params![id, number])? {
                    return Err(Missing.because(words::no_such_version(number)));
                }
            }
            db.execute("UPDATE bot SET released = ?2 WHERE id = ?1", params![id, version])?;
            Ok(())
        })
    }

    /// Notes that a version has played a match to its end without a fault. Does nothing if the
    /// version was deleted.
    pub fn note_sound(&self, id: BotId, version: u32) -> Result<()> {
        self.with(|db| {
            let sql = "UPDATE version SET sound = 1 WHERE bot = ?1 AND number = ?2 AND NOT sound";
            db.prepare_cached(sql)?.execute(params![id, version])?;
            Ok(())
        })
    }
}

/// Finds a bot if the person can play a version of it.
fn playable(
    db: &Transaction<'_>,
    by: &Person,
    id: BotId,
    version: Option<u32>,
) -> Result<BotSummary> {
    let are_shared = classmates_play(db)?;
    let is_offered = |bot: &BotSummary| {
        are_shared && bot.offered.is_some() && version.is_none_or(|it| bot.offered == Some(it))
    };
    bot(db, id, |bot| bot.is_readable(by) || is_offered(bot)).map_err(|error| match error.kind() {
        // The same answer for missing bots, so that it does not reveal which exist.
        Missing if !are_shared => Conflict.because(words::classmates_do_not_play()),
        _ => error,
    })
}
