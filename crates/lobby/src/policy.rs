//! The rights of visitors: the scripts they can use, the notes they can read, the matches they can
//! see and stop.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::choices::{BotChoice, GameChoice};
use super::error::Result;
use crate::VisitorId;
use juez_core::Weights;
use juez_match::registry::{AnyGame, games};
use juez_script::BotSpec;

/// The author of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "i64", into = "i64")]
pub enum Author {
    /// The people who write this bot.
    Bot(i64),
    /// A team; matches of the first version of a class have these.
    Team(i64),
}

/// The stored form: a bot has its number with a minus sign.
impl From<i64> for Author {
    fn from(stored: i64) -> Author {
        if stored < 0 { Author::Bot(stored.saturating_neg()) } else { Author::Team(stored) }
    }
}

impl From<Author> for i64 {
    fn from(author: Author) -> i64 {
        match author {
            Author::Bot(bot) => -bot,
            Author::Team(team) => team,
        }
    }
}

/// A script that a visitor can give a seat.
#[derive(Clone)]
pub struct OfferedBot {
    /// The script, under its display name.
    pub spec: BotSpec,
    /// The author, the only reader of its notes; `None`: the owner of the match reads them while it
    /// runs, and everybody afterwards.
    pub author: Option<Author>,
    /// The version, if the policy counts versions.
    pub version: Option<u32>,
}

/// The rights of visitors. The default methods are for a server without accounts.
pub trait Policy: Send + Sync + fmt::Debug {
    /// Returns the scripts available to a visitor, each with the id of its game. Can read files.
    fn bots(&self, by: &VisitorId) -> Vec<(&'static str, BotChoice)>;

    /// Returns the script with this name in the list for a game; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self, name: &str, game: &dyn AnyGame, by: &VisitorId) -> Option<Result<OfferedBot>>;

    /// Returns the weights with which the master of a game plays here; `None` for the built-in ones.
    fn weights(&self, _game: &str) -> Option<Weights> {
        None
    }

    /// Returns true if scripts have authors: then a hash alone, which is in every record, gives no
    /// access to a script.
    fn has_authors(&self) -> bool {
        false
    }

    /// Returns true if a visitor may read the notes of an author's scripts.
    fn may_read(&self, _by: &VisitorId, _author: Author) -> bool {
        false
    }

    /// Returns the script for a seat that `author`'s bot had in another match, when that is
    /// replayed or continued; `None`: the same script.
    ///
    /// # Errors
    /// If the visitor may not use any script of this author.
    fn again(&self, _by: &VisitorId, _author: Author, _name: &str) -> Result<Option<OfferedBot>> {
        Ok(None)
    }

    /// Records that a version of an author's script has played a match to its end without a fault.
    fn played_soundly(&self, _author: Author, _version: u32) {}

    /// Returns the owners whose matches are in a visitor's list; `None`: all.
    fn lists(&self, _by: &VisitorId) -> Option<Vec<VisitorId>> {
        None
    }

    /// Returns true if a visitor controls the matches of an owner: may stop them, change their
    /// pace, and take them off the list.
    fn decides(&self, by: &VisitorId, owner: &VisitorId) -> bool {
        by == owner
    }

    /// Returns the limit of running matches per owner; `None`: only the limit of the lobby.
    fn most_running(&self) -> Option<usize> {
        None
    }

    /// Returns the visitors who always get a slot, and whose matches take none from others: in a
    /// class the teacher.
    fn hosts(&self) -> Vec<VisitorId> {
        Vec::new()
    }

    /// Returns true for an owner who is gone for good: opening the lobby deletes the remaining
    /// matches.
    fn was_removed(&self, _owner: &VisitorId) -> bool {
        false
    }

    /// Returns the limit in bytes for the stored matches of one owner; the oldest are deleted.
    /// `None`: no limit.
    fn most_stored_bytes(&self) -> Option<u64> {
        None
    }

    /// Returns true if a bot with this number of an author exists.
    fn has_bot(&self, _bot: i64) -> bool {
        true
    }

    /// Returns the name under which a version of an author's bot is shown to all; `None` if the bot
    /// was deleted.
    fn version_name(&self, _author: Author, _version: u32) -> Option<String> {
        None
    }

    /// Returns the name of a visitor at a table; `None`: the one that the visitor enters.
    fn name(&self, _of: &VisitorId) -> Option<String> {
        None
    }
}

/// Returns the games with their bots and the scripts available to a visitor.
pub(super) fn game_choices(policy: &dyn Policy, by: &VisitorId) -> Vec<GameChoice> {
    let scripts = policy.bots(by);
    let choice = |game: &'static dyn AnyGame| {
        let ours = scripts.iter().filter(|(id, _)| *id == game.info().id);
        GameChoice::of(game, ours.map(|(_, script)| script.clone()).collect())
    };
    games().into_iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_author_is_stored_as_one_number() {
        for (author, stored) in [(Author::Bot(7), "-7"), (Author::Team(7), "7")] {
            assert_eq!(serde_json::to_string(&author).expect("a number"), stored);
            assert_eq!(serde_json::from_str::<Author>(stored).expect("an author"), author);
        }
    }
}
