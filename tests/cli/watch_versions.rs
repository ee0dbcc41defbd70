//! Earlier versions as opponents, versions that are saved over, and the lint of each version.

use serde_json::Value;

use crate::cli::folder::{Folder, WALK, bot};
use crate::cli::watching::{RESULT, SHORT, Watching, first, linted, save};

#[test]
fn an_earlier_version_of_the_watch_is_an_opponent() {
    let folder = Folder::new().with("me.lua", first(1));
    let line = "quoridor me.lua random me@2 me@1 --seed 1 -n 4 -o max_plies=20";
    let mut watching = Watching::start(&folder, line);
    watching.wait_for("me@2 waits for version 2 of me: it plays once that is saved");
    watching.wait_for("me version 1");
    watching.wait_for("me@1 ");
    let said = watching.wait_for("random ");
    assert!(!said.iter().any(|line| line.contains("me@2")), "{said:?}");
    save(&folder, "me.lua", bot(WALK));
    let said = watching.wait_for("me version 2, first move");
    let is_cut = |line: &String| line.contains("saved over");
    assert!(!said.iter().any(is_cut), "version 1 never met me@2: {said:?}");
    watching.wait_for("random ");
    let said = watching.wait_for("me@2 ");
    assert!(said.last().is_some_and(|line| line.contains("2/4 (50 %)")), "itself: {said:?}");
    watching.wait_for("me@1 ");
    // The first version never walks towards its goal; the second does.
    save(&folder, "me.lua", first(3));
    watching.wait_for("me version 3, first move");
    let said = watching.wait_for("me@2 ");
    assert!(said.last().is_some_and(|line| line.contains("0/4 (0 %)")), "{said:?}");
    let said = watching.wait_for("me@1 ");
    assert!(said.last().is_some_and(|line| line.contains("2/4 (50 %)")), "as at first: {said:?}");
}

#[test]
fn an_earlier_version_that_offends_is_told_of_without_commands_that_no_file_can_obey() {
    let folder = Folder::new().with("me.lua", bot("  error('not yet')"));
    let line = "quoridor me.lua me@1 --seed 1 -n 2 -o max_plies=20";
    let mut watching = Watching::start(&folder, line);
    watching.wait_for(RESULT);
    save(&folder, "me.lua", first(2));
    watching.wait_for("me version 2");
    let card = watching.wait_for(RESULT).join("\n");
    assert!(card.contains("fault: me@1 (seat ") && card.contains("not yet"), "{card}");
    assert!(!card.contains("again"), "{card}");
}

#[test]
fn a_live_match_against_an_earlier_version_waits_for_it_and_others_go_on() {
    let folder = Folder::new().with("me.lua", first(1));
    let line = "quoridor me.lua me@2 random --live --pace 0 --json --seed 1 -o max_plies=4";
    let mut watching = Watching::start(&folder, line);
    let said = watching.wait_for(r#""event":"to_come""#);
    assert!(said[1].contains(r#""bot":"me@2""#) && said[1].contains(r#""version":2"#), "{said:?}");
    let said = watching.wait_for(r#""event":"end""#);
    assert!(said.last().is_some_and(|end| end.contains(r#""name":"random""#)), "{said:?}");
    // A save begins a match or is taken up in the current one, so it may take a few.
    let of_two = (2..20).any(|version| {
        save(&folder, "me.lua", first(version));
        let end = watching.wait_for(r#""event":"end""#).pop().expect("the end");
        end.contains(r#""name":"me@2""#)
    });
    assert!(of_two, "version 2 plays in turn");
}

#[test]
fn what_is_no_version_of_the_bot_is_refused() {
    let folder = Folder::new().with("me.lua", first(1)).with("bots/a.lua", first(1));
    let refused = |line: &str, why: &str| {
        folder.juez(&format!("watch quoridor {line}")).refuses(why);
    };
    refused(
        "me.lua you@2",
        "you@2: NAME@N is version N of a watched bot, and \"you\" is not one; the watched bots are: me",
    );
    for wrong in ["me@0", "me@x", "me@", "me@-1", "me@99999999999"] {
        let why = "a version is a number from 1, such as me@2, as watch counts saves";
        refused(&format!("me.lua {wrong}"), &format!("{wrong}: {why}"));
    }
    refused("me.lua me@2 --once", "me@2: with --once there are no later versions to wait for");
    let once = "watch quoridor me.lua me@1 --seed 1 -n 2 -o max_plies=4 --once";
    folder.juez(once).shows("me@1  1/2 (50 %)").exits(0);
}

fn thinker(version: u32) -> String {
    bot(&format!("  for i = 1, 20000{version} do local x = i * i end\n  return view:moves()[1]"))
}

#[test]
fn a_version_that_is_saved_over_in_mid_series_has_its_line_and_its_place_in_the_table() {
    let folder = Folder::new().with("me.lua", thinker(1));
    let mut watching = Watching::start(&folder, "quoridor me.lua random --seed 1 -n 100000");
    watching.wait_for("me version 1");
    save(&folder, "me.lua", thinker(2));
    let said = watching.wait_for("version 1 of me was saved over after ");
    let line = said.last().expect("that line");
    assert!(line.contains(" of 100000 matches against random"), "{line}");
    watching.wait_for("me version 2");
    let (_, said) = watching.interrupt();
    let row = said.iter().find(|line| line.starts_with("me   1  ")).expect("version 1");
    assert!(row.ends_with("cut short"), "{said:?}");
}

#[test]
fn programs_read_what_a_version_that_was_saved_over_came_to() {
    let folder = Folder::new().with("me.lua", thinker(1));
    let mut watching = Watching::start(&folder, "quoridor me.lua random --seed 1 -n 100000 --json");
    watching.wait_for(r#""event":"version""#);
    save(&folder, "me.lua", thinker(2));
    let said = watching.wait_for(r#""event":"cut_short""#);
    let event: Value = serde_json::from_str(said.last().expect("that line")).expect("JSON");
    assert_eq!((&event["bot"], &event["version"]), (&"me".into(), &1.into()), "{event}");
    assert_eq!((&event["against"], &event["of"]), (&"random".into(), &100_000.into()), "{event}");
    let (score, matches) = (event["score"].as_f64(), event["matches"].as_f64());
    assert!(score.is_some() && score <= matches, "{event}");
}

#[test]
fn what_the_lint_tells_stands_between_the_version_and_its_results() {
    let message = "warning me.lua:3:39: view has no member \"pth\"; did you mean view:path()?";
    for more in ["", "--isolation process"] {
        let folder = Folder::new().with("me.lua", first(1));
        let mut watching = Watching::start(&folder, &format!("{SHORT} {more}"));
        let said = watching.wait_for(RESULT);
        assert!(!said.iter().any(|line| line.contains("warning")), "{said:?}");
        save(&folder, "me.lua", linted());
        watching.wait_for("me version 2, first move");
        let said = watching.wait_for("matches differ");
        assert_eq!(said[0].trim(), message, "{said:?}");
    }
    let folder = Folder::new().with("me.lua", linted());
    let events = folder.juez(&format!("watch {SHORT} --once --json")).exits(0).json();
    assert_eq!(
        (&events[0]["event"], &events[0]["lint"][0]["line"]),
        (&"version".into(), &3.into())
    );
    assert_eq!(events[0]["lint"][0]["rule"], "unknown_member");
}
