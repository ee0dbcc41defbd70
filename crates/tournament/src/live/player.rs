//! Versions of bots and built-in bots, as a ladder names them.

use std::fmt;

/// A player of a ladder, which never changes: a new version is another player.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LadderPlayer {
    /// A version of a bot.
    Version {
        /// The number of the bot.
        bot: i64,
        /// The number of the version, from 1.
        version: u32,
    },
    /// A built-in bot with its options.
    BuiltIn(String),
    /// A version of a bot that was deleted.
    Removed,
}

impl LadderPlayer {
    /// Returns the number of the bot of a version.
    pub fn bot(&self) -> Option<i64> {
        match self {
            LadderPlayer::Version { bot, .. } => Some(*bot),
            _ => None,
        }
    }

    /// Returns the name of a built-in bot.
    pub fn built_in(&self) -> Option<&str> {
        match self {
            LadderPlayer::BuiltIn(name) => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for LadderPlayer {
    /// Writes a version as `12/3`, a built-in bot by its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LadderPlayer::Version { bot, version } => write!(f, "{bot}/{version}"),
            LadderPlayer::BuiltIn(name) => f.write_str(name),
            LadderPlayer::Removed => f.write_str("removed"),
        }
    }
}
