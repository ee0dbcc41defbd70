//! Plays random matches and prints a line of JSON for each: its seed, moves and outcome, and a
//! checksum of all positions. The tests of crates/python play the same matches and compare.
//!
//! `cargo run --release -p juez-games --example transcripts -- GAME OPTIONS COUNT`, with the house
//! rules as JSON: `tute '{"seats":4}' 100`
//!
//! The checksum, CRC-32, covers for each position the list of legal moves and the view of each seat
//! as JSON with sorted keys and without blanks, then the planes, the scalars (little endian) and the
//! mask of the seat to move. It uses the rules only: no table, referee or registry.

use juez_core::{
    Features, Game, MoveOf, Next, Observation, Seat, Seed, State, Stream, options_from_json,
};
use juez_games::{Visitor, each};
use serde::Serialize;
use serde_json::{Map, Value, json, to_value};
use std::io::{BufWriter, Write, stdout};

struct Run {
    game: String,
    options: Map<String, Value>,
    count: u64,
}

impl Visitor for Run {
    fn visit<G: Game>(&mut self) {
        if G::INFO.id != self.game {
            return;
        }
        let mut out = BufWriter::new(stdout().lock());
        for number in 0..self.count {
            let line = played::<G>(&self.options, Seed::from(number));
            writeln!(out, "{}", json!({ "seed": number, "match": line })).expect("a reader");
        }
    }
}

/// Appends plain data as JSON with sorted keys.
fn text(value: &impl Serialize, out: &mut crc32fast::Hasher) {
    out.update(to_value(value).expect("plain data").to_string().as_bytes());
}

fn position<G: Game>(state: &G::State, sum: &mut crc32fast::Hasher) {
    let legal: Vec<String> = state.legal_moves().iter().map(ToString::to_string).collect();
    text(&legal, sum);
    for seat in Seat::all(state.seats()) {
        text(&state.view(Some(seat)), sum);
    }
    let (Next::Move(seat), Some(features)) = (state.next(), G::FEATURES) else { return };
    arrays::<G>(state, seat, features, sum);
}

fn arrays<G: Game>(
    state: &G::State,
    seat: Seat,
    features: &Features<G>,
    sum: &mut crc32fast::Hasher,
) {
    let view = state.view(Some(seat));
    let mut seen = Observation::default();
    (features.observe)(&view, seat, &mut seen);
    sum.update(seen.planes());
    seen.scalars().iter().for_each(|scalar| sum.update(&scalar.to_le_bytes()));
    let mut mask = vec![0; (features.moves)().len()];
    for entry in state.legal_moves().into_iter().filter_map(|mv| (features.entry)(&view, mv)) {
        mask[entry] = 1;
    }
    sum.update(&mask);
}

fn played<G: Game>(options: &Map<String, Value>, seed: Seed) -> Value {
    let options = options_from_json::<G>(options).expect("house rules");
    let mut state = G::start(&options).expect("playable house rules");
    let mut rng = seed.child(Stream::Opening).rng();
    let (mut moves, mut deals) = (Vec::new(), 0);
    let mut sum = crc32fast::Hasher::new();
    let outcome = loop {
        if state.next() == Next::Deal {
            let deal = G::shuffle(&state, &mut seed.child(Stream::Deal(deals)).rng());
            state.deal(&deal).expect("a deal of the game");
            deals += 1;
            continue;
        }
        position::<G>(&state, &mut sum);
        if let Some(outcome) = state.outcome() {
            break outcome;
        }
        let mv: MoveOf<G> = *rng.choose(&state.legal_moves());
        state.play(mv).expect("a legal move");
        moves.push(mv.to_string());
    };
    json!({ "moves": moves, "outcome": outcome, "checksum": sum.finalize() })
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, options, count] = &args[..] else { panic!("GAME OPTIONS COUNT") };
    let options = serde_json::from_str(options).expect("house rules as JSON");
    let count = count.parse().expect("a number of matches");
    each(&mut Run { game: game.clone(), options, count });
}
