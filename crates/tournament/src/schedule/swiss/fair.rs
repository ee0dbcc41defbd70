//! Smaller tables have no effect on results: the ranks of equal bots do not depend on them.

use super::super::standing::{FieldStanding, buchholz, millionths};
use crate::format::Format;
use crate::round::PlayedRound;
use crate::schedule::pairing::Field;
use crate::schedule::testing::{Chance, field, lone, plan, tournament};
use crate::shape::Shape;

/// Returns the rank of each entrant of the field; shared ranks are averaged.
fn places(field: &Field, played: &[PlayedRound]) -> Vec<f64> {
    let means = FieldStanding::of(field, played).means;
    let ties = buchholz(field, played);
    let key = |at: usize| (-millionths(means[at]), -millionths(ties[at]));
    let all = 0..field.len();
    let before = |at: usize| all.clone().filter(|&other| key(other) < key(at)).count() as f64;
    let level = |at: usize| all.clone().filter(|&other| key(other) == key(at)).count() as f64;
    all.clone().map(|at| before(at) + (level(at) + 1.0) / 2.0).collect()
}

/// Plays many tournaments of equal bots. Compares entrants with more smaller tables than others to
/// all: returns the difference of mean ranks in standard errors, and how often they are in the
/// first third relative to chance.
fn seen(count: usize, shape: &Shape, rounds: u32) -> (f64, f64) {
    let (plan, field) = (plan(Format::Swiss, rounds, 1), field(count));
    let (mut off, mut third) = (Vec::new(), (0.0, 0.0));
    for seed in 0..400 {
        let played = tournament(&plan, shape, &field, &mut Chance::new(seed));
        let standing = FieldStanding::of(&field, &played);
        let had = &standing.small;
        let least = had.iter().min().copied().unwrap_or(0);
        let places = places(&field, &played);
        let some: Vec<f64> =
            (0..count).filter(|&at| had[at] > least).map(|at| places[at]).collect();
        assert!(!some.is_empty() && some.len() < count, "nothing to compare: {had:?}");
        let mean = some.iter().sum::<f64>() / some.len() as f64;
        off.push(mean - (count as f64 + 1.0) / 2.0);
        let upper = some.iter().filter(|&&place| place <= count as f64 / 3.0).count();
        third = (third.0 + upper as f64, third.1 + some.len() as f64);
    }
    let n = off.len() as f64;
    let mean = off.iter().sum::<f64>() / n;
    let variance = off.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / (n - 1.0);
    (mean / libm::sqrt(variance / n), 3.0 * third.0 / third.1)
}

#[test]
fn the_places_of_equal_bots_do_not_depend_on_smaller_tables() {
    for (name, count, shape, rounds) in [
        ("33 at six", 33, lone(6).with_smaller(&[5, 4, 3, 2]), 2),
        ("30 at four", 30, lone(4).with_smaller(&[3]), 3),
        ("22 at five", 22, lone(5).with_smaller(&[4, 3, 2]), 3),
    ] {
        let (errors, upper) = seen(count, &shape, rounds);
        assert!(errors.abs() < 3.5, "{name}: {errors} standard errors from the middle");
        assert!((0.8..1.25).contains(&upper), "{name}: {upper} times as often in the first third");
    }
}
