//! Matches of the corpus, and how long each of their hooks took.

use juez::core::{Drawing, Limits, OnFault, Outcome, Record, SeatFault, Seed};
use juez::registry::{AnyGame, MatchSetup, Onlooker, PlayerSpec, Step, game};
use juez::script::STACK;
use serde_json::{Map, json};
use std::any::Any;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use crate::measure::thread_cpu;

/// Where the bots of a match run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// On a thread of this process.
    Thread,
}

/// A match that was played.
pub struct Played {
    /// The record.
    pub record: Record,
    /// The longest time from one event of the match to the next, which no hook can have exceeded:
    /// CPU time on a thread.
    pub longest_hook: Duration,
    /// The record of a well-behaved match played after it in the same place.
    pub after: String,
}

/// The game that the corpus is played in.
pub fn quoridor() -> &'static dyn AnyGame {
    game("quoridor").expect("there is quoridor")
}

/// What bots of the corpus may spend: little, so that attacks end soon.
pub fn limits() -> Limits {
    Limits {
        move_ms: 5,
        start_ms: 5,
        match_ms: 1000,
        memory_mb: 16,
        output: 2048,
        on_fault: OnFault::Forfeit,
        strikes: 3,
    }
}

/// A short match under these limits.
pub fn setup(players: Vec<PlayerSpec>) -> MatchSetup {
    let options = Map::from_iter([("max_plies".to_string(), json!(6))]);
    let seed = Some(Seed::from(7));
    MatchSetup { options, seed, limits: limits(), ..MatchSetup::new(players) }
}

/// Plays a match; what went wrong is the panic that came out of it.
pub fn play(mode: Mode, setup: &MatchSetup) -> Result<Played, String> {
    match mode {
        Mode::Thread => on_a_thread(|| {
            let mut clock = Clock { last: thread_cpu(), longest: Duration::ZERO };
            let record = quoridor().play(setup, &mut clock).expect("the setup is right");
            clock.lap();
            Played { record, longest_hook: clock.longest, after: well_behaved() }
        }),
    }
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

/// The record of a match between two bots that do nothing wrong.
pub fn well_behaved() -> String {
    static PLAYERS: OnceLock<Vec<PlayerSpec>> = OnceLock::new();
    let players = PLAYERS.get_or_init(|| {
        let runner = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/runner");
        let read = |language: &str| {
            PlayerSpec::read(&format!("{runner}.{language}"), quoridor()).expect("a bot of ours")
        };
        vec![read("lua"), read("rhai")]
    });
    let setup = MatchSetup { limits: Limits::default(), ..setup(players.clone()) };
    let record = quoridor().play(&setup, &mut ()).expect("the setup is right");
    let end = record.end.as_ref().expect("a played match ends");
    assert!(end.faults.is_empty(), "{:?}", end.faults);
    record.to_line()
}

/// Takes the time between the events of a match.
struct Clock {
    last: Duration,
    longest: Duration,
}

impl Clock {
    fn lap(&mut self) {
        let now = thread_cpu();
        self.longest = self.longest.max(now - self.last);
        self.last = now;
    }
}

impl Onlooker for Clock {
    fn begins(&mut self, _: &dyn Fn() -> Drawing) {
        self.lap();
    }
    fn moved(&mut self, _: &Step<'_>) {
        self.lap();
    }
    fn fault(&mut self, _: &SeatFault) {
        self.lap();
    }
    fn over(&mut self, _: &Outcome, _: &dyn Fn() -> Drawing) {
        self.lap();
    }
}
