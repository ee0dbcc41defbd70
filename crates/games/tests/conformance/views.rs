//! Views of observers, and their determinizations.

use juez_core::{Game, Next, Seat, Seed, State, ViewOf, playout};

use crate::conformance::for_every_game;
use crate::conformance::tables::{LONGEST, house_rules, observers, walk, walks};

fn a_guess_looks_exactly_like_the_view_it_was_made_from<G: Game>() {
    walks::<G>(1, |state, rng| {
        for observer in observers(state.seats()) {
            let view = state.view(observer);
            let guess = G::State::determinize(&view, rng);
            assert!(guess.view(observer) == view, "{}: {view:?}\n{guess:?}", G::INFO.id);
            assert_eq!(guess.next(), state.next());
            assert_eq!(guess.points(), state.points());
            assert_eq!(guess.outcome(), state.outcome());
            if let (Next::Move(seat), Some(me)) = (state.next(), observer) {
                // A seat knows its own legal moves.
                assert!(seat != me || guess.legal_moves() == state.legal_moves());
            }
        }
    });
}

fn where_nothing_is_hidden_a_guess_is_the_truth<G: Game>() {
    if G::INFO.hidden {
        return;
    }
    walks::<G>(1, |state, rng| {
        for observer in observers(state.seats()) {
            assert!(G::State::determinize(&state.view(observer), rng) == *state);
        }
    });
}

fn a_guess_can_be_played_to_the_end_of_its_hand<G: Game>() {
    let mut scratch = Vec::new();
    let mut turn = 0;
    walks::<G>(1, |state, rng| {
        turn += 1;
        if turn % 5 != 0 {
            return;
        }
        for observer in observers(state.seats()) {
            let mut guess = G::State::determinize(&state.view(observer), rng);
            let before = guess.next();
            let plies = playout(&mut guess, rng, LONGEST, &mut scratch);
            assert!(plies < LONGEST, "{}", G::INFO.id);
            assert_eq!(plies > 0, matches!(before, Next::Move(_)));
        }
    });
}

fn a_seat_guesses_every_other_seat_and_the_talon_wrong_at_least_once<G: Game>() {
    if !G::INFO.hidden {
        return;
    }
    for map in house_rules::<G>() {
        let mut wrong = [[false; 6]; 6];
        let (mut seats, mut has_talon, mut wrong_talon) = (0, false, false);
        for n in 0..20 {
            walk::<G>(&map, Seed::from(n), |state, rng| {
                seats = state.seats();
                for one in Seat::all(seats) {
                    let guess = G::State::determinize(&state.view(Some(one)), rng);
                    let talon = state.reveal().face_down;
                    has_talon |= talon.len() > 1;
                    wrong_talon |= guess.reveal().face_down != talon;
                    for other in Seat::all(seats).filter(|&other| other != one) {
                        let see = Some(other);
                        wrong[one.index()][other.index()] |= guess.view(see) != state.view(see);
                    }
                }
            });
            let all = |seat: Seat| Seat::all(seats).filter(move |&other| other != seat);
            if (wrong_talon || !has_talon)
                && Seat::all(seats).all(|a| all(a).all(|b| wrong[a.index()][b.index()]))
            {
                break;
            }
        }
        assert!(wrong_talon || !has_talon, "{} {map:?}: all know the talon", G::INFO.id);
        for one in Seat::all(seats) {
            for other in Seat::all(seats).filter(|&other| other != one) {
                let guessed = wrong[one.index()][other.index()];
                assert!(guessed, "{} {map:?}: {one} always knows {other}", G::INFO.id);
            }
        }
    }
}

fn guesses_differ_and_the_same_chance_gives_the_same_guess<G: Game>() {
    let mut differ = false;
    walks::<G>(1, |state, rng| {
        let view = state.view(None);
        let guess = |seed: u64| G::State::determinize(&view, &mut Seed::from(seed).rng());
        let n = rng.bits() % 1000;
        assert!(guess(n) == guess(n));
        differ |= guess(n) != guess(n + 1);
    });
    assert_eq!(differ, G::INFO.hidden, "{}", G::INFO.id);
}

fn a_view_is_plain_data_that_reads_back<G: Game>() {
    walks::<G>(1, |state, _| {
        for observer in observers(state.seats()) {
            let view = state.view(observer);
            let json = serde_json::to_value(&view).unwrap();
            assert!(json.is_object(), "{}: {json}", G::INFO.id);
            let back: ViewOf<G> = serde_json::from_value(json.clone())
                .unwrap_or_else(|error| panic!("{}: {error}: {json}", G::INFO.id));
            assert!(back == view, "{}: {json}", G::INFO.id);
        }
    });
}

fn all_face_up_shows_what_each_observer_saw<G: Game>() {
    walks::<G>(1, |state, _| {
        let revealed = state.reveal();
        assert!(revealed.public == state.view(None));
        assert_eq!(revealed.seats.len(), usize::from(state.seats()));
        for (seat, view) in Seat::all(state.seats()).zip(&revealed.seats) {
            assert!(*view == state.view(Some(seat)));
        }
    });
}

fn a_table_drawn_for_anybody_fits_a_terminal<G: Game>() {
    walks::<G>(1, |state, _| {
        for observer in observers(state.seats()) {
            let text = G::draw(&state.view(observer)).to_string();
            assert!(!text.trim().is_empty(), "{}", G::INFO.id);
            let wide = text.lines().find(|line| line.chars().count() > 80);
            assert_eq!(wide, None, "{}:\n{text}", G::INFO.id);
        }
    });
}

for_every_game! {
    a_guess_looks_exactly_like_the_view_it_was_made_from,
    where_nothing_is_hidden_a_guess_is_the_truth,
    a_guess_can_be_played_to_the_end_of_its_hand,
    a_seat_guesses_every_other_seat_and_the_talon_wrong_at_least_once,
    guesses_differ_and_the_same_chance_gives_the_same_guess,
    a_view_is_plain_data_that_reads_back,
    all_face_up_shows_what_each_observer_saw,
    a_table_drawn_for_anybody_fits_a_terminal,
}
