//! Searches in sampled worlds against the mean over all worlds.

use super::hidden_games::{Coin, Lead, Wager};
use crate::hidden::surprisal;
use crate::{
    Budget, Comparison, InformationSetSearch, InformationSetSettings, Sampling, choice_surprisal,
    monte_carlo,
};

const SAMPLING: Sampling = Sampling { worlds: 2000, candidates: 1, batch: 50 };
const SETTINGS: InformationSetSettings = InformationSetSettings { exploration: 10, entries: 1000 };

fn coin(tails: u32, is_open: bool) -> Coin {
    Coin { drawn: 0, tails, is_open }
}

fn everything() -> Budget<'static> {
    Budget::nodes(u64::MAX)
}

/// All hands of the seat that leads.
fn leads() -> impl Iterator<Item = Lead> {
    let pairs = (0..6).flat_map(|one| (one + 1..6).map(move |two| vec![one, two]));
    pairs.map(|hand| Lead { hand, drawn: 0 })
}

fn compare(lead: &mut Lead, worlds: u32, budget: &mut Budget<'_>) -> Comparison<u8> {
    monte_carlo(lead, Sampling { worlds, candidates: 1, batch: 4 }, budget).expect("a move")
}

#[test]
fn monte_carlo_over_all_worlds_is_the_mean_of_minimax() {
    for mut lead in leads() {
        let worlds = lead.worlds();
        let scores = |card: u8| {
            let after = worlds.iter().cloned().map(move |mut world| {
                world.play(card);
                1000 * world.minimax()
            });
            after.collect::<Vec<i32>>()
        };
        let comparison = compare(&mut lead, 6, &mut everything());
        assert_eq!((comparison.worlds, comparison.nodes), (6, 24));
        let mean = |scores: &[i32]| scores.iter().sum::<i32>().div_euclid(6);
        for compared in &comparison.moves {
            let own = scores(compared.branch);
            assert_eq!(compared.mean, mean(&own));
            let best = scores(comparison.best().branch);
            let lost: Vec<i32> = best.iter().zip(&own).map(|(best, own)| best - own).collect();
            assert_eq!(compared.cost, mean(&lost));
            let all = lead.hand.iter().map(|&card| scores(card));
            let most =
                all.reduce(|one, two| one.into_iter().zip(two).map(|(a, b)| a.max(b)).collect());
            let is_best =
                own.iter().zip(most.expect("a card")).filter(|(own, most)| **own == *most);
            assert_eq!(compared.worlds, is_best.count() as u32);
        }
        assert!(comparison.moves.is_sorted_by(|one, two| one.mean >= two.mean));
    }
}

#[test]
fn the_error_is_the_one_of_a_mean() {
    let mut errors = Vec::new();
    for mut lead in leads() {
        let comparison = compare(&mut lead, 6, &mut everything());
        let best = comparison.best();
        let scores: Vec<f64> = lead
            .worlds()
            .into_iter()
            .map(|mut world| {
                world.play(best.branch);
                f64::from(1000 * world.minimax())
            })
            .collect();
        let mean = scores.iter().sum::<f64>() / 6.0;
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        assert_eq!(best.error, (squares / 5.0 / 6.0).sqrt() as i32);
        errors.push(best.error);
    }
    assert!(errors.contains(&0) && errors.iter().any(|error| *error > 0), "{errors:?}");
}

#[test]
fn a_budget_of_nodes_bounds_the_worlds_but_never_the_first() {
    for nodes in 0..40 {
        let mut lead = Lead { hand: vec![1, 4], drawn: 0 };
        let comparison = compare(&mut lead, 100, &mut Budget::nodes(nodes));
        assert_eq!(u64::from(comparison.worlds), (nodes / 4).max(1));
        let mut search = InformationSetSearch::new(SETTINGS);
        let mut lead = Lead { hand: vec![1, 4], drawn: 0 };
        let comparison =
            search.run(&mut lead, SAMPLING, &mut Budget::nodes(nodes)).expect("a move");
        // A visit has at most four moves and a value.
        assert!(comparison.nodes <= nodes.max(4) + 5, "{} of {nodes}", comparison.nodes);
    }
    let mut lead = Lead { hand: vec![1, 4], drawn: 0 };
    let mut calls = 0;
    let mut stop = || {
        calls += 1;
        calls == 5
    };
    assert_eq!(compare(&mut lead, 100, &mut Budget::until(&mut stop)).worlds, 5);
}

#[test]
fn open_hands_overrate_a_bet_that_a_tree_of_information_sets_refuses() {
    let open = monte_carlo(&mut coin(0, true), SAMPLING, &mut everything()).expect("a move");
    assert_eq!((open.best().branch, open.best().mean), (Wager::Bet, 10));
    let mut search = InformationSetSearch::new(SETTINGS);
    let blind = search.run(&mut coin(0, false), SAMPLING, &mut everything()).expect("a move");
    assert_eq!((blind.best().branch, blind.best().mean), (Wager::Safe, 1));
    assert_eq!(blind.worlds, 2000);
}

#[test]
fn a_likely_world_is_used_in_proportion() {
    // Heads are seven times as likely as tails: a bet on heads gains 7.5.
    let tails = surprisal(1, 7);
    let sampling = Sampling { candidates: 4, ..SAMPLING };
    let mut search = InformationSetSearch::new(SETTINGS);
    let found = search.run(&mut coin(tails, false), sampling, &mut everything()).expect("a move");
    assert_eq!(found.best().branch, Wager::Bet);
    assert!((6..=8).contains(&found.best().mean), "{found:?}");
    let unweighted = search.run(&mut coin(0, false), sampling, &mut everything()).expect("a move");
    assert_eq!(unweighted.best().branch, Wager::Safe);
}

#[test]
fn the_worse_a_choice_the_more_it_surprises() {
    let among = |own: u32| choice_surprisal([0, 1, 2, 12].into_iter(), own);
    let found = [0, 1, 2, 12].map(among);
    assert!(found.is_sorted_by(|a, b| a < b), "{found:?}");
    // The best of 1, 1/2, 1/4 and almost 0 has a probability of 4/7, and strays take some of it.
    assert!((200..240).contains(&found[0]), "{found:?}");
    // The worst one is a stray: 1/16 of 1/4 of the choices.
    assert!((1500..1540).contains(&found[3]), "{found:?}");
    assert_eq!(choice_surprisal([7].into_iter(), 7), 0, "without an alternative");
}

#[test]
fn a_choice_among_equals_halves_the_likelihood() {
    // Restricted choice: of two worlds, the one in which the move was forced is twice as likely.
    let (forced, free) = (surprisal(1, 1), surprisal(1, 2));
    assert_eq!((forced, free), (0, 256));
    assert_eq!((surprisal(3, 12), surprisal(0, 9)), (512, 4096));
    let mut coin = coin(free, false);
    let sampling = Sampling { worlds: 300, candidates: 2, batch: 300 };
    let mut search = InformationSetSearch::new(SETTINGS);
    let found = search.run(&mut coin, sampling, &mut everything()).expect("a move");
    // 200 of 300 worlds are heads: a bet on heads gains 10/3.
    assert_eq!(found.best().branch, Wager::Bet);
    assert_eq!(coin.drawn, 600);
}

#[test]
fn earlier_searches_do_not_change_a_result() {
    let mut search = InformationSetSearch::new(SETTINGS);
    let mut run = || {
        let mut lead = Lead { hand: vec![2, 3], drawn: 0 };
        search.run(&mut lead, SAMPLING, &mut Budget::nodes(500)).expect("a move")
    };
    let first = run();
    assert_eq!(run(), first);
}

#[test]
fn a_full_tree_values_its_leaves() {
    let settings = InformationSetSettings { entries: 0, ..SETTINGS };
    let mut search = InformationSetSearch::new(settings);
    let mut lead = Lead { hand: vec![1, 5], drawn: 0 };
    let found = search.run(&mut lead, SAMPLING, &mut everything()).expect("a move");
    let exact = compare(&mut Lead { hand: vec![1, 5], drawn: 0 }, 6, &mut everything());
    assert_eq!(found.best().branch, exact.best().branch);
    assert_eq!(found.worlds, 2000);
}
