//! No view reveals hidden cards: two cards that an observer cannot know change places, and no bit of
//! its view changes.
//!
//! Independent of `determinize`: it works on deals as records store them.

use juez_core::{DealOf, Game, MoveOf, Next, Rng, Seat, Seed, State, Stream};
use serde_json::{Map, Value};

use crate::conformance::for_every_game;
use crate::conformance::tables::{begin, house_rules, observers};

use crate::common::card_slots::{card_slots, put};

/// The deals and moves of a random match.
struct Played<G: Game> {
    deals: Vec<Value>,
    /// For each ply the number of deals before it, the seat and the move.
    moves: Vec<(usize, Seat, MoveOf<G>)>,
}

fn play<G: Game>(map: &Map<String, Value>, seed: Seed, hands: usize) -> Played<G> {
    let mut state = begin::<G>(map).unwrap();
    let mut rng = seed.child(Stream::Opening).rng();
    let mut played = Played { deals: Vec::new(), moves: Vec::new() };
    loop {
        match state.next() {
            Next::Deal if played.deals.len() < hands => {
                let stream = Stream::Deal(played.deals.len() as u32);
                let deal = G::shuffle(&state, &mut seed.child(stream).rng());
                state.deal(&deal).unwrap();
                played.deals.push(serde_json::to_value(&deal).unwrap());
            }
            Next::Move(seat) => {
                let mv = state.random_move(&mut rng, &mut Vec::new());
                state.play(mv).unwrap();
                played.moves.push((played.deals.len(), seat, mv));
            }
            Next::Deal | Next::Over => return played,
        }
    }
}

/// Returns the state after `plies` moves with the last deal replaced; `None` if that is impossible.
fn replay<G: Game>(
    map: &Map<String, Value>,
    played: &Played<G>,
    last: &Value,
    plies: usize,
) -> Option<G::State> {
    let mut state = begin::<G>(map)?;
    let hands = played.moves.get(plies.saturating_sub(1)).map_or(1, |(deals, ..)| *deals);
    let mut dealt = 0;
    for ply in 0..=plies {
        if state.next() == Next::Deal && dealt < hands {
            let json = if dealt + 1 == hands { last } else { &played.deals[dealt] };
            let deal: DealOf<G> = serde_json::from_value(json.clone()).ok()?;
            state.deal(&deal).ok()?;
            dealt += 1;
        }
        if ply == plies {
            break;
        }
        let (_, seat, mv) = played.moves[ply];
        if state.next() != Next::Move(seat) {
            return None;
        }
        state.play(mv).ok()?;
    }
    Some(state)
}

/// Returns true if a view has this card anywhere.
fn mentions(view: &str, card: &str) -> bool {
    view.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == card)
}

/// Tries exchanges at one position. Returns the number of exchanges that could be judged.
fn exchanges<G: Game>(
    map: &Map<String, Value>,
    played: &Played<G>,
    plies: usize,
    rng: &mut Rng,
) -> u32 {
    let hands = played.moves.get(plies.saturating_sub(1)).map_or(1, |(deals, ..)| *deals);
    let deal = &played.deals[hands - 1];
    let Some(truth) = replay::<G>(map, played, deal, plies) else {
        panic!("{}: a match does not replay", G::INFO.id);
    };
    let all = card_slots(deal);
    let mut judged = 0;
    for _ in 0..20 {
        let ((from, one), (to, other)) = (rng.choose(&all).clone(), rng.choose(&all).clone());
        if from.0 == to.0 {
            continue;
        }
        let mut changed = deal.clone();
        put(&mut changed, &from, &other);
        put(&mut changed, &to, &one);
        let Some(guess) = replay::<G>(map, played, &changed, plies) else { continue };
        // The seat to move is public, and can follow from a holding: 6-6 opens.
        if guess.next() != truth.next() {
            continue;
        }
        for observer in observers(truth.seats()) {
            let own = observer.map(|seat| format!("/hands/{seat}"));
            if own.is_some_and(|own| from.0 == own || to.0 == own) {
                continue;
            }
            let (before, after) = (truth.view(observer), guess.view(observer));
            let text = |view| serde_json::to_string(view).unwrap();
            let (before_text, after_text) = (text(&before), text(&after));
            // Skip cards that the observer already knows: play can have shown them.
            let known = |card: &str| mentions(&before_text, card) || mentions(&after_text, card);
            if known(&one) || known(&other) {
                continue;
            }
            assert!(
                before == after,
                "{} {map:?}, ply {plies}: {observer:?} sees {one} and {other} change places\n\
                 {before_text}\n{after_text}",
                G::INFO.id
            );
            judged += 1;
        }
    }
    judged
}

fn two_hidden_cards_may_change_places_without_anybody_seeing_it<G: Game>() {
    if !G::INFO.hidden {
        return;
    }
    let mut judged = 0;
    for map in house_rules::<G>() {
        for n in 0..2 {
            let played = play::<G>(&map, Seed::from(n), 3);
            let mut rng = Seed::from(n).child(Stream::Substitute(0)).rng();
            for plies in (0..played.moves.len()).step_by(5) {
                judged += exchanges::<G>(&map, &played, plies, &mut rng);
            }
        }
    }
    assert!(judged > 100, "{}: only {judged} exchanges could be judged", G::INFO.id);
}

for_every_game! {
    two_hidden_cards_may_change_places_without_anybody_seeing_it,
}
