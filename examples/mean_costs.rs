//! Reviews matches of `master` against `greedy`, and prints the mean cost of a decision and the
//! mistakes of both, in all and in each seat.
//!
//! `cargo run --release --example mean_costs -- durak -n 10`
//!
//! Every deal or opening is played once with the players in each seat. The reviewer looks at as many
//! positions as the master, in other worlds.

mod experiment;

use anyhow::Result;
use clap::Parser;
use experiment::Args;
use juez::core::{Seat, Severity};
use juez::pool::Isolation;
use juez::registry::{AnyGame, MatchSetup, PlayerSpec, Reviewed, Reviewing, game};
use juez::tournament::{Openings, Series, in_order};
use std::ops::ControlFlow;

/// Random moves before the matches of a game without deals.
const OPENING: u32 = 4;
const NAMES: [&str; 2] = ["master", "greedy"];

#[derive(Parser)]
struct Options {
    /// The game
    game: String,
    #[command(flatten)]
    args: Args,
}

/// Decisions with their costs.
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

    /// Formats the mean cost in points in a hundred, and the number of mistakes.
    fn text(&self) -> String {
        let mean = f64::from(self.cost) / 100.0 / f64::from(self.decisions.max(1));
        let [inaccuracies, mistakes, blunders] = self.mistakes;
        format!(
            "{:6} decisions, {mean:5.2} points each, {inaccuracies} inaccuracies, {mistakes} mistakes, {blunders} blunders",
            self.decisions
        )
    }
}

/// Plays match `n` and returns the decisions of the master and of the others.
fn reviewed(series: &Series, game: &'static dyn AnyGame, n: u32) -> Result<[Vec<Reviewed>; 2]> {
    let played = series.one(n, &mut ())?;
    let reviewing = Reviewing::new(game, &played.record, None)?;
    let seats = series.seats(&played.order);
    let of = |seats: &[Seat]| -> Result<Vec<Reviewed>> {
        Ok(reviewing.decisions(&played.record, seats, |_| true)?.unwrap_or_default())
    };
    Ok([of(&seats[0])?, of(&seats[1..].concat())?])
}

fn main() -> Result<()> {
    let Options { game: id, args } = Options::parse();
    let game = game(&id)?;
    // Without pairs, a table of more than two seats has one master.
    let rivals = match &*id {
        "tute" => 2,
        "scopone" => 3,
        _ => 1,
    };
    let names = [vec![NAMES[0]], vec![NAMES[1]; rivals]].concat();
    let players = names.iter().map(|name| PlayerSpec::read(name, game));
    let setup = MatchSetup::new(players.collect::<Result<_, _>>()?);
    let openings = Openings::usual(game, &setup.terms.options, OPENING)?;
    let series = Series::new(game, setup, args.seed, Isolation::Thread)?.with_openings(openings)?;
    let matches = args.blocks * series.rotations();
    let mut sums = vec![[Sum::default(); 2]; series.teams().len()];
    let mut all = [Sum::default(); 2];
    let one =
        |n: u32| -> Result<Option<[Vec<Reviewed>; 2]>> { reviewed(&series, game, n).map(Some) };
    in_order(
        matches,
        args.workers,
        || &one,
        |players| {
            for (player, decision) in players
                .iter()
                .enumerate()
                .flat_map(|(nth, of)| of.iter().map(move |one| (nth, one)))
            {
                sums[decision.seat.index()][player].add(decision);
                all[player].add(decision);
            }
            ControlFlow::Continue(())
        },
    )?;
    println!("{id}, {matches} matches");
    for (player, name) in NAMES.iter().enumerate() {
        println!("{name:8}        {}", all[player].text());
        for (seat, sums) in sums.iter().enumerate() {
            println!("{name:8} seat {seat} {}", sums[player].text());
        }
    }
    Ok(())
}
