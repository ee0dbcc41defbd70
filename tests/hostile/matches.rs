//! Matches of the corpus, and the time of each of their hooks.

use juez::core::{Limits, OnFault, Outcome, Record, SeatFault, Seed, Terms};
use juez::pool::{Isolation, Pool, PoolOptions};
use juez::registry::{AnyGame, AnyTable, MatchSetup, Mind, Onlooker, PlayerSpec, Step, game};
use juez::script::STACK;
use juez::script::clock::thread_cpu_time;
use serde_json::{Map, json};
use std::any::Any;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use crate::measure::peak_memory;

/// The place where the bots of a match run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// On a thread of this process.
    Thread,
    /// In a worker process.
    Process,
}

/// A match that was played.
pub struct Played {
    pub record: Record,
    /// The longest time from one event of the match to the next, an upper bound for each hook: CPU
    /// time on a thread, wall time in a worker.
    pub longest_hook: Duration,
    /// Peak memory of the largest worker in KiB; 0 on a thread.
    pub worker_memory: u64,
    /// The record of a well-behaved match played after it in the same place.
    pub after: String,
}

/// Returns the game of the corpus.
pub fn quoridor() -> &'static dyn AnyGame {
    game("quoridor").expect("there is quoridor")
}

/// Returns the limits of bots of the corpus: small, so that attacks end soon.
pub fn limits() -> Limits {
    Limits {
        move_ms: 5,
        start_ms: 5,
        match_ms: 1000,
        memory_mb: 16,
        output: 2048,
        on_fault: OnFault::Forfeit,
        strikes: 3,
        ..Limits::default()
    }
}

/// Returns a short match under these limits.
pub fn setup(players: Vec<PlayerSpec>) -> MatchSetup {
    let options = Map::from_iter([("max_plies".to_string(), json!(6))]);
    let seed = Some(Seed::from(7));
    let terms = Terms { options, limits: limits(), ..Terms::default() };
    MatchSetup { terms, seed, ..MatchSetup::new(players) }
}

/// Plays a match. The error is the panic that came out of it.
pub fn play(mode: Mode, setup: &MatchSetup) -> Result<Played, String> {
    match mode {
        Mode::Thread => on_a_thread(|| {
            compile_here(setup);
            let mut clock = Clock::new(thread_cpu_time);
            let record = quoridor().play(setup, &mut clock).expect("the setup is right");
            clock.lap();
            Played { record, longest_hook: clock.longest, worker_memory: 0, after: well_behaved() }
        }),
        Mode::Process => {
            let started = Instant::now();
            let mut clock = Clock::new(move || started.elapsed());
            let record = on_a_thread(|| workers().show(quoridor(), setup, &mut clock))?;
            Ok(Played {
                record: record.map_err(|error| error.to_string())?,
                longest_hook: clock.longest,
                worker_memory: pool().idle().into_iter().map(peak_memory).max().unwrap_or(0),
                after: well_behaved_in(Mode::Process),
            })
        }
    }
}

/// Compiles the scripts of a match on this thread, which caches them: compiling is not a hook and
/// has a separate bound.
fn compile_here(setup: &MatchSetup) {
    for player in &setup.players {
        if let Mind::Script(bot) = &player.mind {
            (bot.language.compile)(&bot.bundle).map(drop).expect("it has been compiled before");
        }
    }
}

/// Returns the record of a match of any game, played in a place.
pub fn play_in(
    mode: Mode,
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
) -> Result<Record, String> {
    match mode {
        Mode::Thread => game.play(setup, &mut ()).map_err(|error| error.to_string()),
        Mode::Process => workers().play(game, setup).map_err(|error| error.to_string()),
    }
}

/// Returns the workers of the whole corpus, which hostile and well-behaved matches share.
fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| {
        let program = Some(env!("CARGO_BIN_EXE_juez").into());
        Pool::new(&PoolOptions { program, ..PoolOptions::default() }).expect("a worker starts")
    })
}

fn workers() -> Isolation {
    Isolation::Process(pool().clone())
}

/// Runs `work` on a thread with the stack that bots get; an error is the panic that came out.
pub fn on_a_thread<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, String> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.expect("a thread can be had").join().map_err(|panic| message(&*panic))
    })
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Returns the record of a match between two well-behaved bots.
pub fn well_behaved() -> String {
    well_behaved_in(Mode::Thread)
}

/// Returns the record of the same match, played in this place.
pub fn well_behaved_in(mode: Mode) -> String {
    static PLAYERS: OnceLock<Vec<PlayerSpec>> = OnceLock::new();
    let players = PLAYERS.get_or_init(|| {
        let runner = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/runner");
        let read = |language: &str| {
            PlayerSpec::read(&format!("{runner}.{language}"), quoridor()).expect("a bot of ours")
        };
        vec![read("lua"), read("rhai")]
    });
    let mut setup = setup(players.clone());
    setup.terms.limits = Limits::default();
    let record = match mode {
        Mode::Thread => quoridor().play(&setup, &mut ()).expect("the setup is right"),
        Mode::Process => workers().play(quoridor(), &setup).expect("workers play it"),
    };
    let end = record.end.as_ref().expect("a played match ends");
    assert!(end.faults.is_empty(), "{:?}", end.faults);
    record.to_line()
}

/// Measures the time between the events of a match.
struct Clock<F> {
    now: F,
    last: Duration,
    longest: Duration,
}

impl<F: Fn() -> Duration> Clock<F> {
    fn new(now: F) -> Clock<F> {
        Clock { last: now(), longest: Duration::ZERO, now }
    }

    fn lap(&mut self) {
        let now = (self.now)();
        self.longest = self.longest.max(now - self.last);
        self.last = now;
    }
}

impl<F: Fn() -> Duration> Onlooker for Clock<F> {
    fn begins(&mut self, _: &dyn AnyTable) {
        self.lap();
    }
    fn moved(&mut self, _: &Step<'_>) {
        self.lap();
    }
    fn fault(&mut self, _: &SeatFault, _: &[String]) {
        self.lap();
    }
    fn over(&mut self, _: &Outcome, _: &dyn AnyTable) {
        self.lap();
    }
}
