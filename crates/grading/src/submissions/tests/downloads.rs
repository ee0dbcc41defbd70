//! Downloads from school platforms, classes in a nested folder, and files that are not bots.

use super::packed::zip_of;
use super::*;

fn roster(text: &str) -> Roster {
    let columns = Columns { bots_optional: true, ..Columns::default() };
    Roster::parse(text.as_bytes(), Path::new("roster.csv"), &columns).unwrap()
}

/// Returns the students of a list, each with the version that plays or the reason why none does.
fn given(list: &str, folder: &TempDir, deadline: Option<&Deadline>) -> Vec<String> {
    let roster = roster(list);
    let collected = collect(folder.path(), deadline, Some(&roster), &check).unwrap();
    let of = |submission: &Submission| {
        let shown = |path: &str| path.replace(&format!("{}/", folder.path().display()), "");
        match submission.taken() {
            Some(version) => format!("{} {}", submission.student, shown(&version.shown)),
            None => format!("{}: {}", submission.student, shown(&submission.problem().unwrap())),
        }
    };
    matched(collected.submissions, &roster).submissions.iter().map(of).collect()
}

const LIST: &str = "Last Name,First Name,ID,username\nSanz Gil,Eva,31,esanz\n\
                    Prieto,Leo,32,lprieto\nVidal,Noa,33,nvidal\n";

#[test]
fn files_of_canvas_find_their_students_by_number_or_name_and_the_newest_number_plays() {
    let folder = folder(&[
        ("sanzgileva_31_7001_my.bot.v2.lua", 50),
        ("sanzgileva_31_7009_my.bot-1.lua", 10),
        ("someoneelse_LATE_32_7002_bot.lua", 10),
        ("vidalnoa_999_7003_2020-01-01T10-00.lua", 10),
    ]);
    assert_eq!(
        given(LIST, &folder, None),
        [
            "Eva Sanz Gil sanzgileva_31_7009_my.bot-1.lua",
            "Leo Prieto someoneelse_LATE_32_7002_bot.lua",
            "Noa Vidal vidalnoa_999_7003_2020-01-01T10-00.lua",
        ]
    );
    // Its files have the time of the download; its mark shows late ones.
    let long_ago: Deadline = "2026-11-01T00:00Z".parse().unwrap();
    assert_eq!(
        given(LIST, &folder, Some(&long_ago))[..2],
        [
            "Eva Sanz Gil sanzgileva_31_7009_my.bot-1.lua",
            "Leo Prieto: handed in too late, as its platform marks it",
        ]
    );
}

#[test]
fn files_of_blackboard_find_their_students_by_username_and_have_their_time_in_the_name() {
    let folder = folder(&[
        ("Bots_esanz_attempt_2026-11-20-21-30-05.txt", 1),
        ("Bots_esanz_attempt_2026-11-20-21-30-05_a.lua", 1),
        ("Bots_esanz_attempt_2026-11-21-08-00-00_b.lua", 0),
        ("Bots_lprieto_attempt_2026-12-01-01-00-01_bot.lua", 0),
        ("Bots_nvidal_attempt_2026-11-20-21-30-05.txt", 1),
    ]);
    assert_eq!(
        given(LIST, &folder, Some(&one())),
        [
            "Eva Sanz Gil Bots_esanz_attempt_2026-11-21-08-00-00_b.lua",
            "Leo Prieto: handed in too late, on 2026-12-01 at 01:00:01",
            "Noa Vidal: handed in no bot: Bots_nvidal_attempt_2026-11-20-21-30-05.txt is a receipt \
             from the platform, not a script",
        ]
    );
}

#[test]
fn folders_of_brightspace_and_sakai_find_their_students() {
    let brightspace = folder(&[
        ("411-88 - Eva Sanz Gil - Dec 1, 2026 1259 AM/bot.lua", 0),
        ("412-88 - Leo Prieto - Dec 1, 2026 100 AM - bot.lua", 0),
        ("413-88 - Noa Vidal - Dec 1, 2026 101 AM - bot.lua", 0),
        ("index.html", 0),
    ]);
    assert_eq!(
        given(LIST, &brightspace, Some(&one())),
        [
            "Eva Sanz Gil 411-88 - Eva Sanz Gil - Dec 1, 2026 1259 AM/bot.lua",
            "Leo Prieto 412-88 - Leo Prieto - Dec 1, 2026 100 AM - bot.lua",
            "Noa Vidal: handed in too late, on 2026-12-01 at 01:01:00",
        ]
    );
    let sakai = folder(&[
        ("Bots/Sanz Gil, Eva(esanz)/Submission attachment(s)/bot.lua", 500),
        ("Bots/Sanz Gil, Eva(esanz)/timestamp.txt", 0),
        ("Bots/Prieto, Leonardo(lprieto)/Submission attachment(s)/bot.lua", 0),
        ("Bots/Vidal, Noa(nvidal)/comments.txt", 0),
        ("Bots/grades.csv", 0),
    ]);
    let stamp = sakai.path().join("Bots/Sanz Gil, Eva(esanz)/timestamp.txt");
    fs::write(stamp, "20261201005959000").unwrap();
    assert_eq!(
        given(LIST, &sakai, Some(&one())),
        [
            "Eva Sanz Gil Bots/Sanz Gil, Eva(esanz)/Submission attachment(s)/bot.lua",
            "Leo Prieto Bots/Prieto, Leonardo(lprieto)/Submission attachment(s)/bot.lua",
            "Noa Vidal: handed in no bot: Bots/Vidal, Noa(nvidal)/comments.txt is a receipt from the \
             platform, not a script",
        ]
    );
}

#[test]
fn the_time_of_sakai_is_read_from_a_zip_and_from_no_folder_of_another_platform() {
    let sakai = "Sanz Gil, Eva(esanz)";
    let (bot, stamp) = (format!("{sakai}/bot.lua"), format!("{sakai}/timestamp.txt"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bots.zip");
    let bytes = zip_of(&[(&bot, b"fine"), (&stamp, b"20261130120000000")]);
    fs::write(&path, bytes).unwrap();
    let collected = collect(&path, Some(&one()), None, &check).unwrap();
    let time = &collected.submissions[0].versions[0].time;
    assert_eq!(time.strftime("%d at %H:%M").to_string(), "30 at 12:00");

    let moodle = "Eva Sanz Gil_31_assignsubmission_file_";
    let folder = super::folder(&[
        (&format!("{moodle}/bot.lua"), 120),
        (&format!("{moodle}/timestamp.txt"), 120),
    ]);
    let stamp = folder.path().join(moodle).join("timestamp.txt");
    fs::write(stamp, "20261130120000000").unwrap();
    let eva = &given(LIST, &folder, Some(&one()))[0];
    assert!(eva.starts_with("Eva Sanz Gil: handed in too late"), "{eva}");
}

#[test]
fn teams_of_moodle_are_found_by_number_and_without_one_by_what_stands_behind_the_hyphen() {
    let numbered = "Identifier,Full name\nParticipant 77,Eva Sanz-Gil\nParticipant 78,Leo Prieto\n";
    let files = [
        "Team 3-B-Eva Sanz-Gil_77_assignsubmission_file_/bot.lua",
        "Default group-Leo Prieto_78_assignsubmission_file_/bot.lua",
    ];
    let folder = folder(&[(files[0], 0), (files[1], 0)]);
    let expected = [format!("Eva Sanz-Gil {}", files[0]), format!("Leo Prieto {}", files[1])];
    assert_eq!(given(numbered, &folder, None), expected);
    assert_eq!(given("student\nEva Sanz-Gil\nLeo Prieto\n", &folder, None), expected);
}

#[test]
fn a_name_that_fits_one_and_a_number_that_fits_another_is_by_its_name() {
    let folder = folder(&[("prietoleo_31_7001_bot.lua", 0)]);
    assert_eq!(
        given(LIST, &folder, None)[..2],
        ["Eva Sanz Gil: handed in nothing", "Leo Prieto prietoleo_31_7001_bot.lua"]
    );
}

#[test]
fn names_in_any_order_and_in_a_plain_alphabet_find_their_students() {
    let list = "student\nEva Sanz Gil\nBjørn Ærø\nMichał Wałęsa\nNora D´Angelo\nIvy–Mae Strauß\n";
    let files = [
        "Sanz Gil, Eva.lua",
        "aero bjorn.lua",
        "Walesa_Michal.lua",
        "Nora D'Angelo.lua",
        "Strauss Ivy-Mae.lua",
    ];
    let folder = folder(&files.map(|file| (file, 0)));
    let found = given(list, &folder, None);
    for (found, file) in found.iter().zip(files) {
        assert!(found.ends_with(file), "{found}: {file}");
    }
}

#[test]
fn two_who_differ_by_what_does_not_count_are_not_taken_for_each_other() {
    let folder = folder(&[("Ana Maria.lua", 0), ("Maria Ana.lua", 0), ("Łukasz.lua", 0)]);
    assert_eq!(
        given("student\nMaria Ana\nAna Maria\nLukasz\nŁukasz\n", &folder, None),
        [
            "Maria Ana Maria Ana.lua",
            "Ana Maria Ana Maria.lua",
            "Lukasz: handed in nothing",
            "Łukasz Łukasz.lua",
        ]
    );
}

#[test]
fn what_is_dropped_is_told_to_the_student_it_concerns() {
    let folder = folder(&[
        ("eva.tar.gz", 1),
        ("leo.lua.txt", 1),
        ("noa.txt", 1),
        ("ivy.lua", 1),
        ("ivy.7z", 2),
        ("ivy.pdf", 2),
        ("notes.txt", 1),
        ("comments.txt", 1),
        ("ada.md", 1),
        ("ada.py", 1),
    ]);
    assert_eq!(
        given("student\neva\nleo\nnoa\nivy\n", &folder, None),
        [
            "eva: handed in no bot: eva.tar.gz is neither a script nor a zip",
            "leo leo.lua.txt",
            "noa: handed in no bot: noa.txt is neither a script nor a zip",
            "ivy ivy.lua",
        ]
    );
    let collected = collect(folder.path(), None, None, &check).unwrap().submissions;
    let names: Vec<&str> = collected.iter().map(|one| one.student.as_str()).collect();
    // Without a list it is unknown if there is a student called noa or notes.
    assert_eq!(names, ["ada", "eva", "ivy", "leo"]);
    let notes = collected[2].notes();
    assert!(notes[0].ends_with("ivy.7z is neither a script nor a zip"), "{notes:?}");
    assert!(notes[1].ends_with("ivy.lua of 2026-12-01 at 00:01:00 plays"), "{notes:?}");
    assert_eq!(notes.len(), 2, "a paper says nothing about the bot");
}

#[test]
fn of_two_bots_of_one_time_the_one_that_does_not_play_is_told() {
    let folder = folder(&[("eva/one.lua", 1), ("eva/two.lua", 1), ("leo.lua", 1)]);
    let collected = collect(folder.path(), None, None, &check).unwrap().submissions;
    let notes = collected[0].notes();
    assert!(notes[0].ends_with("eva/one.lua has the same time and does not play"), "{notes:?}");
}

#[test]
fn a_class_in_a_further_folder_is_found() {
    let around = folder(&[("class/handed-in/eva.lua", 0), ("class/handed-in/leo/main.lua", 0)]);
    let read = |folder: &TempDir, roster: Option<&Roster>| {
        let collected = collect(folder.path(), None, roster, &check).unwrap();
        let students = collected.submissions.iter().map(|one| one.student.clone());
        (students.collect::<Vec<_>>(), collected.notes)
    };
    let (students, notes) = read(&around, None);
    assert_eq!(students, ["eva", "leo"]);
    assert!(notes[0].contains("handed-in, which is taken for the class"), "{notes:?}");
    let (students, notes) = read(&around, Some(&roster("student\nEva\nLeo\n")));
    assert_eq!((students, notes.len()), (vec!["eva".to_string(), "leo".to_string()], 0));

    let moodle = folder(&[("download/Eva Sanz_7_assignsubmission_file_/bot.lua", 0)]);
    assert_eq!(read(&moodle, None).0, ["Eva Sanz"]);

    // A file called `bot` does not make a folder one student's.
    let unnamed = folder(&[
        ("class/bot.lua", 0),
        ("class/eva.lua", 0),
        ("class/leo.lua", 0),
        ("class/100423.lua", 0),
        ("class/100424.lua", 0),
    ]);
    assert_eq!(read(&unnamed, None).0, ["100423", "100424", "bot", "eva", "leo"]);

    // One student with versions is not a class.
    let versions = folder(&[("eva/2026-11-20T21-30.lua", 0), ("eva/v2.lua", 0)]);
    assert_eq!(read(&versions, None).0, ["eva"]);
    let drafts = folder(&[("eva/idea.lua", 0), ("eva/other.lua", 0)]);
    assert_eq!(read(&drafts, Some(&roster("student\nEva\nLeo\n"))).0, ["eva"]);
}

#[test]
fn a_zip_of_one_folder_is_a_class_and_its_names_may_be_in_a_page_of_windows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.zip");
    let names = ["+ngel", "=+aki", "leo"].map(|name| format!("handed-in/{name}.lua"));
    let mut bytes = zip_of(&names.each_ref().map(|name| (&name[..], &b"fine"[..])));
    // Á, and Í and ñ, in code page 850, without the UTF-8 flag. The last two look like one letter
    // of UTF-8.
    for (typed, meant) in [(&b"+ngel"[..], &[0xb5][..]), (b"=+aki", &[0xd6, 0xa4])] {
        for at in 0..bytes.len() - 5 {
            if bytes[at..].starts_with(typed) {
                bytes[at..at + meant.len()].copy_from_slice(meant);
            }
        }
    }
    fs::write(&path, bytes).unwrap();
    let roster = roster("student\nÁngel\nÍñaki\nLeo\n");
    let collected = collect(&path, None, Some(&roster), &check).unwrap();
    let names: Vec<&str> = collected.submissions.iter().map(|one| one.student.as_str()).collect();
    assert_eq!(names, ["leo", "Ángel", "Íñaki"]);
    let note = &collected.notes[0];
    assert!(note.contains("read as code page 850, which is a guess"), "{note}");
}
