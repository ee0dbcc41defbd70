//! Every case of the rules of Quoridor, on positions set up by hand.

use crate::common::moves::{joined, play};
use crate::quoridor::board::{legal_of, mv, pawn_moves, set_up, start};
use juez_core::{Next, PerSeat, Reason, Seat, State};
use juez_games::quoridor::{Move, Options};

#[test]
fn the_pawns_begin_in_the_middle_of_their_sides() {
    let two = start(Options::default());
    assert_eq!(joined(two.board().pawns()), "e1 e9");
    let four = start(Options { seats: 4, ..Options::default() });
    assert_eq!(joined(four.board().pawns()), "e1 a5 e9 i5");
    assert_eq!((two.options().walls, four.options().walls), (Some(10), Some(5)));
}

#[test]
fn a_step_goes_to_an_empty_square_with_no_wall_between() {
    assert_eq!(pawn_moves(r#"{"pawns":["e1","e9"]}"#), "d1 e2 f1");
    assert_eq!(pawn_moves(r#"{"pawns":["e1","e9"],"walls":["e1h"]}"#), "d1 f1");
    assert_eq!(pawn_moves(r#"{"pawns":["e1","e9"],"walls":["d1h"]}"#), "d1 f1");
    assert_eq!(pawn_moves(r#"{"pawns":["e1","e9"],"walls":["d1v","e1v"]}"#), "e2");
    assert_eq!(pawn_moves(r#"{"pawns":["a1","e9"]}"#), "a2 b1");
    assert_eq!(pawn_moves(r#"{"pawns":["i5","e9"],"walls":["h4h","h5h"]}"#), "h5");
}

#[test]
fn a_pawn_jumps_straight_over_an_adjacent_pawn() {
    assert_eq!(pawn_moves(r#"{"pawns":["e4","e5"]}"#), "d4 e3 e6 f4");
    assert_eq!(pawn_moves(r#"{"pawns":["e4","f4"]}"#), "d4 e3 e5 g4");
    assert_eq!(pawn_moves(r#"{"pawns":["e4","e3"]}"#), "d4 e2 e5 f4");
    assert_eq!(pawn_moves(r#"{"pawns":["e4","d4"]}"#), "c4 e3 e5 f4");
}

#[test]
fn a_wall_between_the_pawns_forbids_the_jump() {
    assert_eq!(pawn_moves(r#"{"pawns":["e4","e5"],"walls":["e4h"]}"#), "d4 e3 f4");
    assert_eq!(pawn_moves(r#"{"pawns":["e4","e5"],"walls":["e4h","c5h","e6h"]}"#), "d4 e3 f4");
}

#[test]
fn a_wall_behind_the_pawn_opens_the_diagonals() {
    assert_eq!(pawn_moves(r#"{"pawns":["e4","e5"],"walls":["e5h"]}"#), "d4 d5 e3 f4 f5");
    assert_eq!(pawn_moves(r#"{"pawns":["e4","f4"],"walls":["f3v"]}"#), "d4 e3 e5 f3 f5");
    assert_eq!(pawn_moves(r#"{"pawns":["e4","e3"],"walls":["e2h"]}"#), "d3 d4 e5 f3 f4");
    assert_eq!(pawn_moves(r#"{"pawns":["e4","d4"],"walls":["c4v"]}"#), "d3 d5 e3 e5 f4");
}

#[test]
fn the_edge_behind_the_pawn_opens_the_diagonals() {
    assert_eq!(pawn_moves(r#"{"pawns":["e8","e9"]}"#), "d8 d9 e7 f8 f9");
    assert_eq!(pawn_moves(r#"{"pawns":["b5","a5"]}"#), "a4 a6 b4 b6 c5");
    assert_eq!(pawn_moves(r#"{"pawns":["h5","i5"]}"#), "g5 h4 h6 i4 i6");
    assert_eq!(
        pawn_moves(r#"{"pawns":["i8","i9"]}"#),
        "h8 h9 i7",
        "in the corner one side is left"
    );
}

#[test]
fn a_wall_beside_the_jumped_pawn_closes_that_diagonal() {
    assert_eq!(pawn_moves(r#"{"pawns":["e4","e5"],"walls":["e5h","d5v"]}"#), "d4 e3 f4 f5");
    assert_eq!(pawn_moves(r#"{"pawns":["e4","e5"],"walls":["d5h","e4v"]}"#), "d4 d5 e3");
    assert_eq!(pawn_moves(r#"{"pawns":["e8","e9"],"walls":["d8v","e8v"]}"#), "e7");
}

#[test]
fn a_third_pawn_behind_opens_the_diagonals_if_the_option_says_so() {
    let at = |side| {
        format!(
            r#"{{"pawns":["e4","a5","e5","e6"],"options":{{"seats":4,"third_pawn_side":{side}}}}}"#
        )
    };
    assert_eq!(pawn_moves(&at(true)), "d4 d5 e3 f4 f5");
    assert_eq!(pawn_moves(&at(false)), "d4 e3 f4");
}

#[test]
fn two_pawns_in_a_row_are_never_jumped() {
    for side in [true, false] {
        let moves = pawn_moves(&format!(
            r#"{{"pawns":["e4","e5","e6","e9"],"options":{{"seats":4,"third_pawn_side":{side}}}}}"#
        ));
        assert!(!moves.contains("e7"), "{moves}");
    }
}

#[test]
fn a_wall_behind_opens_the_diagonals_whatever_the_option_says() {
    let json = r#"{"pawns":["e4","a5","e5","e6"],"walls":["e5h"],
        "options":{"seats":4,"third_pawn_side":false}}"#;
    assert_eq!(pawn_moves(json), "d4 d5 e3 f4 f5");
}

#[test]
fn a_diagonal_jump_needs_an_empty_square() {
    let json = r#"{"pawns":["e4","d5","e5","i5"],"walls":["e5h"],"options":{"seats":4}}"#;
    assert_eq!(pawn_moves(json), "d4 e3 f4 f5");
}

#[test]
fn several_pawns_around_are_each_jumped() {
    let json = r#"{"pawns":["e4","d4","e5","f4"],"options":{"seats":4}}"#;
    assert_eq!(pawn_moves(json), "c4 e3 e6 g4");
}

#[test]
fn an_empty_board_has_room_for_128_walls() {
    let walls = start(Options::default()).legal_moves();
    assert_eq!(walls.iter().filter(|mv| matches!(mv, Move::Wall(_))).count(), 128);
}

#[test]
fn a_wall_may_not_overlap_another() {
    let lying = r#"{"pawns":["e1","e9"],"walls":["e3h"]}"#;
    assert_eq!(legal_of(lying, "c3h d3h e3h f3h g3h"), "c3h g3h");
    let standing = r#"{"pawns":["e1","e9"],"walls":["e3v"]}"#;
    assert_eq!(legal_of(standing, "e1v e2v e3v e4v e5v"), "e1v e5v");
}

#[test]
fn a_wall_may_not_cross_another() {
    assert_eq!(legal_of(r#"{"pawns":["e1","e9"],"walls":["e3h"]}"#, "e3v d3v f3v"), "d3v f3v");
    assert_eq!(legal_of(r#"{"pawns":["e1","e9"],"walls":["e3v"]}"#, "e3h e2h e4h"), "e2h e4h");
}

#[test]
fn walls_may_touch_like_a_t_and_like_an_l() {
    let lying = r#"{"pawns":["e1","e9"],"walls":["e3h"]}"#;
    let contacts = "c3h d2v d3v d4v e2v e4v f2v f3v f4v g3h";
    assert_eq!(legal_of(lying, contacts), contacts);
}

#[test]
fn two_walls_end_to_end_may_enclose_a_third_between_them() {
    let json = r#"{"pawns":["e1","e9"],"walls":["c3h","e3h"]}"#;
    assert_eq!(legal_of(json, "d3v d3h"), "d3v", "between them lies no wall of two squares");
}

#[test]
fn a_seat_without_walls_only_moves_its_pawn() {
    let json = r#"{"pawns":["e1","e9"],"walls_left":[0,10]}"#;
    assert_eq!(joined(set_up(json).legal_moves()), "d1 e2 f1");
}

#[test]
fn a_wall_may_not_cut_the_last_path() {
    let around = |seat| match seat {
        0 => ("d1v", "f1v", "e2h"),
        1 => ("a6h", "b5v", "a4h"),
        2 => ("d8v", "f8v", "e7h"),
        _ => ("h6h", "g5v", "h4h"),
    };
    for seat in 0..4 {
        let (first, second, last) = around(seat);
        let at = |walls: String| {
            format!(
                r#"{{"pawns":["e1","a5","e9","i5"],"walls":[{walls}],"options":{{"seats":4}}}}"#
            )
        };
        let two = at(format!(r#""{first}","{second}""#));
        assert_eq!(legal_of(&two, last), "", "seat {seat}");
        let why = set_up(&two).explain(mv(last)).expect_err("it cuts a path");
        assert_eq!(why.to_string(), format!("{last} would leave seat {seat} without a path"));
        assert_eq!(legal_of(&at(format!(r#""{first}""#)), last), last, "seat {seat}");
    }
}

#[test]
fn pawns_do_not_close_a_path() {
    // The other pawn blocks the only way out.
    let json = r#"{"pawns":["a2","b2"],"walls":["a1h","a2h"]}"#;
    assert_eq!(legal_of(json, "b2v c1h c2h e5h"), "c1h c2h e5h");
}

#[test]
fn a_wall_may_not_divide_the_board() {
    let json = r#"{"pawns":["e1","e9"],"walls":["b5h","d5h","f5h","h5h","a6v"]}"#;
    assert_eq!(legal_of(json, "a7h a8h b7h"), "a8h b7h");
}

#[test]
fn with_four_seats_one_without_any_move_passes() {
    let walled_in = r#"{"pawns":["a1","c1","e9","b1"],"walls":["a1h"],"walls_left":[0,5,5,5],
        "options":{"seats":4}}"#;
    let mut position = set_up(walled_in);
    assert_eq!(joined(position.legal_moves()), "pass");
    assert_eq!(position.legal_count(), 1);
    assert!(position.is_legal(mv("pass")));
    play(&mut position, "pass");
    assert_eq!((position.ply(), position.next()), (1, Next::Move(Seat::new(1))));
}

#[test]
fn nobody_passes_who_can_do_anything_else() {
    let with_wall = r#"{"pawns":["a1","c1","e9","b1"],"walls":["a1h"],"options":{"seats":4}}"#;
    assert_eq!(legal_of(with_wall, "pass"), "");
    assert_eq!(legal_of(r#"{"pawns":["e1","e9"]}"#, "pass"), "");
}

#[test]
fn the_first_pawn_on_its_goal_line_wins() {
    let mut position = set_up(r#"{"pawns":["e8","a5"]}"#);
    play(&mut position, "e9");
    let outcome = position.outcome().expect("the match is over");
    assert_eq!(outcome.reason, Reason::Finished);
    assert_eq!(outcome.ranks.as_slice(), [1, 2]);
    assert_eq!(outcome.points.as_slice(), [1, 0]);
    assert_eq!(position.next(), Next::Over);
    assert_eq!((position.legal_moves().len(), position.legal_count()), (0, 0));
}

#[test]
fn with_four_seats_all_but_the_winner_share_rank_2() {
    let one_before = [
        ("e8 a5 g9 i5", 0, "e9"),
        ("e2 h5 g9 i6", 1, "i5"),
        ("e3 a5 g2 i5", 2, "g1"),
        ("e2 a7 g9 b5", 3, "a5"),
    ];
    for (pawns, ply, last) in one_before {
        let pawns = pawns.replace(' ', "\",\"");
        let json = format!(r#"{{"pawns":["{pawns}"],"ply":{ply},"options":{{"seats":4}}}}"#);
        let mut position = set_up(&json);
        play(&mut position, last);
        let outcome = position.outcome().expect("the match is over");
        let winner = Seat::new(ply);
        let ranks = PerSeat::from_fn(4, |seat| if seat == winner { 1 } else { 2 });
        assert_eq!((outcome.ranks, outcome.points[winner]), (ranks, 1));
    }
}

#[test]
fn a_foreign_goal_line_is_a_line_like_any_other() {
    let mut position = set_up(r#"{"pawns":["b5","a5","e9","i4"],"options":{"seats":4}}"#);
    play(&mut position, "a4");
    assert_eq!(position.outcome(), None);
}

#[test]
fn at_max_plies_the_match_is_a_draw() {
    let mut position = set_up(r#"{"pawns":["e7","a5"],"ply":298,"options":{"max_plies":299}}"#);
    play(&mut position, "e8");
    let outcome = position.outcome().expect("the match is over");
    assert_eq!(outcome.reason, Reason::MaxPlies);
    assert_eq!(outcome.ranks.as_slice(), [1, 1]);
    assert_eq!(outcome.points.as_slice(), [0, 0]);
}

#[test]
fn a_winning_move_at_max_plies_wins() {
    let mut position = set_up(r#"{"pawns":["e8","a5"],"ply":298,"options":{"max_plies":299}}"#);
    play(&mut position, "e9");
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Finished));
}

#[test]
fn without_max_plies_a_match_goes_on() {
    let mut position = start(Options { max_plies: 0, ..Options::default() });
    for _ in 0..100 {
        play(&mut position, "e2 e8 e1 e9");
    }
    assert_eq!((position.ply(), position.over()), (400, None));
}

const REPEATING: Options =
    Options { seats: 2, walls: None, third_pawn_side: true, max_plies: 300, repetition: 3 };

#[test]
fn the_third_occurrence_of_a_position_is_a_draw_and_the_start_is_the_first() {
    let mut position = start(REPEATING);
    play(&mut position, "e2 e8 e1 e9 e2 e8 e1");
    assert_eq!(position.over(), None);
    play(&mut position, "e9");
    let outcome = position.outcome().expect("the match is over");
    assert_eq!(outcome.reason, Reason::Repetition);
    assert_eq!(outcome.ranks.as_slice(), [1, 1]);
}

#[test]
fn without_the_option_positions_repeat_for_ever() {
    let mut position = start(Options::default());
    play(&mut position, "e2 e8 e1 e9 e2 e8 e1 e9 e2 e8 e1 e9");
    assert_eq!(position.over(), None);
}

#[test]
fn the_same_pawns_with_another_wall_or_seat_to_move_are_another_position() {
    let mut position = start(REPEATING);
    play(&mut position, "e2 e8 e1 e9 a1h e8 e2 e9 e1 e8 e2 e9");
    assert_eq!(position.over(), None, "the wall came between");
    play(&mut position, "e1");
    assert_eq!(position.over(), Some(Reason::Repetition), "three times since the wall");

    // A detour of three steps comes back to the same pawns with the other seat to move.
    let mut position = set_up(
        r#"{"pawns":["e4","e5"],"walls":["e5h"],"walls_left":[0,0],
            "options":{"repetition":3,"max_plies":0}}"#,
    );
    play(&mut position, "d5 f5 d4 e5 e4");
    assert_eq!((joined(position.board().pawns()).as_str(), position.ply()), ("e4 e5", 5));
    assert_eq!(position.earlier().len(), 5);
    assert_eq!(position.over(), None);
}

#[test]
fn max_plies_comes_before_repetition() {
    let mut position = start(Options { max_plies: 8, ..REPEATING });
    play(&mut position, "e2 e8 e1 e9 e2 e8 e1 e9");
    assert_eq!(position.over(), Some(Reason::MaxPlies));
}

#[test]
fn a_forfeit_gives_the_other_of_two_seats_the_point() {
    let two = start(Options::default());
    let offender = |offends: [bool; 2]| PerSeat::from_fn(2, |seat| offends[seat.index()]);
    assert_eq!(two.points_after_forfeit(&offender([true, false])).as_slice(), [0, 1]);
    assert_eq!(two.points_after_forfeit(&offender([false, true])).as_slice(), [1, 0]);
    assert_eq!(two.points_after_forfeit(&offender([true, true])).as_slice(), [0, 0]);
    let four = start(Options { seats: 4, ..Options::default() });
    let first = PerSeat::from_fn(4, |seat| seat.index() == 0);
    assert_eq!(four.points_after_forfeit(&first).as_slice(), [0, 0, 0, 0]);
}
