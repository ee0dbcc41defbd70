//! Cost of the script hosts: hook calls, loading, whole matches.

#![allow(missing_docs)] // criterion_group! creates a public function without a comment

use criterion::{Criterion, criterion_group, criterion_main};
use juez::core::{Bot, Game, Journal, Limits, Seat, Seed, Start, State, Team};
use juez::games::Quoridor;
use juez::games::quoridor::Options;
use juez::referee::Table;
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::script::{Api, BotSpec, LANGUAGES, ScriptBot, keep_heap};
use std::hint::black_box;

fn nothing(language: &str) -> &'static str {
    match language {
        "lua" => "return { next_move = function(view) return 'e2' end }",
        _ => "fn next_move(view) { \"e2\" }",
    }
}

fn hooks(c: &mut Criterion) {
    keep_heap();
    let options = Quoridor::resolve(Options::default());
    let table = Table::<Quoridor>::new(&options).expect("defaults can be played");
    let state = Quoridor::start(&options).expect("defaults can be played");
    let (view, legal) = (state.view(Some(Seat::new(0))), state.legal_moves());
    let (limits, journal) = (Limits::default(), Journal::new(4096));
    let api = Api::of::<Quoridor>(&[]).expect("nothing is switched off");
    // Far more calls than a match has.
    let limits = Limits { match_ms: u32::MAX, ..limits };
    for language in LANGUAGES {
        let id = language.id;
        let spec = BotSpec::from_source(language, &format!("bot.{id}"), nothing(id));
        let spec = spec.expect("it compiles");
        let start = Start::<Quoridor> {
            seat: Seat::new(0),
            seats: 2,
            team: Team(0),
            options: &options,
            players: &[],
            seed: Seed::from(1),
            limits: &limits,
            journal: &journal,
        };
        let mut bot = ScriptBot::new(spec.clone(), api.clone());
        bot.load(&start).and_then(|()| bot.start(&start)).expect("it starts");
        let turn = table.turn(Seat::new(0), &view, &legal, Seed::from(1), &journal);
        c.bench_function(&format!("{id}: next_move that does nothing"), |b| {
            b.iter(|| black_box(bot.next_move(&turn)).expect("it moves"));
        });
        c.bench_function(&format!("{id}: load into a fresh VM"), |b| {
            b.iter(|| {
                spec.load(&api, &limits, Seed::from(1), &journal).map(drop).expect("it loads")
            });
        });
    }
}

fn matches(c: &mut Criterion) {
    let quoridor = game("quoridor").expect("there is quoridor");
    for (name, path) in [("runner", "bots/quoridor/runner"), ("minimax", "bots/quoridor/minimax")] {
        for language in LANGUAGES {
            let path = format!("{}/{path}.{}", env!("CARGO_MANIFEST_DIR"), language.id);
            let player = PlayerSpec::read(&path, quoridor).expect("a bot of the house");
            let setup = MatchSetup {
                seed: Some(Seed::from(1)),
                ..MatchSetup::new(vec![player.clone(), player])
            };
            c.bench_function(&format!("match of two {} {name}s", language.id), |b| {
                b.iter(|| quoridor.play(&setup, &mut ()).expect("it plays").to_line());
            });
        }
    }
}

criterion_group! {
    name = scripts;
    config = Criterion::default().sample_size(20);
    targets = hooks, matches
}
criterion_main!(scripts);
