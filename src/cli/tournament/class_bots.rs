//! The bots of a class held with `juez class`, as entrants: from its folder, a backup, or the
//! teacher's download.

use anyhow::{Context, ensure};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};
use tempfile::TempDir;
use zip::ZipArchive;

use juez_class::{BOTS_FILE, CLASS_FILE, Class, ExportedBot, ExportedVersion};
use juez_core::plain;
use juez_grading::Deadline;
use juez_grading::submissions::{Fate, Scratch, Submission, Version, is_zip};
use juez_script::{Bundle, Language, read_text};
use juez_storage::sqlite_file::unpack_file;

/// Limit on the bytes of a download's list of bots.
const MAX_LIST: u64 = 64 << 20;
/// Limit on the bytes unpacked from an archive.
const MAX_UNPACKED: u64 = 2 << 30;

/// A bot of a class with all its versions.
pub(super) struct ClassBot {
    pub team: Vec<String>,
    /// Name in tables: the team's, followed by the bot's in brackets if the team has several.
    pub name: String,
    pub submission: Submission,
}

/// Reads the class bots for a game from `place`; `None` if it holds no class.
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
    let is_its = |bot: &ExportedBot| bot.competes_in(game);
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
        let (team, name) = (bot.team.join(", "), bot.entrant_name(&bots));
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

/// Unpacks the versions of the wanted bots of a class into a folder. Returns the list of all its
/// bots; `None` if there is no class.
fn exported(
    place: &Path,
    work: &Path,
    into: &Path,
    is_wanted: &dyn Fn(&ExportedBot) -> bool,
) -> anyhow::Result<Option<Vec<ExportedBot>>> {
    if place.join(CLASS_FILE).is_file() {
        // Works on a copy, because the class can be open.
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
    // Errors in a zip are reported later, when it is read as submissions.
    let file = File::open(place)?;
    let length = file.metadata()?.len();
    let Ok(mut archive) = ZipArchive::new(file) else { return Ok(None) };
    if archive.index_for_name(CLASS_FILE).is_some() {
        unpack_file(&mut archive, length, CLASS_FILE, &work.join(CLASS_FILE))?;
        return of_class(work, into, is_wanted).map(Some);
    }
    let Ok(packed) = archive.by_name(BOTS_FILE) else { return Ok(None) };
    let mut text = String::new();
    packed.take(MAX_LIST).read_to_string(&mut text)?;
    let bots = listed(&text)?;
    let wanted = bots.iter().filter(|bot| is_wanted(bot)).flat_map(|bot| &bot.versions);
    let wanted: BTreeSet<String> = wanted.map(|version| version.folder.clone()).collect();
    let mut room = MAX_UNPACKED;
    for number in 0..archive.len() {
        let packed = archive.by_index(number)?;
        let Some(path) = packed.enclosed_name() else { continue };
        let folder = path.parent().map(|folder| folder.to_string_lossy().replace('\\', "/"));
        let is_in = folder.is_some_and(|folder| wanted.contains(&folder));
        if is_in && Language::of_file(&path).is_some() {
            let place = into.join(&path);
            fs::create_dir_all(place.parent().unwrap_or(into))?;
            let most = Bundle::BYTES + 1;
            let copied = io::copy(&mut packed.take(most), &mut File::create(place)?)?;
            room = room.checked_sub(copied).context("it unpacks to more than 2 GiB")?;
        }
    }
    Ok(Some(bots))
}

/// Writes the versions of a class whose file is in `work`.
fn of_class(
    work: &Path,
    into: &Path,
    is_wanted: &dyn Fn(&ExportedBot) -> bool,
) -> anyhow::Result<Vec<ExportedBot>> {
    // The file is untrusted and its names become paths.
    Class::check(work)?;
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

/// Parses the list of a download. Checks that no folder is outside the download.
fn listed(text: &str) -> anyhow::Result<Vec<ExportedBot>> {
    let bots: Vec<ExportedBot> = serde_json::from_str(text)
        .with_context(|| format!("{BOTS_FILE} is not a list of the bots of a class"))?;
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
    // A version whose folder was deleted has no main file; this is reported for the version.
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && Language::of_file(&entry.path()).is_some() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_class::{Joined, Login, NewBot, Origin};
    use std::collections::BTreeMap;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    /// Creates a class in `folder` in which Eva has two versions of a bot for Quoridor, and one for
    /// Tute.
    fn class(folder: &Path) -> Class {
        let (class, _) = Class::open(folder).expect("a class");
        let code = class.join_code().expect("a code");
        let from = Origin { browser: "a secret", address: None };
        let joined = class.join(&code, "Eva", from).expect("she may join");
        let Joined::In(Login { person: eva, .. }, _) = joined else { panic!("she need not wait") };
        for (game, name) in [("quoridor", "fox"), ("tute", "owl")] {
            let files = BTreeMap::from([("main.lua".to_string(), "-- one".to_string())]);
            let new = NewBot {
                game: game.to_string(),
                language: "lua".to_string(),
                name: name.to_string(),
                files: Some(files.clone()),
                exercise: None,
            };
            let bot = class.new_bot(&eva, new).expect("a bot");
            class.keep_version(&eva, bot).expect("a version");
            let next = files.into_keys().map(|name| (name, "-- two".to_string())).collect();
            let revision = class.draft(&eva, bot).expect("a draft").revision;
            class.save_draft(&eva, bot, revision, &next).expect("stored");
            class.keep_version(&eva, bot).expect("a version");
        }
        class
    }

    /// Returns the names of the bots in `place`, each with its versions, the newest first.
    fn found(place: &Path) -> Vec<(String, Vec<String>)> {
        let bots = class_bots(place, "quoridor", None).expect("it can be read").expect("a class");
        let texts = |bot: &ClassBot| {
            let text = |version: &Version| {
                fs::read_to_string(version.path.join("main.lua")).expect("a main file")
            };
            bot.submission.versions.iter().map(text).collect()
        };
        bots.iter().map(|bot| (bot.name.clone(), texts(bot))).collect()
    }

    #[test]
    fn a_class_is_read_from_its_folder_its_backup_and_its_download() {
        let work = TempDir::new().expect("a folder");
        let folder = work.path().join("algorithms");
        let class = class(&folder);
        let expected = [("Eva".to_string(), vec!["-- two".to_string(), "-- one".to_string()])];
        assert_eq!(found(&folder), expected, "also while the class is open");

        let (backup, download) = (work.path().join("monday.zip"), work.path().join("class.zip"));
        let copy = work.path().join("copy.db");
        Class::copy(&folder, &copy).expect("a copy");
        let mut zip = ZipWriter::new(File::create(&backup).expect("a file"));
        zip.start_file(CLASS_FILE, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(&fs::read(&copy).expect("a copy")).expect("written");
        zip.finish().expect("a zip");
        assert_eq!(found(&backup), expected);

        let mut zip = ZipWriter::new(File::create(&download).expect("a file"));
        let bots = class.exported().expect("bots");
        zip.start_file(BOTS_FILE, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(&serde_json::to_vec(&bots).expect("JSON")).expect("written");
        for (bot, version) in
            bots.iter().flat_map(|bot| bot.versions.iter().map(move |version| (bot, version)))
        {
            let files = class.exported_files(bot.id, version.number).expect("files");
            let path = format!("{}/main.lua", version.folder);
            zip.start_file(path, SimpleFileOptions::default()).expect("an entry");
            zip.write_all(files["main.lua"].as_bytes()).expect("written");
        }
        zip.finish().expect("a zip");
        assert_eq!(found(&download), expected);
    }

    #[test]
    fn other_places_are_no_class_and_one_without_bots_for_the_game_is_refused() {
        let work = TempDir::new().expect("a folder");
        assert!(class_bots(work.path(), "quoridor", None).expect("it can be read").is_none());
        let folder = work.path().join("algorithms");
        drop(class(&folder));
        let error = class_bots(&folder, "durak", None).err().expect("refused").to_string();
        assert!(
            error.contains("no student in") && error.contains("has a bot for durak"),
            "{error}"
        );
        let list = r#"[{"id": 1, "team": ["Eva"], "name": "fox", "game": "quoridor",
            "versions": [{"number": 1, "at": 0, "folder": "../fox"}]}]"#;
        fs::write(work.path().join(BOTS_FILE), list).expect("a list");
        let error = class_bots(work.path(), "quoridor", None).err().expect("refused");
        assert!(format!("{error:#}").contains("which leads out of the download"), "{error:#}");
    }

    #[test]
    fn a_file_of_a_class_whose_name_leads_out_of_its_bot_is_not_written() {
        let work = TempDir::new().expect("a folder");
        let folder = work.path().join("algorithms");
        drop(class(&folder));
        let db = rusqlite::Connection::open(folder.join(CLASS_FILE)).expect("a database");
        let changed = db
            .execute("UPDATE version SET files = replace(files, 'main.lua', '../../main.lua')", ());
        assert!(changed.expect("it can be changed") > 0);
        drop(db);
        let error = class_bots(&folder, "quoridor", None).err().expect("refused");
        assert!(format!("{error:#}").contains("is not valid"), "{error:#}");
    }
}
