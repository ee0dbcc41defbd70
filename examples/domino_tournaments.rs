//! The domino experiment of Martínez Carranza and Muñoz Meléndez, played again: a pair of
//! individualists against a cooperative pair, tournaments to 100; then the matrix they left for the
//! future, every pair against every pair, signal on and off.
//!
//! `cargo run --release --example domino_tournaments -- -n 5000`
//!
//! Every deal is played twice, with the pairs changing seats. What comes out is printed as it is.

mod experiment;

use clap::Parser;
use experiment::{Args, Result, cross_table, rules, series};
use juez::core::{Record, Seat};
use juez::games::Dominoes;
use juez::referee::Replay;
use juez::tournament::{Mean, Played, wilson};
use serde_json::json;

/// The pair that does not cooperate is pair 1, as in the document.
const INDIVIDUALIST: &str = "individualist";
/// The cooperative pair is pair 2.
const PAIR: &str = "pair";

/// One game of a tournament, a row of table 4. Pairs are 0 and 1, players 0 to 3: the document's
/// numbers less one, pair 0 in players 0 and 2 wherever it really sat.
struct GameRow {
    opener: usize,
    passes: [u32; 2],
    /// Who went out; `None` in a closed game.
    out: Option<usize>,
    points: [i32; 2],
    winner: Option<usize>,
}

/// One tournament, a row of table 5.
struct Tournament {
    games: Vec<GameRow>,
}

impl Tournament {
    fn read(played: &Played) -> Result<Tournament> {
        Ok(Tournament { games: game_rows(&played.record, played.order[0])? })
    }

    fn won(&self, pair: usize) -> u64 {
        self.games.iter().filter(|game| game.winner == Some(pair)).count() as u64
    }

    fn closed(&self) -> u64 {
        self.games.iter().filter(|game| game.out.is_none()).count() as u64
    }

    fn points(&self, pair: usize) -> i32 {
        self.games.iter().map(|game| game.points[pair]).sum()
    }

    fn winner(&self) -> usize {
        usize::from(self.points(1) > self.points(0))
    }
}

/// The games of a match; `shift` is the player of the first pair of seats.
fn game_rows(record: &Record, shift: usize) -> Result<Vec<GameRow>> {
    let player = |seat: Seat| (seat.index() + shift) % 4;
    let mut rows = Vec::new();
    let mut replay = Replay::<Dominoes>::new(record)?;
    let (mut hand, mut before) = (0, replay.table().points());
    loop {
        let deals = replay.table().deals().len();
        let more = replay.step()?;
        let (table, over) = (replay.table(), !more);
        if !over && table.deals().len() == deals && table.outcome().is_none() {
            continue;
        }
        // A hand has ended: everything since the last one belongs to it.
        let moves: Vec<(usize, String)> = table.moves()[hand..]
            .iter()
            .map(|&(seat, mv)| (player(seat), mv.to_string()))
            .collect();
        let tile = |mv: &str| mv.as_bytes()[0].is_ascii_digit();
        let opener = moves.iter().find(|(_, mv)| tile(mv)).ok_or("a hand without a tile")?.0;
        let passes = [0, 1].map(|pair| {
            moves.iter().filter(|(who, mv)| who % 2 == pair && mv == "pass").count() as u32
        });
        let (last, mv) = moves.last().ok_or("a hand without a move")?;
        let out = tile(mv).then_some(*last);
        let now = table.points();
        let mut points = [0; 2];
        for seat in Seat::all(2) {
            points[player(seat) % 2] = now[seat] - before[seat];
        }
        let scored = points.iter().position(|&points| points > 0);
        rows.push(GameRow {
            opener,
            passes,
            out,
            points,
            winner: out.map(|who| who % 2).or(scored),
        });
        (hand, before) = (table.moves().len(), now);
        if table.outcome().is_some() {
            return Ok(rows);
        }
    }
}

/// One tournament in the form of the document's table 4.
fn table_4(tournament: &Tournament) {
    println!("One tournament (the document's table 4)\n");
    println!("  opened  opener  passes P1  passes P2  went out  points P1  points P2  winner");
    let number = |index: Option<usize>| index.map_or(0, |index| index + 1);
    for game in &tournament.games {
        println!(
            "  {:>6}  {:>6}  {:>9}  {:>9}  {:>8}  {:>9}  {:>9}  {:>6}",
            game.opener % 2 + 1,
            game.opener + 1,
            game.passes[0],
            game.passes[1],
            number(game.out),
            game.points[0],
            game.points[1],
            number(game.winner)
        );
    }
    println!(
        "  {} games, pair {} wins {} to {}; P1 individualists, P2 cooperative; 0: closed, nobody\n",
        tournament.games.len(),
        tournament.winner() + 1,
        tournament.points(tournament.winner()),
        tournament.points(1 - tournament.winner()),
    );
}

/// The first tournaments and all of them in the form of the document's table 5.
fn table_5(tournaments: &[Tournament]) {
    println!("The first tournaments and the total of all (the document's table 5)\n");
    println!("  opened  games  won P1  won P2  closed  points P1  points P2");
    for tournament in tournaments.iter().take(10) {
        println!(
            "  {:>6}  {:>5}  {:>6}  {:>6}  {:>6}  {:>9}  {:>9}",
            tournament.games[0].opener % 2 + 1,
            tournament.games.len(),
            tournament.won(0),
            tournament.won(1),
            tournament.closed(),
            tournament.points(0),
            tournament.points(1)
        );
    }
    let total = |count: &dyn Fn(&Tournament) -> u64| tournaments.iter().map(count).sum::<u64>();
    println!(
        "  {:>6}  {:>5}  {:>6}  {:>6}  {:>6}  {:>9}  {:>9}\n",
        "total",
        total(&|t| t.games.len() as u64),
        total(&|t| t.won(0)),
        total(&|t| t.won(1)),
        total(&Tournament::closed),
        total(&|t| t.points(0) as u64),
        total(&|t| t.points(1) as u64)
    );
}

/// Each share with its interval, beside the document's.
fn shares(tournaments: &[Tournament]) {
    let sum = |count: &dyn Fn(&Tournament) -> u64| tournaments.iter().map(count).sum::<u64>();
    let games = sum(&|t| t.games.len() as u64);
    let rows = [
        (
            "tournaments won by the individualists",
            (sum(&|t| u64::from(t.winner() == 0)), tournaments.len() as u64),
            (8, 10),
        ),
        ("games won by the individualists", (sum(&|t| t.won(0)), games), (75, 123)),
        ("games won by the cooperative pair", (sum(&|t| t.won(1)), games), (48, 123)),
        ("closed games", (sum(&Tournament::closed), games), (15, 123)),
        (
            "points scored by the individualists",
            (sum(&|t| t.points(0) as u64), sum(&|t| (t.points(0) + t.points(1)) as u64)),
            (1081, 1831),
        ),
    ];
    println!("{:<38} {:>24} {:>32}", "share (95 % interval)", "here", "in the document");
    for (name, here, there) in rows {
        // Points are not trials: their share has no interval of this kind.
        let text = |(part, of): (u64, u64)| {
            let share = 100.0 * part as f64 / of as f64;
            match name.starts_with("points") {
                true => format!("{share:.1} %"),
                false => format!("{share:.1} % ({})", wilson(part, of)),
            }
        };
        println!("{name:<38} {:>24} {:>32}", text(here), text(there));
    }
    println!(
        "{:<38} {:>24.1} {:>32.1}",
        "games a tournament",
        games as f64 / tournaments.len() as f64,
        12.3
    );
    println!(
        "\nThe two matches of a deal are not independent, and a tournament's games are not either:"
    );
    println!("the intervals of games are somewhat too narrow.\n");
}

/// Every tournament of a series.
fn tournaments(args: &Args, signal: &str, pairs: [&str; 2]) -> Result<(Vec<Tournament>, Mean)> {
    let (mut all, mut wrong) = (Vec::new(), None);
    let options = rules(&[("signal", json!(signal))]);
    let scores = series(args, "dominoes", &options, &pairs, |block| {
        for played in &block.matches {
            match Tournament::read(played) {
                Ok(tournament) => all.push(tournament),
                Err(error) => wrong = Some(error),
            }
        }
    })?;
    match wrong {
        Some(error) => Err(error),
        None => Ok((all, scores[0])),
    }
}

/// How tables of each kind of pair play, against each other and against themselves.
fn tables(args: &Args) -> Result<()> {
    println!("How the pairs play, against each other and against themselves\n");
    println!(
        "  {:<15} {:<15} {:<6}  {:>10}  {:>6}  {:>6}  {:>6}",
        "pair", "against", "signal", "games each", "closed", "passes", "points"
    );
    for (one, other, signal) in [
        (INDIVIDUALIST, INDIVIDUALIST, "none"),
        (INDIVIDUALIST, PAIR, "none"),
        (INDIVIDUALIST, PAIR, "seed"),
        (PAIR, PAIR, "none"),
        (PAIR, PAIR, "seed"),
    ] {
        let (all, _) = tournaments(args, signal, [one, other])?;
        let games: Vec<&GameRow> = all.iter().flat_map(|tournament| &tournament.games).collect();
        let mean = |count: &dyn Fn(&GameRow) -> f64| {
            games.iter().map(|game| count(game)).sum::<f64>() / games.len() as f64
        };
        println!(
            "  {one:<15} {other:<15} {signal:<6}  {:>10.2}  {:>4.1} %  {:>6.2}  {:>6.2}",
            games.len() as f64 / all.len() as f64,
            100.0 * mean(&|game| f64::from(u8::from(game.out.is_none()))),
            mean(&|game| f64::from(game.passes[0] + game.passes[1])),
            mean(&|game| f64::from(game.points[0] + game.points[1])),
        );
    }
    println!("\n  passes and points are those of a game, both pairs together\n");
    Ok(())
}

fn main() -> Result<()> {
    let args = Args::parse();
    let (all, score) = tournaments(&args, "seed", [INDIVIDUALIST, PAIR])?;
    println!(
        "Individualists against the cooperative pair, signal as in the document, {} tournaments\n",
        all.len()
    );
    table_4(&all[0]);
    table_5(&all);
    shares(&all);
    println!(
        "tournaments won by the individualists, error from deals: {}\n",
        experiment::percent(&score)
    );
    tables(&args)?;

    let others = ["individualist:tie=pips", "pair:filter=partner_first", "greedy", "random"];
    for (signal, quiet) in [("none", None), ("seed", Some("pair:signal=off"))] {
        println!(
            "Tournaments won by the row's pair against the column's, in percent, signal={signal}\n"
        );
        let options = rules(&[("signal", json!(signal))]);
        let pairs: Vec<&str> =
            [INDIVIDUALIST, PAIR].into_iter().chain(quiet).chain(others).collect();
        cross_table(&args, "dominoes", &options, &pairs, |row, column| vec![row, column])?;
        println!();
    }
    Ok(())
}
