//! What a match can be made of: the games with their house rules, bots and files.

use serde::Serialize;
use serde_json::Value;

use crate::core::{Allowed, GameInfo, OptionInfo};
use crate::registry::{AnyGame, BotInfo};

/// A game on the start page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameChoice {
    /// The game's id.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// The fewest and the most seats.
    pub seats: [u8; 2],
    /// Whether hands are hidden.
    pub hidden: bool,
    /// The house rules.
    pub options: Vec<Setting>,
    /// The built-in bots, weakest first.
    pub bots: Vec<BotChoice>,
    /// The scripts of the folder of bots.
    pub files: Vec<BotChoice>,
}

/// A bot that can be given a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotChoice {
    /// What a seat is given as its player.
    pub player: String,
    /// The name for people.
    pub name: String,
    /// How it plays, in one line.
    pub summary: String,
    /// From 1, weakest; nothing for files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// What can be set.
    pub options: Vec<Setting>,
}

/// Something that can be set: a house rule, an option of a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Setting {
    /// The name in requests.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The default: one of the values, or words where it depends on others.
    pub default: Value,
    /// What it may be.
    pub allowed: Values,
}

/// The values of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Values {
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Words {
        /// The words.
        values: &'static [&'static str],
    },
    /// One of these numbers.
    Numbers {
        /// The numbers.
        values: &'static [i64],
    },
    /// Any number in a range.
    Decimal {
        /// The least.
        from: i64,
        /// The most.
        to: i64,
    },
    /// A whole number in a range.
    Range {
        /// The least.
        from: i64,
        /// The most.
        to: i64,
    },
}

impl GameChoice {
    /// A game with the scripts that are there for it.
    pub(super) fn of(game: &dyn AnyGame, files: Vec<BotChoice>) -> GameChoice {
        let GameInfo { id, title, summary, seats, hidden, options, .. } = game.info();
        let bots = game.bots();
        GameChoice {
            id,
            title,
            summary,
            seats: [seats.0, seats.1],
            hidden: *hidden,
            options: options.iter().map(Setting::of).collect(),
            bots: (1..).zip(&bots).map(|(level, bot)| BotChoice::built_in(level, bot)).collect(),
            files,
        }
    }
}

impl BotChoice {
    fn built_in(level: usize, bot: &BotInfo) -> BotChoice {
        BotChoice {
            player: bot.name.to_string(),
            name: bot.name.to_string(),
            summary: bot.summary.to_string(),
            level: Some(level),
            options: bot.options.iter().map(Setting::of).collect(),
        }
    }
}

impl Setting {
    fn of(info: &OptionInfo) -> Setting {
        let default = info.allowed.parse(info.default);
        Setting {
            name: info.name,
            summary: info.doc,
            default: match info.allowed.admits(&default) {
                true => default,
                false => info.default.into(),
            },
            allowed: match info.allowed {
                Allowed::Switch => Values::Switch,
                Allowed::Words(values) => Values::Words { values },
                Allowed::Numbers(values) => Values::Numbers { values },
                Allowed::Range(from, to) => Values::Range { from, to },
                Allowed::Decimal(from, to) => Values::Decimal { from, to },
            },
        }
    }
}
