//! All bots of a class with their versions, to be taken elsewhere: into a zip, into a tournament.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::drafts::{files_of, versions};
use super::error::Result;
use super::source::{SourceFiles, is_device};
use super::{BotId, Class, TeamId};
use juez_core::plain;

/// Name of the list of exported bots, a file next to their folders.
pub const BOTS_FILE: &str = "bots.json";
/// Longest name of a folder, in bytes: systems allow 255, and a number follows.
const MAX_FOLDER_BYTES: usize = 120;

/// A bot that is taken elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExportedBot {
    /// Its number in the class.
    pub id: BotId,
    /// The names of its team, ascending.
    pub team: Vec<String>,
    /// True if it is the teacher's.
    #[serde(default)]
    pub of_teacher: bool,
    pub name: String,
    /// Id of its game.
    pub game: String,
    /// Id of the exercise that it solves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<String>,
    /// Its versions, the newest first.
    pub versions: Vec<ExportedVersion>,
}

impl ExportedBot {
    /// True if it takes part in tournaments of a game: bots of the teacher and those for exercises do
    /// not.
    pub fn competes_in(&self, game: &str) -> bool {
        self.game == game && !self.of_teacher && self.exercise.is_none()
    }

    /// Returns its name in tables: the team's, followed by its own in brackets if the team has several
    /// among `bots`.
    pub fn entrant_name(&self, bots: &[ExportedBot]) -> String {
        let team = self.team.join(", ");
        let is_only = bots.iter().filter(|other| other.team == self.team).count() == 1;
        if is_only { team } else { format!("{team} ({})", self.name) }
    }
}

/// An exported version of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExportedVersion {
    /// From 1.
    pub number: u32,
    /// Time, in seconds since 1970.
    pub at: i64,
    /// The folder with its files: team, bot, version.
    pub folder: String,
}

/// Returns a folder name that is valid on every system.
pub fn folder_name(name: &str) -> String {
    let name = plain(name).replace(['/', '\\', ':', '*', '?', '"', '<', '>', '|'], "_");
    let ends = name.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let end = ends.take_while(|end| *end <= MAX_FOLDER_BYTES).last();
    let name = &name[..end.unwrap_or_default()];
    let name = name.trim_start_matches('.').trim_end_matches(['.', ' ']);
    let (stem, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    let is_taken = stem.is_empty() || is_device(&stem.trim_end().to_ascii_lowercase());
    if is_taken { format!("{stem}_{rest}") } else { name.to_string() }
}

impl Class {
    /// Returns all bots with a version, by team and name.
    ///
    /// # Errors
    /// If the class cannot be read.
    pub fn exported(&self) -> Result<Vec<ExportedBot>> {
        let mut teams: BTreeMap<TeamId, (Vec<String>, bool)> = BTreeMap::new();
        for person in self.people()? {
            let (names, of_teacher) = teams.entry(person.team).or_default();
            *of_teacher |= person.is_teacher();
            names.push(person.name);
        }
        let mut exported = Vec::new();
        for bot in self.bots(None)?.into_iter().filter(|bot| bot.version > 0) {
            let Some((team, of_teacher)) = teams.get(&bot.team).cloned() else { continue };
            // Different names can give the same folder name, so the number is added.
            let folder =
                format!("{}/{} {}", folder_name(&team.join(", ")), folder_name(&bot.name), bot.id);
            let version = |version: super::Version| ExportedVersion {
                number: version.number,
                at: version.at,
                folder: format!("{folder}/version {}", version.number),
            };
            let versions = self.with(|db| versions(db, bot.id))?.into_iter().map(version).collect();
            let (id, name, game, exercise) = (bot.id, bot.name, bot.game, bot.exercise);
            exported.push(ExportedBot { id, team, of_teacher, name, game, exercise, versions });
        }
        exported.sort_by(|a, b| (&a.team, &a.name).cmp(&(&b.team, &b.name)));
        Ok(exported)
    }

    /// Returns the files of a version of any team's bot.
    ///
    /// # Errors
    /// If the version does not exist.
    pub fn exported_files(&self, id: BotId, number: u32) -> Result<SourceFiles> {
        self.with(|db| files_of(db, id, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_can_have_the_folder_of_a_name() {
        for (name, folder) in [
            ("Ana, Leo", "Ana, Leo"),
            ("a/../b", "a_.._b"),
            ("..", "_"),
            ("Aux", "Aux_"),
            ("con", "con_"),
            ("Lpt1.old", "Lpt1_.old"),
            ("Console", "Console"),
        ] {
            assert_eq!(folder_name(name), folder);
        }
        assert_eq!(folder_name(&"é".repeat(99)), "é".repeat(60));
    }
}
