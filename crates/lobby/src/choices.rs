//! The choices of the start page: the games with their options and bots.

use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

use juez_core::{Allowed, BotInfo, GameInfo, OptionInfo};
use juez_match::registry::AnyGame;

/// A game on the start page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameChoice {
    /// The id of the game.
    pub id: &'static str,
    /// The title of the game.
    pub title: &'static str,
    /// Summary in one line.
    pub summary: &'static str,
    /// Smallest and largest number of seats.
    pub seats: [u8; 2],
    /// True if hands are hidden.
    pub hidden: bool,
    /// The options of the game.
    pub options: Vec<SettingInfo>,
    /// Number of levels of the master, from which `adaptive` chooses; 0 if there are none.
    pub levels: usize,
    /// Options under which it can, with their values.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, Array<unknown>>"))]
    pub level_rules: BTreeMap<&'static str, Vec<Value>>,
    /// The built-in bots, weakest first.
    pub bots: Vec<BotChoice>,
    /// The scripts in the folder of bots.
    pub files: Vec<BotChoice>,
}

/// A bot that can be given a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BotChoice {
    /// The player to name in a request.
    pub player: String,
    /// Display name.
    pub name: String,
    /// The names of its team, if it is not the visitor's own.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authors: Option<String>,
    /// Summary in one line.
    pub summary: String,
    /// Strength from 1, the weakest; `None` for scripts.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// The options of the bot.
    pub options: Vec<SettingInfo>,
}

/// An option of a game or of a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SettingInfo {
    /// The name in requests.
    pub name: &'static str,
    /// Summary in one line.
    pub summary: &'static str,
    /// The default: one of the values, or a description if it depends on other options.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub default: Value,
    pub allowed: SettingValues,
}

/// The values that an option allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SettingValues {
    /// `true` or `false`.
    Switch,
    /// One of several words.
    Words {
        /// The words.
        values: &'static [&'static str],
    },
    /// One of several numbers.
    Numbers {
        /// The numbers.
        values: &'static [i64],
    },
    /// Any number in a range.
    Decimal {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
    },
    /// A whole number in a range.
    Range {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
    },
}

impl GameChoice {
    pub(super) fn of(game: &dyn AnyGame, files: Vec<BotChoice>) -> GameChoice {
        let GameInfo { id, title, summary, seats, hidden, options, .. } = game.info();
        let bots = game.bots();
        GameChoice {
            id,
            title,
            summary,
            seats: [seats.0, seats.1],
            hidden: *hidden,
            options: options.iter().filter_map(SettingInfo::of).collect(),
            levels: game.master_levels().len(),
            level_rules: game.level_rules().collect(),
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
            authors: None,
            summary: bot.summary.to_string(),
            level: Some(level),
            options: bot.options.iter().filter_map(SettingInfo::of).collect(),
        }
    }
}

impl SettingInfo {
    /// Describes an option; `None` for weights, which pages do not offer.
    fn of(info: &OptionInfo) -> Option<SettingInfo> {
        let default = info.allowed.parse(info.default);
        Some(SettingInfo {
            name: info.name,
            summary: info.doc,
            default: if info.allowed.admits(&default) { default } else { info.default.into() },
            allowed: match info.allowed {
                Allowed::Switch => SettingValues::Switch,
                Allowed::Words(values) => SettingValues::Words { values },
                Allowed::Numbers(values) => SettingValues::Numbers { values },
                Allowed::Range(from, to) => SettingValues::Range { from, to },
                Allowed::Decimal(from, to) => SettingValues::Decimal { from, to },
                Allowed::Weights => return None,
            },
        })
    }
}
