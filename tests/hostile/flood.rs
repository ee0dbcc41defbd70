//! Bots that write as much as they can: their match ends like any other, and its record is bounded.

use juez::core::{Capacity, Record, Seed, Terms};
use juez::registry::{MatchSetup, PlayerSpec, game};
use serde_json::{Map, json};
use std::fs;

use crate::matches::{Mode, on_a_thread, play_in};

/// In every hook a log of quotes, marks and curves of control characters; a move by chance.
const FLOOD: &str = r#"
local controls, quotes = string.rep("\1", 80), string.rep('"', 2000)
local function flood(view)
  for _ = 1, 10 do print(quotes) end
  for _ = 1, view and 300 or 0 do view:mark(controls, controls, controls) end
  for curve = 1, view and 8 or 0 do view:plot(string.rep("\1", 79) .. curve, 0.1) end
end
local bot = {}
function bot.start() flood() end
function bot.next_move(view)
  flood(view)
  local moves = view:moves()
  return moves[1 + view:random(#moves)]
end
function bot.finish() flood() end
return bot
"#;

/// The bytes of a record without the output of its bots.
const THE_REST: usize = 256 << 10;

/// Plays a long match of a game with the flood and `random` in alternate seats.
fn flooded(id: &str, option: (&str, u32), seats: usize, mode: Mode) -> Record {
    let game = game(id).expect("there is such a game");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("flood.lua");
    fs::write(&file, FLOOD).expect("a file can be written");
    let read = |bot: &str| PlayerSpec::read(bot, game).expect("a bot that compiles");
    let flood = read(&file.to_string_lossy());
    let players = (0..seats).map(|seat| if seat % 2 == 0 { flood.clone() } else { read("random") });
    let options = Map::from_iter([(option.0.to_string(), json!(option.1))]);
    let setup = MatchSetup {
        terms: Terms { options, ..Terms::default() },
        seed: Some(Seed::from(1)),
        ..MatchSetup::new(players.collect())
    };
    on_a_thread(|| play_in(mode, game, &setup)).expect("no panic").expect("the match is played")
}

/// Plays it in both isolations and returns the bytes of its record.
fn a_flood_of(id: &str, option: (&str, u32), seats: usize) -> usize {
    let record = flooded(id, option, seats, Mode::Thread);
    let end = record.end.as_ref().expect("it ends");
    assert!(end.faults.is_empty(), "{:?}", end.faults);
    game(id).unwrap().verify(&record).expect("it verifies");
    let line = record.to_line();
    assert_eq!(line, flooded(id, option, seats, Mode::Process).to_line());
    assert_eq!(
        line.matches("(a seat has 2 MiB of log, marks and plots a match").count(),
        seats / 2
    );
    line.len()
}

#[test]
fn a_bot_that_writes_without_end_ends_no_match_and_fills_its_room_and_no_more() {
    let bytes = a_flood_of("quoridor", ("max_plies", 200), 2);
    assert!(bytes > Capacity::BYTES && bytes < Capacity::BYTES + THE_REST, "{bytes}");
}

#[test]
fn in_the_longest_match_each_flood_fills_a_room_of_its_own() {
    let bytes = a_flood_of("dominoes", ("target", 300), 4);
    assert!(bytes > 2 * Capacity::BYTES && bytes < 2 * Capacity::BYTES + THE_REST, "{bytes}");
}
