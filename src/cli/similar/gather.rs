//! The bots that are compared, and the code that was handed out.

use anyhow::{Context, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::text::tell;
use crate::core::plain;
use crate::registry::games;
use crate::script::{BotSpec, Bundle, LANGUAGES, Language, absolute_path};
use crate::tournament::class::Deadline;
use crate::tournament::class::similarity::Source;
use crate::tournament::class::submissions::{collect, is_zip};

pub(super) struct Bot {
    /// Its code, by the name it is shown with.
    pub source: Source,
    pub path: PathBuf,
}

/// The bots at these places, each once: of a folder without a main file one for each student.
pub(super) fn bots(given: &[PathBuf], deadline: Option<&Deadline>) -> anyhow::Result<Vec<Bot>> {
    let mut found: Vec<(Option<String>, PathBuf, PathBuf)> = Vec::new();
    // What was unpacked is there as long as this is.
    let mut unpacked = Vec::new();
    for each in given {
        if each.is_dir() && !has_main(each) || is_zip(each) {
            let compiles =
                |path: &Path| BotSpec::read(path).map(drop).map_err(|error| error.to_string());
            for submission in collect(each, deadline, &compiles)? {
                match submission.taken() {
                    Some(version) => {
                        let (path, shown) = (version.path.clone(), PathBuf::from(&version.shown));
                        found.push((Some(submission.student.clone()), path, shown));
                        unpacked.push(version.scratch.clone());
                    }
                    None => tell(format!(
                        "{} is left out: {}",
                        submission.student,
                        submission.problem().unwrap_or_default()
                    )),
                }
            }
        } else {
            found.push((None, each.clone(), each.clone()));
        }
    }
    let mut bots: Vec<Bot> = Vec::new();
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    for (student, path, shown) in found {
        if !seen.insert(absolute_path(&path)) {
            continue;
        }
        let (language, bundle) = Bundle::read(&path)?;
        let stem = plain(&path.file_stem().unwrap_or_default().to_string_lossy());
        let name = student.unwrap_or(stem);
        bots.push(Bot { source: Source::of(name, language, &bundle), path: shown });
    }
    tell_apart(&mut bots);
    Ok(bots)
}

fn has_main(folder: &Path) -> bool {
    let main = |language: &&Language| folder.join(format!("main.{}", language.id));
    LANGUAGES.iter().any(|language| main(language).exists())
}

/// Bots of one name are called by their paths.
fn tell_apart(bots: &mut [Bot]) {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for bot in bots.iter() {
        *names.entry(bot.source.name.clone()).or_default() += 1;
    }
    for bot in bots.iter_mut().filter(|bot| names[&bot.source.name] > 1) {
        bot.source.name = bot.path.display().to_string();
    }
}

/// Code that does not count: the first bots of `juez new`, and what was handed out.
pub(super) fn base(given: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
    let mut base = Vec::new();
    for game in games() {
        for language in LANGUAGES {
            if let Some(text) = game.info().template(language.id) {
                let name = format!("first.{}", language.id);
                let bundle = Bundle::from_source(&name, text);
                let command = format!("juez new {} {name}", game.info().id);
                base.push(Source::of(command, language, &bundle));
            }
        }
    }
    for each in given {
        let before = base.len();
        add_base(each, &mut base)?;
        ensure!(base.len() > before, "--base: there is no script in {}", each.display());
    }
    Ok(base)
}

/// A script, or all scripts below a folder.
fn add_base(each: &Path, base: &mut Vec<Source>) -> anyhow::Result<()> {
    let said = || format!("--base: cannot read {}", each.display());
    if !each.is_dir() {
        let (language, bundle) = Bundle::read(each).context("--base")?;
        base.push(Source::of(each.display().to_string(), language, &bundle));
        return Ok(());
    }
    let mut inside = Vec::new();
    for entry in fs::read_dir(each).with_context(said)? {
        let entry = entry.with_context(said)?;
        let kind = entry.file_type().with_context(said)?;
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_script = LANGUAGES.iter().any(|language| Some(language.id) == extension);
        if kind.is_dir() || kind.is_file() && is_script {
            inside.push(path);
        }
    }
    inside.sort();
    inside.iter().try_for_each(|path| add_base(path, base))
}
