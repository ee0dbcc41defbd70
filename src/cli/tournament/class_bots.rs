//! The bots of a class that was held with `juez class`, as entrants: from its folder, from a backup of it,
//! or from the teacher's download.

use anyhow::{Context, ensure};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};
use tempfile::TempDir;
use zip::ZipArchive;

use crate::class::{BOTS_FILE, CLASS_FILE, Class, ExportedBot, ExportedVersion};
use crate::core::plain;
use crate::script::{Bundle, Language, read_text};
use crate::tournament::class::Deadline;
use crate::tournament::class::submissions::{Fate, Scratch, Submission, Version, is_zip};

/// Bytes of the list of bots of a download at most.
const MAX_LIST: u64 = 64 << 20;
/// Bytes of what is unpacked at most.
const MAX_UNPACKED: u64 = 2 << 30;

/// A bot of a class with everything that was kept of it.
pub(super) struct ClassBot {
    /// The people whose it is.
    pub team: Vec<String>,
    /// Its name in tables: that of the team, with its own where the team has several.
    pub name: String,
    /// Its versions.
    pub submission: Submission,
}

/// The bots for a game of the class at this place; `None` if no class lies there.
///
/// # Errors
/// If the class cannot be read, or has no bot for the game.
pub(super) fn class_bots(
    place: &Path,
    game: &str,
    deadline: Option<&Deadline>,
) -> anyhow::Result<Option<Vec<ClassBot>>> {
    let scratch = Scratch::new(TempDir::with_prefix("juez-")?);
    let into = scratch.path().join("bots");
    fs::create_dir(&into)?;
    let is_its = |bot: &ExportedBot| bot.game == game && !bot.of_teacher;
    let Some(bots) = exported(place, scratch.path(), &into, &is_its)
        .with_context(|| format!("cannot read the class in {}", place.display()))?
    else {
        return Ok(None);
    };
    let bots: Vec<ExportedBot> = bots.into_iter().filter(is_its).collect();
    ensure!(
        !bots.is_empty(),
        "no student in {} has a bot for {game} with a version: *Run* keeps one",
        place.display()
    );
    let zone = deadline.map_or_else(TimeZone::system, |deadline| deadline.zone().clone());
    let class_bot = |bot: &ExportedBot| {
        let team = bot.team.join(", ");
        let is_only = bots.iter().filter(|other| other.team == bot.team).count() == 1;
        let name = if is_only { team.clone() } else { format!("{team} ({})", bot.name) };
        let version = |version: &ExportedVersion| Version {
            path: into.join(&version.folder),
            shown: plain(&format!("{}/{}", place.display(), version.folder)),
            time: Timestamp::from_second(version.at).unwrap_or_default().to_zoned(zone.clone()),
            named: true,
            fate: Fate::Older,
            is_late: None,
            order: version.number.into(),
            incomplete: None,
            scratch: Some(scratch.clone()),
        };
        let versions = bot.versions.iter().map(version).collect();
        let submission =
            Submission { student: name.clone(), name: team, versions, ..Submission::default() };
        ClassBot { team: bot.team.clone(), name, submission }
    };
    Ok(Some(bots.iter().map(class_bot).collect()))
}

/// Unpacks the versions of the wanted bots of a class into a folder; the list of its bots, `None` if there
/// is no class.
fn exported(
    place: &Path,
    work: &Path,
    into: &Path,
    is_wanted: &dyn Fn(&ExportedBot) -> bool,
) -> anyhow::Result<Option<Vec<ExportedBot>>> {
    if place.join(CLASS_FILE).is_file() {
        // A copy, for the class may be open.
        Class::copy(place, &work.join(CLASS_FILE))?;
        return of_class(work, into, is_wanted).map(Some);
    }
    if place.join(BOTS_FILE).is_file() {
        let bots = listed(&read_text(&place.join(BOTS_FILE), MAX_LIST)?)?;
        for version in bots.iter().filter(|bot| is_wanted(bot)).flat_map(|bot| &bot.versions) {
            copy_scripts(&place.join(&version.folder), &into.join(&version.folder))?;
        }
        return Ok(Some(bots));
    }
    if !place.is_file() || !is_zip(place) {
        return Ok(None);
    }
    // What is wrong with a zip is said where it is read as one of submissions.
    let Ok(mut archive) = ZipArchive::new(File::open(place)?) else { return Ok(None) };
    if let Ok(packed) = archive.by_name(CLASS_FILE) {
        let mut unpacked = File::create(work.join(CLASS_FILE))?;
        io::copy(&mut packed.take(MAX_UNPACKED), &mut unpacked)?;
        return of_class(work, into, is_wanted).map(Some);
    }
    let Ok(packed) = archive.by_name(BOTS_FILE) else { return Ok(None) };
    let mut text = String::new();
    packed.take(MAX_LIST).read_to_string(&mut text)?;
    let bots = listed(&text)?;
    let wanted = bots.iter().filter(|bot| is_wanted(bot)).flat_map(|bot| &bot.versions);
    let wanted: BTreeSet<String> = wanted.map(|version| version.folder.clone()).collect();
    for number in 0..archive.len() {
        let packed = archive.by_index(number)?;
        let Some(path) = packed.enclosed_name() else { continue };
        let folder = path.parent().map(|folder| folder.to_string_lossy().replace('\\', "/"));
        let is_in = folder.is_some_and(|folder| wanted.contains(&folder));
        if is_in && Language::of_file(&path).is_some() {
            let place = into.join(&path);
            fs::create_dir_all(place.parent().unwrap_or(into))?;
            io::copy(&mut packed.take(Bundle::BYTES + 1), &mut File::create(place)?)?;
        }
    }
    Ok(Some(bots))
}

/// Writes the versions of a class whose file lies in `work`.
fn of_class(
    work: &Path,
    into: &Path,
    is_wanted: &dyn Fn(&ExportedBot) -> bool,
) -> anyhow::Result<Vec<ExportedBot>> {
    let (class, _) = Class::open(work)?;
    let bots = class.exported()?;
    for bot in bots.iter().filter(|bot| is_wanted(bot)) {
        for version in &bot.versions {
            let folder = into.join(&version.folder);
            fs::create_dir_all(&folder)?;
            for (name, text) in class.exported_files(bot.id, version.number)? {
                fs::write(folder.join(name), text)?;
            }
        }
    }
    Ok(bots)
}

/// The list of a download, of which no folder leads out of it.
fn listed(text: &str) -> anyhow::Result<Vec<ExportedBot>> {
    let bots: Vec<ExportedBot> = serde_json::from_str(text)
        .with_context(|| format!("{BOTS_FILE} is no list of the bots of a class"))?;
    for version in bots.iter().flat_map(|bot| &bot.versions) {
        let mut parts = Path::new(&version.folder).components();
        ensure!(
            parts.all(|part| matches!(part, Component::Normal(_))),
            "{BOTS_FILE} names {:?}, which leads out of the download",
            version.folder
        );
    }
    Ok(bots)
}

fn copy_scripts(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    // A version whose folder was deleted has no main file, which is said of it.
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && Language::of_file(&entry.path()).is_some() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
