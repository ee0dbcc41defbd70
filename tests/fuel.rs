//! Fuel counts the same work on every machine, in every build, in this process and in another,
//! alone and under load. The numbers below hold in debug and in release; they change only when the
//! charges change.

use juez::core::{HookLog, Ply, Record, Seed};
use juez::pool::{Isolation, IsolationKind, PoolOptions};
use juez::registry::{AnyGame, MatchSetup, PlayerSpec, game};
use juez::script::STACK;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Matches of scripts that search, remember and guess: game, bots, fuel of all their moves.
const MATCHES: &[(&str, &[&str], u64)] = &[
    ("quoridor", &["minimax.lua", "waller.lua"], 638_196),
    ("quoridor", &["minimax.rhai", "waller.rhai"], 1_127_238),
    ("durak", &["montecarlo.lua", "simple.lua"], 527_483),
    ("durak", &["montecarlo.rhai", "simple.rhai"], 527_581),
    ("scopone", &["montecarlo.lua", "montecarlo.rhai", "random.lua", "random.rhai"], 672_997),
];

fn setup(id: &str, bots: &[&str]) -> (&'static dyn AnyGame, MatchSetup) {
    let game = game(id).unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |bot: &&str| PlayerSpec::read(&format!("{root}/bots/{id}/{bot}"), game).unwrap();
    let seed = Some(Seed::from(7));
    (game, MatchSetup { seed, ..MatchSetup::new(bots.iter().map(read).collect()) })
}

/// Returns the fuel of a match without faults.
fn fuel(record: &Record) -> u64 {
    let end = record.end.as_ref().expect("a played match ends");
    assert!(end.faults.is_empty(), "{:?}", end.faults);
    let plies = record.plies.iter().filter_map(|Ply { fuel, .. }| *fuel);
    plies.chain(record.logs.iter().filter_map(|HookLog { fuel, .. }| *fuel)).sum()
}

fn on_a_thread(game: &'static dyn AnyGame, setup: MatchSetup) -> Record {
    let play = move || game.play(&setup, &mut ()).unwrap();
    thread::Builder::new().stack_size(STACK).spawn(play).unwrap().join().unwrap()
}

#[test]
fn a_match_takes_the_same_fuel_in_every_build() {
    let found = MATCHES.iter().map(|&(id, bots, _)| {
        let (game, setup) = setup(id, bots);
        (id, bots, fuel(&on_a_thread(game, setup)))
    });
    assert_eq!(found.collect::<Vec<_>>(), MATCHES);
}

#[test]
fn a_match_takes_the_same_fuel_under_load_and_in_a_worker() {
    /// Ends the load, also when a claim fails.
    struct Rest<'a>(&'a AtomicBool);
    impl Drop for Rest<'_> {
        fn drop(&mut self) {
            self.0.store(false, Ordering::Relaxed);
        }
    }
    let busy = AtomicBool::new(true);
    let program = Some(env!("CARGO_BIN_EXE_juez").into());
    let options = PoolOptions { program, ..PoolOptions::default() };
    let workers = Isolation::new(IsolationKind::Process, &options).unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while busy.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let _rest = Rest(&busy);
        for &(id, bots, expected) in MATCHES {
            let (game, setup) = setup(id, bots);
            let there = workers.play(game, &setup).unwrap();
            assert_eq!(fuel(&there), expected, "{id} {bots:?}");
            assert_eq!(on_a_thread(game, setup).to_line(), there.to_line());
        }
    });
}
