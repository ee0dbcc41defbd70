//! Reviews matches with mistakes at known plies, and prints the share of them at which the review
//! finds at least an inaccuracy (recall), and the share of its findings that are such mistakes
//! (precision).
//!
//! ```sh
//! cargo run --release --example planted_mistakes -- quoridor 40
//! ```
//!
//! Every player makes the best move by a search of four times the positions of the review, with
//! hidden hands in other worlds and as many times more of them. At one of six decisions it makes a
//! move instead that costs at least 10 points in a hundred by that search. Each other finding is
//! searched once more, with ten times the positions in worlds of its own: the output counts how many
//! of them cost at least 5 points, 2 points, and less.

use std::collections::BTreeSet;
use std::error::Error;
use std::ops::ControlFlow;

use juez::core::{
    Bot, BotOptions, Fault, Game, MoveOf, OptionInfo, PlayedBy, Player, Record, Reviewer, Rng,
    Seat, Seed, Severity, Stream, Turn, Valuation, built_in, read_options,
};
use juez::games::{Dominoes, Durak, Quoridor, Scopone, Tute};
use juez::referee::{MatchSetup, ReviewPart, ReviewStep, Reviewed, alternatives, play, review};

/// One decision in this many is a mistake.
const EVERY: u32 = 6;
/// Moves that are tried as mistakes at a decision.
const TRIED: usize = 12;
/// The players look at this many times the positions of the review.
const STRONGER: u32 = 4;
/// Findings that are no planted mistakes are searched with this many times the positions.
const DEEPER: u32 = 10;
/// The cost from which a move is not as good as the best one, in parts of ten thousand.
const SMALL: i32 = 200;
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

/// The reviewers of a game by their positions.
struct Reviewers<G: Game> {
    rules: G::Options,
    options: &'static [OptionInfo],
    nodes: u32,
}

impl<G: Game> Reviewers<G> {
    fn new() -> Result<Reviewers<G>, Box<dyn Error>> {
        let master = built_in::<G>().into_iter().find(|bot| bot.info.name == "master");
        let options = master.ok_or("the game has no master")?.info.options;
        let usual = options.iter().find(|option| option.name == "nodes").ok_or("no nodes")?;
        let rules = G::resolve(G::Options::default());
        Ok(Reviewers { rules, options, nodes: usual.default.parse()? })
    }

    /// Returns a reviewer with this many times the usual positions.
    fn with(&self, times: u32) -> Result<Box<dyn Reviewer<G>>, Box<dyn Error>> {
        let nodes = format!("nodes={}", times * self.nodes);
        let chosen: BotOptions = read_options("master", self.options, &nodes)?;
        Ok(G::reviewer(&self.rules, &chosen).ok_or("the game has no reviewer")?)
    }
}

#[derive(Default)]
struct Counts {
    planted: usize,
    found: usize,
    both: usize,
    /// Findings that are not planted, by their cost in a deeper search: at least an inaccuracy, small,
    /// and less.
    others: [usize; 3],
}

/// Plays a match with mistakes, and returns it with their plies.
fn play_one<G: Game>(
    reviewers: &Reviewers<G>,
    seed: Seed,
) -> Result<(Record, BTreeSet<u32>), Box<dyn Error>> {
    let player = |_| Player { name: "planting".into(), bot: PlayedBy::Builtin, source: None };
    let seats: Vec<Seat> = Seat::all(G::INFO.seats.0).collect();
    let setup =
        MatchSetup { seed: Some(seed), ..MatchSetup::new(seats.iter().map(player).collect()) };
    let mut bots: Vec<Box<dyn Bot<G>>> = Vec::new();
    for seat in seats {
        let rng = seed.child(Stream::Bot(seat)).rng();
        bots.push(Box::new(Planting { reviewer: reviewers.with(STRONGER)?, rng }));
    }
    let record = play::<G>(&setup, &mut bots, &mut ())?;
    let is_planted = |log: &Vec<String>| log.iter().any(|line| line == PLANTED);
    let plies = record.plies.iter().enumerate();
    let planted = plies
        .filter(|(_, ply)| ply.log.as_ref().is_some_and(is_planted))
        .map(|(ply, _)| ply as u32)
        .collect();
    Ok((record, planted))
}

/// Returns the mistakes that the review finds.
fn findings<G: Game>(
    reviewers: &Reviewers<G>,
    record: &Record,
    seed: Seed,
) -> Result<Vec<Reviewed>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut hear = |step| {
        if let ReviewStep::Decision(decision) = step
            && decision.severity.is_some()
        {
            found.push(decision);
        }
        ControlFlow::Continue(())
    };
    review(record, &mut Seen(reviewers.with(1)?), seed, ReviewPart::Whole, &mut hear)?;
    Ok(found)
}

/// Returns the cost of the move of a finding by a deeper search in other worlds.
fn deeper_cost<G: Game>(
    reviewers: &Reviewers<G>,
    record: &Record,
    finding: &Reviewed,
    seed: Seed,
) -> Result<i32, Box<dyn Error>> {
    let (mut cost, played) = (0, [finding.played.clone()]);
    let decision = (finding.ply, Some(&played[..]));
    alternatives(record, &mut *reviewers.with(DEEPER)?, seed, decision, &mut |valued| {
        cost = valued.cost;
        ControlFlow::Continue(())
    })?;
    Ok(cost)
}

fn run<G: Game>(matches: u32) -> Result<(), Box<dyn Error>> {
    let reviewers = Reviewers::<G>::new()?;
    let mut counts = Counts::default();
    for number in 0..matches {
        let seed = Seed::from(1).child(Stream::Match(number));
        let (record, planted) = play_one(&reviewers, seed)?;
        let found = findings(&reviewers, &record, seed.child(Stream::Opening))?;
        counts.planted += planted.len();
        counts.found += found.len();
        for finding in &found {
            if planted.contains(&finding.ply) {
                counts.both += 1;
                continue;
            }
            let other_worlds = seed.child(Stream::Match(0));
            let cost = deeper_cost(&reviewers, &record, finding, other_worlds)?;
            let kind = if Severity::of(cost).is_some() { 0 } else { 1 + usize::from(cost < SMALL) };
            counts.others[kind] += 1;
        }
        println!("match {number}: {} planted, {} found", planted.len(), found.len());
    }
    let Counts { planted, found, both, others: [real, small, none] } = counts;
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    println!(
        "{planted} mistakes, {found} found: recall {:.1} %, precision {:.1} %",
        share(both, planted),
        share(both, found)
    );
    println!(
        "others by a deeper search: {real} cost 5 points or more, {small} 2 to 5, {none} less"
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
