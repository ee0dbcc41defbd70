//! The same match gives the same bytes, wherever it is played.

use crate::{in_a_worker, on_a_thread, pool, setup};
use juez::core::{Limits, OnFault, Outcome, Seat};
use juez::pool::{Isolation, IsolationKind, PoolOptions};
use juez::registry::{MatchSetup, Onlooker, PlayerSpec, Step, game};
use juez::script::{BotSpec, LANGUAGES};

#[track_caller]
fn same(id: &str, players: &[&str]) {
    let pool = pool();
    for seed in 0..3 {
        let (game, setup) = setup(id, players, seed);
        let (here, there) = (on_a_thread(game, &setup), in_a_worker(&pool, game, &setup));
        assert_eq!(here.to_line(), there.to_line(), "{id} {players:?} seed {seed}");
    }
}

#[test]
fn a_match_of_quoridor_in_a_worker_has_the_bytes_of_one_on_a_thread() {
    same("quoridor", &["bots/quoridor/waller.lua", "bots/quoridor/waller.rhai"]);
    same("quoridor", &["random", "bots/quoridor/runner.rhai", "greedy", "minimax"]);
}

#[test]
fn a_match_with_hidden_hands_in_a_worker_has_the_bytes_of_one_on_a_thread() {
    same("durak", &["bots/durak/montecarlo.lua", "random", "greedy"]);
    same("tute", &["novato", "medio", "experto", "random"]);
    same("dominoes", &["bots/dominoes/random.rhai", "pair:signal=on"]);
    same("scopone", &["bots/scopone/random.lua", "greedy", "random", "card"]);
}

/// A bot that plays one ply well and then nonsense.
fn nonsense(game: &dyn juez::registry::AnyGame) -> PlayerSpec {
    let source = "local n = 0 return { next_move = function(view) n = n + 1 print('asked', n)
        if n > 1 then return 'zz' end return view:moves()[1] end }";
    let spec = BotSpec::from_source(LANGUAGES[0], "nonsense.lua", source).expect("it compiles");
    let mut player = PlayerSpec::read("random", game).expect("a player");
    player.mind = juez::registry::Mind::Script(spec);
    player
}

#[test]
fn random_moves_of_the_referee_are_the_same_in_a_worker() {
    let pool = pool();
    for (id, others) in [("quoridor", 1), ("durak", 3)] {
        let game = game(id).unwrap();
        let (_, mut setup) = setup(id, &vec!["random"; others + 1], 5);
        setup.players[1] = nonsense(game);
        for on_fault in [OnFault::Forfeit, OnFault::Substitute] {
            setup.limits = Limits { on_fault, strikes: 4, ..Limits::default() };
            let (here, there) = (on_a_thread(game, &setup), in_a_worker(&pool, game, &setup));
            assert!(!here.end.as_ref().unwrap().faults.is_empty());
            assert_eq!(here.to_line(), there.to_line(), "{id} {on_fault:?}");
        }
    }
}

#[test]
fn a_match_that_goes_on_from_a_position_is_the_same_in_a_worker() {
    let (game, setup) = setup("tute", &["random", "random", "novato"], 11);
    let record = on_a_thread(game, &setup);
    let half = record.moves.len() / 2;
    let setup = MatchSetup {
        seed: Some(juez::core::Seed::from(12)),
        deals: record.deals.clone(),
        moves: record.moves[..half].to_vec(),
        ..setup
    };
    let (here, there) = (on_a_thread(game, &setup), in_a_worker(&pool(), game, &setup));
    assert_eq!(here.moves[..half], record.moves[..half]);
    assert_eq!(here.to_line(), there.to_line());
}

/// Writes down what an onlooker is told.
#[derive(Default)]
struct Diary(Vec<String>);

impl Onlooker for Diary {
    fn begins(&mut self, table: &dyn juez::registry::Sight) {
        self.0.push(format!("begins\n{}", table.draw()));
    }
    fn dealt(&mut self, table: &dyn juez::registry::Sight) {
        self.0.push(format!("dealt\n{}", table.draw()));
    }
    fn moved(&mut self, step: &Step<'_>) {
        let Step { ply, seat, mv, how, table } = step;
        self.0.push(format!("{ply} {seat} {mv} {how:?}\n{}", table.draw()));
    }
    fn wrote(&mut self, log: &juez::core::HookLog) {
        self.0.push(format!("{log:?}"));
    }
    fn fault(&mut self, fault: &juez::core::SeatFault, log: &[String]) {
        self.0.push(format!("{fault:?} {log:?}"));
    }
    fn over(&mut self, outcome: &Outcome, table: &dyn juez::registry::Sight) {
        self.0.push(format!("{outcome:?}\n{}", table.draw()));
    }
}

#[test]
fn who_watches_a_match_in_a_worker_sees_what_one_on_a_thread_sees() {
    let (game, mut setup) = setup("durak", &["greedy", "bots/durak/random.lua", "random"], 3);
    setup.players[2] = nonsense(game);
    let (mut here, mut there) = (Diary::default(), Diary::default());
    game.play(&setup, &mut here).unwrap();
    let record = pool().play(game, &setup, &mut there, true).unwrap();
    assert!(here.0.len() > record.moves.len() + 3, "begins, deals, moves, a fault and the end");
    assert_eq!(here.0, there.0);
}

#[test]
fn a_fault_before_the_first_deal_is_told_before_it_live_and_again() {
    let (game, mut setup) = setup("durak", &["greedy", "random", "random"], 3);
    for (seat, hook) in [(0, "start = function() error('no') end,"), (2, "")] {
        let source = format!("return {{ {hook} next_move = function() return 'zz' end }}");
        let spec = BotSpec::from_source(LANGUAGES[0], "late.lua", &source).unwrap();
        setup.players[seat].mind = juez::registry::Mind::Script(spec);
    }
    setup.limits = Limits { on_fault: OnFault::Substitute, strikes: 2, ..Limits::default() };
    let [mut here, mut there, mut again] = [(); 3].map(|()| Diary::default());
    game.play(&setup, &mut here).unwrap();
    let record = pool().play(game, &setup, &mut there, true).unwrap();
    game.retell(&record, juez::registry::Eyes::Open, &mut again).unwrap();
    assert_eq!(there.0, here.0);
    assert_eq!(again.0, here.0);
    let kinds: Vec<&str> = here.0.iter().map(|told| &told[..5]).take(3).collect();
    assert_eq!(kinds, ["begin", "SeatF", "dealt"]);
}

#[test]
fn threads_that_share_a_pool_do_not_disturb_each_other() {
    let pool = pool();
    let players = ["bots/quoridor/runner.lua", "bots/quoridor/runner.rhai"];
    std::thread::scope(|scope| {
        for first in 0..4 {
            let pool = &pool;
            scope.spawn(move || {
                for seed in first * 10..first * 10 + 8 {
                    let (game, setup) = setup("quoridor", &players, seed);
                    let there = in_a_worker(pool, game, &setup);
                    assert_eq!(there.to_line(), on_a_thread(game, &setup).to_line());
                }
            });
        }
    });
    assert!(pool.idle().len() <= 4, "one worker a match, and each is used again");
}

#[test]
fn bots_that_do_not_load_are_named_without_being_compiled_here() {
    let pool = pool();
    let (game, mut setup) = setup("quoridor", &["random", "random"], 1);
    for (file, source, why) in [
        ("a.lua", "return {", "a.lua:1"),
        ("b.lua", "error('no') return {}", "b.lua:1: no"),
        ("c.rhai", "fn next_move(view) {", "c.rhai:1"),
        ("d.lua", "while true do end", "d.lua:1: the fuel of this call is spent"),
    ] {
        let language = LANGUAGES.iter().find(|l| file.ends_with(l.id)).unwrap();
        let bundle = juez::script::Bundle::from_source(file, source);
        let spec = BotSpec::uncompiled("x".into(), language, bundle);
        setup.players[1] =
            PlayerSpec { name: "bad".into(), mind: juez::registry::Mind::Script(spec) };
        let error = pool.check_players(game, &setup).expect_err(file).to_string();
        assert!(error.starts_with("bad cannot play: ") && error.contains(why), "{error}");
        // In a match it is a fault of loading.
        let record = in_a_worker(&pool, game, &setup);
        let faults = record.end.as_ref().unwrap().faults.clone();
        assert_eq!((faults[0].seat, faults.len()), (Seat::new(1), 1));
        assert_eq!(faults[0].fault.hook, juez::core::Hook::Load);
        assert_eq!(record.to_line(), on_a_thread(game, &setup).to_line());
    }
}

#[test]
fn isolation_is_one_way_to_play_for_those_above() {
    let (game, setup) = setup("quoridor", &["bots/quoridor/runner.lua", "random"], 4);
    let program = Some(env!("CARGO_BIN_EXE_juez").into());
    let options = PoolOptions { program, ..PoolOptions::default() };
    let there = Isolation::new(IsolationKind::Process, &options).unwrap();
    let here = Isolation::new(IsolationKind::Thread, &options).unwrap();
    there.check_players(game, &setup).unwrap();
    let records = [here, there].map(|place| place.play(game, &setup).unwrap().to_line());
    assert_eq!(records[0], records[1]);
}
