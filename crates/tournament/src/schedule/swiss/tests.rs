use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::format::Format;
use crate::plan::Plan;
use crate::round::PlayedRound;
use crate::schedule::next::next_round;
use crate::schedule::pairing::Field;
use crate::schedule::testing::{Chance, byes_are_fair, field, lone, plan, tournament};

/// Returns the pairings of a round as places in the field.
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

/// Plays a round of two at each table; the lower number wins.
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
    // 0 and 1 have two points; 2, 3, 4 and 5 have one each, ranked 2 = 3 before 4 = 5.
    assert_eq!(drawn[2], [[0, 1], [2, 4], [3, 5], [6, 7]]);
}

#[test]
fn who_finds_nobody_in_its_group_plays_the_best_of_the_next() {
    let plan = plan(Format::Swiss, 3, 1);
    let field: Vec<u32> = (0..6).collect();
    let first = favourites_win(next_round(&plan, &lone(2), &field, &[], &[]).unwrap());
    let second = next_round(&plan, &lone(2), &field, &[], &[first]).unwrap();
    // Three winners: 0 plays 1, and 2 is left over. It has met 5, so 3 is free to play it.
    assert_eq!(places(&field, &second), [[0, 1], [2, 3], [4, 5]]);
}

#[test]
fn a_round_goes_on_with_as_many_deals_as_the_others_once_all_are_played() {
    let field = field(4);
    let first = plan(Format::Swiss, 2, 3);
    let mut played = tournament(&first, &lone(2), &field, &mut Chance::new(3));
    let pairings: Vec<_> = played.iter().map(|played| played.round.pairings.clone()).collect();
    let more = Plan { deals: 10, ..first };
    let mut chance = Chance::new(4);
    while let Some(round) = next_round(&more, &lone(2), &field, &[], &played) {
        played.push(chance.play(round));
    }
    let seen: Vec<_> = played
        .iter()
        .map(|PlayedRound { round, .. }| (round.number, round.blocks, round.continues))
        .collect();
    assert_eq!(seen, [(0, 3, None), (1, 3, None), (2, 7, Some(0)), (3, 7, Some(1))]);
    assert_eq!(played[2].round.pairings, pairings[0]);
    assert_eq!((played[2].round.first_block, played[3].round.first_block), (6, 13));
    assert_eq!(played[3].round.title, "round 2, deals 4 to 10");
    assert_eq!(whole_rounds(&played).len(), 2);
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
fn a_bye_goes_to_the_lowest_score_that_has_had_none() {
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
    // After the first round 2 and 3 have no points, and 3 is the lower seed. After the second 3 and
    // 4 have had a bye, and 2 is last among the others.
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

/// Returns the fewest pairs of these that have met more than `most` times, by trying all pairings.
fn fewest_rematches(standing: &FieldStanding, most: u32, places: &[usize]) -> u32 {
    let Some((&first, others)) = places.split_first() else { return 0 };
    let with = |at: usize| {
        let rest: Vec<usize> = [&others[..at], &others[at + 1..]].concat();
        u32::from(standing.met(first, others[at]) > most) + fewest_rematches(standing, most, &rest)
    };
    (0..others.len()).map(with).min().unwrap_or(0)
}

/// Returns the pairs of these places.
fn all_pairs(places: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    places.iter().enumerate().flat_map(|(at, &a)| places[..at].iter().map(move |&b| (a, b)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_round_has_as_few_rematches_as_can_be_and_the_bye_goes_to_the_last_who_allows_that(
        count in 2..=10_usize, rounds in 1..=12_u32, seed: u32,
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
            let ranked = before.ranked(&field, &[]);
            let fewest_byes = before.byes.iter().min().copied().unwrap_or(0);
            let rest = |bye: Option<usize>| -> Vec<usize> {
                ranked.iter().copied().filter(|&at| Some(at) != bye).collect()
            };
            let spared: Vec<Option<usize>> = match count % 2 {
                0 => vec![None],
                _ => ranked.iter().rev().copied().map(Some)
                    .filter(|bye| before.byes[bye.unwrap()] == fewest_byes).collect(),
            };
            let fresh = spared.iter()
                .filter_map(|&bye| all_pairs(&rest(bye)).map(|(a, b)| before.met(a, b)).min())
                .min().unwrap();
            let needed = |bye: &Option<usize>| fewest_rematches(&before, fresh, &rest(*bye));
            let best = spared.iter().min_by_key(|bye| needed(bye)).unwrap();
            let bye = round.byes.first().map(|who| field.iter().position(|x| x == who).unwrap());
            prop_assert_eq!(bye, *best);
            let again = pairs.iter().filter(|&&[a, b]| before.met(a, b) > fresh).count();
            prop_assert_eq!(again as u32, needed(best));
        }
    }

    #[test]
    fn in_half_as_many_rounds_as_entrants_nobody_meets_twice(
        half in 1..=30_usize, seed: u32,
    ) {
        // While every entrant still has half of the field to meet, it can be paired (Dirac 1952).
        let count = 2 * half;
        let plan = plan(Format::Swiss, half as u32, 1);
        let field = field(count);
        let played = tournament(&plan, &lone(2), &field, &mut Chance::new(seed));
        let standing = FieldStanding::of(&field, &played);
        prop_assert!((0..count).all(|a| (0..count).all(|b| standing.met(a, b) <= 1)));
    }
}
