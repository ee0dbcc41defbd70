//! What the rules of a game cost, as work that can be timed: each item does a fixed amount and
//! gives a signature that no optimisation may change.

use std::hint::black_box;

use crate::core::{
    AnyView, Arg, Args, Game, History, Journal, Kind, MoveOf, Next, Observer, Seat, Seed, State,
    Stream, Turn, TurnView, Turns, TurnsOf, playout,
};
use crate::search::perft;

/// What one run of an item did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// How many of the item's units.
    pub units: u64,
    /// A digest of the results.
    pub signature: u64,
}

/// One thing to time.
pub struct BenchItem {
    /// What is timed.
    pub name: String,
    /// The unit, singular.
    pub unit: &'static str,
    /// Does the work once.
    pub run: Box<dyn Fn() -> Work>,
}

/// Plies after which a match that never ends by itself is given up.
const LONGEST: u32 = 10_000;
/// Positions that lists and queries are timed on.
const POSITIONS: u32 = 400;
/// Plies before a match is in its middle.
const MIDGAME: u32 = 12;

/// The items of game `G`.
pub(super) fn items<G: Game>() -> Vec<BenchItem> {
    let mut items = vec![
        item("perft(4) of the initial position", "node", || {
            let nodes = perft(&dealt::<G>(Seed::from(1)), 4);
            Work { units: nodes, signature: nodes }
        }),
        random_hands::<G>(),
        {
            let positions = midgame::<G>();
            item("list of legal moves, midgame", "list", move || {
                let mut moves: Vec<MoveOf<G>> = Vec::new();
                let mut signature = 0;
                for _ in 0..200 {
                    for state in &positions {
                        moves.clear();
                        black_box(state).legal_moves_into(&mut moves);
                        signature = mix(signature, black_box(&moves).len() as u64);
                    }
                }
                Work { units: 200 * positions.len() as u64, signature }
            })
        },
    ];
    items.extend(decisions::<G>());
    for query in
        G::QUERIES.iter().filter(|query| matches!(query.row.params, [p] if p.kind == Kind::Seat))
    {
        let positions = midgame::<G>();
        let ask = query.on_world;
        items.push(item(&format!("query {}(seat), midgame", query.row.name), "query", move || {
            let mut signature = 0;
            for _ in 0..50 {
                for state in &positions {
                    let args = [Arg::Seat(Seat::new(0))];
                    let answer = ask(black_box(state), Args(&args));
                    let size = answer.as_ref().map_or(0, |value| {
                        value
                            .as_u64()
                            .unwrap_or_else(|| value.as_array().map_or(1, Vec::len) as u64)
                    });
                    signature = mix(signature, size);
                }
            }
            Work { units: 50 * positions.len() as u64, signature }
        }));
    }
    items
}

/// The cost of a decision on its way to a bot in another process, at either end.
fn decisions<G: Game>() -> [BenchItem; 2] {
    let pack_all = || {
        let journal = Journal::new(0);
        let mut packed = Vec::new();
        for state in midgame::<G>() {
            let Next::Move(seat) = state.next() else { continue };
            let (view, legal) = (state.view(Observer::Seat(seat)), state.legal_moves());
            packed.push((state, seat, view, legal));
        }
        move |each: &mut dyn FnMut(&TurnView<'_, G>)| {
            for (state, seat, view, legal) in &packed {
                let history = History::new(state, &[], Observer::Seat(*seat));
                let (seats, seed) = (state.seats(), Seed::from(1));
                let turn = Turn::<G> {
                    seat: *seat,
                    seats,
                    ply: MIDGAME,
                    deal: 0,
                    view,
                    legal,
                    history,
                    seed,
                    journal: &journal,
                };
                each(&TurnView(&turn));
            }
        }
    };
    let (there, back) = (pack_all(), pack_all());
    let mut packed = Vec::new();
    back(&mut |turn| {
        let mut bytes = Vec::new();
        turn.pack(0, &mut bytes);
        packed.push(bytes);
    });
    [
        item("decision packed for a process, midgame", "decision", move || {
            let (mut bytes, mut units, mut signature) = (Vec::new(), 0, 0);
            for _ in 0..200 {
                there(&mut |turn| {
                    bytes.clear();
                    turn.pack(0, &mut bytes);
                    units += 1;
                    signature = mix(signature, black_box(&bytes).len() as u64);
                });
            }
            Work { units, signature }
        }),
        item("decision read there, legal moves included", "decision", move || {
            let (mut turns, mut signature) = (TurnsOf::<G>::new(Seed::from(1)), 0);
            for _ in 0..200 {
                for bytes in &packed {
                    let read = turns.read(black_box(bytes), &mut |view| {
                        signature = mix(signature, view.move_count() as u64);
                    });
                    read.expect("it was packed here");
                }
            }
            Work { units: 200 * packed.len() as u64, signature }
        }),
    ]
}

/// Whole random hands, shuffle and deal included, match after match. A game without deals has one
/// hand a match.
fn random_hands<G: Game>() -> BenchItem {
    let (name, unit, hands) = match G::INFO.hidden {
        true => ("uniform random hands, shuffle and deal included", "hand", 40_000),
        false => ("uniform random matches", "match", 5_000),
    };
    item(name, unit, move || {
        let start = G::start(&G::resolve(G::Options::default())).expect("defaults can be played");
        let mut rng = Seed::from(1).child(Stream::Opening).rng();
        let (mut scratch, mut signature) = (Vec::new(), 0);
        let mut state = start.clone();
        for _ in 0..hands {
            if state.next() == Next::Over {
                state = start.clone();
            }
            if state.next() == Next::Deal {
                let deal = G::shuffle(&state, &mut rng);
                state.deal(&deal).expect("the shuffle of a game makes its deals");
            }
            let plies = playout(&mut state, &mut rng, LONGEST, &mut scratch);
            signature = mix(signature, plies.into());
        }
        Work { units: hands, signature }
    })
}

fn item(name: &str, unit: &'static str, run: impl Fn() -> Work + 'static) -> BenchItem {
    BenchItem { name: name.to_string(), unit, run: Box::new(run) }
}

/// One step of a digest (the multiplier of Knuth's 64-bit linear congruential generator).
fn mix(digest: u64, value: u64) -> u64 {
    (digest ^ value).wrapping_mul(6_364_136_223_846_793_005).rotate_left(23)
}

/// A match at its first decision.
fn dealt<G: Game>(seed: Seed) -> G::State {
    let mut state = G::start(&G::resolve(G::Options::default())).expect("defaults can be played");
    if state.next() == Next::Deal {
        let deal = G::shuffle(&state, &mut seed.child(Stream::Deal(0)).rng());
        state.deal(&deal).expect("the shuffle of a game makes its deals");
    }
    state
}

/// Positions after a few random moves, or half-way into a short match.
fn midgame<G: Game>() -> Vec<G::State> {
    let mut scratch = Vec::new();
    let mut positions = Vec::new();
    for n in 0..POSITIONS {
        let mut rng = Seed::from(u64::from(n)).child(Stream::Opening).rng();
        let start = dealt::<G>(Seed::from(u64::from(n)));
        let plies = playout(&mut start.clone(), &mut rng.clone(), LONGEST, &mut scratch);
        let mut state = start;
        playout(&mut state, &mut rng, MIDGAME.min(plies / 2), &mut scratch);
        positions.push(state);
    }
    positions
}
