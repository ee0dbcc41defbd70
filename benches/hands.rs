//! Speed of the games with hidden hands: random hands, and guesses of hidden cards.
#![allow(missing_docs, reason = "criterion's macro writes a function without any")]

use criterion::{Criterion, criterion_group, criterion_main};
use juez::core::{Game, Next, Seat, Seed, State, playout};
use juez::games::{Visitor, each};
use std::hint::black_box;

/// Plies of a hand before a guess.
const MIDHAND_PLIES: u32 = 12;

fn dealt<G: Game>(seed: u64) -> G::State {
    let mut state = G::start(&G::resolve(G::Options::default())).expect("defaults can be played");
    let deal = G::shuffle(&state, &mut Seed::from(seed).rng());
    state.deal(&deal).expect("the shuffle of a game makes its deals");
    state
}

struct Bench<'c>(&'c mut Criterion);

impl Visitor for Bench<'_> {
    fn visit<G: Game>(&mut self) {
        if !G::INFO.hidden {
            return;
        }
        let id = G::INFO.id;
        let (mut rng, mut scratch, mut n) = (Seed::from(1).rng(), Vec::new(), 0);
        self.0.bench_function(&format!("{id}: a random hand with its deal"), |b| {
            b.iter(|| {
                n += 1;
                let mut state = dealt::<G>(n);
                black_box(playout(&mut state, &mut rng, u32::MAX, &mut scratch))
            });
        });
        let views: Vec<_> = (0..200)
            .filter_map(|n| {
                let mut state = dealt::<G>(n);
                playout(&mut state, &mut rng, MIDHAND_PLIES, &mut scratch);
                matches!(state.next(), Next::Move(_)).then(|| state.view(Some(Seat::new(0))))
            })
            .collect();
        let mut views = views.iter().cycle();
        self.0.bench_function(&format!("{id}: a guess in the middle of a hand"), |b| {
            b.iter(|| {
                let view = views.next().expect("there are views");
                black_box(G::State::determinize(view, &mut rng))
            });
        });
    }
}

fn hands(c: &mut Criterion) {
    each(&mut Bench(c));
}

criterion_group!(benches, hands);
criterion_main!(benches);
