//! The rights of visitors: the scripts that they may name, whose notes they read, the matches that they
//! see and stop.

use std::fmt;

use super::choices::{BotChoice, GameChoice};
use super::error::Result;
use super::plan::{PlannedPlayer, Scripts};
use crate::registry::{AnyGame, games};
use crate::script::BotSpec;
use crate::server::VisitorId;

/// Number by which a policy knows the author of a script: that of the bot of a class.
pub type AuthorId = i64;

/// A script that a visitor may give a seat.
pub struct OfferedBot {
    /// The script, under the name to show.
    pub spec: BotSpec,
    /// Its author, who alone reads what it writes; `None`: the owner of the match does so while it
    /// runs, and then everybody.
    pub author: Option<AuthorId>,
    /// Its version, where the policy counts versions.
    pub version: Option<u32>,
}

/// The rights of visitors. The methods that have a default give those of a server without accounts.
pub trait Policy: Send + Sync + fmt::Debug {
    /// The scripts that a visitor may name, each with the id of its game. May read files.
    fn bots(&self, by: &VisitorId) -> Vec<(&'static str, BotChoice)>;

    /// The script that has this name in the list for a game; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self, name: &str, game: &dyn AnyGame, by: &VisitorId) -> Option<Result<OfferedBot>>;

    /// True if scripts have authors: then none is played for its hash alone, which any record tells.
    fn has_authors(&self) -> bool {
        false
    }

    /// True if a visitor reads what the scripts of an author write.
    fn may_read(&self, _by: &VisitorId, _author: AuthorId) -> bool {
        false
    }

    /// Script for a seat that `author`'s bot had in another match, when it is replayed or continued; `None`: the
    /// same script.
    ///
    /// # Errors
    /// If the visitor may give a seat to none of this author.
    fn again(&self, _by: &VisitorId, _author: AuthorId, _name: &str) -> Result<Option<OfferedBot>> {
        Ok(None)
    }

    /// Notes that a version of the script of an author has played a match to its end without a fault.
    fn played_soundly(&self, _author: AuthorId, _version: u32) {}

    /// The owners whose matches a visitor's list has; `None`: all.
    fn lists(&self, _by: &VisitorId) -> Option<Vec<VisitorId>> {
        None
    }

    /// True if a visitor decides about the matches of an owner: may stop them, change their pace, and take
    /// them off the list.
    fn decides(&self, by: &VisitorId, owner: &VisitorId) -> bool {
        by == owner
    }

    /// Matches of one owner that may run at once; `None`: as many as there is room for.
    fn most_running(&self) -> Option<usize> {
        None
    }

    /// The visitors who always get a place, and whose matches take none from others: in a class the teacher.
    fn hosts(&self) -> Vec<VisitorId> {
        Vec::new()
    }

    /// True for an owner who is gone for good: the matches that are left are deleted when the lobby is opened.
    fn was_removed(&self, _owner: &VisitorId) -> bool {
        false
    }

    /// Bytes that the matches of one owner may take in the archive; the oldest give way. `None`: no bound.
    fn most_stored_bytes(&self) -> Option<u64> {
        None
    }

    /// The name under which a visitor sits at a table; `None`: as the visitor says.
    fn name(&self, _of: &VisitorId) -> Option<String> {
        None
    }
}

/// A player that had a seat in another match, as a visitor may seat it now. Another script in its place goes to
/// `scripts`; the same one does not.
///
/// # Errors
/// If it is the script of an author who does not share it with the visitor.
pub(super) fn again(
    policy: &dyn Policy,
    by: &VisitorId,
    player: &PlannedPlayer,
    scripts: &mut Scripts,
) -> Result<PlannedPlayer> {
    let Some(author) = player.author else { return Ok(player.clone()) };
    Ok(match policy.again(by, author, &player.name)? {
        None => player.clone(),
        Some(offered) => {
            let hash = offered.spec.bundle.hash.clone();
            let (name, now) = (player.name.clone(), PlannedPlayer::offered(&offered));
            scripts.insert(hash, offered.spec);
            PlannedPlayer { name, ..now }
        }
    })
}

/// The games with their bots and the scripts that a visitor may name.
pub(super) fn game_choices(policy: &dyn Policy, by: &VisitorId) -> Vec<GameChoice> {
    let scripts = policy.bots(by);
    let choice = |game: &'static dyn AnyGame| {
        let ours = scripts.iter().filter(|(id, _)| *id == game.info().id);
        GameChoice::of(game, ours.map(|(_, script)| script.clone()).collect())
    };
    games().into_iter().map(choice).collect()
}
