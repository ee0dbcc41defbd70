//! Planes and entries of moves, from positions set up by hand.

use juez_core::{Game, Observation};
use juez_games::quoridor::{Options, Quoridor, View};

use super::board::{mv, start};

fn view(json: &str) -> View {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn observed(view: &View) -> Observation {
    let mut observation = Observation::default();
    let features = Quoridor::FEATURES.expect("Quoridor has features");
    (features.observe)(view, view.board().to_move(), &mut observation);
    observation
}

fn plane<'o>(observation: &'o Observation, name: &str) -> &'o [u8] {
    let at = observation.plane_names().iter().position(|other| other.to_string() == name);
    let at = at.unwrap_or_else(|| panic!("no plane {name}"));
    &observation.planes()[81 * at..][..81]
}

/// Returns the set squares of a plane as file and rank from 0, in the observer's orientation.
fn squares(observation: &Observation, name: &str) -> Vec<(usize, usize)> {
    let plane = plane(observation, name).iter().enumerate();
    plane.filter(|(_, value)| **value == 1).map(|(index, _)| (index % 9, index / 9)).collect()
}

fn scalar(observation: &Observation, name: &str) -> i32 {
    let at = observation.scalar_names().iter().position(|other| other.to_string() == name);
    observation.scalars()[at.unwrap_or_else(|| panic!("no scalar {name}"))]
}

fn entry(view: &View, text: &str) -> usize {
    let features = Quoridor::FEATURES.expect("Quoridor has features");
    (features.entry)(view, mv(text)).expect("an entry")
}

const PIECES: &str = r#""pawns":["e4","c8"],"walls":["e3h","a5v"],"walls_left":[9,8]"#;

#[test]
fn seat_0_sees_the_board_as_it_lies() {
    let seen = observed(&view(&format!("{{{PIECES}}}")));
    assert_eq!(squares(&seen, "pawn_0"), [(4, 3)]);
    assert_eq!(squares(&seen, "pawn_1"), [(2, 7)]);
    assert_eq!(squares(&seen, "horizontal_walls"), [(4, 2)]);
    assert_eq!(squares(&seen, "vertical_walls"), [(0, 4)]);
    assert_eq!((scalar(&seen, "walls_left_0"), scalar(&seen, "walls_left_1")), (9, 8));
    assert_eq!((scalar(&seen, "distance_0"), scalar(&seen, "distance_1")), (5, 7));
}

#[test]
fn seat_1_sees_the_same_board_from_the_other_side() {
    let seen = observed(&view(&format!("{{{PIECES},\"ply\":1}}")));
    assert_eq!(squares(&seen, "pawn_0"), [(6, 1)]);
    assert_eq!(squares(&seen, "pawn_1"), [(4, 5)]);
    assert_eq!(squares(&seen, "horizontal_walls"), [(3, 5)]);
    assert_eq!(squares(&seen, "vertical_walls"), [(7, 3)]);
    assert_eq!((scalar(&seen, "walls_left_0"), scalar(&seen, "walls_left_1")), (8, 9));
    assert_eq!((scalar(&seen, "distance_0"), scalar(&seen, "distance_1")), (7, 5));
}

#[test]
fn a_plane_has_the_steps_of_each_square_to_the_goal_line() {
    let open = observed(&view(r#"{"pawns":["e1","e9"]}"#));
    for (index, (own, other)) in
        plane(&open, "distance_0").iter().zip(plane(&open, "distance_1")).enumerate()
    {
        assert_eq!((usize::from(*own), usize::from(*other)), (8 - index / 9, index / 9));
    }
    // Four walls in a row close files a to h below the last rank.
    let walls = r#"{"pawns":["e1","e9"],"walls":["a8h","c8h","e8h","g8h"]}"#;
    let seen = observed(&view(walls));
    let own = plane(&seen, "distance_0");
    assert_eq!((own[9 * 8], own[9 * 7 + 8], own[9 * 7 + 7], own[9 * 7]), (0, 1, 2, 9));
}

#[test]
fn every_seat_of_four_begins_with_the_same_planes() {
    let mut position = start(Options { seats: 4, ..Options::default() });
    let first = observed(&position);
    assert_eq!(squares(&first, "pawn_0"), [(4, 0)]);
    assert_eq!(squares(&first, "pawn_1"), [(0, 4)], "the next seat crosses from left to right");
    for text in ["e2", "b5", "e8"] {
        use juez_core::State;
        position.play(mv(text)).expect("legal");
        let seen = observed(&position);
        assert_eq!(squares(&seen, "pawn_0"), [(4, 0)]);
    }
}

#[test]
fn a_wall_lies_across_for_a_seat_that_crosses_the_board() {
    let pawns = r#""pawns":["e2","a5","e9","i5"],"walls":["b3h"]"#;
    let seen = observed(&view(&format!("{{{pawns},\"ply\":1,\"options\":{{\"seats\":4}}}}")));
    assert_eq!(squares(&seen, "pawn_0"), [(4, 0)]);
    assert_eq!(squares(&seen, "pawn_1"), [(0, 4)], "seat 2 crosses from left to right");
    assert_eq!(squares(&seen, "horizontal_walls"), []);
    assert_eq!(squares(&seen, "vertical_walls"), [(5, 1)]);
}

#[test]
fn the_entry_of_a_move_turns_with_the_planes() {
    let (seat_0, seat_1) =
        (view(&format!("{{{PIECES}}}")), view(&format!("{{{PIECES},\"ply\":1}}")));
    assert_eq!([entry(&seat_0, "e5"), entry(&seat_0, "b1h"), entry(&seat_0, "a2v")], [40, 82, 153]);
    assert_eq!(entry(&seat_1, "c7"), 9 * 2 + 6);
    assert_eq!(entry(&seat_1, "h8h"), 81);
    assert_eq!(entry(&seat_1, "a1v"), 208);
    let names = (Quoridor::FEATURES.expect("Quoridor has features").moves)();
    assert_eq!(names.len(), 81 + 64 + 64);
    for name in &names {
        assert_eq!(names[entry(&seat_0, name)], *name);
    }
    assert_eq!(
        [&names[1], &names[9], &names[81], &names[144], &names[145]],
        ["b1", "a2", "a1h", "h8h", "a1v"]
    );
}
