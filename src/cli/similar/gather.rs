//! Collects the bots to compare and the code that was handed out; helpers for the output.

use anyhow::{Context, ensure};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::options::IsolationArgs;
use crate::cli::text::tell;
use juez_core::plain;
use juez_grading::Deadline;
use juez_grading::similarity::{Likeness, Lines, Similar, Source, by_likeness};
use juez_grading::submissions::{collect, is_zip};
use juez_match::registry::{games, is_bot_folder};
use juez_pool::IsolationKind;
use juez_script::{BotSpec, Bundle, LANGUAGES, Language, LoadError, absolute_path};

pub(super) struct Bot {
    /// Code, and the display name.
    pub source: Source,
    pub path: PathBuf,
}

/// The compared bots and the similarities between them.
pub(super) struct Compared {
    pub bots: Vec<Bot>,
    /// Code to ignore.
    pub base: Vec<Source>,
    pub found: Likeness,
    /// Minimum similarity shown.
    pub min: f64,
}

/// Reads the bots at these paths, each once. A folder without a main file counts as submissions,
/// one bot per student.
pub(super) fn bots(given: &[PathBuf], deadline: Option<&Deadline>) -> anyhow::Result<Vec<Bot>> {
    let mut bots: Vec<Bot> = Vec::new();
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut add = |student: Option<&str>, path: &Path, shown: &Path| -> anyhow::Result<()> {
        if seen.insert(absolute_path(path)) {
            let (language, bundle) = Bundle::read(path)?;
            let stem = || plain(&path.file_stem().unwrap_or_default().to_string_lossy());
            let name = student.map_or_else(stem, str::to_string);
            let source = Source::of(name, language, &bundle);
            bots.push(Bot { source, path: shown.to_path_buf() });
        }
        Ok(())
    };
    for each in given {
        if !is_zip(each) && (!each.is_dir() || is_bot_folder(each)) {
            add(None, each, each)?;
            continue;
        }
        // Untrusted code, so it is compiled in the sandbox of the bots.
        let sandbox = IsolationArgs { kind: IsolationKind::Process, require_sandbox: false };
        let (sandbox, broken) = (sandbox.open()?, RefCell::new(None));
        let compiles = |path: &Path| {
            let spec = BotSpec::read_source(path).map_err(|error| error.to_string())?;
            sandbox.compile(&spec).map_err(|error| {
                let why = error.to_string();
                // A lost worker is not the fault of this version.
                if let LoadError::Lost(_) = error {
                    broken.borrow_mut().get_or_insert(error);
                }
                why
            })
        };
        let collected = collect(each, deadline, None, &compiles)?;
        if let Some(error) = broken.into_inner() {
            return Err(error).with_context(|| format!("cannot compare {}", each.display()));
        }
        collected.notes.iter().for_each(|note| tell(format!("note: {note}")));
        for submission in collected.submissions {
            let student = submission.student.as_str();
            match submission.taken() {
                Some(version) => add(Some(student), &version.path, Path::new(&version.shown))?,
                None => tell(format!(
                    "{} is left out: {}",
                    plain(student),
                    submission.problem().unwrap_or_default()
                )),
            }
        }
    }
    tell_apart(&mut bots);
    Ok(bots)
}

/// Replaces names shared by several bots with their paths.
fn tell_apart(bots: &mut [Bot]) {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for bot in bots.iter() {
        *names.entry(bot.source.name.clone()).or_default() += 1;
    }
    for bot in bots.iter_mut().filter(|bot| names[&bot.source.name] > 1) {
        bot.source.name = plain(&bot.path.display().to_string());
    }
}

/// Returns code to ignore: the templates of `juez new`, and the files given with `--base`.
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
        ensure!(base.len() > before, "--base: no script in {}", each.display());
    }
    Ok(base)
}

/// Adds a script, or all scripts below a folder.
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
        if kind.is_dir() || kind.is_file() && Language::of_file(&path).is_some() {
            inside.push(path);
        }
    }
    inside.sort();
    inside.iter().try_for_each(|path| add_base(path, base))
}

/// Returns the pairs of all groups, each with the index of its group, the most similar first.
pub(super) fn pairs(found: &Likeness) -> Vec<(usize, &Similar)> {
    let groups = found.groups.iter().enumerate();
    let mut pairs: Vec<(usize, &Similar)> =
        groups.flat_map(|(at, group)| group.pairs.iter().map(move |pair| (at, pair))).collect();
    pairs.sort_by(|(_, a), (_, b)| by_likeness(a, b));
    pairs
}

/// Lists the names of bots with their languages.
pub(super) fn names(bots: &[Bot]) -> String {
    let named = |bot: &Bot| format!("{} in {}", name(bot), bot.source.language.title);
    bots.iter().map(named).collect::<Vec<_>>().join(", ")
}

/// Returns the name without characters unsafe for a terminal.
pub(super) fn name(bot: &Bot) -> String {
    plain(&bot.source.name)
}

pub(super) fn range(lines: &Lines) -> String {
    if lines.from == lines.to {
        lines.from.to_string()
    } else {
        format!("{}-{}", lines.from, lines.to)
    }
}
