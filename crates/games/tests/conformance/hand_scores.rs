//! The score of a hand exists only after the hand, because it counts cards that were hidden.

use juez_core::{Game, HandScore, Next, PerSeat, Seat, Seed, State};

use crate::conformance::for_every_game;
use crate::conformance::tables::{house_rules, walk};

fn a_hand_has_its_score_when_it_is_over_and_not_before<G: Game>() {
    let mut scores = 0;
    for (n, map) in (0..).zip(house_rules::<G>()) {
        let (mut dealt, mut before) = (false, None::<PerSeat<i32>>);
        walk::<G>(&map, Seed::from(n), |state, _| {
            let score = G::hand_score(state);
            if let Next::Move(_) = state.next() {
                assert_eq!(score, None, "{} {map:?}: a hand is played", G::INFO.id);
                dealt = true;
                return;
            }
            assert!(dealt || score.is_none(), "{} {map:?}: nothing was dealt", G::INFO.id);
            if let Some(score) = score {
                let before = before.unwrap_or_else(|| PerSeat::new(state.seats()));
                check(&score, &before, &state.points());
                scores += 1;
            }
            before = Some(state.points());
        });
    }
    // A game with hand figures also has hand scores.
    assert_eq!(scores > 0, !G::INFO.hand_figures.is_empty(), "{}: {scores} scores", G::INFO.id);
}

/// Checks that every row has one number per side or none, that no seat has two sides, and that the
/// last row with points has the points that the hand adds to the match score.
fn check(score: &HandScore, before: &PerSeat<i32>, after: &PerSeat<i32>) {
    let sides = score.sides.len();
    for row in &score.rows {
        let lens = [row.values.len(), row.points.len()];
        assert!(lens.iter().all(|&len| len == 0 || len == sides) && lens != [0, 0], "{row:?}");
    }
    let mut seats: Vec<Seat> = score.sides.iter().flatten().copied().collect();
    seats.sort_unstable();
    assert!(seats.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", score.sides);
    let gained = score.rows.iter().rev().find(|row| !row.points.is_empty()).expect("points");
    for (side, points) in score.sides.iter().zip(&gained.points) {
        for &seat in side {
            assert_eq!(after[seat] - before[seat], *points, "seat {seat}: {score:?}");
        }
    }
}

for_every_game!(a_hand_has_its_score_when_it_is_over_and_not_before);
