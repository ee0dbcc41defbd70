//! Matches to be played here and in workers.

use juez::core::{Limits, Record, Seed};
use juez::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game};
use juez::script::{BotSpec, LANGUAGES, STACK};
use std::panic::resume_unwind;
use std::thread;

/// Returns a match of these players, each as on the command line; paths from the root of the
/// repository.
pub fn setup(id: &str, players: &[&str], seed: u64) -> (&'static dyn AnyGame, MatchSetup) {
    let game = game(id).expect("a game");
    let players = players.iter().map(|text| {
        let path = format!("{}/{text}", env!("CARGO_MANIFEST_DIR"));
        PlayerSpec::read_source(if text.contains('/') { &path } else { text }, game)
            .expect("a player")
    });
    let setup = MatchSetup::new(players.collect());
    (game, MatchSetup { seed: Some(Seed::from(seed)), ..setup })
}

/// Returns a player with this Lua script.
pub fn lua(name: &str, source: &str) -> PlayerSpec {
    let spec = BotSpec::from_source(LANGUAGES[0], &format!("{name}.lua"), source);
    PlayerSpec { name: name.to_string(), mind: Mind::Script(spec.expect("it compiles")) }
}

/// Returns limits with short clocks: 50 ms of CPU time, 250 ms of wall time.
pub fn short() -> Limits {
    Limits { move_ms: 5, start_ms: 5, ..Limits::default() }
}

/// Runs `work` on a thread with the stack that bots need.
pub fn with_a_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.expect("a thread").join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Returns the record of the match, with its bots on the thread of the test.
pub fn on_a_thread(game: &'static dyn AnyGame, setup: &MatchSetup) -> Record {
    game.play(setup, &mut ()).expect("it is played")
}
