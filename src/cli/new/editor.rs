//! Writes the files that editors need next to a bot.

use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::super::columns::printed;
use super::super::text::tell;
use super::create;
use juez_match::registry::AnyGame;
use juez_match::registry::definitions::{EditorFile, FOLDER, editor_files};
use juez_script::{LANGUAGES, Language, read_text};

/// Limit on the bytes of an existing file that is compared with a new one.
const MAX_BYTES: u64 = 1 << 20;

/// Returns the languages of the bots in a folder; all languages if it has no bot.
pub(super) fn languages_in(folder: &Path) -> anyhow::Result<Vec<&'static Language>> {
    let context = || format!("cannot list folder {}", folder.display());
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).with_context(context)? {
        let path = entry.with_context(context)?.path();
        found.extend(Language::of_file(&path).map(|language| language.id));
    }
    let mut languages = LANGUAGES.to_vec();
    languages.retain(|language| found.is_empty() || found.contains(language.id));
    Ok(languages)
}

/// Writes a game's editor files into `folder` and lists them. Existing files stay; with `remake`,
/// those made by juez are replaced.
pub(super) fn write(
    game: &dyn AnyGame,
    languages: &[&'static Language],
    folder: &Path,
    remake: bool,
) -> anyhow::Result<()> {
    let mut files: BTreeMap<Fate, Vec<String>> = BTreeMap::new();
    for file in languages.iter().flat_map(|language| editor_files(game, language)) {
        files.entry(write_one(&file, folder, remake)?).or_default().push(file.name);
    }
    let mut out = anstream::stdout();
    for (fate, said) in [(Fate::Written, "wrote for your editor"), (Fate::Kept, "there already")] {
        if let Some(files) = files.get(&fate) {
            writeln!(out, "{}", printed(&format!("{said}: {}", files.join(" "))))?;
        }
    }
    if let Some(outdated) = files.get(&Fate::Outdated) {
        let (files, id, list) = (outdated.join(" "), game.info().id, folder.display());
        let it = if outdated.len() == 1 { "it" } else { "them" };
        tell(format_args!(
            "note: made by another version of juez: {files}; `juez new {id} --editor \
             {list}` makes {it} again"
        ));
    }
    Ok(())
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Written,
    /// It exists and was left alone.
    Kept,
    /// It exists and stays, but was made from other tables than ours.
    Outdated,
}

fn write_one(file: &EditorFile, folder: &Path, remake: bool) -> anyhow::Result<Fate> {
    let path = folder.join(&file.name);
    let context = || format!("cannot write {}", path.display());
    if file.name.starts_with(FOLDER) {
        let made = folder.join(FOLDER);
        fs::create_dir_all(&made)
            .with_context(|| format!("cannot create folder {}", made.display()))?;
    }
    match create(&path, &file.text) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => return made.with_context(context).map(|()| Fate::Written),
    }
    // A file that is unreadable or was edited belongs to its author.
    let there = read_text(&path, MAX_BYTES).unwrap_or_default();
    if there == file.text || !EditorFile::was_made(&file.text) || !EditorFile::was_made(&there) {
        return Ok(Fate::Kept);
    }
    if !remake {
        return Ok(Fate::Outdated);
    }
    fs::write(&path, &file.text).with_context(context)?;
    Ok(Fate::Written)
}
