use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::tournament::format::Format;
use crate::tournament::round::PlayedRound;
use crate::tournament::schedule::next::next_round;
use crate::tournament::schedule::pairing::Field;
use crate::tournament::schedule::testing::{
    Chance, byes_are_fair, field, lone, most_pairs, plan, tournament,
};

/// The pairings of a round as places in the field.
fn places(field: &Field, round: &Round) -> Vec<[usize; 2]> {
    let place = |who: u32| field.iter().position(|&other| other == who).unwrap();
    round.pairings.iter().map(|pairing| [place(pairing[0]), place(pairing[1])]).collect()
}

#[test]
fn the_first_round_is_upper_half_against_lower_half() {
    let plan = plan(Format::Swiss, 5, 1);
    let field = field(9);
    let round = next_round(&plan, &lone(2), &field, &[], &[]).unwrap();
    assert_eq!(places(&field, &round), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(round.byes, [field[8]]);
    assert_eq!(round.title, "round 1");
}

/// A round of two at each table in which the one with the lower number wins.
fn favourites_win(round: Round) -> PlayedRound {
    let wins = |pair: &Vec<u32>| {
        let least = *pair.iter().min().unwrap();
        pair.iter().map(|&who| f64::from(u8::from(who == least))).collect()
    };
    PlayedRound { scores: round.pairings.iter().map(wins).collect(), round }
}

#[test]
fn later_rounds_pair_within_the_groups_of_equal_points() {
    let plan = plan(Format::Swiss, 3, 1);
    let field: Vec<u32> = (0..8).collect();
    let mut played = Vec::new();
    let mut drawn = Vec::new();
    while let Some(round) = next_round(&plan, &lone(2), &field, &[], &played) {
        drawn.push(places(&field, &round));
        played.push(favourites_win(round));
    }
    assert_eq!(drawn[1], [[0, 2], [1, 3], [4, 6], [5, 7]]);
    // 0 and 1 have two points; one each have 2, 3, 4 and 5, who stand 2 = 3 before 4 = 5.
    assert_eq!(drawn[2], [[0, 1], [2, 4], [3, 5], [6, 7]]);
}

#[test]
fn who_finds_nobody_in_its_group_plays_the_best_of_the_next() {
    let plan = plan(Format::Swiss, 3, 1);
    let field: Vec<u32> = (0..6).collect();
    let first = favourites_win(next_round(&plan, &lone(2), &field, &[], &[]).unwrap());
    let second = next_round(&plan, &lone(2), &field, &[], &[first]).unwrap();
    // Three winners: 0 plays 1, 2 is left over; it has met 5, so 3 is free to play it.
    assert_eq!(places(&field, &second), [[0, 1], [2, 3], [4, 5]]);
}

#[test]
fn the_benched_are_paired_no_more_and_have_no_bye() {
    let plan = plan(Format::Swiss, 4, 1);
    let field: Vec<u32> = (0..7).collect();
    let first = favourites_win(next_round(&plan, &lone(2), &field, &[], &[]).unwrap());
    let second =
        next_round(&plan, &lone(2), &field, &[1, 6], std::slice::from_ref(&first)).unwrap();
    let mut there = second.pairings.concat();
    there.extend(&second.byes);
    there.sort_unstable();
    assert_eq!(there, [0, 2, 3, 4, 5]);
    assert_eq!(next_round(&plan, &lone(2), &field, &[0, 1, 2, 3, 4, 6], &[first]), None);
}

#[test]
fn a_bye_goes_to_the_last_who_has_had_none() {
    let plan = plan(Format::Swiss, 3, 1);
    let field: Vec<u32> = (0..5).collect();
    let played = {
        let mut played = Vec::new();
        while let Some(round) = next_round(&plan, &lone(2), &field, &[], &played) {
            played.push(favourites_win(round));
        }
        played
    };
    let byes: Vec<u32> = played.iter().flat_map(|played| played.round.byes.clone()).collect();
    // After the first round 2 and 3 are without a point, and 3 is the lower seed. After the second
    // 3 and 4 have had theirs, and 2 is the last of the others.
    assert_eq!(byes, [4, 3, 2]);
}

#[test]
fn when_all_have_met_all_nobody_meets_a_third_time_before_all_have_met_twice() {
    let plan = plan(Format::Swiss, 10, 1);
    let field = field(6);
    let played = tournament(&plan, &lone(2), &field, &mut Chance::new(5));
    let standing = FieldStanding::of(&field, &played);
    let most = (0..6).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| standing.met(a, b));
    assert!(most.max().unwrap() <= 3);
    assert_eq!(played.len(), 10);
}

#[test]
fn three_hundred_are_paired_round_after_round_without_a_rematch() {
    let plan = plan(Format::Swiss, 12, 1);
    let field = field(300);
    let played = tournament(&plan, &lone(2), &field, &mut Chance::new(9));
    let standing = FieldStanding::of(&field, &played);
    assert!((0..300).all(|a| (0..300).all(|b| standing.met(a, b) <= 1)));
    assert!(played.iter().all(|played| played.round.pairings.len() == 150));
}

/// The fewest times that the pair of a round that has met most often must have met before it, whichever
/// of those with the fewest byes is spared.
fn least_possible(standing: &FieldStanding, count: usize) -> u32 {
    let all: Vec<usize> = (0..count).collect();
    let fewest = standing.byes.iter().min().copied().unwrap_or(0);
    let spared: Vec<Option<usize>> = match count % 2 {
        0 => vec![None],
        _ => all.iter().copied().filter(|&at| standing.byes[at] == fewest).map(Some).collect(),
    };
    let possible = |most: u32| {
        spared.iter().any(|bye| {
            let rest: Vec<usize> = all.iter().copied().filter(|at| Some(*at) != *bye).collect();
            2 * most_pairs(&|a, b| standing.met(a, b) <= most, &rest) == rest.len()
        })
    };
    (0..).find(|&most| possible(most)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nobody_meets_anybody_more_often_than_needed(
        count in 2..=9_usize, rounds in 1..=11_u32, seed: u32,
    ) {
        let plan = plan(Format::Swiss, rounds, 1);
        let field = field(count);
        let played = tournament(&plan, &lone(2), &field, &mut Chance::new(seed));
        prop_assert_eq!(played.len(), rounds as usize);
        byes_are_fair(&field, &played);
        for (drawn, round) in played.iter().map(|played| &played.round).enumerate() {
            let before = FieldStanding::of(&field, &played[..drawn]);
            let pairs = places(&field, round);
            let apart: BTreeSet<usize> = pairs.iter().flatten().copied().collect();
            prop_assert_eq!(apart.len(), count / 2 * 2);
            prop_assert_eq!(round.byes.len(), count % 2);
            let most = pairs.iter().map(|&[a, b]| before.met(a, b)).max();
            prop_assert_eq!(most, Some(least_possible(&before, count)));
        }
    }

    #[test]
    fn in_half_as_many_rounds_as_entrants_nobody_meets_twice(
        half in 1..=30_usize, seed: u32,
    ) {
        // While everybody still has half of the field to meet, it can be paired (Dirac 1952).
        let count = 2 * half;
        let plan = plan(Format::Swiss, half as u32, 1);
        let field = field(count);
        let played = tournament(&plan, &lone(2), &field, &mut Chance::new(seed));
        let standing = FieldStanding::of(&field, &played);
        prop_assert!((0..count).all(|a| (0..count).all(|b| standing.met(a, b) <= 1)));
    }
}
