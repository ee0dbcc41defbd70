//! Ends of a hand, its score, and the end of a match.

use crate::common::moves::{legal, play, seat, why};
use crate::dominoes::table::{
    CLOSING, CLOSING_TOO, EVEN, HANDS, HEAVY, deal, deal_to, finish_hand, found, score, table, turn,
};
use juez_core::{Game, Next, Reason, Seat, State, Team};
use juez_games::dominoes::{Dominoes, Move, pair_of, partner_of, pips};

#[test]
fn in_a_closed_hand_the_pair_with_fewer_pips_wins_those_of_the_others() {
    let mut position = table("{}", &HEAVY);
    play(&mut position, CLOSING_TOO);
    // Seats 0 and 2 are left with 54 pips, seats 1 and 3 with 36.
    assert_eq!(score(&position), (0, 54));
    assert_eq!(position.public().pair, Some(Team(1)));
    let mut all = table(r#"{"count":"all"}"#, &HEAVY);
    play(&mut all, CLOSING_TOO);
    assert_eq!(score(&all), (0, 90));
}

#[test]
fn equal_pips_in_a_closed_hand_score_nothing_and_the_same_pair_opens_again() {
    for opener in ["ask", "random", "winner"] {
        let mut position = table(&format!(r#"{{"opener":"{opener}"}}"#), &EVEN);
        play(&mut position, CLOSING);
        assert_eq!((score(&position), position.public().pair), ((0, 0), Some(Team(0))));
        let next = if opener == "random" { deal_to(&HANDS, 2) } else { deal(&HANDS) };
        position.deal(&next).expect("possible");
        let (by, first) = match opener {
            "ask" => (0, "leave open"),
            "random" => (2, "32 33 42 43 52 62 66"),
            _ => (0, "00 10 20 30 40 50 60"),
        };
        assert_eq!((turn(&position), legal(&position).as_str()), (by, first));
    }
}

#[test]
fn with_opener_pair_loses_equal_pips_are_won_by_the_other_pair() {
    let mut position = table(r#"{"tie":"opener_pair_loses"}"#, &EVEN);
    play(&mut position, CLOSING);
    assert_eq!((score(&position), position.public().pair), ((0, 45), Some(Team(1))));
    let mut all = table(r#"{"tie":"opener_pair_loses","count":"all"}"#, &EVEN);
    play(&mut all, CLOSING);
    assert_eq!(score(&all), (0, 90));
    // The previous opener has lost it, so the winners' seat after the last player opens.
    let mut winner = table(r#"{"tie":"opener_pair_loses","opener":"winner"}"#, &EVEN);
    play(&mut winner, CLOSING);
    assert_eq!(winner.public().opener, Some(seat(3)), "seat 1 played last");
}

#[test]
fn a_seat_that_plays_its_last_tile_wins_the_pips_of_the_losing_pair_only() {
    for (count, both) in [("losers", false), ("all", true)] {
        let rules = format!(r#"{{"count":"{count}"}}"#);
        let (before, last, after) = found(&rules, |_, mv| mv != Move::Pass);
        let seat = before.public().to_move().expect("a seat played it");
        assert_eq!(before.hand(seat).list(), [last.tile().expect("a tile")]);
        assert!(after.hand(seat).is_empty());
        let left = |seat: Seat| pips(after.hand(seat)) as i32;
        let rivals = left(seat.next(4)) + left(partner_of(seat.next(4)));
        let points = rivals + if both { left(partner_of(seat)) } else { 0 };
        assert_eq!(after.public().score(pair_of(seat)), points);
        assert_eq!(after.public().score(pair_of(seat.next(4))), 0);
        assert_eq!(after.public().pair, Some(pair_of(seat)), "and opens the next hand");
    }
}

#[test]
fn the_first_pair_at_the_target_wins_the_match() {
    let mut position = table(r#"{"target":54}"#, &HEAVY);
    play(&mut position, CLOSING_TOO);
    assert_eq!(position.next(), Next::Over);
    let outcome = position.outcome().expect("over");
    assert_eq!(outcome.reason, Reason::Finished);
    assert_eq!(outcome.ranks.as_slice(), [2, 1, 2, 1]);
    assert_eq!(outcome.points.as_slice(), [0, 54, 0, 54]);
    assert_eq!(why(&position, "66"), "the match is over");
    let refused = position.deal(&deal(&HANDS)).expect_err("over");
    assert_eq!(refused.to_string(), "impossible deal: the match is over");
    let mut short = table(r#"{"target":55}"#, &HEAVY);
    play(&mut short, CLOSING_TOO);
    assert_eq!((short.next(), short.outcome()), (Next::Deal, None));
    assert_eq!(why(&short, "66"), "the next hand is not dealt yet");
}

#[test]
fn with_target_1_the_first_score_ends_the_match() {
    let mut position = table(r#"{"target":1}"#, &EVEN);
    play(&mut position, CLOSING);
    assert_eq!(position.next(), Next::Deal, "a tie scores nothing");
    position.deal(&deal(&HANDS)).expect("possible");
    play(&mut position, "open");
    finish_hand(&mut position);
    assert_eq!(position.next(), Next::Over);
}

#[test]
fn scores_add_up_over_the_hands() {
    let mut position = table(r#"{"target":9999,"opener":"winner"}"#, &HEAVY);
    play(&mut position, CLOSING_TOO);
    position.deal(&deal(&HEAVY)).expect("possible");
    assert_eq!(turn(&position), 1);
    finish_hand(&mut position);
    let (zero, one) = score(&position);
    assert!(zero > 0 && one == 54 || zero == 0 && one > 54, "{zero} {one}");
    assert_eq!(position.public().hands, 2);
}

#[test]
fn the_score_of_a_hand_counts_the_pips_left_and_says_how_it_ended() {
    let mut position = table("{}", &HEAVY);
    assert_eq!(Dominoes::hand_score(&position), None, "the hand is played");
    play(&mut position, CLOSING_TOO);
    let score = Dominoes::hand_score(&position).expect("the hand is over");
    let rows: Vec<_> =
        score.rows.iter().map(|row| (row.label, &row.values[..], &row.points[..])).collect();
    assert_eq!(
        rows,
        [("pips", &[54, 36][..], &[][..]), ("sum", &[], &[0, 54]), ("score", &[0, 54], &[])]
    );
    let end = score.end.expect("an end");
    assert_eq!((end.kind, end.seat), ("closed", None));
    let (before, _, after) = found("{}", |_, mv| mv != Move::Pass);
    let end = Dominoes::hand_score(&after).and_then(|score| score.end).expect("an end");
    assert_eq!((end.kind, end.seat), ("domino", before.public().to_move()));
}

#[test]
fn equal_pips_bring_no_points_in_the_score_of_a_hand_either() {
    for (tie, points) in [("no_score", [0, 0]), ("opener_pair_loses", [0, 45])] {
        let mut position = table(&format!(r#"{{"tie":"{tie}"}}"#), &EVEN);
        play(&mut position, CLOSING);
        let score = Dominoes::hand_score(&position).expect("the hand is over");
        assert_eq!(score.rows[0].values, [45, 45]);
        assert_eq!(score.rows[1].points, points, "{tie}");
    }
}
