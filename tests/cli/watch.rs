//! `juez watch`: a running juez, files saved beside it, and what it says of them.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::folder::{FIRST, Folder, WALK, bot, juez};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A juez that watches.
pub struct Watching {
    child: Child,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Watching {
    pub fn start(folder: &Folder, line: &str) -> Watching {
        let mut child = juez()
            .arg("watch")
            .args(line.split_whitespace())
            .current_dir(folder.path("."))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("juez runs");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (send, lines) = channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|l| send.send(l)));
        Watching { child, lines, seen: Vec::new() }
    }

    /// Waits for a line that holds `part`; the lines since the last wait, that one included.
    #[track_caller]
    pub fn wait_for(&mut self, part: &str) -> Vec<String> {
        let since = Instant::now();
        let mut passed = Vec::new();
        loop {
            let left = PATIENCE.saturating_sub(since.elapsed());
            let Ok(line) = self.lines.recv_timeout(left) else {
                panic!(
                    "waited for {part:?} after\n{}\n----\n{}",
                    self.seen.join("\n"),
                    passed.join("\n")
                );
            };
            let is_it = line.contains(part);
            passed.push(line);
            if is_it {
                self.seen.extend(passed.iter().cloned());
                return passed;
            }
        }
    }

    /// Whatever else is said within a time.
    fn rest_within(&mut self, time: Duration) -> Vec<String> {
        let since = Instant::now();
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(time.saturating_sub(since.elapsed())) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return rest,
            }
        }
    }

    /// Presses Ctrl-C; the exit code, and what is said on the way.
    fn interrupt(mut self) -> (Option<i32>, Vec<String>) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, Signal::INT).expect("it runs");
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                let rest = self.rest_within(PATIENCE);
                return (status.code(), rest);
            }
            assert!(since.elapsed() < PATIENCE, "Ctrl-C does not end it");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ticks of CPU time that the process has used.
    #[cfg(target_os = "linux")]
    fn cpu_ticks(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("it runs");
        let (_, fields) = stat.rsplit_once(')').expect("the name is in parentheses");
        let fields: Vec<&str> = fields.split_whitespace().collect();
        // utime and stime are fields 14 and 15, counted from 1; two stand before these.
        fields[11..13].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A bot that plays its first move, in another version each time.
fn first(version: u32) -> String {
    format!("{FIRST}-- version {version}\n")
}

fn save(folder: &Folder, name: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.path(name), text).expect("it can be saved");
}

/// What the line of a result holds.
const RESULT: &str = " %)";
/// Short matches against chance.
const SHORT: &str = "quoridor me.lua random --seed 1 -n 4 -o max_plies=20";

fn in_place(path: &Path, text: &str) {
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
    let ways: [fn(&Path, &str); 4] = [in_place, slowly, renamed, backed_up];
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
    watching.wait_for("me is not there any more; version 1 plays on");
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
    watching.wait_for("me version 2, first move");
    watching.wait_for("random ");
    let said = watching.wait_for("me@2 ");
    assert!(said.last().is_some_and(|line| line.contains("2/4 (50 %)")), "itself: {said:?}");
    watching.wait_for("me@1 ");
    // The first version never goes for its goal, which the second does.
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
    // A save begins a match or is taken up in the one that is played, so it may take a few.
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
        "you@2: NAME@N is version N of a bot that is watched, and \"you\" is none; they are: me",
    );
    for wrong in ["me@0", "me@x", "me@", "me@-1", "me@99999999999"] {
        let why = "a version is a number from 1, such as me@2, counted as saves are told";
        refused(&format!("me.lua {wrong}"), &format!("{wrong}: {why}"));
    }
    refused("me.lua me@2 --once", "me@2: with --once there are no later versions to wait for");
    let once = "watch quoridor me.lua me@1 --seed 1 -n 2 -o max_plies=4 --once";
    folder.juez(once).shows("me@1  1/2 (50 %)").exits(0);
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
    watching.wait_for("the same 2 matches were played 4 times: nobody here uses chance");
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
    assert!(!text.contains("fault:"), "told again: {text}");
    // What the card says works.
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

/// A bot that thinks for a while.
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

/// A bot with a mistake off the path that matches take.
fn linted() -> String {
    bot(&format!("  if view.ply > 9999 then return view:pth(0)[1] end\n{WALK}"))
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

#[test]
fn in_a_live_match_the_lint_tells_of_each_version() {
    let folder = Folder::new().with("me.lua", linted());
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("me version 1");
    watching.wait_for("me.lua:3:39: view has no member \"pth\"");
    assert_eq!(watching.interrupt().0, Some(130));
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
        .refuses("--live is for one bot, and . is a folder of several");
    folder.juez("watch quoridor me.lua random --pace 1").warns_of("--live").exits(2);
}

/// A bot that says which version it is, at each move.
fn says(what: &str) -> String {
    bot(&format!("  print('I am {what}')\n  return view:moves()[1]"))
}

const LIVE: &str = "quoridor me.lua random --live --pace 0.05 --seed 1 -o max_plies=400";

#[test]
fn in_a_live_match_a_new_version_takes_over_at_its_next_turn() {
    let folder = Folder::new().with("me.lua", says("one"));
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("me version 1");
    watching.wait_for("I am one");
    save(&folder, "me.lua", says("two").replace("return bot", "function bot.start(info)\n  print('started as ' .. info.seat .. ' of ' .. info.game)\nend\nreturn bot"));
    let said = watching.wait_for("me version 2 plays from here (ply ");
    assert!(said.iter().any(|line| line.contains("me version 2, from its next turn on")));
    assert!(!said.iter().any(|line| line.contains("I am two")), "{said:?}");
    watching.wait_for("started as 0 of quoridor");
    let said = watching.wait_for("I am two");
    assert!(!said.iter().any(|line| line.contains("I am one")), "{said:?}");
    save(&folder, "me.lua", "return {\n");
    watching.wait_for("me cannot play: me.lua:2:");
    watching.wait_for("version 2 plays on");
    watching.wait_for("I am two");
    assert_eq!(watching.interrupt().0, Some(130));
}

#[test]
fn a_live_match_draws_the_table_after_each_move_with_what_the_mover_drew() {
    let draws = bot(&format!("  view:mark('c3', '!')\n{WALK}"));
    let folder = Folder::new().with("me.lua", draws);
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("ply 0: seat 0 to move");
    watching.wait_for("ply 0  me e2");
    let table = watching.wait_for("a   b   c   d   e");
    assert!(table.iter().any(|line| line.contains("ply 1: seat 1 to move")), "{table:?}");
    assert!(table.iter().any(|line| line.contains("3 │         ! ")), "{table:?}");
    assert!(table.iter().any(|line| line.contains(" 2 │                (0)")), "{table:?}");
    watching.interrupt();
}

#[test]
fn in_a_live_match_a_version_that_does_not_start_leaves_the_seat_to_the_last() {
    let folder = Folder::new().with("me.lua", says("one"));
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("I am one");
    let fails = "function bot.start(info)\n  error('no start')\nend\nreturn bot";
    save(&folder, "me.lua", says("two").replace("return bot", fails));
    watching.wait_for("me cannot play: me.lua:7: no start");
    watching.wait_for("version 1 plays on");
    watching.wait_for("I am one");
}

#[test]
fn a_live_match_goes_on_after_a_fault() {
    let folder = Folder::new().with("me.lua", bot("  error('not yet')"));
    let mut watching = Watching::start(&folder, LIVE);
    watching.wait_for("fault: me (seat 0) at ply 0");
    watching.wait_for("3 |   error('not yet')");
    watching.wait_for("(played by the referee)");
    // The card is shown once, then a line.
    watching.wait_for("fault: me at ply 2: me.lua:3: script error in next_move");
    save(&folder, "me.lua", says("mended"));
    watching.wait_for("I am mended");
}

#[test]
fn after_a_live_match_the_next_save_begins_another() {
    let folder = Folder::new().with("me.lua", says("one"));
    let line = "quoridor me.lua random --live --pace 0 --seed 1 -o max_plies=6";
    let mut watching = Watching::start(&folder, line);
    watching.wait_for("max_plies: the limit of plies is reached");
    watching.wait_for("save a bot to play again");
    save(&folder, "me.lua", says("two"));
    watching.wait_for("I am two");
    watching.wait_for("save a bot to play again");
    let mut programs = Watching::start(&folder, &format!("{line} --json"));
    let said = programs.wait_for("\"end\"");
    let end: Value = serde_json::from_str(said.last().expect("a line")).expect("JSON");
    assert!(end["players"][0].get("source").is_none(), "a live bot has no one source: {end}");
    assert_eq!(end["players"][1]["source"], "random");
}
