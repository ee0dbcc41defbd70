//! Compares ratings with published tables, and checks properties of any ratings.

use proptest::prelude::*;

use super::davidson::Score;
use super::newton::slope_at;
use super::plackett_luce::{Order, PlackettLuce};
use super::*;
use crate::interval::Mean;

fn elo_alone(entrants: usize, matches: &[Ranking]) -> Vec<Option<f64>> {
    elo_after(entrants, matches, &[matches.len()]).remove(0)
}

#[test]
fn a_history_has_the_elo_of_the_matches_so_far() {
    let matches = wins(BASEBALL);
    let ends = [0, 1, 7, 200, matches.len()];
    let alone = ends.map(|end| elo_alone(7, &matches[..end]));
    assert_eq!(elo_after(7, &matches, &ends), alone);
}

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found}, expected {expected}");
}

/// Returns matches between two entrants in one block.
fn duels(results: &[(u32, u32, u32, u8)]) -> Vec<Ranking> {
    let one = |&(first, second, times, rank): &(u32, u32, u32, u8)| {
        let sides = vec![vec![first], vec![second]];
        vec![Ranking { sides, ranks: vec![2, rank], block: 0, evidence: 1.0 }; times as usize]
    };
    results.iter().flat_map(one).collect()
}

/// Returns matches for a table of wins of the row over the column.
fn wins<const N: usize>(table: [[u32; N]; N]) -> Vec<Ranking> {
    let cell = |(i, j)| duels(&[(i, j, table[i as usize][j as usize], 3)]);
    (0..N as u32).flat_map(|i| (0..N as u32).map(move |j| (i, j))).flat_map(cell).collect()
}

/// American League 1987, at home and away: Milwaukee, Detroit, Toronto, New York, Boston,
/// Cleveland, Baltimore (Agresti, "Categorical Data Analysis", table of section 10.6).
const BASEBALL: [[u32; 7]; 7] = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
];

fn seed() -> Seed {
    Seed::from(1)
}

fn values(ratings: &Ratings) -> Vec<f64> {
    ratings.elo.iter().map(|elo| elo.expect("everybody is rated").value).collect()
}

#[test]
fn baseball_has_the_strengths_and_errors_of_the_textbook() {
    let field = RatedField::of(7, &Seen::of(wins(BASEBALL))).unwrap();
    let (model, fitted, prior) = fitted(&field).unwrap();
    assert_eq!((prior, model.name()), (false, "Bradley-Terry"));
    let (at, v) = (&fitted.at, &fitted.covariance);
    let expected = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839];
    let errors = [0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319];
    for (i, (theta, error)) in expected.into_iter().zip(errors).enumerate() {
        near(at[i] - at[6], theta, 5e-5);
        near((v[(i, i)] + v[(6, 6)] - 2.0 * v[(i, 6)]).sqrt(), error, 5e-5);
    }
    let ratings = rate(7, wins(BASEBALL), seed()).unwrap();
    let elo = [92.27, 67.09, 42.44, 34.29, 9.99, -63.64, -182.44];
    values(&ratings).iter().zip(elo).for_each(|(&found, elo)| near(found, elo, 5e-3));
    near(ratings.los[0][1], 0.679345, 5e-7);
    near(ratings.los[1][0], 1.0 - 0.679345, 5e-7);
    assert_eq!((ratings.model, ratings.draws, ratings.prior), ("Bradley-Terry", None, false));
    assert_eq!(ratings.errors, Errors::Curvature);
    let Estimate { value, low, high } = ratings.elo[6].unwrap();
    near((high - low) / 2.0, 1.96 * ELO * v[(6, 6)].sqrt(), 0.01);
    near((high + low) / 2.0, value, 1e-9);
}

#[test]
fn halves_of_a_win_are_points_as_any() {
    let scores =
        [[0.0, 6.5, 7.0, 9.0], [3.5, 0.0, 6.0, 7.5], [3.0, 4.0, 0.0, 5.5], [1.0, 2.5, 4.5, 0.0]];
    let pairs = (0..4).flat_map(|i| (0..4).map(move |j| (i, j))).filter(|(i, j)| i != j);
    let (results, weights): (Vec<_>, Vec<_>) =
        pairs.map(|(i, j)| (Score::Win(i, j), scores[i][j])).unzip();
    let model = Davidson { entrants: 4, results, has_draws: false };
    let fitted = fit(&model, &weights, false).unwrap();
    for (i, elo) in [148.686, 37.675, -48.016, -138.346].into_iter().enumerate() {
        near(ELO * fitted.at[i], elo, 5e-4);
    }
    let v = &fitted.covariance;
    for (i, los) in [0.9020, 0.8507, 0.8563].into_iter().enumerate() {
        let j = i + 1;
        let error = (v[(i, i)] + v[(j, j)] - 2.0 * v[(i, j)]).sqrt();
        near(normal_cdf((fitted.at[i] - fitted.at[j]) / error), los, 5e-5);
    }
}

#[test]
fn a_table_with_draws_has_davidsons_parameter() {
    let won = [[0, 5, 5, 8], [2, 0, 4, 6], [1, 2, 0, 4], [0, 1, 3, 0]];
    let drawn = [[0, 3, 4, 2], [0, 0, 4, 3], [0, 0, 0, 3], [0; 4]];
    let mut matches = wins(won);
    for (i, row) in drawn.iter().enumerate() {
        for (j, &times) in row.iter().enumerate() {
            matches.extend(duels(&[(i as u32, j as u32, times, 2)]));
        }
    }
    let field = RatedField::of(4, &Seen::of(&matches)).unwrap();
    let (model, fitted, _) = fitted(&field).unwrap();
    for (i, theta) in [1.39809, 0.35269, -0.45061, -1.30017].into_iter().enumerate() {
        near(fitted.at[i], theta, 5e-6);
    }
    let slope = slope_at(&*model, &field.weights(), false, &fitted.at);
    near(slope.value, -56.424122, 5e-7);
    let ratings = rate(4, &matches, seed()).unwrap();
    near(ratings.draws.unwrap(), 1.21929, 5e-6);
    assert_eq!(ratings.model, "Bradley-Terry (Davidson)");
}

/// Computed by choix 0.3 for these orders of four.
#[test]
fn orders_have_the_strengths_of_choix() {
    let orders = ["0123", "0213", "1032", "0132", "2013", "3102"];
    let matches: Vec<Ranking> = orders
        .iter()
        .map(|order| {
            let sides = order.bytes().map(|digit| vec![u32::from(digit - b'0')]).collect();
            Ranking { sides, ranks: vec![1, 2, 3, 4], block: 0, evidence: 1.0 }
        })
        .collect();
    let field = RatedField::of(4, &Seen::of(&matches)).unwrap();
    let (model, fitted, prior) = fitted_by(&field, Box::new(field.plackett_luce())).unwrap();
    assert!(!prior);
    for (i, theta) in [1.082028, 0.509201, -0.745597, -0.845632].into_iter().enumerate() {
        near(fitted.at[i], theta, 5e-7);
    }
    let slope = slope_at(&*model, &field.weights(), false, &fitted.at);
    near(slope.value, -15.303226, 5e-7);
    assert_eq!(rate(4, &matches, seed()).unwrap().model, "Plackett-Luce");
}

/// The mean over the orders that a tie allows.
#[test]
fn a_tie_is_the_average_of_the_orders_it_allows() {
    let at = [0.3, -0.7, 1.1, 0.2];
    let value = |ranks: [u8; 4]| {
        let order = Order::new((0..4).map(|i| vec![i]).collect(), &ranks);
        slope_at(&PlackettLuce { entrants: 4, orders: vec![order] }, &[1.0], false, &at).value
    };
    let first =
        [[1, 2, 3, 4], [1, 3, 2, 4], [2, 1, 3, 4], [3, 1, 2, 4], [2, 3, 1, 4], [3, 2, 1, 4]];
    near(value([1, 1, 1, 2]), first.map(value).iter().sum::<f64>() / 6.0, 1e-12);
    near(value([1, 3, 3, 2]), (value([1, 3, 4, 2]) + value([1, 4, 3, 2])) / 2.0, 1e-12);
    near(
        value([2, 1, 1, 2]),
        {
            let all = [[3, 1, 2, 4], [4, 1, 2, 3], [3, 2, 1, 4], [4, 2, 1, 3]];
            all.map(value).iter().sum::<f64>() / 4.0
        },
        1e-12,
    );
}

/// Compares slopes with finite differences of the likelihood.
#[test]
fn slopes_are_the_derivatives() {
    fn check(model: &impl Likelihood, weights: &[f64], at: &[f64]) {
        let of = |at: &[f64]| slope_at(model, weights, false, at);
        let (here, h) = (of(at), 1e-5);
        for i in 0..at.len() {
            let moved = |by: f64| {
                let mut at = at.to_vec();
                at[i] += by;
                of(&at)
            };
            let (up, down) = (moved(h), moved(-h));
            near((up.value - down.value) / (2.0 * h), here.gradient[i], 1e-7);
            for j in 0..at.len() {
                let second = (up.gradient[j] - down.gradient[j]) / (2.0 * h);
                near(second, -here.information[(i, j)], 1e-7);
            }
        }
    }
    let results = vec![Score::Win(0, 1), Score::Draw(1, 2), Score::Win(2, 0), Score::Draw(0, 1)];
    let model = Davidson { entrants: 3, results, has_draws: true };
    check(&model, &[1.0, 2.0, 0.5, 1.0], &[0.4, -0.9, 0.1, 0.3]);
    let model = Davidson { has_draws: false, ..model };
    check(&model, &[1.0, 2.0, 0.5, 1.0], &[0.4, -0.9, 0.1]);
    let pairs = vec![vec![0, 2], vec![1, 3], vec![4]];
    let orders = vec![
        Order::new(pairs.clone(), &[1, 2, 3]),
        Order::new(pairs.clone(), &[2, 1, 1]),
        Order::new(pairs, &[1, 1, 1]),
    ];
    let model = PlackettLuce { entrants: 5, orders };
    check(&model, &[1.0, 2.0, 0.7], &[0.4, -0.9, 0.1, 0.3, 1.2]);
}

#[test]
fn who_has_won_everything_is_rated_with_a_prior() {
    let ratings = rate(3, duels(&[(0, 1, 9, 3), (1, 2, 5, 3), (2, 1, 4, 3)]), seed()).unwrap();
    assert!(ratings.prior);
    let found = values(&ratings);
    assert!(found[0] > found[1] && found[0] < 1500.0, "{found:?}");
    near(found.iter().sum(), 0.0, 1e-9);
    let bounds = ratings.elo[0].unwrap();
    assert!(bounds.is_bounded() && bounds.error() > 100.0, "{bounds:?}");
}

/// A beat C, and both drew with B: with enough draws, any strength of A over C fits.
#[test]
fn draws_that_separate_a_field_are_noticed() {
    let ratings = rate(3, duels(&[(0, 2, 1, 3), (0, 1, 1, 2), (1, 2, 1, 2)]), seed()).unwrap();
    assert!(ratings.prior);
    let found = values(&ratings);
    assert!(found[0] > found[1] && found[1] > found[2] && found[0] < 400.0, "{found:?}");
}

#[test]
fn fields_that_never_met_are_rated_with_a_prior() {
    let two_twos = duels(&[(0, 1, 4, 3), (1, 0, 2, 3), (2, 3, 4, 3), (3, 2, 2, 3)]);
    let ratings = rate(4, &two_twos, seed()).unwrap();
    assert!(ratings.prior);
    let found = values(&ratings);
    near(found[0], found[2], 1e-6);
    near(ratings.los[0][2], 0.5, 1e-6);
}

#[test]
fn draws_alone_make_equals() {
    let ratings = rate(2, duels(&[(0, 1, 12, 2)]), seed()).unwrap();
    assert_eq!((values(&ratings), ratings.draws), (vec![0.0, 0.0], None));
    assert_eq!((ratings.los[0][1], ratings.prior), (0.5, false));
}

#[test]
fn who_has_not_played_is_not_rated() {
    let ratings = rate(4, duels(&[(1, 3, 2, 3), (3, 1, 1, 3)]), seed()).unwrap();
    assert_eq!((ratings.elo[0], ratings.elo[2], ratings.los[0][1]), (None, None, 0.5));
    near(ratings.elo[1].unwrap().value, ELO * 2.0f64.ln() / 2.0, 1e-6);
    assert_eq!(rate(4, Vec::<Ranking>::new(), seed()), None);
    assert_eq!(elo_alone(2, &[]), [None, None]);
    let itself =
        Ranking { sides: vec![vec![0], vec![0]], ranks: vec![1, 2], block: 0, evidence: 1.0 };
    assert_eq!(rate(1, &[itself], seed()), None);
}

/// Four entrants in pairs, each with each: only the mean of a pair is observed, and yet all are
/// distinguished.
#[test]
fn partners_are_told_apart_when_they_change() {
    let tables = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]];
    let mut matches = Vec::new();
    for (n, [a, b, c, d]) in tables.into_iter().enumerate() {
        // 0 wins with any partner, most with 1; sometimes it loses.
        for (block, times) in [(0, 6 - n as u32), (1, 2)] {
            let ranks = if block == 0 { vec![1, 2] } else { vec![2, 1] };
            let one = Ranking { sides: vec![vec![a, b], vec![c, d]], ranks, block, evidence: 1.0 };
            matches.extend(vec![one; times as usize]);
        }
    }
    let ratings = rate(4, &matches, seed()).unwrap();
    assert!(!ratings.prior);
    let found = values(&ratings);
    assert!(found[0] > found[1] && found[1] > found[2] && found[2] > found[3], "{found:?}");
    // For pairs that never change, the prior makes both members equally strong.
    let fixed: Vec<Ranking> = matches.into_iter().filter(|m| m.sides[0] == [0, 1]).collect();
    let ratings = rate(4, &fixed, seed()).unwrap();
    assert!(ratings.prior);
    near(values(&ratings)[0], values(&ratings)[1], 1e-6);
}

/// Returns matches of two in blocks that end with two points, one or none for the first.
fn blocks(count: u32, both: impl Fn(u32) -> bool) -> Vec<Ranking> {
    let one = |block| {
        let result = |first: u8| Ranking {
            sides: vec![vec![0], vec![1]],
            ranks: vec![first, 3 - first],
            block,
            evidence: 1.0,
        };
        // Both matches won, or one each; every fifth both lost.
        match (block % 5 == 4, both(block)) {
            (true, _) => [result(2), result(2)],
            (false, true) => [result(1), result(1)],
            (false, false) => [result(1), result(2)],
        }
    };
    (0..count).flat_map(one).collect()
}

/// For two entrants, the error of the log odds is known: the error of the mean block score over p
/// (1 - p).
#[test]
fn the_bootstrap_has_the_error_of_block_scores() {
    let matches = blocks(400, |block| block % 2 == 0);
    let ratings = rate(2, &matches, seed()).unwrap();
    assert_eq!(ratings.errors, Errors::Bootstrap(400));
    let scores: Vec<f64> = matches
        .chunks(2)
        .map(|pair| pair.iter().filter(|m| m.ranks[0] == 1).count() as f64 / 2.0)
        .collect();
    let duel = Duel::of_blocks(&scores, 2).unwrap();
    let Some(elo) = ratings.elo[0] else { panic!("rated") };
    near(2.0 * elo.value, duel.elo.value, 1e-6);
    near(2.0 * elo.error() / duel.elo.error(), 1.0, 0.12);
    near(ratings.los[0][1], duel.los, 0.02);
}

/// Sixteen copies of each match add no information if a block shares its luck.
#[test]
fn copies_within_a_block_do_not_narrow_the_interval() {
    let matches = blocks(40, |block| block % 3 == 0);
    let copies: Vec<Ranking> = matches.iter().flat_map(|one| vec![one.clone(); 16]).collect();
    let error = |matches: &[Ranking]| rate(2, matches, seed()).unwrap().elo[0].unwrap().error();
    near(error(&matches), error(&copies), 1e-6);
}

/// For two entrants and few blocks, the error is Student's of the block scores.
#[test]
fn few_blocks_have_students_error() {
    let matches = blocks(7, |block| block % 2 == 0);
    let ratings = rate(2, &matches, seed()).unwrap();
    assert_eq!(ratings.errors, Errors::Student(7));
    let scores =
        matches.chunks(2).map(|pair| pair.iter().filter(|m| m.ranks[0] == 1).count() as f64 / 2.0);
    let mean: Mean = scores.collect();
    let p = mean.value();
    let half = student_quantile(0.975, 6) * mean.error().unwrap() / (p * (1.0 - p));
    let Some(elo) = ratings.elo[0] else { panic!("rated") };
    near(2.0 * elo.error(), ELO * half, 1e-6);
    let t = (p - 0.5) / mean.error().unwrap();
    // The log odds are a little steeper than the score.
    near(ratings.los[0][1], student_cdf(t, 6), 0.02);
}

/// Two entrants met in a single draw, and one of them met others: their difference is 0 in all
/// blocks.
#[test]
fn two_that_only_drew_are_equally_likely_the_stronger() {
    let results =
        [(4, 3, 1, 1), (2, 0, 1, 2), (4, 0, 2, 9), (0, 4, 2, 6), (2, 4, 2, 3), (4, 0, 0, 0)];
    let matches = results.map(|(first, second, rank, block)| Ranking {
        sides: vec![vec![first], vec![second]],
        ranks: vec![1, rank],
        block,
        evidence: 1.0,
    });
    let ratings = rate(5, &matches, seed()).unwrap();
    near(ratings.los[3][4], 0.5, 1e-9);
    near(ratings.los[4][3], 0.5, 1e-9);
}

#[test]
fn blocks_that_are_all_alike_give_way_to_the_curvature() {
    let errors = |matches: &[Ranking]| rate(2, matches, seed()).unwrap().errors;
    assert_eq!(errors(&blocks(8, |block| block % 2 == 0)), Errors::Bootstrap(8));
    for count in [6, 50] {
        let all = blocks(count, |_| false).into_iter();
        let alike: Vec<Ranking> = all.filter(|m| m.block % 5 != 4).collect();
        assert_eq!(errors(&alike), Errors::Curvature);
    }
    assert_eq!(errors(&blocks(3, |_| true)), Errors::Curvature);
    assert_eq!(Errors::Bootstrap(8).to_string(), "bootstrap over 8 blocks");
}

/// Four matches of a table as one observation give twice the error.
#[test]
fn the_curvature_counts_what_is_evidence() {
    let whole = rate(7, wins(BASEBALL), seed()).unwrap();
    let quarter = wins(BASEBALL).into_iter().map(|one| Ranking { evidence: 0.25, ..one });
    let quarter = rate(7, quarter.collect::<Vec<_>>(), seed()).unwrap();
    assert_eq!(values(&whole), values(&quarter));
    let error = |ratings: &Ratings| ratings.elo[0].unwrap().error();
    near(error(&quarter), 2.0 * error(&whole), 1e-9);
}

#[test]
fn the_same_seed_gives_the_same_intervals() {
    let matches = blocks(30, |block| block % 3 == 0);
    assert_eq!(rate(2, &matches, seed()), rate(2, &matches, seed()));
    assert_ne!(rate(2, &matches, seed()), rate(2, &matches, Seed::from(2)));
    let mut shuffled = matches.clone();
    Seed::from(3).rng().shuffle(&mut shuffled);
    assert_eq!(rate(2, &matches, seed()), rate(2, &shuffled, seed()));
}

fn any_table() -> impl Strategy<Value = [[u32; 4]; 4]> {
    // At least one win each way, so that no prior is needed.
    proptest::array::uniform4(proptest::array::uniform4(1u32..9)).prop_map(|mut table| {
        (0..4).for_each(|i| table[i][i] = 0);
        table
    })
}

proptest! {
    #[test]
    fn another_win_never_lowers_a_rating(table in any_table(), i in 0usize..4, j in 0usize..4) {
        prop_assume!(i != j);
        let mut more = table;
        more[i][j] += 1;
        let [before, after] = [table, more].map(|t| elo_alone(4, &wins(t))[i].unwrap());
        prop_assert!(after > before - 1e-9, "{before} {after}");
    }

    #[test]
    fn numbers_do_not_matter(table in any_table(), draws in 0u32..5, first in 0u32..4) {
        let mut matches = wins(table);
        matches.extend(duels(&[(first, (first + 1) % 4, draws, 2)]));
        let renumbered: Vec<Ranking> = matches
            .iter()
            .map(|m| Ranking {
                sides: m.sides.iter().map(|side| vec![(side[0] + 3) % 4 + 1]).collect(),
                ..m.clone()
            })
            .collect();
        let (before, after) = (elo_alone(4, &matches), elo_alone(5, &renumbered));
        prop_assert_eq!(after[0], None);
        for (i, before) in before.into_iter().enumerate() {
            prop_assert!((before.unwrap() - after[(i + 3) % 4 + 1].unwrap()).abs() < 1e-6);
        }
    }

    #[test]
    fn orders_of_two_are_rated_as_bradley_and_terry_do(table in any_table()) {
        let field = RatedField::of(4, &Seen::of(wins(table))).unwrap();
        let (_, twos, _) = fitted(&field).unwrap();
        let (_, orders, _) = fitted_by(&field, Box::new(field.plackett_luce())).unwrap();
        for i in 0..4 {
            prop_assert!((twos.at[i] - orders.at[i]).abs() < 1e-7);
            for j in 0..4 {
                prop_assert!((twos.covariance[(i, j)] - orders.covariance[(i, j)]).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn whatever_was_played_ratings_are_finite_and_centred(
        played in proptest::collection::vec((0u32..5, 0u32..5, 0u32..5, 0u8..3, 0u8..3, 0u32..12), 1..40),
        twos in any::<bool>(),
    ) {
        let matches: Vec<Ranking> = played
            .into_iter()
            .filter(|&(a, b, c, ..)| a != b && a != c && b != c)
            .map(|(a, b, c, second, third, block)| {
                let (sides, ranks) = if twos { (vec![vec![a], vec![b]], vec![1, second]) } else { (vec![vec![a], vec![b], vec![c]], vec![1, second, third]) };
                Ranking { sides, ranks, block, evidence: 1.0 }
            })
            .collect();
        let Some(ratings) = rate(5, &matches, seed()) else {
            prop_assert!(matches.is_empty());
            return Ok(());
        };
        let rated: Vec<Estimate> = ratings.elo.iter().flatten().copied().collect();
        prop_assert!(rated.iter().all(|elo| elo.is_bounded() && elo.error() > 0.0), "{ratings:?}");
        prop_assert!(rated.iter().map(|elo| elo.value).sum::<f64>().abs() < 1e-6);
        for (i, row) in ratings.los.iter().enumerate() {
            for (j, los) in row.iter().enumerate() {
                prop_assert!((los + ratings.los[j][i] - 1.0).abs() < 1e-9, "{ratings:?}");
            }
        }
    }
}
