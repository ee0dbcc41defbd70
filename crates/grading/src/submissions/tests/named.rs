//! Assigns submissions to students by names and ids.

use super::*;

/// Returns the students of a roster with the paths of their submissions, as `student path`, and the
/// others, as `? name: may be of`.
fn given(roster: &str, files: &[&str]) -> Vec<String> {
    let files: Vec<(&str, u64)> = files.iter().map(|name| (*name, 1)).collect();
    let folder = folder(&files);
    let columns = Columns { bots_optional: true, ..Columns::default() };
    let roster = Roster::parse(roster.as_bytes(), Path::new("roster.csv"), &columns).unwrap();
    let matched =
        matched(collect(folder.path(), None, Some(&roster), &check).unwrap().submissions, &roster);
    let given = matched.submissions.iter().map(|submission| {
        let path =
            submission.taken().map(|version| version.path.strip_prefix(folder.path()).unwrap());
        format!("{} {}", submission.student, path.unwrap_or(Path::new("-")).display())
    });
    let others = matched.strangers.iter().map(|stranger| {
        format!("? {}: {}", stranger.submission.student, stranger.claims.join(" or "))
    });
    given.chain(others).collect()
}

#[test]
fn names_of_a_mac_and_of_platforms_find_their_students() {
    let roster =
        "First name,Last name\nAna,Garc\u{ed}a\nIñaki,Núñez\nLi,Lei\nBruno,Díaz\nÓscar,Gil\n";
    let files = [
        "Ana Garci\u{301}a/bot.lua",
        "inaki_nunez.lua",
        "Lei, Li.lua",
        "Bruno Diaz - bot.lua",
        "Óscar Gil_7_assignsubmission_file_bot.lua",
    ];
    assert_eq!(
        given(roster, &files),
        [
            "Ana Garc\u{ed}a Ana Garci\u{301}a/bot.lua",
            "Iñaki Núñez inaki_nunez.lua",
            "Li Lei Lei, Li.lua",
            "Bruno Díaz Bruno Diaz - bot.lua",
            "Óscar Gil Óscar Gil_7_assignsubmission_file_bot.lua",
        ]
    );
}

#[test]
fn accents_tell_two_students_apart_where_both_are_there() {
    let files = ["José.lua", "JOSE.lua"];
    assert_eq!(given("student\nJose\nJosé\n", &files), ["Jose JOSE.lua", "José José.lua"]);
}

#[test]
fn namesakes_are_told_apart_by_their_ids() {
    let roster = "student,Identifier,email\nMarta Gómez,Participant 11,m1@x.org\n\
                  Marta Gómez,Participant 22,m2@x.org\nAna,Participant 33,ana@x.org\n";
    let (one, other) = ("Marta Gómez (11)", "Marta Gómez (22)");
    let moodle = |n| format!("Marta Gómez_{n}_assignsubmission_file_/bot.lua");
    let files = [moodle(22), moodle(11), "Ana/bot.lua".to_string()];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    assert_eq!(
        given(roster, &files),
        [
            format!("{one} {}", files[1]),
            format!("{other} {}", files[0]),
            "Ana Ana/bot.lua".to_string()
        ]
    );
    assert_eq!(
        given(
            roster,
            &["marta_gomez_m2@x.org.lua", "m1.lua", "Participant_33_assignsubmission_file_x.lua"]
        ),
        [
            format!("{one} m1.lua"),
            format!("{other} marta_gomez_m2@x.org.lua"),
            "Ana Participant_33_assignsubmission_file_x.lua".to_string()
        ]
    );
}

#[test]
fn the_number_of_moodle_is_looked_for_in_every_column_of_ids() {
    let roster = "Full name,ID number,Identifier\nMarta Gómez,A1,Participant 11\n\
                  Marta Gómez,A2,Participant 22\n";
    let moodle = |n| format!("Marta Gómez_{n}_assignsubmission_file_bot.lua");
    assert_eq!(
        given(roster, &[&moodle(22), &moodle(11)]),
        [format!("Marta Gómez (A1) {}", moodle(11)), format!("Marta Gómez (A2) {}", moodle(22))]
    );
}

#[test]
fn namesakes_who_cannot_be_told_apart_are_refused_and_no_others() {
    let roster = "student,id\nMarta Gómez,1\nAna,3\nMarta Gómez,2\n";
    assert_eq!(
        given(roster, &["Marta Gómez/bot.lua", "Ana/bot.lua"]),
        [
            "Marta Gómez (1) -",
            "Ana Ana/bot.lua",
            "Marta Gómez (2) -",
            "? Marta Gómez: Marta Gómez (1) or Marta Gómez (2)",
        ]
    );
    let folder = folder(&[
        ("Ana_7_assignsubmission_file_/bot.lua", 1),
        ("Ana_8_assignsubmission_file_/bot.lua", 1),
        ("Bo/bot.lua", 1),
    ]);
    let columns = Columns { bots_optional: true, ..Columns::default() };
    let roster = Roster::parse(b"student\nAna\nBo\n", Path::new("roster.csv"), &columns).unwrap();
    let matched =
        matched(collect(folder.path(), None, Some(&roster), &check).unwrap().submissions, &roster);
    assert_eq!(
        matched.submissions[0].problem().unwrap(),
        "it is not clear whose this is: Ana (7), Ana (8); expected one folder for each student"
    );
    assert_eq!(matched.submissions[1].problem(), None);
}

#[test]
fn of_two_submissions_that_fit_one_student_neither_is_taken_by_the_order_of_their_names() {
    let text = "Nombre,Apellidos,email\nAna,García,ana@x.org\nBo,Díaz,bo@x.org\n";
    let columns = Columns { bots_optional: true, ..Columns::default() };
    let roster = Roster::parse(text.as_bytes(), Path::new("roster.csv"), &columns).unwrap();
    for [one, other] in [["ana", "ana_garcia"], ["ana_garcia", "garcia_ana"]] {
        let names = [one, other, "bo"].map(|name| format!("{name}.lua"));
        let folder = folder(&names.each_ref().map(|name| (name.as_str(), 1)));
        let matched = matched(
            collect(folder.path(), None, Some(&roster), &check).unwrap().submissions,
            &roster,
        );
        assert_eq!(
            matched.submissions[0].problem().unwrap(),
            format!(
                "it is not clear whose this is: {one}, {other}; expected one folder for each \
                 student"
            )
        );
        assert_eq!(matched.submissions[1].problem(), None);
        let claims = matched.strangers.iter().map(|stranger| stranger.claims.join(" or "));
        assert_eq!(claims.collect::<Vec<_>>(), ["Ana García", "Ana García"]);
    }
}
