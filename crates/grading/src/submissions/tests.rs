mod downloads;
mod named;
mod packed;

use std::cell::RefCell;
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::*;
use crate::roster::{Columns, Roster};

/// Makes a folder of these files, each with its modification time in minutes past midnight UTC on 1
/// December 2026.
fn folder(files: &[(&str, u64)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, minutes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text = if name.contains("broken") { "broken" } else { "fine" };
        fs::write(&path, text).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_796_083_200 + 60 * minutes);
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    }
    folder
}

/// Returns one o'clock on that day.
fn one() -> Deadline {
    "2026-12-01T01:00Z".parse().unwrap()
}

/// Returns an error for a version whose file name contains `broken`.
fn check(path: &Path) -> Result<(), String> {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    if name.contains("broken") { Err(format!("{name}:1: no good")) } else { Ok(()) }
}

/// Lists the students with their versions, each with its fate.
fn listed(folder: &TempDir, deadline: Option<&Deadline>) -> Vec<String> {
    let listed = |submission: &Submission| {
        let versions = submission.versions.iter().map(|version| {
            let fate = match version.fate {
                Fate::Taken => "taken",
                Fate::Older => "older",
                Fate::Late => "late",
                Fate::Refused(..) => "refused",
            };
            let path = version.path.strip_prefix(folder.path()).unwrap();
            format!(" {} {fate}", path.display())
        });
        format!("{}:{}", submission.student, versions.collect::<String>())
    };
    collect(folder.path(), deadline, None, &check).unwrap().submissions.iter().map(listed).collect()
}

#[test]
fn the_newest_version_that_plays_and_is_not_late_is_taken() {
    let folder = folder(&[
        ("ana/first.lua", 10),
        ("ana/second.lua", 20),
        ("ana/third-broken.lua", 30),
        ("ana/fourth.lua", 61),
        ("bruno/bot.rhai", 60),
    ]);
    assert_eq!(
        listed(&folder, Some(&one())),
        [
            "ana: ana/fourth.lua late ana/third-broken.lua refused ana/second.lua taken \
             ana/first.lua older",
            "bruno: bruno/bot.rhai taken",
        ]
    );
    assert_eq!(listed(&folder, None)[0].matches("older").count(), 3);
}

#[test]
fn what_became_of_newer_versions_is_told() {
    let folder = folder(&[
        ("ana/1.lua", 10),
        ("ana/2-broken.lua", 20),
        ("ana/3.lua", 61),
        ("bruno/1.lua", 10),
        ("carla/broken.lua", 10),
    ]);
    let all = collect(folder.path(), Some(&one()), None, &check).unwrap().submissions;
    let at = |name: &str| folder.path().join(name).display().to_string();
    assert_eq!(
        all.iter().flat_map(Submission::notes).collect::<Vec<_>>(),
        [
            format!("ana: {} came too late, on 2026-12-01 at 01:01:00", at("ana/3.lua")),
            format!("ana: {} cannot play: 2-broken.lua:1: no good", at("ana/2-broken.lua")),
            format!("ana: {} of 2026-12-01 at 00:10:00 plays", at("ana/1.lua")),
        ]
    );
}

#[test]
fn older_versions_are_not_even_looked_at() {
    let folder = folder(&[("ana/v1.lua", 1), ("ana/v2.lua", 2), ("ana/late.lua", 99)]);
    let asked = RefCell::new(Vec::new());
    let check = |path: &Path| {
        asked.borrow_mut().push(path.file_name().unwrap().to_os_string());
        Ok(())
    };
    collect(folder.path(), Some(&one()), None, &check).unwrap();
    assert_eq!(asked.into_inner(), ["v2.lua"]);
}

#[test]
fn a_time_in_the_name_counts_more_than_that_of_the_file() {
    let folder = folder(&[
        ("ana/2026-12-01T00-50.lua", 500),
        ("ana/bot.lua", 40),
        ("ana/20261201-0101.lua", 0),
    ]);
    let deadline = one();
    assert_eq!(
        listed(&folder, Some(&deadline)),
        ["ana: ana/20261201-0101.lua late ana/2026-12-01T00-50.lua taken ana/bot.lua older"]
    );
    let all = collect(folder.path(), Some(&deadline), None, &check).unwrap().submissions;
    assert_eq!(all[0].versions.iter().map(|v| v.named).collect::<Vec<_>>(), [true, true, false]);
    // The same names mean other times in another zone.
    let madrid: Deadline = "2026-12-01 01:01 Europe/Madrid".parse().unwrap();
    assert!(listed(&folder, Some(&madrid))[0].contains("ana/20261201-0101.lua taken"));
}

#[test]
fn versions_may_lie_side_by_side_or_in_folders() {
    let folder = folder(&[
        ("ana.lua", 1),
        ("ana.2026-12-01T00-30.lua", 0),
        ("bruno-2026-12-01T0040.rhai", 0),
        ("carla/v1/main.lua", 1),
        ("carla/v1/helper.lua", 9),
        ("carla/v2/main.rhai", 8),
        ("dani/main.lua", 5),
        ("dani/other.lua", 6),
        ("2026-12-01 00.10 eva.lua", 0),
    ]);
    assert_eq!(
        listed(&folder, Some(&one())),
        [
            "ana: ana.2026-12-01T00-30.lua taken ana.lua older",
            "bruno: bruno-2026-12-01T0040.rhai taken",
            "carla: carla/v1 taken carla/v2 older",
            "dani: dani taken",
            "eva: 2026-12-01 00.10 eva.lua taken",
        ]
    );
}

#[test]
fn versions_of_one_time_go_by_their_names() {
    let folder = folder(&[("ana/v1.lua", 1), ("ana/v2.lua", 1), ("ana/v3.lua", 1)]);
    assert_eq!(listed(&folder, None), ["ana: ana/v3.lua taken ana/v2.lua older ana/v1.lua older"]);
}

#[test]
fn whoever_has_no_version_that_counts_is_told_why() {
    let folder = folder(&[
        ("ana/broken.lua", 1),
        ("bruno/bot.lua", 90),
        ("carla/bot.py", 1),
        ("eva/.hidden.lua", 1),
        ("__MACOSX/eva/bot.lua", 1),
        (".git/config", 1),
        ("readme.txt", 1),
    ]);
    let all = collect(folder.path(), Some(&one()), None, &check).unwrap().submissions;
    let problems: Vec<String> = all.iter().filter_map(Submission::problem).collect();
    assert_eq!(
        problems,
        [
            "no version can play; the newest: broken.lua:1: no good".to_string(),
            "handed in too late, on 2026-12-01 at 01:30:00".to_string(),
            format!(
                "handed in no bot: {} is neither a script nor a zip",
                folder.path().join("carla/bot.py").display()
            ),
            "handed in nothing".to_string(),
        ]
    );
    assert!(all.iter().all(|submission| submission.taken().is_none()));
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let folder = folder(&[("ana/bot.lua", 1), ("elsewhere", 1)]);
    let link = |to: &str, at: &str| {
        std::os::unix::fs::symlink(folder.path().join(to), folder.path().join(at)).unwrap();
    };
    link("ana/bot.lua", "ana/newer.lua");
    link("ana/bot.lua", "bruno.lua");
    link("ana", "carla");
    let all = collect(folder.path(), None, None, &check).unwrap().submissions;
    let names: Vec<&str> = all.iter().map(|submission| submission.student.as_str()).collect();
    assert_eq!(names, ["ana", "bruno"]);
    assert_eq!((all[0].versions.len(), all[0].ignored.len()), (1, 1));
    assert_eq!(all[0].ignored[0].why, "a link, which is not followed");
    assert!(all[1].versions.is_empty());
}

#[test]
fn a_folder_of_nothing_is_an_error() {
    let folder = folder(&[("readme.txt", 1)]);
    let error = collect(folder.path(), None, None, &check).unwrap_err().to_string();
    assert!(
        error.starts_with("no submissions in ") && error.contains("for each student"),
        "{error}"
    );
    let error =
        collect(&folder.path().join("nowhere"), None, None, &check).unwrap_err().to_string();
    assert!(error.starts_with("cannot read submissions in "), "{error}");
}

#[test]
fn a_roster_says_who_is_missing_and_who_is_a_stranger() {
    let folder = folder(&[
        ("ana garcia.lua", 1),
        ("Bruno/bot.lua", 1),
        ("charla.lua", 1),
        ("eva.lua", 1),
        ("EVA.lua", 1),
    ]);
    let columns = Columns { bots_optional: true, ..Columns::default() };
    let text = "student\nCarla\nAna_Garcia\nBruno\nEva\n";
    let roster = Roster::parse(text.as_bytes(), Path::new("roster.csv"), &columns).unwrap();
    let all = collect(folder.path(), None, None, &check).unwrap().submissions;
    let matched = matched(all, &roster);
    let listed: Vec<(&str, bool)> =
        matched.submissions.iter().map(|s| (s.student.as_str(), s.taken().is_some())).collect();
    // Two submissions resemble Eva, so neither is taken for hers.
    assert_eq!(listed, [("Carla", false), ("Ana_Garcia", true), ("Bruno", true), ("Eva", false)]);
    let strangers: Vec<(&str, Option<&str>)> = matched
        .strangers
        .iter()
        .map(|stranger| (stranger.submission.student.as_str(), stranger.meant.as_deref()))
        .collect();
    assert_eq!(strangers, [("EVA", Some("Eva")), ("charla", Some("Carla")), ("eva", Some("Eva"))]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_one_that_cannot_play() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[("ana/bot.lua", 1), ("new\nline/bot.lua", 1)]);
    for name in [&b"b\xff"[..], b"b\xfe"] {
        let own = folder.path().join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir(&own).unwrap();
        fs::write(own.join("bot.lua"), "fine").unwrap();
    }
    let all = collect(folder.path(), None, None, &check).unwrap().submissions;
    let names: Vec<&str> = all.iter().map(|submission| submission.student.as_str()).collect();
    assert_eq!(names, ["ana", "b\u{fffd}", "new\u{fffd}line"]);
    assert!(all[1].problem().unwrap().contains("the name is not UTF-8 text"));
    assert!(all[2].taken().is_some());
    assert_eq!(
        all[2].notes(),
        ["new\u{fffd}line: this name has characters that do not belong in a file name"]
    );
}

#[test]
fn of_a_student_with_many_versions_that_cannot_play_the_newest_20_are_looked_at() {
    let names: Vec<String> = (0..30).map(|n| format!("ana/broken{n:02}.lua")).collect();
    let mut files: Vec<(&str, u64)> =
        (10..).zip(&names).map(|(time, name)| (name.as_str(), time)).collect();
    files.extend([("ana/fine.lua", 1), ("bruno/fine.lua", 1)]);
    let folder = folder(&files);
    let asked = RefCell::new(0);
    let count = |path: &Path| {
        *asked.borrow_mut() += 1;
        check(path)
    };
    let all = collect(folder.path(), None, None, &count).unwrap().submissions;
    assert_eq!(*asked.borrow(), 20 + 1);
    assert!(all[0].taken().is_none());
    let Fate::Refused(error) = &all[0].versions[20].fate else { panic!("it is not looked at") };
    assert!(
        error.ends_with("ana/broken09.lua: not checked, because 20 newer versions cannot play")
    );
    assert!(all[1].taken().is_some(), "another student plays");
}
