//! Zips.

use proptest::prelude::*;

use super::*;

/// Makes a zip of these entries; an entry with `/` at the end is a folder.
pub(super) fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = ::zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let time = ::zip::DateTime::from_date_and_time(2026, 12, 1, 0, 30, 0).unwrap();
    let options = ::zip::write::SimpleFileOptions::default()
        .compression_method(::zip::CompressionMethod::Deflated)
        .last_modified_time(time);
    for (name, bytes) in files {
        match name.strip_suffix('/') {
            Some(folder) => out.add_directory(folder, options).unwrap(),
            None => {
                out.start_file(*name, options).unwrap();
                std::io::Write::write_all(&mut out, bytes).unwrap();
            }
        }
    }
    out.finish().unwrap().into_inner()
}

/// Returns the contents of a zip called `hand.zip`: each student's versions, and other files with
/// the reason.
fn unpacked(bytes: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hand.zip");
    fs::write(&path, bytes).unwrap();
    let all = collect(&path, Some(&one()), None, &check).unwrap().submissions;
    let short = |text: &str| text.replace(&format!("{}/", path.display()), "");
    let listed = |submission: &Submission| {
        let versions = submission.versions.iter().map(|v| match &v.incomplete {
            Some(why) => format!(" [{}]", short(why)),
            None => format!(" {} at {}", short(&v.shown), v.time.strftime("%H:%M")),
        });
        let ignored = submission
            .ignored
            .iter()
            .map(|i| format!(" [{} is {}]", short(&i.path.display().to_string()), i.why));
        format!("{}:{}", submission.student, versions.chain(ignored).collect::<String>())
    };
    all.iter().map(listed).collect()
}

#[test]
fn a_zip_of_moodle_holds_the_class() {
    let inner = zip_of(&[("bot/main.lua", b"fine"), ("bot/helper.lua", b"fine")]);
    let bytes = zip_of(&[
        ("Ana García_12_assignsubmission_file_/bot.lua", b"fine"),
        ("Bruno_13_assignsubmission_file_bot.lua", b"fine"),
        ("Carla_14_assignsubmission_file_/my bot.zip", &inner),
        ("Dani_15_assignsubmission_file_/bot.py", b"print"),
        ("__MACOSX/Eva_16_assignsubmission_file_/bot.lua", b"fine"),
    ]);
    assert_eq!(
        unpacked(&bytes),
        [
            "Ana García: Ana García_12_assignsubmission_file_/bot.lua at 00:30",
            "Bruno: Bruno_13_assignsubmission_file_bot.lua at 00:30",
            "Carla: Carla_14_assignsubmission_file_/my bot.zip/bot at 00:30",
            "Dani: [Dani_15_assignsubmission_file_/bot.py is neither a script nor a zip]",
        ]
    );
}

#[test]
fn teams_and_zips_of_one_folder_keep_students_deeper() {
    for whole in ["Submitted files", "hand"] {
        let name = |rest: &str| format!("{whole}/{rest}");
        let (ana, bruno) = (name("Ana/Task 1/Version 1/bot.lua"), name("Bruno/bot.lua"));
        let bytes = zip_of(&[(&ana, b"fine"), (&bruno, b"fine")]);
        assert_eq!(
            unpacked(&bytes),
            [format!("Ana: {ana} at 00:30"), format!("Bruno: {bruno} at 00:30")]
        );
    }
}

#[test]
fn a_bot_of_a_zip_is_that_of_a_folder() {
    let source = b"\xef\xbb\xbfreturn {\r\n}\n";
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("ana")).unwrap();
    fs::write(folder.path().join("ana/bot.lua"), source).unwrap();
    fs::write(folder.path().join("class.zip"), zip_of(&[("ana/bot.lua", source)])).unwrap();
    let hash = |place: &str| {
        let all = collect(&folder.path().join(place), None, None, &|_| Ok(())).unwrap().submissions;
        let version = all[0].taken().unwrap();
        juez_script::Bundle::read(&version.path).unwrap().1.hash
    };
    // In a separate folder, because the zip is next to the other.
    fs::create_dir(folder.path().join("class")).unwrap();
    fs::rename(folder.path().join("ana"), folder.path().join("class/ana")).unwrap();
    assert_eq!(hash("class"), hash("class.zip"));
}

#[test]
fn an_unpacked_zip_is_gone_with_its_last_version() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("class.zip"), zip_of(&[("ana/bot.lua", b"fine")])).unwrap();
    let all = collect(&folder.path().join("class.zip"), None, None, &check).unwrap().submissions;
    let version = all[0].versions[0].clone();
    drop(all);
    assert!(version.path.exists());
    let path = version.path.clone();
    drop(version);
    assert!(!path.exists());
}

#[test]
fn nothing_leads_out_of_a_zip_and_nothing_in_it_stops_the_others() {
    let bomb = vec![b' '; 900_000];
    let inner = zip_of(&[("bot.lua", b"fine"), ("inner.zip", &zip_of(&[("bot.lua", b"fine")]))]);
    let bytes = zip_of(&[
        ("../../evil.lua", b"fine"),
        ("/absolute.lua", b"fine"),
        ("C:\\drive.lua", b"fine"),
        ("ana/bot.lua", b"fine"),
        ("ana\\second.lua", b"fine"),
        ("bomb/bot.lua", &bomb),
        ("carla/bot.zip", b"no zip at all"),
        ("dani/bot.zip", &inner),
        ("empty/", b""),
        ("new\nline/bot.lua", b"fine"),
        ("new\u{1}line/bot.lua", b"fine"),
        ("twice", b"a file"),
        ("twice/bot.lua", b"and a folder"),
    ]);
    let listed = unpacked(&bytes);
    let has =
        |part: &str| assert!(listed.iter().any(|line| line.contains(part)), "{part}: {listed:#?}");
    has("evil: [evil.lua is named by a path that leads out of the zip]");
    has("absolute: [absolute.lua is named by a path that leads out of the zip]");
    has("drive: [drive.lua is named by a path that leads out of the zip]");
    has("ana: ana/second.lua at 00:30 ana/bot.lua at 00:30");
    has("bomb: [bomb/bot.lua is packed more than 200 to one, which no normal file is]");
    has("carla: [carla/bot.zip is a zip that cannot be read: ");
    has("dani: dani/bot.zip/bot.lua at 00:30 [dani/bot.zip/inner.zip is a zip within a zip, which");
    has("empty:");
    has("new\u{fffd}line: new\u{fffd}line/bot.lua at 00:30");
    has("new\u{fffd}line (2): new\u{fffd}line/bot.lua at 00:30");
    has("entry 12: [entry 12.lua is an entry that cannot be created: ");
    assert_eq!(listed.len(), 11, "{listed:#?}");
}

/// Flags the named entry of a zip as locked with a password.
fn locked(mut bytes: Vec<u8>, name: &str) -> Vec<u8> {
    let (local, central) = (*b"PK\x03\x04", *b"PK\x01\x02");
    for at in 0..bytes.len() - 4 {
        let (flags, behind) = match bytes[at..at + 4] {
            ref magic if *magic == local => (6, 30),
            ref magic if *magic == central => (8, 46),
            _ => continue,
        };
        if bytes[at + behind..].starts_with(name.as_bytes()) {
            bytes[at + flags] |= 1;
        }
    }
    bytes
}

#[test]
fn a_bot_of_which_a_file_is_left_out_does_not_play_and_an_older_whole_one_does() {
    let whole: &[(&str, &[u8])] = &[("bot/main.lua", b"fine"), ("bot/util.lua", b"more")];
    let mut damaged = zip_of(whole);
    let text = damaged.windows(2).rposition(|two| two == b"PK").unwrap();
    // The checksum of the second entry, in both of its headers.
    let headers: Vec<usize> = (0..text)
        .filter(|&at| {
            damaged[at..].starts_with(b"PK\x03\x04") || damaged[at..].starts_with(b"PK\x01\x02")
        })
        .collect();
    for (at, field) in [(headers[1], 14), (headers[3], 16)] {
        damaged[at + field] ^= 0xff;
    }
    let bytes = zip_of(&[
        ("eva/1.zip", &zip_of(whole)),
        ("eva/2.zip", &locked(zip_of(whole), "bot/util.lua")),
        ("leo/bot.zip", &damaged),
        ("noa/bot.zip", &zip_of(&[("../main.lua", b"fine")])),
        ("ivy/main.lua", b"fine"),
        ("ivy/util.lua", &vec![b' '; 900_000]),
    ]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    fs::write(&path, bytes).unwrap();
    let looks_whole = |path: &Path| {
        let files = fs::read_dir(path).unwrap().count();
        assert_eq!(files, 2, "nothing is asked to play that is not whole");
        Ok(())
    };
    let all = collect(&path, None, None, &looks_whole).unwrap().submissions;
    let of = |name: &str| all.iter().find(|one| one.student == name).unwrap();
    assert!(of("eva").taken().unwrap().shown.ends_with("eva/1.zip/bot"));
    let notes = of("eva").notes();
    assert!(notes[0].ends_with("2.zip/bot/util.lua is locked with a password"), "{notes:?}");
    let problem = |name: &str| of(name).problem().unwrap();
    assert!(problem("leo").contains("leo/bot.zip/bot/util.lua is damaged"), "{}", problem("leo"));
    assert!(problem("noa").contains("bot.zip/main.lua is named by a path that leads out"));
    assert!(problem("ivy").contains("ivy/util.lua is packed more than 200 to one"));
}

#[cfg(unix)]
#[test]
fn links_and_devices_of_a_zip_are_left_out() {
    let mut out = ::zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = ::zip::write::SimpleFileOptions::default();
    out.add_symlink("ana/bot.lua", "/etc/passwd", options).unwrap();
    out.start_file("bruno/bot.lua", options).unwrap();
    out.start_file("carla/bot.lua", options).unwrap();
    let mut bytes = out.finish().unwrap().into_inner();
    // The mode of the last entry, in the high half of its external attributes: a device.
    let last = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    let mode = (0o020_644_u32 << 16).to_le_bytes();
    bytes[last + 38..last + 42].copy_from_slice(&mode);
    let listed = unpacked(&bytes);
    assert_eq!(listed[0], "ana: [ana/bot.lua is a link, which is not followed]");
    assert!(listed[1].starts_with("bruno: bruno/bot.lua"), "{listed:?}");
    assert_eq!(listed[2], "carla: [carla/bot.lua is neither a file nor a folder]");
}

#[test]
fn a_zip_that_is_none_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    fs::write(&path, "no zip").unwrap();
    let error = collect(&path, None, None, &check).unwrap_err().to_string();
    assert!(error.contains("class.zip: it is a zip that cannot be read: "), "{error}");
    let many: Vec<String> = (0..5_001).map(|n| format!("ana/{n}.lua")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let inner = zip_of(&many);
    let listed = unpacked(&zip_of(&[("bruno/bot.zip", &inner), ("carla/bot.lua", b"fine")]));
    assert_eq!(
        listed[0],
        "bruno: [bruno/bot.zip is one zip too many: all zips of a student together can hold 5000 files]"
    );
    assert!(listed[1].starts_with("carla: carla/bot.lua"));
}

#[test]
fn the_zips_of_a_student_have_one_limit_together() {
    // Distinct lines, so that the compression ratio stays acceptable.
    let line = |n: u32| format!("-- {:x} {:x}\n", n.wrapping_mul(2_654_435_761), n);
    let script: String = (0..4_000).map(line).collect();
    let names: Vec<String> = (0..20).map(|n| format!("{n}.lua")).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), script.as_bytes())).collect();
    let (inner, each) = (zip_of(&files), 20 * script.len());
    let fitting = (16 << 20) / each;
    assert!((2..30).contains(&fitting), "{each}");
    let names: Vec<String> = (0..30).map(|n| format!("ana/{n:02}.zip")).collect();
    let mut files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), &inner[..])).collect();
    let one = zip_of(&[("bot.lua", b"fine")]);
    files.extend([("bruno/bot.zip", &one[..]), ("carla/bot.lua", b"fine")]);
    let listed = unpacked(&zip_of(&files));
    let refused = "is one zip too many: all zips of a student together can hold 16 MiB]";
    assert_eq!(listed[0].matches(refused).count(), 30 - fitting, "{}", listed[0]);
    assert_eq!(listed[0].matches(" at 00:30").count(), 20 * fitting);
    assert_eq!(
        listed[1..],
        ["bruno: bruno/bot.zip/bot.lua at 00:30", "carla: carla/bot.lua at 00:30"]
    );
}

#[test]
fn what_a_student_packed_has_the_time_at_which_it_was_handed_in() {
    let folder = folder(&[("ana/x.lua", 0)]);
    let inner = zip_of(&[("2026-11-01T10-00.lua", b"fine")]);
    let path = folder.path().join("ana/bot.zip");
    fs::write(&path, inner).unwrap();
    let late = SystemTime::UNIX_EPOCH + Duration::from_secs(1_796_083_200 + 60 * 90);
    File::options().write(true).open(&path).unwrap().set_modified(late).unwrap();
    let all = collect(folder.path(), Some(&one()), None, &check).unwrap().submissions;
    assert_eq!(all[0].versions[0].fate, Fate::Late, "whatever the student calls it");
    assert!(!all[0].versions[0].named);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_zip_is_too_strange(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        end in any::<prop::sample::Index>(),
        name in "[a-zé./\\\\: \n\u{202e}]{0,12}",
    ) {
        let inner = zip_of(&[("bot.lua", b"fine")]);
        let mut bytes = zip_of(&[(&format!("{name}.lua"), b"fine"), ("b/bot.zip", &inner)]);
        for (at, byte) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        if changes.len() > 3 {
            bytes.truncate(end.index(bytes.len()));
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hand.zip");
        fs::write(&path, bytes).unwrap();
        let _ = collect(&path, None, None, &check);
        // Nothing was written next to it.
        prop_assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
