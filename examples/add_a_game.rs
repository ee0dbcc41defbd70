//! A new game, Nim, in one folder outside the crate, played by a Lua bot and a Rhai bot.
//!
//! Juez does not know the game: its four types are all that the referee, the script hosts, the
//! replay and perft need. `CONTRIBUTING.md` explains how a game joins the command line.
//!
//! `cargo run --example add_a_game`

#[path = "add_a_game/nim/mod.rs"]
mod nim;

use juez::core::{Bot, Game, PlayedBy, Player, Seed};
use juez::perft::perft;
use juez::referee::{MatchSetup, Replay, Table, play, verify};
use juez::script::{Api, BotSpec, LANGUAGES, ScriptBot};
use nim::{Nim, NoOptions};

/// A bot that leaves a multiple of four whenever it can. It cannot be beaten from other piles.
const CLEVER: &str = "\
local bot = {}
function bot.next_move(view)
  local take = view:pile() % 4
  print('pile of', view:pile(), 'taking', take)
  local move = 't' .. take
  return view:is_legal(move) and move or view:moves()[1]
end
return bot";

/// A bot that plays every world to its end at random a few times and takes the move that wins most.
const SEARCHING: &str = "\
fn next_move(view) {
    let best = \"\";
    let most = -1;
    for move in view.moves() {
        let wins = 0;
        for n in 0..20 {
            if view.world(n).play(move).playout().rank(view.seat) == 1 { wins += 1; }
        }
        if wins > most { most = wins; best = move; }
    }
    best
}";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The game's query table becomes methods of both languages.
    let api = Api::of::<Nim>(&[])?;
    let mut bots: Vec<Box<dyn Bot<Nim>>> = Vec::new();
    let mut players = Vec::new();
    for (id, name, source) in [("rhai", "searching", SEARCHING), ("lua", "clever", CLEVER)] {
        let language = LANGUAGES.iter().find(|language| language.id == id).ok_or(id)?;
        let spec = BotSpec::from_source(language, &format!("{name}.{id}"), source)?;
        let by: PlayedBy = language.played_by;
        players.push(Player { name: name.to_string(), bot: by, source: None });
        bots.push(Box::new(ScriptBot::new(spec, api.clone())));
    }

    let mut setup = MatchSetup::new(players);
    setup.seed = Some(Seed::from(7));
    let record = play(&setup, &mut bots, &mut ())?;
    for (n, (mv, ply)) in record.moves.iter().zip(&record.plies).enumerate() {
        let log = ply.log.as_deref().unwrap_or_default().join(" ");
        println!("seat {}: {mv}  {log}", n % 2);
    }

    let end = verify(Replay::<Table<Nim>>::new(&record)?)?.ok_or("the match has no end")?;
    println!("ranks {:?}, {:?}", end.ranks.as_slice(), end.reason);
    println!("perft(5) {}", perft(&Nim::start(&NoOptions {})?, 5));
    Ok(())
}
