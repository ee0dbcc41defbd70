//! `test`, which asks a bot at positions and checks its answers.

use crate::cli::fault_cards::timeless;
use crate::cli::folder::{FIRST, Folder, WALK, bot};

/// Returns a case of Quoridor after some moves, written over two lines.
fn case(moves: &str, case: &str) -> String {
    format!(
        "{{\"format\":\"juez/1\",\"game\":\"quoridor\",\"moves\":[{moves}],\n \"case\":{{{case}}}}}\n"
    )
}

/// Makes a folder with a walker, a bot that plays its first move, and two cases in `c.jsonl`.
fn folder() -> Folder {
    let cases = [
        case("", r#""name":"walks","allowed":["e2"],"hint":"go on""#),
        case(r#""e2","e8""#, r#""name":"walks on","allowed":["e3","e4h"],"forbidden":["e1"]"#),
    ]
    .concat();
    Folder::new().with("walk.lua", bot(WALK)).with("first.lua", FIRST).with("c.jsonl", cases)
}

#[test]
fn all_cases_pass() {
    folder()
        .juez("test walk.lua c.jsonl")
        .warns("")
        .prints("walk in c.jsonl\n  pass   1  walks\n  pass   2  walks on\n\n2 of 2 passed\n")
        .exits(0);
}

#[test]
fn a_failure_shows_the_position_the_answer_and_what_was_wanted() {
    let run = folder().juez("test first.lua c.jsonl").warns("").exits(1);
    let (head, rest) = run.stdout.split_once("\n\n").expect("a drawing");
    assert_eq!(head, "first in c.jsonl\n  FAIL   1  walks");
    let (drawing, rest) = rest.split_once("\n\n").expect("rows");
    assert!(drawing.contains("(0)") && drawing.contains("ply 0: seat 0 to move"), "{drawing}");
    let (rows, rest) = rest.split_once("\n\n").expect("another case");
    assert_eq!(
        timeless(rows),
        "        gave   a1h
        wanted e2
        spent  fuel 321 of 2 400 000 (<1 %), T ms
        hint   go on
"
    );
    assert!(rest.contains("        wanted one of e3 e4h\n               not e1\n"), "{rest}");
    let end = "\n\n0 of 2 passed\n--verbose shows the position of each\n";
    assert!(rest.ends_with(end), "{rest}");
    assert!(!rest.contains("seat 0 to move"), "the second failure has no drawing: {rest}");
    let whole = folder().juez("test first.lua c.jsonl --verbose").exits(1).stdout;
    assert_eq!(whole.matches("seat 0 to move").count(), 2, "{whole}");
}

#[test]
fn a_case_that_passes_is_drawn_if_it_is_asked_for() {
    folder()
        .juez("test walk.lua c.jsonl --verbose --only walks")
        .shows("  pass   1  walks\n\n")
        .shows("        gave   e2\n")
        .hides("wanted")
        .hides("hint")
        .exits(0);
}

#[test]
fn a_function_is_called_and_its_answer_compared() {
    let source = "local bot = {}
function bot.add(view, a, b) print('adding') return { a + b } end
function bot.broken(view)
  return view.nothing.more
end
function bot.silent(view) end
function bot.next_move(view) return view:moves()[1] end
return bot
";
    let call = |name: &str, rest: &str| {
        case("", &format!("\"name\":\"{name}\",\"call\":\"{name}\",{rest}"))
    };
    let cases = [
        call("add", r#""args":[1,2.5],"returns":[3.6],"tolerance":0.2"#),
        call("add", r#""args":[1,2],"returns":[4],"unordered":true"#),
        call("broken", r#""returns":1"#),
        call("silent", r#""returns":["a","b"]"#),
        call("ad", r#""returns":1"#),
    ]
    .concat();
    let run = Folder::new()
        .with("me.lua", source)
        .with("c.json", cases)
        .juez("test me.lua c.json")
        .shows("  pass   1  add\n")
        .shows("        asked  add(view, 1, 2)\n        gave   [3]\n        wanted [4]\n")
        .shows("               (in any order)\n        log    adding\n")
        .shows(
            "        fault  script error in broken\n        why    view has no member \"nothing\"",
        )
        .shows("          4 |   return view.nothing.more\n            |   ^\n")
        .shows("        gave   nothing: is a return missing?\n")
        .shows("the bot has no function ad: write `function bot.ad(view, ...)")
        .exits(1);
    let end = "\n1 of 5 passed\n--verbose shows the position of each\n";
    assert!(run.stdout.ends_with(end), "{}", run.stdout);
}

#[test]
fn a_fault_has_its_card_with_a_command_that_asks_again() {
    let folder = folder().with("bad.lua", bot("  return 'e9'"));
    let run = folder
        .juez("test bad.lua c.jsonl")
        .shows(
            "      fault: bad (seat 0) at ply 0\n        what   illegal move in next_move (Lua)\n",
        )
        .shows("        again  juez test bad.lua c.jsonl --only 'walks'\n        hint   go on\n")
        .exits(1);
    assert_eq!(run.stdout.matches("fault: bad").count(), 2);
}

#[test]
fn programs_read_one_object_a_case() {
    let run = folder().juez("test walk.lua c.jsonl --json").warns("").exits(0);
    let lines = run.json();
    assert_eq!(lines.len(), 2);
    let first = &lines[0];
    assert_eq!((&first["file"], &first["case"]), (&"c.jsonl".into(), &1.into()));
    assert_eq!((&first["name"], &first["passed"]), (&"walks".into(), &true.into()));
    assert_eq!((&first["answer"], &first["expected"]), (&"e2".into(), &"e2".into()));
    let run = folder().juez("test first.lua c.jsonl --json").exits(1);
    assert!(run.json().iter().all(|line| line["passed"] == false));
}

#[test]
fn one_case_may_be_picked() {
    folder()
        .juez("test walk.lua c.jsonl --only ON")
        .shows("  pass   2  walks on\n\n1 of 1 passed\n")
        .hides("  1  walks\n")
        .exits(0);
    folder()
        .juez("test walk.lua c.jsonl --only jump")
        .refuses("no case has \"jump\" in its name; there are: walks, walks on");
}

#[test]
fn a_folder_is_all_its_files_in_order() {
    let one = |name: &str| case("", &format!("\"name\":\"{name}\",\"allowed\":[\"e2\"]"));
    let folder = Folder::new()
        .with("walk.lua", bot(WALK))
        .with("all/b.jsonl", one("second"))
        .with("all/a.json", format!("[{}]", one("first")))
        .with("all/notes.txt", "no cases")
        .with("all/empty.json", "")
        .with("none/notes.txt", "no cases");
    let run = folder.juez("test walk.lua all").warns("").exits(0);
    let names: Vec<&str> =
        run.stdout.lines().filter_map(|line| line.strip_prefix("  pass   1  ")).collect();
    assert_eq!(names, ["first", "second"]);
    folder.juez("test walk.lua none").refuses(
        "none holds no case: expected JSON objects with a \"case\", in files ending in .jsonl or .json",
    );
}

#[test]
fn every_case_that_is_wrong_is_told_and_none_is_asked() {
    let cases = [
        case("", r#""name":"good","allowed":["e2"]"#),
        case(r#""e9""#, r#""name":"far","allowed":["e2"]"#),
        case("", r#""name":"typo","alowed":["e2"]"#),
        case("", r#""name":"no such move","allowed":["e3"]"#),
        case("", r#""name":"other seat","seat":1,"allowed":["e2"]"#),
    ]
    .concat();
    Folder::new()
        .with("walk.lua", bot(WALK))
        .with("c.jsonl", cases)
        .juez("test walk.lua c.jsonl")
        .prints("")
        .warns_of("error: c.jsonl: case 2 (far): ply 0: illegal move e9: ")
        .warns_of(
            "error: c.jsonl: case 3: the case has no key \"alowed\"; did you mean \"allowed\"?\n",
        )
        .warns_of(
            "error: c.jsonl: case 4 (no such move): the allowed move \"e3\" cannot be made there: ",
        )
        .warns_of("error: c.jsonl: case 5 (other seat): at ply 0 seat 0 is to move, not seat 1\n")
        .exits(2);
}

#[test]
fn what_cannot_be_read_is_refused() {
    let folder = folder().with("broken.jsonl", "{\"format\":\n\n\"juez/1\",}");
    folder.juez("test walk.lua broken.jsonl").warns_of("broken.jsonl:3: not JSON: ").exits(2);
    folder.juez("test walk.lua nothing.jsonl").warns_of("cannot read nothing.jsonl").exits(2);
    folder.juez("test nothing.lua c.jsonl").warns_of("cannot read bot nothing.lua").exits(2);
    folder.juez("test walk.lua").warns_of("<FILE>...").exits(2);
}

#[test]
fn a_bot_that_does_not_load_fails() {
    folder()
        .with("broken.lua", "local bot = {\n")
        .with("empty.rhai", "fn start(info) { }\n")
        .juez("test broken.lua c.jsonl")
        .prints("")
        .warns_of("broken.lua cannot be asked: broken.lua:")
        .exits(1);
    folder()
        .with("empty.rhai", "fn start(info) { }\n")
        .juez("test empty.rhai c.jsonl")
        .warns_of("empty.rhai cannot be asked: empty.rhai: there is no next_move")
        .exits(1);
}

#[test]
fn cases_of_several_games_may_be_asked_in_one_run() {
    let folder = Folder::new().with("first.lua", FIRST);
    let run = folder.juez("play durak first.lua first.lua --seed 1 --json");
    let record = &run.json()[0];
    let durak = format!(
        "{{\"format\":\"juez/1\",\"game\":\"durak\",\"deals\":{},\"case\":{{\"name\":\"attack\",\"allowed\":[{}]}}}}\n",
        record["deals"], record["moves"][0]
    );
    let quoridor = case("", r#""name":"first","allowed":["a1h"]"#);
    folder
        .with("c.jsonl", [durak, quoridor].concat())
        .juez("test first.lua c.jsonl")
        .shows("  pass   1  attack\n  pass   2  first\n\n2 of 2 passed\n")
        .exits(0);
}

#[test]
fn bots_of_strangers_are_asked_in_a_match_process() {
    let call = case("", r#""name":"doubles","call":"double","args":[21],"returns":42"#);
    let source = bot(WALK)
        .replace("return bot\n", "function bot.double(view, n)\n  return 2 * n\nend\nreturn bot\n");
    let folder = folder()
        .with("double.lua", source)
        .with("double.jsonl", call)
        .with("broken.lua", "local bot = {\n");
    for line in ["test first.lua c.jsonl", "test walk.lua c.jsonl", "test double.lua double.jsonl"]
    {
        let here = folder.juez(line);
        let there = folder.juez(&format!("{line} --isolation process")).warns("");
        assert_eq!(timeless(&there.stdout), timeless(&here.stdout), "{line}");
    }
    folder
        .juez("test broken.lua c.jsonl --isolation process")
        .warns_of("broken.lua cannot be asked: broken.lua:")
        .exits(1);
}
