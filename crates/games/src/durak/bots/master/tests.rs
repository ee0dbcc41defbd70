//! Tests of the master's moves, memory and log.

use super::*;
use crate::durak::Options as Rules;
use crate::masters::testing::{Table, check_memory, named, worlds_when_stopped};
use crate::masters::{BATCH, Master};
use juez_core::{Bot, Seat, Severity, State};

fn bot(level: u32, nodes: u32) -> Box<dyn Bot<Durak>> {
    Box::new(Master::<Bouts>::with(level.into(), nodes.into(), Policy::default()))
}

#[test]
fn a_master_is_seldom_the_durak() {
    for (seats, others, most) in [(2, "evaluator", 15), (2, "greedy", 15), (4, "greedy", 6)] {
        let rules = Rules { seats, ..Rules::default() };
        let mut lost = 0;
        for seed in 0..32 {
            let own = Seat::new(seed as u8 % seats);
            let mut bots: Vec<_> = Seat::all(seats)
                .map(|seat| if seat == own { bot(5, 5000) } else { named(others) })
                .collect();
            let mut table = Table::<Durak>::new(seed / u64::from(seats), &rules);
            table.finish(&mut bots);
            lost += u32::from(table.position.public.durak == Some(own));
        }
        assert!(lost <= most, "{seats} seats, {others}: {lost} of 32");
    }
}

#[test]
fn a_few_nodes_give_a_legal_move_under_all_rules() {
    let usual = Rules::default();
    for (seed, rules) in (0..).zip([
        usual,
        Rules { seats: 6, ..usual },
        Rules { seats: 3, deck: 52, first5: true, games: 2, ..usual },
        Rules { seats: 4, games: 3, next_first: crate::durak::NextFirst::AttackTheDurak, ..usual },
        Rules { last_card: crate::durak::LastCard::AttackerWins, max_bouts: 12, ..usual },
    ]) {
        for (game, nodes) in (0..).zip([1, 2, 50, 300]) {
            let mut bots: Vec<_> =
                (0..rules.seats).map(|seat| bot(1 + u32::from(seat + game) % 5, nodes)).collect();
            Table::new(10 * seed + u64::from(game), &rules).finish(&mut bots);
        }
    }
}

#[test]
fn neither_earlier_decisions_nor_hidden_cards_change_a_move() {
    for (seats, level) in [(2, 5), (3, 5), (4, 3)] {
        let mut table = Table::new(3, &Rules { seats, games: 3, ..Rules::default() });
        assert_eq!(check_memory(&mut table, 60, || bot(level, 1500)), 60);
    }
}

#[test]
fn the_log_explains_the_move() {
    let mut logs = String::new();
    for seed in 0..6 {
        let mut table = Table::new(seed, &Rules::default());
        while let Some(seat) = table.advance() {
            let mv = table.ask(&mut *bot(5, 20_000));
            let reason = format!("{mv}: tried in ");
            let proof = format!("{mv} wins against any play");
            let explains = |line: &String| line.starts_with(&reason) || line.starts_with(&proof);
            assert!(table.log.iter().any(explains), "{:?}", table.log);
            logs += &format!("{}\n", table.log.join("\n"));
            table.play(seat, mv);
        }
    }
    for part in ["would cost", "wins against any play", "moves lose", "holds"] {
        assert!(logs.contains(part), "{part}: {logs}");
    }
}

#[test]
fn a_master_plays_the_same_match_on_every_machine() {
    let mut table = Table::new(7, &Rules::default());
    table.finish(&mut [bot(5, 2000), bot(3, 2000)]);
    let moves: Vec<String> = table.moves.iter().take(25).map(|(_, mv)| mv.to_string()).collect();
    assert_eq!(
        moves.join(" "),
        "AD take AH done 9H take 9D 9C done QS take QH done 7H JH done AS take AH AD done QD AD done 6S"
    );
}

#[test]
fn a_master_stops_when_it_is_told() {
    let mut table = Table::new(1, &Rules::default());
    let worlds = worlds_when_stopped(&mut table, bot(5, 100_000_000));
    assert!((1..BATCH).contains(&worlds), "{worlds}");
}

#[test]
fn a_move_that_costs_points_gets_a_second_look_in_other_worlds() {
    let (mut costly, mut table) = (0, Table::<Durak>::new(2, &Rules::default()));
    while let Some(seat) = table.advance() {
        let mut reviewer = Master::<Bouts>::with(5, 5000, Policy::default());
        let legal = table.position.legal_moves();
        let mut value = |&mv| table.value(&mut reviewer, mv).expect("a value");
        let values: Vec<Valuation<Move>> = legal.iter().map(&mut value).collect();
        let sampled = || values.iter().filter(|value| value.worlds > 0);
        let costs = |value: &&Valuation<Move>| Severity::of(value.cost()).is_some();
        let first = sampled().filter(|value| !costs(value)).map(|value| value.worlds).min();
        for value in sampled().filter(costs) {
            assert!(first.is_none_or(|first| value.worlds > first), "{value:?} after {first:?}");
            costly += 1;
        }
        table.play(seat, values[0].best);
    }
    assert!(costly > 10, "{costly}");
}
