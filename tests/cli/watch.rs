//! `juez watch`: a running juez, files saved meanwhile, and its messages about them.

use serde_json::Value;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::cli::folder::{FIRST, Folder, WALK, bot};
use crate::cli::watching::{RESULT, SHORT, Watching, first, save};

fn overwritten(path: &Path, text: &str) {
    fs::write(path, text).expect("a file");
}

fn slowly(path: &Path, text: &str) {
    let mut file = File::create(path).expect("a file");
    for part in text.as_bytes().chunks(text.len() / 3 + 1) {
        file.write_all(part).expect("it can be written");
        thread::sleep(Duration::from_millis(20));
    }
}

fn renamed(path: &Path, text: &str) {
    let beside = path.with_file_name(".me.lua.tmp123");
    fs::write(&beside, text).expect("a file");
    fs::rename(&beside, path).expect("it can be renamed");
}

fn backed_up(path: &Path, text: &str) {
    let (probe, backup) = (path.with_file_name("4913"), path.with_file_name("me.lua~"));
    fs::write(&probe, "").expect("a file");
    fs::remove_file(&probe).expect("it was there");
    fs::rename(path, &backup).expect("it can be renamed");
    fs::write(path, text).expect("a file");
    fs::remove_file(&backup).expect("it was there");
}

#[test]
fn however_an_editor_saves_the_new_version_plays() {
    let folder = Folder::new().with("me.lua", first(1));
    let mut watching = Watching::start(&folder, SHORT);
    watching.wait_for("me version 1");
    watching.wait_for(RESULT);
    let ways: [fn(&Path, &str); 4] = [overwritten, slowly, renamed, backed_up];
    for (way, version) in ways.into_iter().zip(2..) {
        way(&folder.path("me.lua"), &first(version));
        let said = watching.wait_for(&format!("me version {version}, first move "));
        assert!(!said.iter().any(|line| line.contains("cannot play")), "{said:?}");
        let said = watching.wait_for(RESULT);
        assert!(said[0].contains("the same moves in every match as version"), "{said:?}");
    }
}

#[test]
fn a_broken_save_keeps_the_last_good_version() {
    let folder = Folder::new().with("me.lua", first(1));
    let mut watching = Watching::start(&folder, SHORT);
    watching.wait_for(RESULT);
    save(&folder, "me.lua", "return {\n");
    watching.wait_for("me cannot play: me.lua:2: Expected");
    let said = watching.wait_for("version 1 plays on");
    assert!(said[0].contains("1 | return {") && said[1].trim_end().ends_with('^'), "{said:?}");
    save(&folder, "me.lua", "return {}\n");
    watching.wait_for("me cannot play: me.lua: the bot has no next_move");
    watching.wait_for("version 1 plays on");
    save(&folder, "me.lua", first(1));
    watching.wait_for("me is version 1 again");
    save(&folder, "me.lua", first(2));
    watching.wait_for("me version 2");
    watching.wait_for(RESULT);
}

#[test]
fn a_bot_that_is_broken_from_the_beginning_is_waited_for() {
    let folder = Folder::new().with("me.lua", "return {\n");
    let mut watching = Watching::start(&folder, SHORT);
    watching.wait_for("me cannot play: me.lua:2:");
    watching.wait_for("the match begins when it can be played");
    save(&folder, "me.lua", first(1));
    watching.wait_for("me version 1");
    watching.wait_for(RESULT);
}

#[test]
fn the_same_content_is_no_new_version() {
    let folder = Folder::new().with("me.lua", first(1));
    let mut watching = Watching::start(&folder, SHORT);
    watching.wait_for(RESULT);
    save(&folder, "me.lua", first(1));
    assert_eq!(watching.rest_within(Duration::from_millis(300)), [""; 0]);
    save(&folder, "me.lua", first(2));
    watching.wait_for("me version 2");
}

#[test]
fn a_file_that_is_gone_is_told_once() {
    let folder = Folder::new().with("me.lua", first(1));
    let mut watching = Watching::start(&folder, SHORT);
    watching.wait_for(RESULT);
    fs::remove_file(folder.path("me.lua")).expect("it was there");
    watching.wait_for("me no longer exists; version 1 plays on");
    save(&folder, "me.lua", first(2));
    let said = watching.wait_for("me version 2");
    assert_eq!(said.len(), 1, "{said:?}");
}

#[test]
fn a_helper_of_a_folder_makes_a_new_version() {
    let main = "local util = require('./util')\n\
                return { next_move = function(view) return util.choose(view) end }\n";
    let util = "return { choose = function(view) return view:moves()[1] end }\n";
    let folder = Folder::new().with("me/main.lua", main).with("me/util.lua", util);
    let mut watching = Watching::start(&folder, "quoridor me random --seed 1 -n 2 -o max_plies=20");
    watching.wait_for(RESULT);
    save(&folder, "me/notes.txt", "no part of the bot");
    renamed(&folder.path("me/util.lua"), &util.replace("[1]", "[2]"));
    watching.wait_for("me version 2, first move");
    watching.wait_for("2 of 2 matches differ, first at ply 0 (1), 1 (1)");
    save(&folder, "me/util.lua", "return { choose = 1 +\n");
    watching.wait_for("me cannot play: util.lua:2:");
}

#[test]
fn a_helper_in_a_folder_below_makes_a_new_version_of_a_bot_given_by_its_main_file() {
    let main = "local util = require('./sub/util')\n\
                return { next_move = function(view) return util.choose(view) end }\n";
    let util = "return { choose = function(view) return view:moves()[1] end }\n";
    let folder = Folder::new().with("me/main.lua", main).with("me/sub/util.lua", util);
    let line = "quoridor me/main.lua random --seed 1 -n 2 -o max_plies=20";
    let mut watching = Watching::start(&folder, line);
    watching.wait_for(RESULT);
    save(&folder, "me/sub/notes.txt", "no part of the bot");
    renamed(&folder.path("me/sub/util.lua"), &util.replace("[1]", "[2]"));
    watching.wait_for("me version 2, first move");
    save(&folder, "me/sub/util.lua", "return { choose = 1 +\n");
    watching.wait_for("me cannot play: sub/util.lua:2:");
}

#[test]
fn in_a_folder_of_bots_a_save_plays_the_matches_of_that_bot() {
    let folder = Folder::new().with("mine/a.lua", first(1)).with("mine/b.lua", first(1));
    let mut watching =
        Watching::start(&folder, "quoridor mine/ random --seed 1 -n 2 -o max_plies=20");
    watching.wait_for("a against random");
    watching.wait_for("b against random");
    save(&folder, "mine/b.lua", first(2));
    let said = watching.wait_for("b against random");
    assert!(said[0].contains("b version 2"), "{said:?}");
    assert!(!said.iter().any(|line| line.contains("a against")), "{said:?}");
    save(&folder, "mine/c.lua", first(1));
    watching.wait_for("c version 1");
    watching.wait_for("c against random");
    save(&folder, "mine/a.lua", first(2));
    let said = watching.wait_for("a against random");
    assert!(said.iter().all(|line| !line.contains("b against")), "{said:?}");
}

#[test]
fn an_opponent_that_is_saved_plays_anew_as_well() {
    let folder = Folder::new().with("me.lua", first(1)).with("other.lua", first(1));
    let line = "quoridor me.lua other.lua random --seed 1 -n 2 -o max_plies=20";
    let mut watching = Watching::start(&folder, line);
    watching.wait_for(RESULT);
    watching.wait_for(RESULT);
    save(&folder, "other.lua", bot(WALK));
    watching.wait_for("other version 2, first move");
    let said = watching.wait_for("against version 1 of other");
    assert!(!said.iter().any(|line| line.contains("random")), "{said:?}");
}

#[test]
fn a_better_version_is_said_to_be_better() {
    let folder = Folder::new().with("me.lua", first(1));
    let line = "quoridor me.lua random --seed 1 -n 20 -o max_plies=60 --verbose";
    let mut watching = Watching::start(&folder, line);
    let said = watching.wait_for(RESULT);
    assert!(said.iter().any(|line| line.contains("/20 (")), "{said:?}");
    save(&folder, "me.lua", bot(WALK));
    watching.wait_for("of 20 against version 1, very likely better");
    watching.wait_for("20 of 20 matches differ, first at ply 0 (10), 1 (10)");
    watching.wait_for("match 0: ply 0 a1h -> e2");
}

#[test]
fn matches_without_chance_are_known_to_repeat() {
    let folder = Folder::new().with("me.lua", first(1)).with("other.lua", bot(WALK));
    let mut watching = Watching::start(&folder, "quoridor me.lua other.lua --seed 1 -n 8");
    watching.wait_for("the same 2 matches were played 4 times: no bot here uses chance");
    save(&folder, "me.lua", bot(WALK));
    watching.wait_for("against version 1, which are the same matches over and over");
}

#[test]
fn each_fault_has_one_card_a_version() {
    let folder = Folder::new().with("me.lua", bot("  error('not yet')"));
    let mut watching = Watching::start(&folder, SHORT);
    watching.wait_for("fault: me (seat 0) at ply 0");
    let card = watching.wait_for("0/4 (0 %)");
    let text = card.join("\n");
    assert!(text.contains("not yet") && text.contains("3 |   error('not yet')"), "{text}");
    let again = "juez play quoridor me.lua random --seed 1 -o max_plies=20 --record match.jsonl";
    assert!(text.contains(again), "{text}");
    assert!(!text.contains("fault:"), "shown again: {text}");
    // The commands of the card work.
    folder.juez(&again["juez ".len()..]).exits(2);
    folder.juez("debug match.jsonl --ply 0 --seat 0").exits(1);
}

#[test]
fn ctrl_c_ends_it_with_a_table_of_all_versions() {
    let folder = Folder::new().with("me.lua", first(1));
    let mut watching = Watching::start(&folder, SHORT);
    watching.wait_for(RESULT);
    save(&folder, "me.lua", first(2));
    watching.wait_for("the same moves");
    let (code, said) = watching.interrupt();
    assert_eq!(code, Some(130));
    let said = said.join("\n");
    assert!(said.contains("against random"), "{said}");
    assert!(said.contains("me   1  ") && said.contains("me   2  "), "{said}");
}

#[test]
fn ctrl_c_leaves_a_match_that_is_being_played() {
    let think = bot("  for i = 1, 200000 do local x = i * i end\n  return view:moves()[1]");
    let folder = Folder::new().with("me.lua", think);
    let mut watching = Watching::start(&folder, "quoridor me.lua random --seed 1 -n 100000");
    watching.wait_for("me version 1");
    assert_eq!(watching.interrupt().0, Some(130));
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_done_while_nothing_happens() {
    let folder = Folder::new().with("me.lua", first(1));
    let mut watching = Watching::start(&folder, SHORT);
    watching.wait_for(RESULT);
    watching.rest_within(Duration::from_millis(300));
    let before = watching.cpu_ticks();
    watching.rest_within(Duration::from_secs(1));
    let used = watching.cpu_ticks() - before;
    assert!(used <= 3, "{used} ticks of CPU time in an idle second");
}

#[test]
fn a_series_in_workers_comes_to_the_same() {
    let result = |more: &str| {
        let folder = Folder::new().with("me.lua", first(1));
        let mut watching = Watching::start(&folder, &format!("{} {more}", SHORT));
        let mut said = watching.wait_for(RESULT).split_off(2);
        assert_eq!(said.len(), 1, "title, version, result");
        save(&folder, "me.lua", bot(WALK));
        watching.wait_for("me version 2, first move");
        said.extend(watching.wait_for("matches differ"));
        save(&folder, "me.lua", "return {\n");
        watching.wait_for("me cannot play: me.lua:2:");
        said
    };
    assert_eq!(result("--isolation process"), result(""));
}

#[test]
fn once_plays_the_series_and_ends() {
    let folder = Folder::new().with("me.lua", first(1)).with("broken.lua", "return {");
    let events = folder.juez(&format!("watch {} --once --json", SHORT)).exits(0).json();
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(kinds, ["version", "result"]);
    assert_eq!((&events[1]["matches"], &events[1]["change"]), (&Value::from(4), &Value::Null));
    let broken = SHORT.replace("me.lua", "broken.lua");
    let events = folder.juez(&format!("watch {broken} --once --json")).exits(1).json();
    assert_eq!(events[0]["event"], "error");
    assert_eq!((&events[0]["file"], &events[0]["line"]), (&"broken.lua".into(), &1.into()));
}

#[test]
fn programs_read_what_changed_as_json() {
    let folder = Folder::new().with("me.lua", first(1));
    let mut watching = Watching::start(&folder, &format!("{} --json", SHORT));
    watching.wait_for("\"result\"");
    save(&folder, "me.lua", bot(WALK));
    let said = watching.wait_for("\"result\"");
    let events: Vec<Value> =
        said.iter().map(|line| serde_json::from_str(line).expect("JSON lines")).collect();
    assert_eq!((&events[0]["event"], &events[0]["version"]), (&"version".into(), &2.into()));
    assert!(events[0]["first_move_ms"].is_number(), "{events:?}");
    let change = &events.last().expect("a result")["change"];
    assert_eq!(change["differ"], 4);
    assert_eq!(change["first_plies"][0], serde_json::json!({"ply": 0, "matches": 2}));
}

#[test]
fn a_table_that_needs_more_seats_is_filled_with_the_opponents() {
    let folder = Folder::new().with("me.lua", FIRST);
    folder.juez("watch tute me.lua novato --seed 1 -n 3 --once").shows("novato, novato  ").exits(0);
    folder
        .juez("watch quoridor me.lua random greedy -o seats=4 -o max_plies=12 --seed 1 -n 4 --once")
        .shows("random, greedy, random  ")
        .exits(0);
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let folder = Folder::new().with("me.lua", FIRST).with("none/notes.txt", "");
    folder
        .juez("watch quoridor minimax random")
        .refuses("minimax comes with juez and never changes: name the file of your bot first");
    folder
        .juez("watch quoridor none random")
        .refuses("folder none holds no bot: expected bot files in it, or a main file");
    folder.juez("watch quoridor me.lua random -o seats=3").warns_of("seats").prints("").exits(2);
    folder.juez("watch quoridor me.lua random --without nothing").prints("").exits(2);
    folder.juez("watch quoridor missing.lua random").prints("").exits(2);
    folder
        .juez("watch quoridor . random --live")
        .refuses("--live is for one bot, and folder . has several");
    folder.juez("watch quoridor me.lua random --pace 1").warns_of("--live").exits(2);
}
