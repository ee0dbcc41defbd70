//! Reviews matches with mistakes at known plies, and prints the share of them at which the review
//! finds at least an inaccuracy (recall), and the share of its findings that are such mistakes
//! (precision).
//!
//! ```sh
//! cargo run --release --example planted_mistakes -- quoridor 40
//! ```
//!
//! Every player makes the best move by a search of four times the positions of the review, or with
//! hidden hands in other worlds. At one of six decisions it makes a move instead that costs at least
//! 10 points in a hundred by that search.

use std::collections::BTreeSet;
use std::error::Error;
use std::ops::ControlFlow;

use juez::core::{
    Bot, BotOptions, Fault, Game, MoveOf, PlayedBy, Player, Reviewer, Rng, Seat, Seed, Severity,
    Stream, Turn, Valuation, built_in, read_options,
};
use juez::games::{Dominoes, Durak, Quoridor, Scopone, Tute};
use juez::referee::{MatchSetup, ReviewPart, ReviewStep, play, review};

/// One decision in this many is a mistake.
const EVERY: u32 = 6;
/// Moves that are tried as mistakes at a decision.
const TRIED: usize = 12;
/// The line that the bot prints at a mistake.
const PLANTED: &str = "a mistake";

/// Plays as a reviewer says, with mistakes.
struct Planting<G: Game> {
    reviewer: Box<dyn Reviewer<G>>,
    rng: Rng,
}

impl<G: Game> Bot<G> for Planting<G> {
    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        let mut moves = turn.legal.to_vec();
        self.rng.shuffle(&mut moves);
        let tried = if self.rng.below(EVERY) == 0 { TRIED } else { 1 };
        let mut best = moves[0];
        for &mv in moves.iter().take(tried) {
            let Some(valuation) = self.reviewer.value(turn, mv) else { return Ok(mv) };
            best = valuation.best;
            if tried > 1 && valuation.cost() >= Severity::Mistake.least() {
                turn.journal.take();
                turn.journal.print(PLANTED);
                return Ok(mv);
            }
        }
        turn.journal.take();
        Ok(best)
    }
}

/// Values decisions by what a seat saw alone, without hindsight and luck.
struct Seen<G: Game>(Box<dyn Reviewer<G>>);

impl<G: Game> Reviewer<G> for Seen<G> {
    fn value(&mut self, turn: &Turn<'_, G>, played: MoveOf<G>) -> Option<Valuation<MoveOf<G>>> {
        self.0.value(turn, played)
    }
}

fn run<G: Game>(matches: u32) -> Result<(), Box<dyn Error>> {
    let rules = G::resolve(G::Options::default());
    let master = built_in::<G>().into_iter().find(|bot| bot.info.name == "master");
    let table = master.ok_or("the game has no master")?.info.options;
    let usual = table.iter().find(|option| option.name == "nodes").ok_or("no nodes")?;
    let nodes: u32 = usual.default.parse()?;
    let strong = read_options("master", table, &format!("nodes={}", 4 * nodes))?;
    let (mut planted, mut named, mut both) = (0, 0, 0);
    for number in 0..matches {
        let seed = Seed::from(1).child(Stream::Match(number));
        let player = |_| Player { name: "planting".into(), bot: PlayedBy::Builtin, source: None };
        let seats: Vec<Seat> = Seat::all(G::INFO.seats.0).collect();
        let setup =
            MatchSetup { seed: Some(seed), ..MatchSetup::new(seats.iter().map(player).collect()) };
        let bot = |seat: &Seat| -> Option<Box<dyn Bot<G>>> {
            let rng = seed.child(Stream::Bot(*seat)).rng();
            Some(Box::new(Planting { reviewer: G::reviewer(&rules, &strong)?, rng }))
        };
        let bots: Option<Vec<_>> = seats.iter().map(bot).collect();
        let mut bots = bots.ok_or("the game has no reviewer")?;
        let record = play::<G>(&setup, &mut bots, &mut ())?;
        let is_planted = |log: &Vec<String>| log.iter().any(|line| line == PLANTED);
        let plies = record.plies.iter().enumerate();
        let true_plies: BTreeSet<u32> = plies
            .filter(|(_, ply)| ply.log.as_ref().is_some_and(is_planted))
            .map(|(ply, _)| ply as u32)
            .collect();
        let reviewer = G::reviewer(&rules, &BotOptions::default());
        let mut found = BTreeSet::new();
        let mut hear = |step| {
            if let ReviewStep::Decision(decision) = step
                && decision.severity.is_some()
            {
                found.insert(decision.ply);
            }
            ControlFlow::Continue(())
        };
        let mut reviewer = Seen(reviewer.ok_or("the game has no reviewer")?);
        let seed = seed.child(Stream::Opening);
        review(&record, &mut reviewer, seed, ReviewPart::Whole, &mut hear)?;
        planted += true_plies.len();
        named += found.len();
        both += found.intersection(&true_plies).count();
        println!("match {number}: {} planted, {} found", true_plies.len(), found.len());
    }
    let share = |of: usize| 100.0 * both as f64 / of.max(1) as f64;
    println!(
        "{planted} mistakes, {named} found: recall {:.1} %, precision {:.1} %",
        share(planted),
        share(named)
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, matches] = &words[..] else { return Err("GAME MATCHES".into()) };
    match name.as_str() {
        "quoridor" => run::<Quoridor>(matches.parse()?),
        "tute" => run::<Tute>(matches.parse()?),
        "dominoes" => run::<Dominoes>(matches.parse()?),
        "durak" => run::<Durak>(matches.parse()?),
        "scopone" => run::<Scopone>(matches.parse()?),
        _ => Err("no such game".into()),
    }
}
