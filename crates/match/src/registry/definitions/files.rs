//! The editor files next to a bot.

use super::reference::MADE;
use super::{library, luacats, luau, rhai};
use crate::registry::AnyGame;
use juez_script::Language;

/// The folder next to a bot for files generated from the API tables.
pub const FOLDER: &str = ".juez";

const LUARC: &str = include_str!("luarc.json");
const LUAURC: &str = include_str!("luaurc.json");

/// A file for editors.
pub struct EditorFile {
    /// The path below the folder of the bot, with `/` between folders.
    pub name: String,
    /// The text.
    pub text: String,
}

impl EditorFile {
    /// Returns true if a text was generated from the API tables, and so belongs to one version of
    /// juez. Other files are settings that people can edit.
    pub fn was_made(text: &str) -> bool {
        text.lines().take(4).any(|line| line.contains(MADE))
    }
}

/// Returns the files that belong next to a bot of `game` in `language`.
pub fn editor_files(game: &dyn AnyGame, language: &Language) -> Vec<EditorFile> {
    let id = game.info().id;
    let version = env!("CARGO_PKG_VERSION");
    let made = |name: &str, text: String| EditorFile { name: format!("{FOLDER}/{name}"), text };
    let of_language = |name: &str, text: &str| made(name, text.replace("{version}", version));
    let settings = |name: &str, text: &str| EditorFile { name: name.into(), text: text.into() };
    match language.id {
        "lua" => vec![
            made(&format!("{id}.d.luau"), luau(game)),
            made(&format!("{id}.lua"), luacats(game)),
            of_language("luau.lua", library::LUAU),
            settings(".luarc.json", LUARC),
            settings(".luaurc", LUAURC),
        ],
        "rhai" => {
            vec![
                made(&format!("{id}.d.rhai"), rhai(game)),
                of_language("rhai.d.rhai", library::RHAI),
            ]
        }
        // Editors for other languages have other formats.
        _ => Vec::new(),
    }
}
