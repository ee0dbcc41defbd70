//! Hand-made results for tests.

use juez_core::{
    Fault, FaultKind, Hook, PerSeat, PlayedBy, Player, Reason, Seat, SeatFault, Seed, Team,
};
use juez_tournament::{
    Entrant, Format, Job, MatchResult, Matches, Openings, Plan, Results, Round, Shape, Spent,
    Status, Summary,
};

/// Returns a round robin of these entrants at tables of two, without any match. `greedy`, `minimax`
/// and `random` are built-in bots, all others scripts.
pub(super) fn empty(names: &[&str]) -> Results {
    let plan = Plan {
        name: "Class 10b".to_string(),
        seed: Seed::from_bytes([7; 32]),
        openings: Openings::Random { plies: 4 },
        bench_after: 3,
        rounds: 1,
        deals: 5,
        ..Plan::new("quoridor", serde_json::Map::new(), Format::RoundRobin, Seed::from(1))
    };
    Results {
        plan,
        shape: Shape::new(vec![Team(0), Team(1)], 2),
        entrants: names.iter().map(|name| entrant(name)).collect(),
        rounds: Vec::new(),
        matches: Matches::new(),
        benchings: Vec::new(),
        complete: false,
        days: Vec::new(),
    }
}

fn entrant(name: &str) -> Entrant {
    let builtin = ["greedy", "minimax", "random"].contains(&name);
    let (bot, source) = if builtin {
        (PlayedBy::Builtin, name.to_string())
    } else {
        (PlayedBy::Lua, blake3::hash(name.as_bytes()).to_hex().to_string())
    };
    let path = if builtin { name.to_string() } else { format!("bots/{name}.lua") };
    let player = Player { name: name.to_string(), bot, source: Some(source) };
    Entrant { player, path, student: None, error: None }
}

/// Adds a round; each table plays every block in all rotations of the seats. `score` returns the
/// score of the first entry at a table of two, given the order of entrants and the block.
pub(super) fn add_round(
    results: &mut Results,
    title: &str,
    pairings: &[&[u32]],
    blocks: u32,
    score: impl Fn(&[u32], u32) -> f64,
) {
    let first_block = results.rounds.iter().map(|round| round.blocks).sum();
    let number = results.rounds.len() as u32;
    let pairings: Vec<Vec<u32>> = pairings.iter().map(|pairing| pairing.to_vec()).collect();
    for block in first_block..first_block + blocks {
        for (pairing, table) in pairings.iter().enumerate() {
            for seating in 0..table.len() {
                let mut order = table.clone();
                order.rotate_left(seating);
                let status = Status::Played(Box::new(summary(score(&order, block), &order)));
                let job = Job {
                    number: results.matches.len() as u32,
                    round: number,
                    pairing: pairing as u32,
                    block,
                    seating: seating as u32,
                    order,
                };
                results.matches.push(&MatchResult { job, status });
            }
        }
    }
    let title = title.to_string();
    let byes = Vec::new();
    results.rounds.push(Round {
        number,
        title,
        first_block,
        blocks,
        pairings,
        byes,
        against: None,
        continues: None,
    });
}

pub(super) fn everybody(results: &mut Results, blocks: u32, score: impl Fn(&[u32], u32) -> f64) {
    let count = results.entrants.len() as u32;
    let pairings: Vec<Vec<u32>> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| vec![a, b])).collect();
    let pairings: Vec<&[u32]> = pairings.iter().map(Vec::as_slice).collect();
    add_round(results, "round 1", &pairings, blocks, score);
    results.complete = true;
}

/// Returns a match with this score of the first entry; with more than two seats, ranks follow the
/// numbers of the entrants.
fn summary(score: f64, order: &[u32]) -> Summary {
    let seats = order.len() as u8;
    let ranks = PerSeat::from_fn(seats, |seat| match (seats, seat.index()) {
        (2, 0) => 1 + u8::from(score < 0.5),
        (2, _) => 1 + u8::from(score > 0.5),
        _ => 1 + order.iter().filter(|&&other| other < order[seat.index()]).count() as u8,
    });
    Summary {
        reason: Reason::Finished,
        points: PerSeat::from_fn(seats, |seat| i32::from(ranks[seat] == 1)),
        ranks,
        faults: Vec::new(),
        plies: 60,
        spent: PerSeat::from_fn(seats, |seat| Spent {
            decisions: 30,
            fuel: 30 * 1_000 * (1 + u64::from(order[seat.index()])),
            worst_fuel: 500_000,
            time_us: 30 * 850,
        }),
        wall_us: 31_000,
        fingerprint: None,
        hands: None,
    }
}

/// Applies `change` to all matches.
pub(super) fn change(results: &mut Results, change: impl FnMut(&mut MatchResult)) {
    let mut matches: Vec<MatchResult> = results.matches.iter().collect();
    matches.iter_mut().for_each(change);
    results.matches = matches.into_iter().collect();
}

/// Replaces the status of match `number`.
pub(super) fn settle(results: &mut Results, number: usize, status: Status) {
    change(results, |result| {
        if result.job.number as usize == number {
            result.status = status.clone();
        }
    });
}

/// Changes the summary of match `number`.
pub(super) fn played(results: &mut Results, number: usize, mut to: impl FnMut(&mut Summary)) {
    change(results, |result| match &mut result.status {
        _ if result.job.number as usize != number => {}
        Status::Played(summary) => to(summary),
        other => panic!("match {number} was not played: {other:?}"),
    });
}

/// Returns a fault of the bot in `seat`.
pub(super) fn fault(seat: u8, ply: u32, kind: FaultKind, why: &str) -> SeatFault {
    let fault = Fault::new(kind, Hook::NextMove, "e3h", why).at("main.lua", 12);
    SeatFault { seat: Seat::new(seat), ply, fault }
}
