//! Effects of a step reveal no more than the observer's two views.

use juez_core::{Effect, Game, MoveOf, Next, Seed, State, Stream, ViewOf};

use crate::conformance::for_every_game;
use crate::conformance::tables::{begin, house_rules, observers};

/// Maximum moves tried per match.
const PLIES: usize = 120;

fn effects_name_only_what_their_observer_sees<G: Game>() {
    for (n, map) in (0..).zip(house_rules::<G>()) {
        let seed = Seed::from(n);
        let mut rng = seed.child(Stream::Opening).rng();
        let Some(mut state) = begin::<G>(&map) else { continue };
        let mut deals = 0;
        for _ in 0..PLIES {
            let before = state.clone();
            let played = match state.next() {
                Next::Over => break,
                Next::Deal => {
                    let mut rng = seed.child(Stream::Deal(deals)).rng();
                    state.deal(&G::shuffle(&before, &mut rng)).unwrap();
                    deals += 1;
                    None
                }
                Next::Move(seat) => {
                    let mv = state.random_move(&mut rng, &mut Vec::new());
                    state.play(mv).unwrap();
                    Some((seat, mv))
                }
            };
            for observer in observers(state.seats()) {
                let mv = played.map(|(by, mv)| before.shown(mv, by, observer));
                let (old, new) = (before.view(observer), state.view(observer));
                check::<G>(&G::effects(&old, mv, &new), [&old, &new], mv, state.seats());
            }
        }
    }
}

fn check<G: Game>(effects: &[Effect], views: [&ViewOf<G>; 2], mv: Option<MoveOf<G>>, seats: u8) {
    let known = views.map(|view| serde_json::to_string(view).unwrap());
    let mv = mv.map(|mv| mv.to_string()).unwrap_or_default();
    for effect in effects {
        let named = effect.pieces.iter().chain(&effect.on);
        for piece in named {
            let quoted = format!("\"{piece}\"");
            let seen = known.iter().any(|view| view.contains(&quoted)) || mv.contains(piece);
            assert!(seen, "{}: {piece} of {effect:?} is in no view", G::INFO.id);
        }
        assert_eq!(effect.from.is_some(), effect.to.is_some(), "{effect:?}");
        let zones = [&effect.from, &effect.to].into_iter().flatten();
        for seat in zones.filter_map(|zone| zone.strip_prefix("hand:")) {
            assert!(seat.parse::<u8>().is_ok_and(|seat| seat < seats), "{effect:?}");
        }
        assert!(effect.seat.is_none_or(|seat| u8::from(seat) < seats), "{effect:?}");
    }
}

fn the_first_effect_of_a_move_is_that_of_its_seat<G: Game>() {
    let Some(mut state) = begin::<G>(&house_rules::<G>()[0]) else { return };
    let seed = Seed::from(3);
    let mut rng = seed.child(Stream::Opening).rng();
    let mut plays = 0;
    let mut events = 0;
    let mut deals = 0;
    loop {
        match state.next() {
            Next::Deal if deals == 0 => {
                state.deal(&G::shuffle(&state, &mut seed.child(Stream::Deal(0)).rng())).unwrap();
                deals += 1;
            }
            Next::Move(seat) => {
                let before = state.view(None);
                let mv = state.random_move(&mut rng, &mut Vec::new());
                state.play(mv).unwrap();
                plays += 1;
                let shown = state.shown(mv, seat, None);
                let effects = G::effects(&before, Some(shown), &state.view(None));
                events +=
                    usize::from(effects.first().is_some_and(|first| first.seat == Some(seat)));
            }
            Next::Deal | Next::Over => break,
        }
    }
    // A game has effects for every move or for none.
    assert!(events == plays || events == 0, "{}: {events} of {plays}", G::INFO.id);
}

for_every_game!(
    effects_name_only_what_their_observer_sees,
    the_first_effect_of_a_move_is_that_of_its_seat
);
