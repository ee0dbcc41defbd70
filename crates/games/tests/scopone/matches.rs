//! Ends of a match, alone and in pairs.

use crate::common::moves::{play, seat};
use crate::scopone::table::{Setup, finish_hand, start};
use juez_core::{Game, Next, Reason, Seed, State, Stream, Team};
use juez_games::scopone::{Position, Scopone};
use serde_json::json;

/// Returns a match before its last four cards, which capture nothing. Cards in no other pile are
/// seat 3's, so that its side wins carte and denari, and settebello and primiera unless `taken` has
/// them.
fn last_hand(kind: &'static str, score: [i32; 4]) -> Setup {
    Setup { kind, hands: ["S10", "S9", "S8", "S1"], score, ..Setup::default() }
}

fn ended(setup: &Setup) -> Position {
    let mut position = setup.position();
    play(&mut position, "S10 S9 S8 S1");
    position
}

#[test]
fn lone_players_play_one_hand_and_the_most_points_win() {
    let mut setup = last_hand("solo9", [0; 4]);
    setup.taken = ["D7", "", "", ""];
    setup.scope = [3, 0, 2, 1];
    let position = ended(&setup);
    let outcome = position.outcome().expect("one hand is all");
    assert_eq!(outcome.reason, Reason::Finished);
    assert_eq!(outcome.points.as_slice(), [4, 0, 2, 3]);
    assert_eq!(outcome.ranks.as_slice(), [1, 4, 3, 2]);
    let teams: Vec<Team> = (0..4).map(|s| position.team(seat(s))).collect();
    assert_eq!(teams, [Team(0), Team(1), Team(2), Team(3)]);
}

#[test]
fn equal_lone_players_share_their_rank() {
    let mut setup = last_hand("solo9", [0; 4]);
    setup.taken = ["D7", "", "", ""];
    setup.scope = [1, 0, 2, 0];
    let outcome = ended(&setup).outcome().expect("one hand is all");
    assert_eq!(outcome.points.as_slice(), [2, 0, 2, 2]);
    assert_eq!(outcome.ranks.as_slice(), [1, 4, 1, 1]);
}

#[test]
fn the_higher_score_at_the_target_wins_a_match_of_pairs() {
    for kind in ["team9", "team10"] {
        let outcome = ended(&last_hand(kind, [10, 17, 10, 17])).outcome().expect("21 is enough");
        assert_eq!(outcome.points.as_slice(), [10, 21, 10, 21]);
        assert_eq!(outcome.ranks.as_slice(), [2, 1, 2, 1]);
        assert_eq!(ended(&last_hand(kind, [10, 16, 10, 16])).next(), Next::Deal, "20 is not");
        let outcome = ended(&last_hand(kind, [22, 19, 22, 19])).outcome().expect("both are there");
        assert_eq!(outcome.ranks.as_slice(), [2, 1, 2, 1], "23 beats 22");
        let outcome = ended(&last_hand(kind, [22, 15, 22, 15])).outcome().expect("one is there");
        assert_eq!(outcome.ranks.as_slice(), [1, 2, 1, 2]);
    }
}

#[test]
fn equal_scores_at_the_target_need_another_hand() {
    for kind in ["team9", "team10"] {
        let position = ended(&last_hand(kind, [21, 17, 21, 17]));
        assert_eq!((position.next(), position.outcome()), (Next::Deal, None));
        assert_eq!(position.points().as_slice(), [21; 4]);
    }
}

#[test]
fn the_target_may_be_21_or_16_or_11() {
    for target in [21, 16, 11] {
        let ends = |score: i32| {
            let setup = last_hand("team10", [0, score, 0, score]).with("target", target.into());
            ended(&setup).next() == Next::Over
        };
        assert!(ends(target - 4) && !ends(target - 5), "{target}");
    }
    let usual = last_hand("team10", [0, 17, 0, 17]);
    assert_eq!(ended(&usual).next(), Next::Over, "21 unless said otherwise");
}

#[test]
fn target_0_is_a_single_hand_and_equal_scores_are_a_draw() {
    let hand = |scope: [u8; 4]| {
        let setup = Setup { scope, ..last_hand("team9", [0; 4]) }.with("target", 0.into());
        ended(&setup).outcome().expect("one hand is all")
    };
    assert_eq!(hand([0; 4]).ranks.as_slice(), [2, 1, 2, 1]);
    assert_eq!(hand([3, 0, 2, 0]).ranks.as_slice(), [1, 2, 1, 2]);
    let draw = hand([3, 0, 1, 0]);
    assert_eq!(draw.points.as_slice(), [4; 4]);
    assert_eq!(draw.ranks.as_slice(), [1; 4]);
    assert_eq!(draw.reason, Reason::Finished);
}

#[test]
fn seats_0_and_2_play_against_1_and_3() {
    for kind in ["team9", "team10"] {
        let position = start(json!({"kind": kind}));
        let teams: Vec<u8> = (0..4).map(|s| position.team(seat(s)).0).collect();
        assert_eq!(teams, [0, 1, 0, 1]);
    }
}

#[test]
fn scores_add_up_over_the_hands_of_a_match() {
    let mut position = start(json!({"kind": "team10", "target": 21}));
    let mut expected = [0; 2];
    for hand in 0.. {
        let deal = Scopone::shuffle(&position, &mut Seed::from(3).child(Stream::Deal(hand)).rng());
        position.deal(&deal).unwrap();
        assert_eq!(position.public().dealt, hand + 1);
        assert!((0..4).all(|s| position.public().pile(seat(s)).is_empty()), "new piles");
        let during = position.points();
        finish_hand(&mut position);
        for side in 0..2 {
            assert_eq!(during[seat(side)], expected[usize::from(side)], "points come at the end");
            expected[usize::from(side)] += position.public().tally(seat(side)).total();
            assert_eq!(position.points()[seat(side)], expected[usize::from(side)]);
            assert_eq!(position.points()[seat(side + 2)], expected[usize::from(side)]);
        }
        if position.next() == Next::Over {
            break;
        }
    }
    assert!(expected[0].max(expected[1]) >= 21 && expected[0] != expected[1]);
}
