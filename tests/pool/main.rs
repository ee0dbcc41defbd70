//! Matches in worker processes: the same bytes as on a thread, and the right one blamed when a process
//! is lost.

mod attended;
mod blame;
mod bytes;
mod forgery;
mod gone;
mod sandbox;

use juez::core::{Limits, Record, Seed};
use juez::pool::{Pool, PoolOptions};
use juez::registry::{AnyGame, MatchSetup, PlayerSpec, game};

/// A pool of workers of the program under test.
fn pool() -> Pool {
    pool_with(PoolOptions::default())
}

fn pool_with(options: PoolOptions) -> Pool {
    let program = Some(env!("CARGO_BIN_EXE_juez").into());
    Pool::new(&PoolOptions { program, ..options }).expect("a worker starts")
}

/// A match of these players, each as on the command line; scripts below `bots/`.
fn setup(id: &str, players: &[&str], seed: u64) -> (&'static dyn AnyGame, MatchSetup) {
    let game = game(id).expect("a game");
    let players = players.iter().map(|text| {
        let text = text.replace("bots/", concat!(env!("CARGO_MANIFEST_DIR"), "/bots/"));
        PlayerSpec::read_source(&text, game).expect("a player")
    });
    let setup = MatchSetup::new(players.collect());
    (game, MatchSetup { seed: Some(Seed::from(seed)), ..setup })
}

/// Limits whose clocks run out soon: 50 ms of CPU time, 250 ms of wall time.
fn short() -> Limits {
    Limits { move_ms: 5, start_ms: 5, ..Limits::default() }
}

/// The record of the match on a thread of this process.
fn on_a_thread(game: &'static dyn AnyGame, setup: &MatchSetup) -> Record {
    let setup = setup.clone();
    let thread = std::thread::Builder::new().stack_size(juez::script::STACK);
    let play = move || game.play(&setup, &mut ()).expect("it is played");
    thread.spawn(play).expect("a thread").join().expect("no panic")
}

/// The record of the match in a worker.
fn in_a_worker(pool: &Pool, game: &'static dyn AnyGame, setup: &MatchSetup) -> Record {
    pool.play(game, setup, &mut (), false).expect("it is played")
}
