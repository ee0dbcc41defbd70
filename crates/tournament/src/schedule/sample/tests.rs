use proptest::prelude::*;

use super::*;
use crate::format::Format;
use crate::job::Job;
use crate::plan::Plan;
use crate::round::PlayedRound;
use crate::schedule::jobs::sampled_jobs;
use crate::schedule::next::next_round;
use crate::schedule::testing::{Chance, field, in_pairs, lone, plan, tournament};

/// Returns a round robin with `each` matches for each entrant.
fn sample(each: u32) -> Plan {
    Plan { matches_each: Some(each), ..plan(Format::RoundRobin, 1, 1) }
}

/// Returns all matches of a sample drawn in these parts.
fn drawn(count: usize, shape: &Shape, parts: &[u32]) -> Vec<Job> {
    let mut played: Vec<PlayedRound> = Vec::new();
    let mut jobs: Vec<Job> = Vec::new();
    for &each in parts {
        let field = field(count);
        let round = next_round(&sample(each), shape, &field, &[], &played).expect("more to play");
        jobs.extend(sampled_jobs(&round, shape, jobs.len() as u32));
        played.push(Chance::new(1).play(round));
        assert_eq!(next_round(&sample(each), shape, &field, &[], &played), None, "all is drawn");
    }
    jobs
}

/// Counts matches, meetings and seats of each place of the field.
fn counted(count: usize, jobs: &[Job]) -> (Vec<u32>, Meetings, Vec<Vec<u32>>) {
    let all = field(count);
    let mut met = Meetings::new(count);
    let size = jobs.first().map_or(0, |job| job.order.len());
    let (mut played, mut sat) = (vec![0; count], vec![vec![0; size]; count]);
    for job in jobs {
        let places: Vec<usize> = job
            .order
            .iter()
            .map(|who| all.iter().position(|other| other == who).unwrap())
            .collect();
        met.add(&places);
        for (seat, &place) in places.iter().enumerate() {
            played[place] += 1;
            sat[place][seat] += 1;
        }
    }
    (played, met, sat)
}

fn spread(counts: &[u32]) -> u32 {
    counts.iter().max().unwrap() - counts.iter().min().unwrap()
}

/// Checks a sample drawn in one part.
fn is_balanced(count: usize, size: usize, each: u32) -> Result<(), TestCaseError> {
    let shape = lone(size);
    let jobs = drawn(count, &shape, &[each]);
    prop_assert_eq!(
        jobs.len() as u64,
        super::count(count, size, each) * if size == 2 { 2 } else { 1 }
    );
    let (played, met, sat) = counted(count, &jobs);
    let even = if size == 2 { each.next_multiple_of(2) } else { each };
    let step = if size == 2 { 2 } else { 1 };
    prop_assert!(played.iter().all(|&own| own == even || own == even + step), "{:?}", played);
    if each as usize * (size - 1) >= count - 1 {
        prop_assert!(met.spread() <= 2, "{} at {}, {}: {:?}", count, size, each, met);
    }
    for seats in &sat {
        prop_assert!(spread(seats) <= 1, "{:?}", seats);
    }
    let mut seen = std::collections::BTreeSet::new();
    for job in &jobs {
        let mut table = job.order.clone();
        table.sort_unstable();
        table.dedup();
        prop_assert_eq!(table.len(), size, "no entrant sits twice at a table");
        prop_assert!(size == 2 || seen.insert(job.block), "a deal for each table");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn everybody_plays_meets_everybody_and_has_every_seat_equally_often(
        count in 3..=40_usize, size in 2..=6_usize, each in 1..=24_u32,
    ) {
        prop_assume!(count >= size);
        is_balanced(count, size, each)?;
    }
}

#[test]
fn small_fields_and_those_of_a_class_are_balanced() {
    for (count, size, each) in [
        (3, 3, 7),
        (4, 3, 3),
        (5, 4, 6),
        (7, 6, 6),
        (8, 6, 12),
        (9, 4, 8),
        (30, 4, 12),
        (33, 6, 20),
    ] {
        is_balanced(count, size, each).unwrap();
    }
}

#[test]
fn seven_of_three_at_a_table_are_the_plane_of_fano() {
    let (_, met, _) = counted(7, &drawn(7, &lone(3), &[3]));
    assert_eq!(met.spread(), 0, "seven tables at which each two meet once");
}

#[test]
fn a_sample_in_parts_is_as_balanced_as_one_at_once() {
    for (count, size) in [(30, 6), (10, 4), (8, 3), (5, 3)] {
        let parts = [size as u32, 3 * size as u32, 5 * size as u32];
        let (played, met, sat) = counted(count, &drawn(count, &lone(size), &parts));
        assert!(played.iter().all(|&own| own == parts[2]), "{played:?}");
        assert!(met.spread() <= 2, "{count} at {size}: {met:?}");
        assert!(sat.iter().all(|seats| spread(seats) == 0), "{sat:?}");
    }
    let (played, _, sat) = counted(30, &drawn(30, &lone(6), &[1, 5, 16]));
    assert!(spread(&played) <= 1 && sat.iter().all(|seats| spread(seats) <= 2), "{sat:?}");
    let (played, met, _) = counted(9, &drawn(9, &lone(2), &[6, 20, 34]));
    assert!(spread(&played) <= 2 && met.spread() <= 2, "{played:?} {met:?}");
}

#[test]
fn partners_who_rotate_are_balanced_too() {
    let shape = Shape::new(in_pairs(), 4);
    let (played, met, sat) = counted(10, &drawn(10, &shape, &[18]));
    assert!(played.iter().all(|&own| own == 18), "{played:?}");
    assert!(met.spread() <= 2, "{met:?}");
    assert!(sat.iter().all(|seats| spread(seats) <= 2), "{sat:?}");
}

#[test]
fn a_sample_follows_from_the_field_alone_whatever_the_seed() {
    let shape = lone(4);
    let other = Plan { seed: juez_core::Seed::from(99), ..sample(8) };
    let first = |plan: &Plan| next_round(plan, &shape, &field(14), &[], &[]);
    assert_eq!(first(&sample(8)), first(&other));
    let played = tournament(&sample(8), &shape, &field(14), &mut Chance::new(3));
    assert_eq!(played.len(), 1, "one round, drawn twice alike");
}

#[test]
fn fewer_than_a_table_have_no_sample() {
    assert_eq!(next_round(&sample(8), &lone(4), &field(3), &[], &[]), None);
    assert_eq!(next_round(&sample(8), &lone(2), &field(1), &[], &[]), None);
}
