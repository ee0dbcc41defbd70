//! The levels of a game's master.

use super::AnyGame;
use juez_core::Levels;
use serde_json::{Map, Value};

/// The player for which the level that suits a person is chosen.
pub const ADAPTIVE: &str = "adaptive";
/// The reason why a match has no levels.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum NoLevels {
    #[error("{0} has no bot with levels")]
    Game(&'static str),
    #[error("the levels of {game} need the house rule {rule}")]
    Rules {
        game: &'static str,
        /// A rule that is needed, as on the command line.
        rule: String,
    },
}

/// A level of the master, up to its number.
const LEVEL: &str = "master:level=";

impl dyn AnyGame + '_ {
    /// Returns the levels of the master; `None` if the game has none.
    pub fn scale(&self) -> Option<Levels> {
        let strengths = self.master_levels();
        let ascending = || Levels::new(strengths.iter().copied().map(f64::from).collect());
        (strengths.len() > 1).then(ascending)
    }

    /// Returns the levels of the master under complete house rules.
    ///
    /// # Errors
    /// If there are none.
    pub fn scale_under(&self, options: &Map<String, Value>) -> Result<Levels, NoLevels> {
        let game = self.info().title;
        let scale = self.scale().ok_or(NoLevels::Game(game))?;
        let mut rules = self.level_rules();
        let is_broken = |(name, values): &(&str, Vec<Value>)| {
            !options.get(*name).is_some_and(|value| values.contains(value))
        };
        match rules.find(is_broken) {
            Some((name, values)) => {
                Err(NoLevels::Rules { game, rule: rule_text(name, &values[0]) })
            }
            None => Ok(scale),
        }
    }

    /// Returns the options that the levels of the master need, with their values, first the one of
    /// the measurement.
    pub fn level_rules(&self) -> impl Iterator<Item = (&'static str, Vec<Value>)> {
        let options = self.info().options;
        self.master_rules().iter().filter_map(|(name, values)| {
            let option = options.iter().find(|option| option.name == *name)?;
            Some((*name, values.iter().map(|value| option.allowed.parse(value)).collect()))
        })
    }

    /// Adds the house rules that the levels of the master need, where the defaults are others.
    pub fn with_level_rules(&self, mut options: Map<String, Value>) -> Map<String, Value> {
        let usual = self.options(&options).unwrap_or_default();
        for (name, mut values) in self.level_rules() {
            if !options.contains_key(name)
                && !usual.get(name).is_some_and(|one| values.contains(one))
            {
                options.insert(name.to_string(), values.swap_remove(0));
            }
        }
        options
    }
}

/// Formats a house rule as on the command line: `seats=4`.
pub fn rule_text(name: &str, value: &Value) -> String {
    match value {
        Value::String(text) => format!("{name}={text}"),
        other => format!("{name}={other}"),
    }
}

/// Returns the player of a level: `master:level=4`.
pub fn level_player(level: usize) -> String {
    format!("{LEVEL}{level}")
}

/// Returns the level of a player, if it is one. Other options can follow.
pub fn level_of(player: &str) -> Option<usize> {
    player.strip_prefix(LEVEL)?.split(',').next()?.parse().ok()
}
