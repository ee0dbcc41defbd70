//! Plays a bot against another over the same deals from every seat or pair of seats, and prints its
//! share of the matches with an interval of 95 %, for each seating and over all.
//!
//! ```sh
//! cargo run --release -p juez-games --features masters --example duplicate -- \
//!     scopone kind=team9,target=0 master greedy --deals 200
//! ```
//!
//! With `--open`, the first player is the search of the master with every hand open: a bound for what
//! it can reach by inference.

use std::cmp::Ordering;
use std::process::ExitCode;
use std::time::Instant;

use juez_core::{
    Bot, BotOptions, BuiltIn, Game, History, Journal, MoveOf, Next, Seat, Seed, State, Stream,
    Turn, built_in, read_options,
};
use juez_games::{Dominoes, Durak, Scopone, Tute};

struct Args {
    words: Vec<String>,
    deals: u32,
    seed: u64,
    is_verbose: bool,
    is_open: bool,
}

fn read_args(mut args: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut read =
        Args { words: Vec::new(), deals: 100, seed: 1, is_verbose: false, is_open: false };
    while let Some(arg) = args.next() {
        let mut number = || {
            let text = args.next().ok_or_else(|| format!("{arg} needs a value"))?;
            text.parse::<u64>().map_err(|_| format!("expected a number, not {text}"))
        };
        match arg.as_str() {
            "--deals" => read.deals = number()? as u32,
            "--seed" => read.seed = number()?,
            "--verbose" => read.is_verbose = true,
            "--open" => read.is_open = true,
            _ => read.words.push(arg),
        }
    }
    Ok(read)
}

/// Returns the house rules of a list such as `kind=team9,target=0`; of an empty one, the defaults.
fn rules<G: Game>(text: &str) -> Result<G::Options, String> {
    let mut rules = serde_json::Map::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').ok_or_else(|| format!("no value: {part}"))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
        rules.insert(name.to_string(), value);
    }
    serde_json::from_value(rules.into()).map_err(|error| error.to_string())
}

fn entry<G: Game>(player: &str) -> Result<(BuiltIn<G>, BotOptions), String> {
    let (name, options) = player.split_once(':').unwrap_or((player, ""));
    let entry = built_in::<G>().into_iter().find(|bot| bot.info.name == name);
    let entry = entry.ok_or_else(|| format!("no bot {name}"))?;
    let options = read_options(entry.info.name, entry.info.options, options);
    Ok((entry, options.map_err(|error| error.to_string())?))
}

fn bot<G: Game>(player: &str) -> Result<Box<dyn Bot<G>>, String> {
    let (entry, options) = entry::<G>(player)?;
    Ok((entry.build)(&options))
}

/// Returns the best move of the master's search with every hand open.
fn open_move<G: Game>(
    rules: &G::Options,
    options: &BotOptions,
    turn: &Turn<'_, G>,
    state: &G::State,
) -> Option<MoveOf<G>> {
    let mut reviewer = G::reviewer(rules, options)?;
    reviewer.hindsight(turn, turn.legal[0], state).map(|valuation| valuation.best)
}

/// The shares of a player in matches, and the time of its decisions in microseconds.
#[derive(Default)]
struct Tally {
    /// By deal, the share from each seating.
    shares: Vec<Vec<f64>>,
    /// For each match, 1 if the player alone had the last rank, else 0.
    last: Vec<f64>,
    /// For each match, the share of the others that it left behind.
    behind: Vec<f64>,
    /// By deal, points a hand of the player and of the others.
    points: [Vec<f64>; 2],
    micros: Vec<u128>,
}

/// Plays a match; `ours` has the seats of the player.
fn play<G: Game>(
    (rules, options): (&G::Options, &BotOptions),
    start: &G::State,
    bots: &mut [Box<dyn Bot<G>>],
    ours: &[Seat],
    seed: Seed,
    args: &Args,
    tally: &mut Tally,
) -> Result<f64, String> {
    let (mut position, mut moves, mut deals) = (start.clone(), Vec::new(), 0);
    loop {
        match position.next() {
            Next::Over => break,
            Next::Deal => {
                let deal = G::shuffle(&position, &mut seed.child(Stream::Deal(deals)).rng());
                position.deal(&deal).map_err(|error| error.to_string())?;
                deals += 1;
            }
            Next::Move(seat) => {
                let legal = position.legal_moves();
                let mut mv = legal[0];
                if legal.len() > 1 {
                    let (view, journal) = (position.view(Some(seat)), Journal::new(8192));
                    let turn = Turn {
                        seat,
                        seats: position.seats(),
                        ply: moves.len() as u32,
                        deal: deals.max(1) - 1,
                        view: &view,
                        legal: &legal,
                        history: History::new(&position, &moves, Some(seat)),
                        seed: seed.child(Stream::Bot(seat)),
                        journal: &journal,
                    };
                    let start = Instant::now();
                    let sees_all = args.is_open && ours.contains(&seat);
                    let seen = sees_all.then(|| open_move::<G>(rules, options, &turn, &position));
                    mv = match seen.flatten() {
                        Some(mv) => mv,
                        None => bots[seat.index()]
                            .next_move(&turn)
                            .map_err(|fault| format!("{fault:?}"))?,
                    };
                    if ours.contains(&seat) {
                        tally.micros.push(start.elapsed().as_micros());
                        if args.is_verbose {
                            journal.take().log.iter().for_each(|line| println!("{line}"));
                        }
                    }
                }
                moves.push((seat, mv));
                position.play_unchecked(mv);
            }
        }
    }
    let outcome = position.outcome().ok_or("no outcome")?;
    let others = || Seat::all(position.seats()).filter(|seat| !ours.contains(seat));
    let is_last =
        others().map(|seat| outcome.ranks[seat]).all(|rank| rank < outcome.ranks[ours[0]]);
    let behind = others().map(|seat| match outcome.ranks[seat].cmp(&outcome.ranks[ours[0]]) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    });
    tally.behind.push(behind.sum::<f64>() / others().count().max(1) as f64);
    let points = |seats: &mut dyn Iterator<Item = Seat>| {
        let points: Vec<i32> = seats.map(|seat| outcome.points[seat]).collect();
        f64::from(points.iter().sum::<i32>()) / points.len() as f64 / f64::from(deals)
    };
    let both = [points(&mut ours.iter().copied()), points(&mut others())];
    tally.points.iter_mut().zip(both).for_each(|(all, one)| all.push(one));
    tally.last.push(f64::from(u8::from(is_last)));
    if outcome.ranks[ours[0]] > 1 {
        return Ok(0.0);
    }
    let firsts = Seat::all(position.seats()).filter(|&seat| outcome.ranks[seat] == 1);
    let mut teams: Vec<_> = firsts.map(|seat| position.team(seat)).collect();
    teams.sort();
    teams.dedup();
    Ok(1.0 / teams.len() as f64)
}

/// Returns the mean in percent and half its interval of 95 %.
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (100.0 * mean, 196.0 * (squares / (count - 1.0).max(1.0) / count).sqrt())
}

fn run<G: Game>(args: &Args) -> Result<(), String> {
    let [_, rules_text, one, two] = &args.words[..] else { return Err("four words".to_string()) };
    let rules = rules::<G>(rules_text)?;
    let start = G::start(&rules).map_err(|error| error.to_string())?;
    let (_, options) = entry::<G>(one)?;
    let seats = start.seats();
    let mut seatings: Vec<Vec<Seat>> = Vec::new();
    for seat in Seat::all(seats) {
        let side: Vec<Seat> =
            Seat::all(seats).filter(|&other| start.team(other) == start.team(seat)).collect();
        if side[0] == seat {
            seatings.push(side);
        }
    }
    let mut tally = Tally::default();
    let began = Instant::now();
    for deal in 0..args.deals {
        let seed = Seed::from(args.seed).child(Stream::Match(deal));
        let mut shares = Vec::new();
        for ours in &seatings {
            let named = |seat: Seat| bot::<G>(if ours.contains(&seat) { one } else { two });
            let mut bots = Seat::all(seats).map(named).collect::<Result<Vec<_>, _>>()?;
            let asked = (&rules, &options);
            shares.push(play::<G>(asked, &start, &mut bots, ours, seed, args, &mut tally)?);
        }
        tally.shares.push(shares);
    }
    let means: Vec<f64> =
        tally.shares.iter().map(|row| row.iter().sum::<f64>() / row.len() as f64).collect();
    let (mean, error) = interval(&means);
    print!("{one} - {two}, {rules_text}: {mean:.1} % +- {error:.1} of {} deals;", args.deals);
    for (nth, ours) in seatings.iter().enumerate() {
        let column: Vec<f64> = tally.shares.iter().map(|row| row[nth]).collect();
        let (mean, error) = interval(&column);
        print!(" seat {}: {mean:.1} +- {error:.1};", ours[0]);
    }
    let (behind, behind_error) = interval(&tally.behind);
    print!(" leaves behind {behind:.1} +- {behind_error:.1} of the others;");
    let [own, others] = tally.points.each_ref().map(|points| interval(points));
    let in_units =
        |(mean, error): (f64, f64)| format!("{:.3} +- {:.3}", mean / 100.0, error / 100.0);
    print!(" points a hand {}, the others {};", in_units(own), in_units(others));
    let (last, last_error) = interval(&tally.last);
    let micros = &mut tally.micros;
    micros.sort_unstable();
    if !micros.is_empty() {
        let (count, sum) = (micros.len(), micros.iter().sum::<u128>());
        println!(
            " last in {last:.1} +- {last_error:.1}; ms a decision: mean {:.1}, median {:.1}, most {:.1}; {:.0} s",
            sum as f64 / count as f64 / 1000.0,
            micros[count / 2] as f64 / 1000.0,
            micros[count - 1] as f64 / 1000.0,
            began.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let result = read_args(std::env::args().skip(1)).and_then(|args| {
        match args.words.first().map(String::as_str) {
            Some("dominoes") => run::<Dominoes>(&args),
            Some("durak") => run::<Durak>(&args),
            Some("scopone") => run::<Scopone>(&args),
            Some("tute") => run::<Tute>(&args),
            _ => {
                Err("GAME RULES PLAYER PLAYER, then --deals, --seed, --open, --verbose".to_string())
            }
        }
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
