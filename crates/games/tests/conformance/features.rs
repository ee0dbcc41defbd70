//! Observations and masks for learners.

use juez_core::{Game, MoveOf, Next, Observation, Seat, Seed, State};
use std::collections::BTreeSet;

use crate::conformance::for_every_game;
use crate::conformance::tables::{house_rules, walk};

/// Calls `visit` with every decision of random matches under all house rules.
fn decisions<G: Game>(mut visit: impl FnMut(&G::State, Seat)) {
    for map in house_rules::<G>() {
        walk::<G>(&map, Seed::from(0), |state, _| {
            if let Next::Move(seat) = state.next()
                && state.legal_count() > 1
            {
                visit(state, seat);
            }
        });
    }
}

fn each_legal_move_of_a_decision_has_an_entry_of_its_own<G: Game>() {
    let Some(features) = G::FEATURES else { return };
    let names = (features.moves)();
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{}", G::INFO.id);
    decisions::<G>(|state, seat| {
        let view = state.view(Some(seat));
        let legal = state.legal_moves();
        let entry = |&mv| {
            let entry = (features.entry)(&view, mv);
            entry.unwrap_or_else(|| panic!("{}: no entry of {mv}", G::INFO.id))
        };
        let entries: BTreeSet<usize> = legal.iter().map(entry).collect();
        assert_eq!(entries.len(), legal.len(), "{}: {legal:?}", G::INFO.id);
        assert!(entries.iter().all(|&entry| entry < names.len()), "{}: {legal:?}", G::INFO.id);
    });
}

fn the_move_of_an_entry_is_the_move_that_has_it<G: Game>() {
    let Some(features) = G::FEATURES else { return };
    let count = (features.moves)().len();
    decisions::<G>(|state, seat| {
        let view = state.view(Some(seat));
        let legal = state.legal_moves();
        let moves = (0..count).filter_map(|entry| {
            let mv = (features.of_entry)(&view, entry)?;
            assert_eq!((features.entry)(&view, mv), Some(entry), "{}: {mv}", G::INFO.id);
            Some(mv)
        });
        let mut found: Vec<MoveOf<G>> = moves.filter(|mv| legal.contains(mv)).collect();
        found.sort_unstable();
        assert_eq!(found, legal, "{}", G::INFO.id);
        assert_eq!((features.of_entry)(&view, count), None, "{}", G::INFO.id);
    });
}

fn tables_of_one_size_have_the_same_planes_and_scalars<G: Game>() {
    let Some(features) = G::FEATURES else { return };
    let plane: usize = features.shape.iter().product();
    let mut first: [Option<Observation>; 7] = Default::default();
    decisions::<G>(|state, seat| {
        let mut seen = Observation::default();
        (features.observe)(&state.view(Some(seat)), seat, &mut seen);
        assert_eq!(seen.planes().len(), plane * seen.plane_names().len(), "{}", G::INFO.id);
        assert_eq!(seen.scalars().len(), seen.scalar_names().len());
        let first = first[usize::from(state.seats())].get_or_insert_with(|| seen.clone());
        assert_eq!(first.plane_names(), seen.plane_names(), "{}", G::INFO.id);
        assert_eq!(first.scalar_names(), seen.scalar_names(), "{}", G::INFO.id);
    });
    for seen in first.iter().flatten() {
        for names in [seen.plane_names(), seen.scalar_names()] {
            let distinct: BTreeSet<String> = names.iter().map(ToString::to_string).collect();
            assert_eq!(distinct.len(), names.len(), "{}: {names:?}", G::INFO.id);
        }
    }
}

fn a_world_that_fits_the_view_looks_the_same_to_a_learner<G: Game>() {
    let Some(features) = G::FEATURES else { return };
    let mut rng = Seed::from(1).rng();
    decisions::<G>(|state, seat| {
        let view = state.view(Some(seat));
        let world = G::State::determinize(&view, &mut rng);
        let guessed = world.view(Some(seat));
        let [mut seen, mut other] = [Observation::default(), Observation::default()];
        (features.observe)(&view, seat, &mut seen);
        (features.observe)(&guessed, seat, &mut other);
        assert_eq!(seen, other, "{}: {view:?}", G::INFO.id);
        let entries = |view, state: &G::State| -> Vec<Option<usize>> {
            state.legal_moves().into_iter().map(|mv| (features.entry)(view, mv)).collect()
        };
        assert_eq!(entries(&view, state), entries(&guessed, &world), "{}", G::INFO.id);
    });
}

for_every_game! {
    each_legal_move_of_a_decision_has_an_entry_of_its_own,
    the_move_of_an_entry_is_the_move_that_has_it,
    tables_of_one_size_have_the_same_planes_and_scalars,
    a_world_that_fits_the_view_looks_the_same_to_a_learner,
}
