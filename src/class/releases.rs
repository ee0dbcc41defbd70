//! The bots that a person may give a seat, and the versions that classmates play.
//!
//! A person plays any version of the bots that they may read. Of a classmate's bot they play the one version that
//! is offered, without reading it.

use rusqlite::{Transaction, params};

use super::bots::{BotSummary, bot, files_of, own};
use super::error::ClassErrorKind::{Conflict, Missing};
use super::error::Result;
use super::settings::classmates_play;
use super::source::SourceFiles;
use super::{BotId, Class, Person, words};

/// A version of a bot that a person may give a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayableBot {
    /// The bot.
    pub bot: BotSummary,
    /// The number of the version.
    pub version: u32,
    /// Its files, which are shown only to people who may read the bot.
    pub files: SourceFiles,
}

impl PlayableBot {
    /// Name at a table; for other teams followed by its authors, since two teams may use one name.
    pub fn name_for(&self, by: &Person) -> String {
        let BotSummary { name, authors, team, .. } = &self.bot;
        if *team == by.team { name.clone() } else { format!("{name} ({authors})") }
    }
}

impl Class {
    /// The bots that a person may give a seat: bots with a version that they may read, and bots that
    /// classmates offer.
    pub fn playable_bots(&self, by: &Person) -> Result<Vec<BotSummary>> {
        let are_shared = self.classmates_play()?;
        let mut bots = self.bots(None)?;
        bots.retain(|bot| {
            if bot.is_readable(by) { bot.version > 0 } else { are_shared && bot.offered.is_some() }
        });
        Ok(bots)
    }

    /// A version of a bot that a person may give a seat; without a number the newest, of a classmate's bot
    /// the one that is offered.
    ///
    /// # Errors
    /// If there is none for this person.
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

    /// Releases a version of a bot for classmates to play, or with `None` whichever is the newest that has
    /// played without a fault.
    ///
    /// # Errors
    /// If the bot is not the person's, or has no such version.
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

    /// Notes that a version has played a match to its end without a fault. Does nothing if the version is gone.
    pub fn note_sound(&self, id: BotId, version: u32) -> Result<()> {
        self.with(|db| {
            let sql = "UPDATE version SET sound = 1 WHERE bot = ?1 AND number = ?2 AND NOT sound";
            db.prepare_cached(sql)?.execute(params![id, version])?;
            Ok(())
        })
    }
}

/// A bot of which a person may give a version a seat.
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
        // The same answer for missing bots, so it does not reveal which exist.
        Missing if !are_shared => Conflict.because(words::classmates_do_not_play()),
        _ => error,
    })
}
