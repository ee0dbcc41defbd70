use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::format::Format;
use crate::plan::Plan;
use crate::round::PlayedRound;
use crate::schedule::next::next_round;
use crate::schedule::pairing::Field;
use crate::schedule::stage::{TIE_BREAKS, Why};
use crate::schedule::testing::{Chance, field, lone, plan, tournament};
use crate::shape::Shape;

fn knockout(third_place: bool) -> Plan {
    plan(Format::Knockout { third_place }, 0, 2)
}

fn knockout_places(
    plan: &Plan,
    shape: &Shape,
    field: &Field,
    benched: &[u32],
    played: &[PlayedRound],
) -> Vec<(u32, u32)> {
    super::knockout_places(&RoundBasis { plan, shape, field, benched, played })
}

/// Plays a round between entrants of these strengths: each scores the share of the others at its
/// table that are weaker.
fn play(round: Round, strength: impl Fn(u32) -> u32) -> PlayedRound {
    let scores = |pairing: &Vec<u32>| -> Vec<f64> {
        let score = |who: u32| -> f64 {
            let of = |other: &u32| 1 + strength(who).cmp(&strength(*other)) as i32;
            f64::from(pairing.iter().map(of).sum::<i32>() - 1) / (2.0 * (pairing.len() - 1) as f64)
        };
        pairing.iter().map(|&who| score(who)).collect()
    };
    PlayedRound { scores: round.pairings.iter().map(scores).collect(), round }
}

/// Plays a knockout at tables of `size` between entrants of these strengths; returns its rounds and
/// ranks.
fn whole(
    plan: &Plan,
    size: usize,
    field: &Field,
    strength: impl Fn(u32) -> u32,
) -> (Vec<PlayedRound>, BTreeMap<u32, u32>) {
    let mut played: Vec<PlayedRound> = Vec::new();
    while let Some(round) = next_round(plan, &lone(size), field, &[], &played) {
        played.push(play(round, &strength));
    }
    let places = knockout_places(plan, &lone(size), field, &[], &played);
    (played, places.into_iter().collect())
}

fn titles(played: &[PlayedRound]) -> Vec<&str> {
    played.iter().map(|played| played.round.title.as_str()).collect()
}

#[test]
fn a_bracket_of_every_size_ends_with_one_winner_after_n_minus_1_pairings() {
    for count in 2..=40_usize {
        for third_place in [false, true] {
            let plan = knockout(third_place);
            let field = field(count);
            let (played, places) = whole(&plan, 2, &field, |who| 2000 - who);
            let pairings: usize = played.iter().map(|played| played.round.pairings.len()).sum();
            let extra = usize::from(third_place && count >= 4);
            assert_eq!(pairings, count - 1 + extra, "{count}");
            assert_eq!(places.len(), count);
            assert_eq!(places.values().filter(|&&place| place == 1).count(), 1);
            assert_eq!(places.values().filter(|&&place| place == 2).count(), 1);
            assert_eq!(played.last().unwrap().round.title, "final");
        }
    }
}

#[test]
fn if_the_better_seed_always_wins_the_places_are_those_of_the_seeds() {
    for count in 2..=40_u32 {
        let field: Vec<u32> = (0..count).collect();
        let (_, places) = whole(&knockout(true), 2, &field, |who| count - who);
        for seed in 0..count.min(4) {
            assert_eq!(places[&seed], seed + 1, "{count}");
        }
        for seed in 4..count {
            // Losers in a round of `lines` lines share the first rank of the lower half.
            let lines = (seed + 1).next_power_of_two();
            assert_eq!(places[&seed], lines / 2 + 1, "{count}");
        }
    }
}

#[test]
fn the_third_place_is_played_in_the_round_of_the_final_which_comes_last() {
    let field: Vec<u32> = (0..8).collect();
    let (played, places) = whole(&knockout(true), 2, &field, |who| 8 - who);
    assert_eq!(titles(&played), ["quarter-finals", "semi-finals", "final"]);
    assert_eq!(played[2].round.pairings, [[2, 3], [0, 1]]);
    assert_eq!((places[&2], places[&3], places[&4], places[&7]), (3, 4, 5, 5));
    let (played, places) = whole(&knockout(false), 2, &field, |who| 8 - who);
    assert_eq!(played[2].round.pairings, [[0, 1]]);
    assert_eq!((places[&2], places[&3]), (3, 3));
}

#[test]
fn of_three_the_one_who_loses_the_semi_final_is_third() {
    let (played, places) = whole(&knockout(true), 2, &[0, 1, 2], |who| who);
    assert_eq!(titles(&played), ["semi-finals", "final"]);
    assert_eq!(played[0].round.byes, [0]);
    assert_eq!(places, BTreeMap::from([(2, 1), (0, 2), (1, 3)]));
}

#[test]
fn the_open_stage_goes_on_with_more_deals_and_tie_breaks_may_have_fewer() {
    let field: Vec<u32> = (0..2).collect();
    let first = knockout(false);
    let mut played = Vec::new();
    let next =
        |plan: &Plan, played: &[PlayedRound]| next_round(plan, &lone(2), &field, &[], played);
    played.push(play(next(&first, &[]).unwrap(), |_| 1));
    let more = Plan { deals: 5, tie_break_deals: Some(1), ..first };
    let part = next(&more, &played).unwrap();
    assert_eq!((part.continues, part.blocks, part.first_block), (Some(0), 3, 2));
    assert_eq!(part.title, "final, deals 3 to 5");
    played.push(play(part, |_| 1));
    let tie_break = next(&more, &played).unwrap();
    assert_eq!((&tie_break.title[..], tie_break.blocks), ("final, tie-break 1", 1));
    played.push(play(tie_break, |who| who));
    assert_eq!(next(&more, &played), None);
    assert_eq!(knockout_places(&more, &lone(2), &field, &[], &played), [(1, 1), (0, 2)]);
}

#[test]
fn a_drawn_tie_is_played_anew_three_times_and_then_the_better_seed_goes_on() {
    let field: Vec<u32> = (0..4).collect();
    // 0 and 3 are equally strong, and so are 1 and 2, until the second tie-break.
    let plan = knockout(false);
    let mut played: Vec<PlayedRound> = Vec::new();
    while let Some(round) = next_round(&plan, &lone(2), &field, &[], &played) {
        let breaks = played.len();
        played.push(play(round, |who| u32::from(who == 2 && breaks == 2)));
    }
    let expected = [
        ("semi-finals", vec![vec![0, 3], vec![1, 2]]),
        ("semi-finals, tie-break 1", vec![vec![0, 3], vec![1, 2]]),
        ("semi-finals, tie-break 2", vec![vec![0, 3], vec![1, 2]]),
        ("semi-finals, tie-break 3", vec![vec![0, 3]]),
        ("final", vec![vec![0, 2]]),
        ("final, tie-break 1", vec![vec![0, 2]]),
        ("final, tie-break 2", vec![vec![0, 2]]),
        ("final, tie-break 3", vec![vec![0, 2]]),
    ];
    let drawn: Vec<(&str, Vec<Vec<u32>>)> =
        played.iter().map(|p| (p.round.title.as_str(), p.round.pairings.clone())).collect();
    assert_eq!(drawn, expected);
    let blocks: Vec<u32> = played.iter().map(|played| played.round.first_block).collect();
    assert_eq!(blocks, [0, 2, 4, 6, 8, 10, 12, 14]);
    let places = knockout_places(&plan, &lone(2), &field, &[], &played);
    assert_eq!(places, [(0, 1), (2, 2), (1, 3), (3, 3)]);
}

#[test]
fn a_drawn_match_for_the_third_place_is_played_anew_without_the_final() {
    let field: Vec<u32> = (0..4).collect();
    let plan = knockout(true);
    let mut played = Vec::new();
    for strengths in [[3, 2, 1, 0], [3, 2, 1, 1], [0, 0, 0, 1]] {
        let round = next_round(&plan, &lone(2), &field, &[], &played).unwrap();
        played.push(play(round, |who| strengths[who as usize]));
    }
    assert_eq!(titles(&played), ["semi-finals", "final", "final, tie-break 1"]);
    assert_eq!(played[2].round.pairings, [[2, 3]]);
    assert_eq!(next_round(&plan, &lone(2), &field, &[], &played), None);
    let places = knockout_places(&plan, &lone(2), &field, &[], &played);
    assert_eq!(places, [(0, 1), (1, 2), (3, 3), (2, 4)]);
}

#[test]
fn a_benched_entrant_loses_its_tie_and_of_two_the_better_seed_goes_on() {
    let field: Vec<u32> = (0..4).collect();
    let plan = knockout(false);
    let first = play(next_round(&plan, &lone(2), &field, &[], &[]).unwrap(), |who| 4 - who);
    let played = [first];
    let next =
        |benched: &[u32]| next_round(&plan, &lone(2), &field, benched, &played).unwrap().pairings;
    assert_eq!(next(&[]), [[0, 1]]);
    assert_eq!(next(&[0]), [[1, 3]]);
    assert_eq!(next(&[0, 3]), [[0, 1]]);
    assert_eq!(next(&[0, 1, 2, 3]), [[0, 1]]);
}

#[test]
fn who_is_benched_later_has_not_lost_what_it_won_before() {
    let field: Vec<u32> = (0..4).collect();
    let plan = knockout(false);
    let mut played = Vec::new();
    for _ in 0..2 {
        let round = next_round(&plan, &lone(2), &field, &[], &played).unwrap();
        played.push(play(round, |who| 4 - who));
    }
    let places = knockout_places(&plan, &lone(2), &field, &[0], &played);
    assert_eq!(places, [(1, 1), (0, 2), (2, 3), (3, 3)]);
}

/// Returns the tables that the score did not decide, after these rounds of a knockout of four.
fn decided(plan: &Plan, played: &[PlayedRound], benched: &[u32]) -> Vec<(u32, u32, u32, u32, Why)> {
    let field: Vec<u32> = (0..4).collect();
    knockout_decided(&RoundBasis { plan, shape: &lone(2), field: &field, benched, played })
        .into_iter()
        .map(|Decided { round, pairing, on, out, why }| (round, pairing, on, out, why))
        .collect()
}

#[test]
fn a_tie_that_stays_drawn_says_that_the_better_seed_goes_on() {
    let field: Vec<u32> = (0..4).collect();
    let (mut played, plan) = (Vec::new(), knockout(false));
    // 1 and 2 always draw; in the final, so do 0 and 1.
    while let Some(round) = next_round(&plan, &lone(2), &field, &[], &played) {
        let is_final = round.title.starts_with("final");
        played.push(play(round, |who| if is_final { 1 } else { [9, 5, 5, 1][who as usize] }));
        let listed = decided(&plan, &played, &[]);
        let seeds = |round, pairing, on, out| (round, pairing, on, out, Why::BetterSeed);
        match played.len() {
            0..=3 => assert_eq!(listed, []),
            4..=7 => assert_eq!(listed, [seeds(3, 0, 1, 2)]),
            _ => assert_eq!(listed, [seeds(3, 0, 1, 2), seeds(7, 0, 0, 1)]),
        }
    }
    assert_eq!(played.len(), 8);
}

#[test]
fn a_table_that_a_benched_one_has_not_lost_says_so_for_ever() {
    let field: Vec<u32> = (0..4).collect();
    let (mut played, plan) = (Vec::new(), knockout(false));
    while let Some(round) = next_round(&plan, &lone(2), &field, &[0], &played) {
        played.push(play(round, |who| 9 - who));
        assert_eq!(decided(&plan, &played, &[0])[0], (0, 0, 3, 0, Why::Benched));
    }
    // 3 advanced in its place and is benched in the final: earlier rounds do not change.
    let listed = decided(&plan, &played, &[0, 3]);
    assert_eq!(listed[0], (0, 0, 3, 0, Why::Benched));
    assert_eq!(listed.len(), 1, "{listed:?}");
}

#[test]
fn a_tie_that_the_seeding_decided_says_so_though_its_loser_is_benched_later() {
    let field: Vec<u32> = (0..4).collect();
    let (mut played, plan) = (Vec::new(), knockout(true));
    // 1 and 2 always draw; 2 is benched when it plays for third place.
    while let Some(round) = next_round(&plan, &lone(2), &field, &[], &played) {
        played.push(play(round, |who| [9, 5, 5, 1][who as usize]));
    }
    let listed = decided(&plan, &played, &[]);
    assert_eq!(listed, [(3, 0, 1, 2, Why::BetterSeed)]);
    assert_eq!(decided(&plan, &played, &[2])[0], listed[0]);
}

#[test]
fn before_the_end_those_who_are_in_share_the_first_place() {
    let field: Vec<u32> = (0..4).collect();
    let plan = knockout(false);
    assert_eq!(
        knockout_places(&plan, &lone(2), &field, &[], &[]),
        [(0, 1), (1, 1), (2, 1), (3, 1)]
    );
    let first = play(next_round(&plan, &lone(2), &field, &[], &[]).unwrap(), |who| 4 - who);
    let places = knockout_places(&plan, &lone(2), &field, &[], &[first]);
    assert_eq!(places, [(0, 1), (1, 1), (2, 3), (3, 3)]);
}

#[test]
fn fewer_than_a_table_have_no_knockout() {
    assert_eq!(next_round(&knockout(true), &lone(2), &[4], &[], &[]), None);
    assert_eq!(next_round(&knockout(true), &lone(2), &[], &[], &[]), None);
    assert_eq!(next_round(&knockout(true), &lone(4), &[0, 1, 2], &[], &[]), None);
}

#[test]
fn at_larger_tables_the_better_half_goes_on_to_a_final_of_one_table() {
    let field: Vec<u32> = (0..14).collect();
    let (played, places) = whole(&knockout(true), 4, &field, |who| 14 - who);
    assert_eq!(titles(&played), ["round of 14", "round of 8", "final"]);
    assert_eq!(played[2].round.pairings, [[0, 1, 2, 3]]);
    for seed in 0..4 {
        assert_eq!(places[&seed], seed + 1);
    }
    assert_eq!((places[&4], places[&7], places[&8], places[&13]), (5, 5, 9, 9));
}

#[test]
fn a_table_is_played_anew_only_if_the_border_of_those_who_go_on_is_level() {
    let field: Vec<u32> = (0..6).collect();
    let plan = knockout(false);
    let first = next_round(&plan, &lone(4), &field, &[], &[]).unwrap();
    assert_eq!((&first.pairings[..], &first.byes[..]), (&[vec![2, 3, 4, 5]][..], &[0, 1][..]));
    // Two advance: 5, and either 3 or 4.
    let drawn = play(first.clone(), |who| [9, 9, 0, 2, 2, 3][who as usize]);
    let again = next_round(&plan, &lone(4), &field, &[], std::slice::from_ref(&drawn)).unwrap();
    assert_eq!(again.title, "round of 6, tie-break 1");
    assert_eq!(again.pairings, [[2, 3, 4, 5]]);
    // The result of 2 in the tie-break does not help it.
    let broken = play(again, |who| [9, 9, 3, 1, 2, 0][who as usize]);
    let last = next_round(&plan, &lone(4), &field, &[], &[drawn, broken]).unwrap();
    assert_eq!((last.title.as_str(), &last.pairings[..]), ("final", &[vec![0, 1, 4, 5]][..]));
    let level_above = play(first, |who| [9, 9, 0, 1, 3, 3][who as usize]);
    let last = next_round(&plan, &lone(4), &field, &[], &[level_above]).unwrap();
    assert_eq!(last.pairings, [[0, 1, 4, 5]]);
}

#[test]
fn those_who_are_level_behind_the_winner_of_a_final_table_share_a_place() {
    let field: Vec<u32> = (0..4).collect();
    let (played, places) = whole(&knockout(false), 4, &field, |who| [1, 1, 0, 2][who as usize]);
    assert_eq!(titles(&played), ["final"]);
    assert_eq!(places, BTreeMap::from([(3, 1), (0, 2), (1, 2), (2, 4)]));
}

/// Plays with random results, benches entrants at random, and checks the invariants.
fn turbulent(count: usize, size: usize, third_place: bool, seed: u32) {
    let (plan, field) = (knockout(third_place), field(count));
    let mut chance = Chance::new(seed);
    let (mut played, mut benched): (Vec<PlayedRound>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut before: Vec<(u32, u32)> = Vec::new();
    while let Some(round) = next_round(&plan, &lone(size), &field, &benched, &played) {
        let breaks = round.title.split_once("tie-break ").map(|(_, n)| n.parse().unwrap());
        assert!(breaks.is_none_or(|n: usize| n <= TIE_BREAKS));
        let playing = round.pairings.concat();
        // Losers of the semi-finals play once more, in the final; no other eliminated entrant does.
        let out = |who: &u32| before.iter().any(|(other, place)| other == who && *place > 3);
        assert!(!playing.iter().any(out), "{played:?} {round:?}");
        if chance.below(3) == 0 {
            benched.push(playing[chance.below(playing.len() as u32) as usize]);
        }
        played.push(chance.play(round));
        let now = knockout_places(&plan, &lone(size), &field, &benched, &played);
        if next_round(&plan, &lone(size), &field, &benched, &played).is_some() {
            for (who, place) in &before {
                assert!(*place == 1 || now.contains(&(*who, *place)), "{before:?} {now:?}");
            }
        }
        before = now;
        assert!(played.len() <= (TIE_BREAKS + 1) * count);
    }
    let places = knockout_places(&plan, &lone(size), &field, &benched, &played);
    let first: Vec<&(u32, u32)> = places.iter().filter(|(_, place)| *place == 1).collect();
    assert_eq!(first.len(), 1, "{places:?}");
    for (at, (_, place)) in places.iter().enumerate() {
        let better = places.iter().filter(|(_, other)| other < place).count();
        assert_eq!(*place as usize, better + 1, "place {at} of {places:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_first_two_seeds_meet_in_the_final_or_not_at_all(count in 3..=40_usize, seed: u32) {
        let field = field(count);
        let plan = knockout(true);
        let played = tournament(&plan, &lone(2), &field, &mut Chance::new(seed));
        for round in played.iter().map(|played| &played.round) {
            let meet = round.pairings.iter().any(|pairing| *pairing == field[..2]);
            prop_assert!(!meet || round.title.starts_with("final"));
        }
    }

    #[test]
    fn whoever_is_benched_and_whatever_is_drawn_there_is_one_winner(
        count in 2..=24_usize, third_place: bool, seed: u32,
    ) {
        turbulent(count, 2, third_place, seed);
    }

    #[test]
    fn so_it_is_at_larger_tables(more in 0..=20_usize, size in 3..=6_usize, seed: u32) {
        turbulent(size + more, size, false, seed);
    }
}
