//! The fault card as a student sees it, for each kind of fault in both languages.

use crate::cli::folder::{FIRST, Folder, bot, bot_that_finishes};

/// Returns a text without its times.
pub fn timeless(text: &str) -> String {
    let time = |line: &str| match line.rsplit_once(' ') {
        Some((before, "ms")) => match before.rsplit_once(' ') {
            Some((before, _)) => format!("{before} T ms"),
            None => line.to_string(),
        },
        _ => line.to_string(),
    };
    text.lines().map(|line| time(line) + "\n").collect()
}

/// Checks the card of the bot in `file`, which sits in seat 0, below its heading, and that `debug`
/// shows the same except for the command.
#[track_caller]
fn card(file: &str, source: &str, expected: &str) {
    let folder = Folder::new().with(file, source).with("first.lua", FIRST);
    let line = format!("play quoridor {file} first.lua --seed 1 --budget quick --record r.jsonl");
    let run = folder.juez(&line).warns("");
    let (_, card) = run.stdout.split_once("fault: me (seat 0) at ply ").expect("a card");
    let (ply, card) = card.split_once('\n').expect("a heading");
    let again = format!("  again  juez debug r.jsonl --ply {ply} --seat 0\n");
    let card = timeless(card);
    assert_eq!(card, format!("{}{again}", expected.trim_start_matches('\n')));
    let debug = folder.juez(&again.trim_start()["again  juez ".len()..]).warns("").exits(1);
    let (_, shown) = debug.stdout.split_once("fault: me (seat 0) at ply ").expect("a card");
    assert_eq!(timeless(shown), format!("{ply}\n{}", card.replace(&again, "")));
}

/// The view of seat 0 before the first move, and its legal moves.
const SEEN: &str = "  view   pawns e1 e9 · walls_left 10 10
  moves  a1h a1v a2h a2v a3h a3v a4h a4v a5h a5v a6h a6v a7h a7v a8h a8v b1h b1v
         b2h b2v ... and 111 more
";

/// Returns a Rhai bot whose `next_move(view)` is `body`, from line 2 on.
fn rhai(body: &str) -> String {
    format!("fn next_move(view) {{\n{body}\n}}\n")
}

#[test]
fn the_card_of_an_illegal_move() {
    let expected = |language: &str, spent: &str| {
        format!(
            "  what   illegal move in next_move ({language})
  why    e5 is too far from e1: a pawn steps to the next square or jumps over a pawn there
  gave   e5
{SEEN}  spent  fuel {spent} (<1 %), T ms
"
        )
    };
    card("me.lua", &bot("  return 'e5'"), &expected("Lua", "1 of 480 000"));
    card("me.rhai", &rhai("  \"e5\""), &expected("Rhai", "5 of 420 000"));
}

#[test]
fn the_card_of_something_that_is_no_move() {
    let square = "a square a1 to i9, or a wall such as e3h";
    card(
        "me.lua",
        &bot("  return 'z9'"),
        &format!(
            "  what   unreadable move in next_move (Lua)
  why    cannot read \"z9\": expected {square} (squares are a1 to i9)
  where  me.lua
{SEEN}  spent  fuel 1 of 480 000 (<1 %), T ms
"
        ),
    );
    card(
        "me.rhai",
        &rhai("  7"),
        &format!(
            "  what   unreadable move in next_move (Rhai)
  why    next_move returned the number 7; expected text: {square}
  where  me.rhai
{SEEN}  spent  fuel 5 of 420 000 (<1 %), T ms
"
        ),
    );
}

#[test]
fn the_card_of_a_script_error() {
    card(
        "me.lua",
        &bot("  return view.moves()[1]"),
        &format!(
            "  what   script error in next_move (Lua)
  why    view.moves(...) needs a colon: write view:moves(...)
  where  me.lua:3

    3 |   return view.moves()[1]
      |   ^

{SEEN}  spent  fuel 2 of 480 000 (<1 %), T ms
"
        ),
    );
    card(
        "me.rhai",
        &rhai("  view.pawn(\"e2\")"),
        &format!(
            "  what   script error in next_move (Rhai)
  why    view.pawn(seat): seat must be a seat number 0 to 1, got the text \"e2\"
  where  me.rhai:2

    2 |   view.pawn(\"e2\")
      |   ^

{SEEN}  spent  fuel 12 of 420 000 (<1 %), T ms
"
        ),
    );
}

#[test]
fn the_card_of_spent_fuel_shows_the_lines_that_used_it() {
    card(
        "me.lua",
        "local bot = {}
local function sum(n)
  local s = 0
  for i = 1, n do s = s + i end
  return s
end
function bot.next_move(view)
  while true do
    sum(100)
    view:moves()
  end
end
return bot
",
        &format!(
            "  what   out of fuel in next_move (Lua)
  why    the fuel of this call is spent: is there a loop that never ends?
  where  me.lua:10

   10 |     view:moves()
      |     ^

{SEEN}  spent  fuel 480 000 of 480 000 (100 %), T ms
  most   75 %   next_move  me.lua:10
         23 %   sum        me.lua:4
         <1 %   sum        me.lua:5
         <1 %   next_move  me.lua:9
         <1 %   next_move  me.lua:8
"
        ),
    );
    card(
        "me.rhai",
        "fn sum(n) {
  let s = 0;
  for i in 0..n {
    s += i;
  }
  s
}
fn next_move(view) {
  loop {
    sum(100);
    if true { view.moves(); }
  }
}
",
        &format!(
            "  what   out of fuel in next_move (Rhai)
  why    the fuel of this call is spent: is there a loop that never ends?
  where  me.rhai:11

   11 |     if true {{ view.moves(); }}
      |     ^

{SEEN}  spent  fuel 420 000 of 420 000 (100 %), T ms
  most   50 %   sum        me.rhai:4
         47 %   next_move  me.rhai:11
         <1 %   next_move  me.rhai:10
         <1 %   sum        me.rhai:3
         <1 %   sum        me.rhai:2
"
        ),
    );
}

#[test]
fn the_card_of_too_much_memory() {
    card(
        "me.lua",
        &bot("  local t = {}\n  while true do t[#t + 1] = buffer.create(1e6) end"),
        &format!(
            "  what   out of memory in next_move (Lua)
  why    too much memory is alive: 63 of 64 MiB, and the next piece does not fit
  where  me.lua:4

    4 |   while true do t[#t + 1] = buffer.create(1e6) end
      |   ^

{SEEN}  spent  fuel 130 917 of 480 000 (27 %), T ms
"
        ),
    );
    let body =
        "  let t = [];\n  while true { let s = \"x\"; for i in 0..16 { s += s; } t.push(s); }";
    let folder = Folder::new().with("me.rhai", rhai(body)).with("first.lua", FIRST);
    folder
        .juez("play quoridor me.rhai first.lua --seed 1")
        .shows("  what   script error in next_move (Rhai)\n  why    a value has grown too large")
        .shows(SEEN);
}

#[test]
fn the_card_of_start_shows_no_view() {
    card(
        "me.lua",
        "local bot = {}
function bot.start(info)
  bot.me = info.seet .. 1
end
function bot.next_move(view) return view:moves()[1] end
return bot
",
        "  what   script error in start (Lua)
  why    attempt to concatenate nil with number: info.seet is nil
  where  me.lua:3

    3 |   bot.me = info.seet .. 1
      |   ^

  spent  fuel 0 of 4 800 000 (0 %), T ms
",
    );
    card(
        "me.rhai",
        "fn start(info) {\n  this.me = info.seet + 1;\n}\nfn next_move(view) { view.moves()[0] }\n",
        "  what   script error in start (Rhai)
  why    + does not work between () (nothing) and a number; info.seet is () (nothing); did you mean seat?
  where  me.rhai:2

    2 |   this.me = info.seet + 1;
      |   ^

  spent  fuel 11 of 4 200 000 (<1 %), T ms
",
    );
}

#[test]
fn the_card_of_finish_comes_with_a_match_that_went_well() {
    card(
        "me.lua",
        &bot_that_finishes("  error(\"no\")"),
        "  what   script error in finish (Lua)
  why    no
  where  me.lua:7

    7 |   error(\"no\")
      |   ^

  spent  fuel 1 of 480 000 (<1 %), T ms
",
    );
    card(
        "me.rhai",
        "fn next_move(view) {
  let to = view.path(view.seat)[0];
  if view.is_legal(to) { to } else { view.pawn_moves(view.seat)[0] }
}
fn finish(result) {
  throw \"no\";
}
",
        "  what   script error in finish (Rhai)
  why    no
  where  me.rhai:6

    6 |   throw \"no\";
      |   ^

  spent  fuel 5 of 420 000 (<1 %), T ms
",
    );
}
