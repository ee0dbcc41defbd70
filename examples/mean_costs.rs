//! Reviews matches of `master` against `greedy`, and prints the mean cost of a decision and the
//! mistakes of both, in all and in each seat.
//!
//! ```sh
//! cargo run --release --example mean_costs -- durak 10
//! ```
//!
//! The number counts deals, or openings of four random moves; each is played once with the master in
//! every seat, of pairs with each pair. The reviewer looks at as many positions as the master, with
//! hidden hands in other worlds.

use std::error::Error;

use juez::core::{Seat, Seed, Severity, Stream};
use juez::registry::{AnyGame, MatchSetup, PlayerSpec, Reviewed, Reviewing, game};

/// Random moves before the matches of a game without deals.
const OPENING: u32 = 4;
const NAMES: [&str; 2] = ["master", "greedy"];

#[derive(Clone, Copy, Default)]
struct Sum {
    decisions: u32,
    cost: i32,
    /// Number of inaccuracies, mistakes and blunders.
    mistakes: [u32; Severity::ALL.len()],
}

impl Sum {
    fn add(&mut self, decision: &Reviewed) {
        self.decisions += 1;
        self.cost += decision.cost;
        if let Some(size) = decision.severity {
            self.mistakes[size as usize] += 1;
        }
    }

    /// Prints the mean cost in points in a hundred, and the number of mistakes.
    fn print(&self, of: &str) {
        let mean = f64::from(self.cost) / 100.0 / f64::from(self.decisions.max(1));
        let [inaccuracies, mistakes, blunders] = self.mistakes;
        println!(
            "{of:14} {:5} decisions, {mean:5.2} points each, {inaccuracies} inaccuracies, {mistakes} mistakes, \
             {blunders} blunders",
            self.decisions
        );
    }
}

/// Returns the random moves before a match; none in a game with deals.
fn opening(game: &dyn AnyGame, seed: Seed) -> Result<Vec<String>, Box<dyn Error>> {
    let mut table = game.table(&Default::default())?;
    let mut rng = seed.child(Stream::Opening).rng();
    if table.to_move().is_none() {
        return Ok(Vec::new());
    }
    Ok((0..OPENING).filter_map(|_| table.play_random(&mut rng)).collect())
}

/// Plays a match with the master at the entry `own` of `entries`, and returns each decision with the
/// index of its player in [`NAMES`].
fn reviewed(
    game: &'static dyn AnyGame,
    (own, entries): (usize, usize),
    seed: Seed,
) -> Result<Vec<(usize, Reviewed)>, Box<dyn Error>> {
    let name = |entry| NAMES[usize::from(entry != own)];
    let players = (0..entries).map(|entry| PlayerSpec::read(name(entry), game));
    let moves = opening(game, seed)?;
    let setup = MatchSetup {
        seed: Some(seed),
        moves,
        ..MatchSetup::new(players.collect::<Result<_, _>>()?)
    };
    let record = game.play(&setup, &mut ())?;
    let seats: Vec<Seat> = Seat::all(record.players.len() as u8).collect();
    let found = Reviewing::new(game, &record, None)?.decisions(&record, &seats, |_| true)?;
    // Of pairs, entry 0 has seats 0 and 2.
    let player = |decision: &Reviewed| usize::from(decision.seat.index() % entries != own);
    Ok(found.unwrap_or_default().into_iter().map(|one| (player(&one), one)).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [id, deals] = &words[..] else { return Err("GAME DEALS".into()) };
    let (game, deals) = (game(id)?, deals.parse::<u32>()?);
    let entries = match &**id {
        "tute" => 3,
        "scopone" => 4,
        _ => 2,
    };
    let mut all = [Sum::default(); 2];
    let mut by_seat = Vec::new();
    for deal in 0..deals {
        let seed = Seed::from(1).child(Stream::Match(deal));
        for own in 0..entries {
            for (player, decision) in reviewed(game, (own, entries), seed)? {
                let seat = decision.seat.index();
                by_seat.resize(by_seat.len().max(seat + 1), [Sum::default(); 2]);
                by_seat[seat][player].add(&decision);
                all[player].add(&decision);
            }
        }
    }
    println!("{id}, {} matches", deals as usize * entries);
    for (player, name) in NAMES.iter().enumerate() {
        all[player].print(name);
        for (seat, sums) in by_seat.iter().enumerate() {
            sums[player].print(&format!("{name} seat {seat}"));
        }
    }
    Ok(())
}
