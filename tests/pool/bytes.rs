//! The same match gives the same bytes in every place.

use juez::core::{Hook, HookLog, Limits, Observer, OnFault, Outcome, Seat, SeatFault, Seed};
use juez::pool::{Isolation, IsolationKind, PoolOptions};
use juez::registry::{AnyTable, MatchSetup, Mind, Onlooker, PlayerSpec, Step};
use juez::script::{BotSpec, Bundle, LANGUAGES};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::tables::{lua, on_a_thread, setup, with_a_stack};
use crate::workers::Workers;

/// Every game and both languages, scripts against built-in bots.
const TABLES: [(&str, &[&str]); 11] = [
    ("quoridor", &["bots/quoridor/waller.lua", "bots/quoridor/waller.rhai"]),
    ("quoridor", &["random", "bots/quoridor/runner.rhai", "bots/quoridor/random.lua", "minimax"]),
    ("durak", &["bots/durak/montecarlo.lua", "random", "greedy"]),
    ("durak", &["bots/durak/simple.rhai", "bots/durak/simple.lua"]),
    ("tute", &["bots/tute/masmenos.lua", "medio", "experto", "random"]),
    ("tute", &["bots/tute/random.rhai", "bots/tute/random.lua", "novato"]),
    ("dominoes", &["bots/dominoes/random.rhai", "pair:signal=on"]),
    ("dominoes", &["bots/dominoes/blocker.lua", "greedy", "bots/dominoes/blocker.rhai", "random"]),
    ("scopone", &["bots/scopone/random.lua", "greedy", "bots/scopone/taker.rhai", "card"]),
    ("scopone", &["greedy", "bots/scopone/random.rhai", "random", "bots/scopone/taker.lua"]),
    ("durak", &["greedy", "bots/durak/random.lua", "bots/durak/random.rhai", "greedy", "random"]),
];

pub fn a_match_in_workers_has_the_bytes_of_one_on_a_thread() {
    let workers = Workers::new();
    for seed in 0..2 {
        for (id, players) in TABLES {
            let (game, setup) = setup(id, players, seed);
            let (here, there) = (on_a_thread(game, &setup), workers.play(game, &setup));
            assert_eq!(here.to_line(), there.to_line(), "{id} {players:?} seed {seed}");
        }
    }
}

/// Returns a bot that plays one ply well and then nonsense.
fn nonsense() -> PlayerSpec {
    let source = "local n = 0 return { next_move = function(view) n = n + 1 print('asked', n)
        if n > 1 then return 'zz' end return view:moves()[1] end }";
    lua("nonsense", source)
}

/// Bots that fail in other ways: an error, no fuel, no memory, an illegal move.
const FAULTY: [&str; 5] = [
    "return { next_move = function() error({}) end }",
    "return { next_move = function() while true do end end, finish = function() error('no') end }",
    "return { next_move = function() local t = {} while true do t[#t + 1] = table.create(999) end end }",
    "return { start = function() print('hm') error('so') end, next_move = function() end }",
    "return { next_move = function(view) view:mark('zz', 'a') view:plot('p', 1) return 'a9' end }",
];

pub fn the_faults_of_a_bot_are_the_same_in_a_worker() {
    let workers = Workers::new();
    let faulty = FAULTY.iter().map(|source| lua("faulty", source));
    let faulty: Vec<PlayerSpec> = faulty.chain([nonsense()]).collect();
    for (id, others) in [("quoridor", 1), ("durak", 3)] {
        let (game, mut setup) = setup(id, &vec!["random"; others + 1], 5);
        for (bot, on_fault) in
            faulty.iter().zip([OnFault::Forfeit, OnFault::Substitute].iter().cycle())
        {
            setup.players[1] = bot.clone();
            let limits = Limits { strikes: 4, move_ms: 20, memory_mb: 16, ..Limits::default() };
            setup.terms.limits = Limits { on_fault: *on_fault, ..limits };
            let (here, there) = (on_a_thread(game, &setup), workers.play(game, &setup));
            assert!(!here.end.as_ref().unwrap().faults.is_empty());
            assert_eq!(here.to_line(), there.to_line(), "{id} {on_fault:?}");
        }
    }
}

pub fn a_match_that_goes_on_from_a_position_is_the_same_in_workers() {
    let (game, setup) =
        setup("tute", &["bots/tute/masmenos.lua", "bots/tute/random.rhai", "novato"], 11);
    let record = on_a_thread(game, &setup);
    let half = record.moves.len() / 2;
    let setup = MatchSetup {
        seed: Some(Seed::from(12)),
        deals: record.deals.clone(),
        moves: record.moves[..half].to_vec(),
        ..setup
    };
    let (here, there) = (on_a_thread(game, &setup), Workers::new().play(game, &setup));
    assert_eq!(here.moves[..half], record.moves[..half]);
    assert_eq!(here.to_line(), there.to_line());
}

/// Records the calls of an onlooker.
#[derive(Default)]
struct Diary(Vec<String>);

impl Onlooker for Diary {
    fn begins(&mut self, table: &dyn AnyTable) {
        self.0.push(format!("begins\n{}", table.draw(Observer::Open)));
    }
    fn dealt(&mut self, table: &dyn AnyTable) {
        self.0.push(format!("dealt\n{}", table.draw(Observer::Open)));
    }
    fn moved(&mut self, step: &Step<'_>) {
        let Step { ply, seat, mv, how, table } = step;
        self.0.push(format!("{ply} {seat} {mv} {how:?}\n{}", table.draw(Observer::Open)));
    }
    fn wrote(&mut self, log: &HookLog) {
        self.0.push(format!("{log:?}"));
    }
    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        self.0.push(format!("{fault:?} {log:?}"));
    }
    fn over(&mut self, outcome: &Outcome, table: &dyn AnyTable) {
        self.0.push(format!("{outcome:?}\n{}", table.draw(Observer::Open)));
    }
}

pub fn an_onlooker_of_workers_is_told_what_one_of_a_thread_is_told() {
    let (game, mut setup) = setup("durak", &["greedy", "bots/durak/random.lua", "random"], 3);
    setup.players[2] = nonsense();
    let (mut here, mut there) = (Diary::default(), Diary::default());
    game.play(&setup, &mut here).unwrap();
    let record = Workers::new().isolation.show(game, &setup, &mut there).unwrap();
    assert!(here.0.len() > record.moves.len() + 3, "begins, deals, moves, a fault and the end");
    assert_eq!(here.0, there.0);
}

pub fn a_fault_before_the_first_deal_is_told_before_it_live_and_again() {
    let (game, mut setup) = setup("durak", &["greedy", "random", "random"], 3);
    for (seat, hook) in [(0, "start = function() error('no') end,"), (2, "")] {
        let source = format!("return {{ {hook} next_move = function() return 'zz' end }}");
        setup.players[seat] = lua("late", &source);
    }
    setup.terms.limits = Limits { on_fault: OnFault::Substitute, strikes: 2, ..Limits::default() };
    let [mut here, mut there, mut again] = [(); 3].map(|()| Diary::default());
    game.play(&setup, &mut here).unwrap();
    let record = Workers::new().isolation.show(game, &setup, &mut there).unwrap();
    game.retell(&record, Observer::Open, &mut again).unwrap();
    assert_eq!(there.0, here.0);
    assert_eq!(again.0, here.0);
    let kinds: Vec<&str> = here.0.iter().map(|event| &event[..5]).take(3).collect();
    assert_eq!(kinds, ["begin", "SeatF", "dealt"]);
}

pub fn one_two_and_eight_threads_that_share_a_pool_play_the_same_matches() {
    const MATCHES: usize = 32;
    let setups: Vec<_> = (0..MATCHES)
        .map(|n| {
            let (id, players) = TABLES[n % TABLES.len()];
            setup(id, players, n as u64)
        })
        .collect();
    let played = |threads: usize, isolation: &Isolation| -> Vec<String> {
        let next = AtomicUsize::new(0);
        let play = || {
            let mut lines = Vec::new();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let Some((game, setup)) = setups.get(n) else { return lines };
                lines.push((n, isolation.play(*game, setup).expect("it is played").to_line()));
            }
        };
        let mut lines: Vec<(usize, String)> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..threads).map(|_| scope.spawn(|| with_a_stack(play))).collect();
            all.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
        });
        lines.sort();
        lines.into_iter().map(|(_, line)| line).collect()
    };
    let expected = played(1, &Isolation::Thread);
    assert_eq!(expected.len(), MATCHES);
    let workers = Workers::new();
    for threads in [1, 2, 8] {
        assert!(played(threads, &workers.isolation) == expected, "{threads} threads");
    }
}

pub fn bots_that_do_not_load_are_named_without_being_compiled_here() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["random", "random"], 1);
    for (file, source, why) in [
        ("a.lua", "return {", "a.lua:1"),
        ("b.lua", "error('no') return {}", "b.lua:1: no"),
        ("c.rhai", "fn next_move(view) {", "c.rhai:1"),
        ("d.lua", "while true do end", "d.lua:1: the fuel of this call is spent"),
    ] {
        let language = LANGUAGES.iter().find(|l| file.ends_with(l.id)).unwrap();
        let bundle = Bundle::from_source(file, source);
        let spec = BotSpec::uncompiled("x".into(), language, bundle);
        setup.players[1] = PlayerSpec { name: "bad".into(), mind: Mind::Script(spec) };
        let error = workers.isolation.check_players(game, &setup).expect_err(file).to_string();
        assert!(error.starts_with("bad cannot play: ") && error.contains(why), "{error}");
        // In a match it is a fault of loading.
        let record = workers.play(game, &setup);
        let faults = record.end.as_ref().unwrap().faults.clone();
        assert_eq!((faults[0].seat, faults.len()), (Seat::new(1), 1));
        assert_eq!(faults[0].fault.hook, Hook::Load);
        assert_eq!(record.to_line(), on_a_thread(game, &setup).to_line());
    }
}

pub fn isolation_is_one_way_to_play_for_those_above() {
    let (game, setup) = setup("quoridor", &["bots/quoridor/runner.lua", "random"], 4);
    let program = Some(env!("CARGO_BIN_EXE_juez").into());
    let options = PoolOptions { program, ..PoolOptions::default() };
    let there = Isolation::new(IsolationKind::Process, &options).unwrap();
    let here = Isolation::new(IsolationKind::Thread, &options).unwrap();
    there.check_players(game, &setup).unwrap();
    let records = [here, there].map(|isolation| isolation.play(game, &setup).unwrap().to_line());
    assert_eq!(records[0], records[1]);
}
