//! One match of every game as text: at each ply the public facts, and each seat's additional ones.
//!
//! A change of the rules, of a view or of randomness shows as a difference to the text in the
//! repository. `JUEZ_BLESS=1 cargo test --test it conformance::` writes the texts again; read the
//! difference before you keep it.

use juez_core::{Game, Next, Seat, Seed, State, Stream};
use serde_json::{Map, Value};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::conformance::for_every_game;
use crate::conformance::tables::begin;

/// Maximum hands in a text.
const HANDS: u32 = 1;
/// Maximum plies in a text.
const PLIES: u32 = 120;

/// Returns the facts of a view, including its nested `public`.
fn facts<V: serde::Serialize>(view: &V) -> Map<String, Value> {
    let Ok(Value::Object(mut facts)) = serde_json::to_value(view) else {
        panic!("a view is an object")
    };
    if let Some(Value::Object(public)) = facts.remove("public") {
        facts.extend(public);
    }
    facts
}

/// Writes the facts that differ from `known`, one per line.
fn tell(out: &mut String, name: &str, facts: &Map<String, Value>, known: &Map<String, Value>) {
    for (fact, value) in facts.iter().filter(|(fact, value)| known.get(*fact) != Some(value)) {
        writeln!(out, "  {name:<7} {fact}: {value}").unwrap();
    }
}

fn playthrough<G: Game>() -> String {
    let mut out = String::new();
    let mut state = begin::<G>(&Map::new()).unwrap();
    let mut rng = Seed::from(1).child(Stream::Opening).rng();
    let (mut deals, mut known) = (0, Map::new());
    writeln!(out, "{}, seed 1, uniform random moves", G::INFO.title).unwrap();
    for ply in 0..=PLIES {
        if state.next() == Next::Deal && deals < HANDS {
            let deal = G::shuffle(&state, &mut Seed::from(1).child(Stream::Deal(deals)).rng());
            writeln!(out, "\ndeal {deals}: {}", serde_json::to_string(&deal).unwrap()).unwrap();
            state.deal(&deal).unwrap();
            deals += 1;
        }
        let public = facts(&state.view(None));
        tell(&mut out, "public", &public, &known);
        for seat in Seat::all(state.seats()) {
            let own = facts(&state.view(Some(seat)));
            tell(&mut out, &format!("seat {seat}"), &own, &public);
        }
        known = public;
        let Next::Move(seat) = state.next() else { break };
        if ply == PLIES {
            break;
        }
        let legal = state.legal_moves();
        let mv = *rng.choose(&legal);
        let shown: Vec<String> = legal.iter().take(16).map(|mv| mv.to_string()).collect();
        let more =
            if legal.len() > 16 { format!(" .. {} in all", legal.len()) } else { String::new() };
        writeln!(out, "\nply {ply}, seat {seat} of {}{more}: {mv}", shown.join(" ")).unwrap();
        state.play(mv).unwrap();
    }
    let revealed = state.reveal();
    if !revealed.face_down.is_empty() {
        writeln!(out, "\nface down: {}", revealed.face_down.join(" ")).unwrap();
    }
    match state.outcome() {
        Some(outcome) => writeln!(out, "\n{outcome:?}").unwrap(),
        None => writeln!(out, "\npoints {:?}", state.points()).unwrap(),
    }
    write!(out, "\n{}", G::draw(&state.view(None))).unwrap();
    out
}

fn a_playthrough_of_every_game_is_the_stored_one<G: Game>() {
    let text = playthrough::<G>();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/playthroughs");
    let path = folder.join(format!("{}.txt", G::INFO.id));
    if std::env::var_os("JUEZ_BLESS").is_some() {
        fs::create_dir_all(&folder).unwrap();
        fs::write(&path, &text).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let differ = text.lines().zip(stored.lines().chain(std::iter::repeat(""))).enumerate();
    if let Some((line, (now, then))) = differ.into_iter().find(|(_, (now, then))| now != then) {
        panic!("{}: line {}\n  now    {now}\n  stored  {then}", G::INFO.id, line + 1);
    }
    assert_eq!(text.lines().count(), stored.lines().count(), "{}", G::INFO.id);
}

for_every_game! {
    a_playthrough_of_every_game_is_the_stored_one,
}
