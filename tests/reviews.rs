//! Reviews against facts: solved endings, the strength of the players, other seats, other names.

use juez::core::{CERTAIN, PerSeat, Record, Seat, Seed, Terms};
use juez::registry::{MatchSetup, PlayerSpec, Review, ReviewSum, Reviewed, Reviewing, game};
use serde_json::{Value, json};

/// Plays a match of built-in bots.
fn played(id: &str, players: &[&str], options: Value, seed: u64) -> Record {
    let game = game(id).expect("a game");
    let players = players.iter().map(|name| PlayerSpec::read(name, game).expect("a bot"));
    let terms =
        Terms { options: options.as_object().expect("options").clone(), ..Terms::default() };
    let setup =
        MatchSetup { terms, seed: Some(Seed::from(seed)), ..MatchSetup::new(players.collect()) };
    game.play(&setup, &mut ()).expect("a match")
}

fn reviewing(record: &Record, nodes: u32) -> Reviewing {
    let game = game(&record.game).expect("a game");
    Reviewing::new(game, record, Some(nodes)).expect("a reviewer")
}

fn review(record: &Record, nodes: u32) -> Review {
    reviewing(record, nodes)
        .review(record, |_| true)
        .expect("a good record")
        .expect("a whole review")
}

/// Returns the decisions of some seats, by their knowledge.
fn decisions(record: &Record, seats: &[Seat], nodes: u32) -> Vec<Reviewed> {
    let found = reviewing(record, nodes).decisions(record, seats, |_| true);
    found.expect("a good record").expect("a whole review")
}

#[test]
fn durak_of_two_without_a_talon_is_judged_exactly() {
    let (mut solved, mut lost) = (0, 0);
    for seed in 0..4 {
        let record = played("durak", &["random"; 2], json!({}), seed);
        let found = decisions(&record, &[Seat::new(0), Seat::new(1)], 20_000);
        // Nothing is hidden in the end: what one seat wins the other loses.
        let late: Vec<&Reviewed> = found.iter().rev().take(6).collect();
        for pair in late.windows(2) {
            let (next, one) = (pair[0], pair[1]);
            let expected = if next.seat == one.seat { one.after } else { CERTAIN - one.after };
            assert_eq!(next.before, expected, "{one:?} {next:?}");
            assert!([0, CERTAIN / 2, CERTAIN].contains(&next.before), "{next:?}");
            solved += 1;
            lost += u32::from(one.cost > 0);
        }
    }
    assert!(solved == 20 && lost > 0, "{solved} solved, {lost} with a mistake");
}

/// Returns the reviewed decisions of a match of one hand once this many cards or tiles are left in
/// all hands.
fn endings(record: &Record, dealt: usize, left: usize) -> Vec<Reviewed> {
    let laid = |moves: &[String]| moves.iter().filter(|text| *text != "pass").count();
    let all = review(record, 300).decisions.into_iter();
    all.filter(|one| dealt - laid(&record.moves[..one.ply as usize]) <= left).collect()
}

#[test]
fn the_last_cards_and_tiles_of_pairs_are_judged_exactly_in_hindsight() {
    let scopone = json!({"kind": "team9", "target": 0});
    for (id, options, dealt, left) in
        [("scopone", scopone, 36, 8), ("dominoes", json!({"target": 1}), 28, 12)]
    {
        let mut solved = 0;
        for seed in 0..3 {
            let record = played(id, &["greedy", "random"], options.clone(), seed);
            for pair in endings(&record, dealt, left).windows(2) {
                let [one, next] = pair else { unreachable!("windows of two") };
                let [after, before] = [one, next].map(|one| one.hindsight.clone().expect("hands"));
                let are_partners = (next.seat.index() + one.seat.index()).is_multiple_of(2);
                let expected = if are_partners { after.after } else { CERTAIN - after.after };
                assert!((before.before - expected).abs() <= 2, "{id}: {one:?} {next:?}");
                solved += 1;
            }
        }
        assert!(solved >= 6, "{id}: {solved} pairs of decisions");
    }
}

/// Returns the decisions of `master` and of the others in matches, each with the master in other
/// seats.
fn master_against_greedy(id: &str, seats: usize, matches: u64, nodes: u32) -> [ReviewSum; 2] {
    let mut sums = [ReviewSum::default(), ReviewSum::default()];
    for seed in 0..matches {
        let own = seed as usize % seats;
        let master = format!("master:nodes={nodes}");
        let name = |seat| if seat == own { &*master } else { "greedy" };
        let record = played(id, &(0..seats).map(name).collect::<Vec<_>>(), json!({}), seed);
        let all: Vec<Seat> = Seat::all(record.players.len() as u8).collect();
        for decision in decisions(&record, &all, nodes) {
            // Of pairs, entry 0 has seats 0 and 2.
            let entry = decision.seat.index() % seats;
            let sum = &mut sums[usize::from(entry != own)];
            sum.decisions += 1;
            sum.cost += decision.cost;
        }
    }
    sums
}

#[test]
fn the_decisions_of_a_master_cost_at_most_a_third_of_those_of_greedy() {
    for (id, seats, matches) in [
        ("quoridor", 2, 2),
        ("durak", 2, 30),
        ("scopone", 4, 4),
        ("tute", 3, 3),
        ("dominoes", 2, 2),
    ] {
        let [master, greedy] = master_against_greedy(id, seats, matches, 20_000);
        assert!(master.decisions > 10 && greedy.decisions > 10, "{id}: {master:?} {greedy:?}");
        let [own, others] = [master, greedy].map(|sum| sum.mean_cost());
        assert!(3.0 * own <= others, "{id}: {own} and {others} parts of 10 000");
    }
}

/// Returns a match in which every seat has the cards and moves of the one before it.
fn with_other_seats(record: &Record) -> Record {
    let mut other = Record { seed: None, plies: Vec::new(), logs: Vec::new(), ..record.clone() };
    other.players.rotate_right(1);
    for deal in &mut other.deals {
        deal["hands"].as_array_mut().expect("a list of hands").rotate_right(1);
    }
    if let Some(first) = other.options.get_mut("first") {
        *first = json!((first.as_u64().expect("a seat") + 1) % record.players.len() as u64);
    }
    let count = record.players.len() as u8;
    let before = |seat: Seat| Seat::new((u8::from(seat) + count - 1) % count);
    let end = other.end.as_mut().expect("an end");
    let (ranks, points) = (end.ranks, end.points);
    end.ranks = PerSeat::from_fn(count, |seat| ranks[before(seat)]);
    end.points = PerSeat::from_fn(count, |seat| points[before(seat)]);
    other
}

#[test]
fn decisions_have_the_same_values_in_other_seats() {
    for (id, players, options) in [
        ("durak", vec!["greedy"; 2], json!({})),
        ("scopone", vec!["greedy"; 2], json!({"kind": "team9", "target": 0})),
    ] {
        let record = played(id, &players, options, 3);
        let all: Vec<Seat> = Seat::all(record.players.len() as u8).collect();
        let other = with_other_seats(&record);
        let [one, two] = [&record, &other].map(|record| decisions(record, &all, 40_000));
        assert!(one.len() == two.len() && one.len() > 15, "{id}");
        let mut differences = 0;
        for (one, two) in one.iter().zip(&two) {
            let seat = (one.seat.index() + 1) % record.players.len();
            assert_eq!((one.ply, seat, &one.played), (two.ply, two.seat.index(), &two.played));
            // The worlds are others, because the record is another one.
            let error = f64::from(one.error).hypot(f64::from(two.error));
            let [lost, other] = [one, two].map(|one| f64::from(one.before - one.after));
            assert!((lost - other).abs() <= 4.0 * error + 100.0, "{id}: {one:?} {two:?}");
            differences += i32::from(one != two);
        }
        assert!(differences > 0, "{id}: the worlds are the same");
    }
}

#[test]
fn the_names_of_players_change_no_value() {
    let record = played("quoridor", &["minimax", "greedy"], json!({}), 5);
    let mut other = record.clone();
    other.players.swap(0, 1);
    let both = [Seat::new(0), Seat::new(1)];
    assert_eq!(decisions(&record, &both, 3000), decisions(&other, &both, 3000));
}
