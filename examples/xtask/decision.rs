//! The cost of a decision on its way to the process of a bot, at either end.

use std::hint::black_box;

use juez::core::{
    AnyView, Game, History, Journal, Next, SeatView, Seed, State, Stream, Turn, Turns, TurnsOf,
    playout,
};
use juez::games::{Visitor, each};

use crate::figure::{Figure, Item, micros, times};

/// Positions of each game.
const POSITIONS: u64 = 400;
/// Plies before a match is in its middle.
const MIDGAME_PLIES: u32 = 12;
/// Passes over the positions in one run.
const PASSES: u64 = 50;

pub fn figures(runs: u32) -> Vec<Figure> {
    let mut items = Items(Vec::new());
    each(&mut items);
    let times = times(&items.0, runs);
    items.0.iter().zip(times).map(|(item, time)| micros(&item.name, time)).collect()
}

struct Items(Vec<Item>);

impl Visitor for Items {
    fn visit<G: Game>(&mut self) {
        let id = G::INFO.id;
        let mut packed = Vec::new();
        each_turn(&midgame::<G>(), |turn| {
            let mut bytes = Vec::new();
            turn.pack(0, &mut bytes);
            packed.push(bytes);
        });
        let positions = midgame::<G>();
        self.0.push(Item {
            name: format!("{id}: pack the view"),
            run: Box::new(move || {
                let (mut bytes, mut units) = (Vec::new(), 0);
                for _ in 0..PASSES {
                    each_turn(&positions, |turn| {
                        bytes.clear();
                        turn.pack(0, &mut bytes);
                        black_box(&bytes);
                        units += 1;
                    });
                }
                units
            }),
        });
        self.0.push(Item {
            name: format!("{id}: read it, legal moves included"),
            run: Box::new(move || {
                let mut turns = TurnsOf::<G>::new(Seed::from(1));
                for _ in 0..PASSES {
                    for bytes in &packed {
                        let read = turns.read(black_box(bytes), &mut |view| {
                            black_box(view.move_count());
                        });
                        read.expect("it was packed here");
                    }
                }
                PASSES * packed.len() as u64
            }),
        });
    }
}

/// The decisions of positions at which a seat is to move.
fn each_turn<G: Game>(positions: &[Position<G>], mut see: impl FnMut(&SeatView<'_, G>)) {
    let journal = Journal::new(0);
    for Position { state, view, legal } in positions {
        let Next::Move(seat) = state.next() else { continue };
        let turn = Turn::<G> {
            seat,
            seats: state.seats(),
            ply: MIDGAME_PLIES,
            deal: 0,
            view,
            legal,
            history: History::new(state, &[], Some(seat)),
            seed: Seed::from(1),
            journal: &journal,
        };
        see(&SeatView::of(&turn));
    }
}

struct Position<G: Game> {
    state: G::State,
    view: juez::core::ViewOf<G>,
    legal: Vec<juez::core::MoveOf<G>>,
}

/// Positions after a few random moves, or half-way into a short match.
fn midgame<G: Game>() -> Vec<Position<G>> {
    let mut scratch = Vec::new();
    let mut positions = Vec::new();
    for n in 0..POSITIONS {
        let seed = Seed::from(n);
        let mut rng = seed.child(Stream::Opening).rng();
        let options = G::resolve(G::Options::default());
        let mut state = G::start(&options).expect("defaults can be played");
        if state.next() == Next::Deal {
            let deal = G::shuffle(&state, &mut seed.child(Stream::Deal(0)).rng());
            state.deal(&deal).expect("the shuffle of a game makes its deals");
        }
        let plies = playout(&mut state.clone(), &mut rng.clone(), 10_000, &mut scratch);
        playout(&mut state, &mut rng, MIDGAME_PLIES.min(plies / 2), &mut scratch);
        let Next::Move(seat) = state.next() else { continue };
        let (view, legal) = (state.view(Some(seat)), state.legal_moves());
        positions.push(Position { state, view, legal });
    }
    positions
}
