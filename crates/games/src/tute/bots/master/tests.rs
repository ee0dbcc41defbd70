//! Tests of the master's moves, memory and log.

use super::*;
use crate::masters::Master;
use crate::masters::testing::{Table, check_memory, named, worlds_when_stopped};
use crate::tute::{Options as Rules, Six, Swap, TrumpRule};
use juez_core::{Bot, Seat, State};

fn bot(level: u32, nodes: u32) -> Box<dyn Bot<Tute>> {
    Box::new(Master::<Tricks>::with(level.into(), nodes.into(), Policy::default()))
}

/// Returns the porotos of a bot and the mean of the others over matches from each seat.
fn porotos(
    rules: &Rules,
    seeds: u64,
    own: impl Fn() -> Box<dyn Bot<Tute>>,
    others: impl Fn() -> Box<dyn Bot<Tute>>,
) -> (i32, i32) {
    let (mut ours, mut all) = (0, 0);
    for (seed, me) in (0..seeds).flat_map(|seed| Seat::all(rules.seats).map(move |me| (seed, me))) {
        let mut table = Table::new(seed, rules);
        let bots = Seat::all(rules.seats).map(|seat| if seat == me { own() } else { others() });
        table.finish(&mut bots.collect::<Vec<_>>());
        ours += table.position.points()[me];
        all += table.position.points().iter().map(|(_, points)| points).sum::<i32>();
    }
    (ours, (all - ours) / (i32::from(rules.seats) - 1))
}

#[test]
fn a_master_has_fewer_porotos() {
    for (seats, others) in [(3, "greedy"), (3, "experto"), (4, "greedy")] {
        let rules = Rules { seats, ..Rules::default() };
        let (ours, theirs) = porotos(&rules, 4, || bot(5, 6000), || named(others));
        assert!(4 * ours <= 3 * theirs, "{seats} seats, {others}: {ours} and {theirs}");
    }
}

#[test]
fn a_few_nodes_give_a_legal_move_under_all_rules() {
    let usual = Rules::default();
    for (seed, rules) in (0..).zip([
        usual,
        Rules { seats: 4, ..usual },
        Rules { seats: 5, trump: TrumpRule::LastCard, ..usual },
        Rules { seats: 6, ..usual },
        Rules { seats: 6, six: Six::NoTwos, ..usual },
        Rules { swap: Swap::First, limit: 20, ..usual },
    ]) {
        for (game, nodes) in (0..).zip([1, 2, 300]) {
            let mut bots: Vec<_> =
                (0..rules.seats).map(|seat| bot(1 + u32::from(seat + game) % 5, nodes)).collect();
            Table::new(10 * seed + u64::from(game), &rules).finish(&mut bots);
        }
    }
}

#[test]
fn neither_earlier_decisions_nor_hidden_cards_change_a_move() {
    for (seats, level) in [(3, 5), (3, 3), (5, 5)] {
        let mut table = Table::new(3, &Rules { seats, ..Rules::default() });
        assert_eq!(check_memory(&mut table, 40, || bot(level, 2000)), 40);
    }
}

#[test]
fn the_log_explains_the_move() {
    let mut table = Table::new(5, &Rules::default());
    let mut logs = String::new();
    while let Some(seat) = table.advance()
        && table.deals <= 2
    {
        let mv = table.ask(&mut *bot(5, 20_000));
        let line = table.log.first().expect("a line");
        assert!(line.starts_with(&format!("{mv}: best in ")), "{line}");
        assert!(table.log[1].contains(" would cost "), "{:?}", table.log);
        assert!(!table.log[1].starts_with(&format!("{mv} ")), "{:?}", table.log);
        logs += &format!("{}\n", table.log.join("\n"));
        table.play(seat, mv);
    }
    for part in [" has no oros: 0.", "I go for the most points", "I go for the fewest points"] {
        assert!(logs.contains(part), "{part}: {logs}");
    }
}

#[test]
fn a_match_of_all_levels_is_the_same_on_every_machine() {
    let mut table = Table::new(7, &Rules { seats: 5, ..Rules::default() });
    table.finish(&mut [5, 1, 2, 3, 4].map(|level| bot(level, 3000)));
    let moves: Vec<String> = table.moves.iter().take(20).map(|(_, mv)| mv.to_string()).collect();
    assert_eq!(
        moves.join(" "),
        "B2 B6 B11 B5 B12 E1 E12 E7 O6 E6 B4 O10 B10 B3 B1 E11 E3 O4 E5 O11"
    );
}

#[test]
fn a_master_stops_when_it_is_told() {
    let mut table = Table::new(1, &Rules::default());
    assert_eq!(worlds_when_stopped(&mut table, bot(5, 100_000_000)), 1);
}
