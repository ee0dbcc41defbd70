//! Plays a series of match pairs with swapped colours.

use std::time::Duration;

use juez_core::{Seat, State};

use crate::player::{Player, Work};
use crate::{Args, openings};
use juez_games::quoridor::master::learning::Line;

/// Results of the first player.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Number of pairs, then the sum and the sum of squares of their mean scores.
    pairs: f64,
    sum: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, scores: [f64; 2]) {
        for score in scores {
            if score > 0.75 {
                self.won += 1;
            } else if score < 0.25 {
                self.lost += 1;
            } else {
                self.drawn += 1;
            }
        }
        let score = (scores[0] + scores[1]) / 2.0;
        self.pairs += 1.0;
        self.sum += score;
        self.squares += score * score;
    }

    /// Returns the score and the ends of its 95 % interval. The number of observations follows from
    /// the variance of the pairs.
    fn interval(&self) -> (f64, f64, f64) {
        let mean = self.sum / self.pairs;
        let spread = (self.squares / self.pairs - mean * mean).max(0.0);
        let single = mean * (1.0 - mean);
        // A pair counts as one match to two: two if its matches are independent.
        let matches = if spread > 0.0 { (single / spread).clamp(1.0, 2.0) } else { 2.0 };
        let (low, high) = wilson(mean, self.pairs * matches);
        (mean, low, high)
    }

    fn line(&self) -> String {
        let (score, low, high) = self.interval();
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        format!(
            "+{} ={} -{}  {} % (95 %: {} to {})  Elo {:+.0} ({:+.0} to {:+.0})",
            self.won,
            self.drawn,
            self.lost,
            percent(score),
            percent(low),
            percent(high),
            elo(score),
            elo(low),
            elo(high)
        )
    }
}

/// Returns the Wilson 95 % interval of a share of `many` observations.
pub fn wilson(share: f64, many: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let middle = share + Z * Z / (2.0 * many);
    let half = Z * (share * (1.0 - share) / many + Z * Z / (4.0 * many * many)).sqrt();
    let whole = 1.0 + Z * Z / many;
    ((middle - half) / whole, (middle + half) / whole)
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0005, 0.9995);
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns a line with the work of a player.
pub fn shown(work: &Work) -> String {
    let mut times = work.times.clone();
    times.sort_unstable();
    let (many, all) = (times.len().max(1) as f64, times.iter().sum::<Duration>().as_secs_f64());
    let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!(
        "{} moves, depth {:.2}, {:.0} nodes and {:.2} ms a move (99 of 100 within {:.1}, all within {:.1}), {:.0} knodes/s",
        times.len(),
        work.depth as f64 / many,
        work.nodes as f64 / many,
        all * 1e3 / many,
        ms(times.get(times.len() * 99 / 100)),
        ms(times.last()),
        work.nodes as f64 / all / 1e3
    )
}

/// Plays a match with `players[0]` in seat `first`. Returns the score of `players[0]`.
fn play(
    players: &mut [Player; 2],
    first: usize,
    mut line: Line,
    args: &Args,
) -> Result<f64, String> {
    for player in players.iter_mut() {
        player.begin()?;
    }
    loop {
        if line.position.over().is_some() {
            if args.is_verbose {
                let moves: Vec<String> = line.moves.iter().map(|(_, mv)| mv.to_string()).collect();
                println!("{first} {}", moves.join(" "));
            }
            let winner = line.position.board().winner();
            let ours = Seat::new(first as u8);
            return Ok(winner.map_or(0.5, |seat| f64::from(u8::from(seat == ours))));
        }
        let mover = line.position.board().to_move().index() ^ first;
        let mv = players[mover].decide(&line, args.limit)?;
        line.position.explain(mv).map_err(|error| format!("player {mover}: {mv}: {error}"))?;
        line.play(mv);
    }
}

/// Plays the series and prints its score.
///
/// # Errors
/// If a player cannot play.
pub fn run(one: &str, two: &str, args: &Args) -> Result<(), String> {
    let mut players = [Player::read(one)?, Player::read(two)?];
    let mut tally = Tally::default();
    for (nth, line) in
        openings::read(&args.openings, args.pairs, args.seed)?.into_iter().enumerate()
    {
        let scores =
            [play(&mut players, 0, line.clone(), args)?, play(&mut players, 1, line, args)?];
        tally.add(scores);
        if (nth + 1) % 25 == 0 {
            eprintln!("{:4} {}", nth + 1, tally.line());
        }
    }
    println!("{one} : {two}  {}", tally.line());
    for (name, player) in [one, two].into_iter().zip(&players) {
        println!("  {name}: {}", shown(&player.work));
    }
    Ok(())
}
