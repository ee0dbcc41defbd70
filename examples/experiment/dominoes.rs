//! Domino tournaments from records, and the article's.

use juez::core::Seat;
use juez::games::Dominoes;
use juez::referee::{AnyTable, Replay, Table};
use juez::tournament::{Mean, Played};
use serde_json::json;

use super::{Args, Result, rules, series};

/// One game of a tournament, a row of table 4. Pairs are 0 and 1, players 0 to 3: the document's
/// numbers less one. Pair 0 is players 0 and 2, wherever it actually sat.
pub struct GameRow {
    pub opener: usize,
    pub passes: [u32; 2],
    /// The player who went out; `None` in a closed game.
    pub out: Option<usize>,
    pub points: [i32; 2],
    pub winner: Option<usize>,
}

/// One tournament, a row of table 5.
#[derive(Clone, Copy, Debug)]
pub struct Tournament {
    pub games: u64,
    pub won: [u64; 2],
    pub closed: u64,
    pub points: [i32; 2],
}

const fn row(games: u64, won: [u64; 2], closed: u64, points: [i32; 2]) -> Tournament {
    Tournament { games, won, closed, points }
}

/// The rows of the document's table 5. Its last line says 15 closed games; the rows have 14.
pub const ARTICLE: [Tournament; 10] = [
    row(15, [10, 5], 4, [111, 79]),
    row(14, [7, 7], 1, [90, 120]),
    row(7, [7, 0], 0, [118, 0]),
    row(8, [6, 2], 1, [101, 31]),
    row(12, [8, 4], 4, [118, 82]),
    row(16, [8, 8], 0, [84, 124]),
    row(11, [8, 3], 0, [133, 50]),
    row(13, [8, 5], 2, [121, 92]),
    row(17, [8, 9], 1, [95, 105]),
    row(10, [5, 5], 1, [110, 67]),
];

impl Tournament {
    pub fn of(games: &[GameRow]) -> Tournament {
        let count =
            |test: &dyn Fn(&GameRow) -> bool| games.iter().filter(|g| test(g)).count() as u64;
        Tournament {
            games: games.len() as u64,
            won: [0, 1].map(|pair| count(&|game| game.winner == Some(pair))),
            closed: count(&|game| game.out.is_none()),
            points: [0, 1].map(|pair| games.iter().map(|game| game.points[pair]).sum()),
        }
    }

    /// Returns the pair with more points.
    pub fn winner(&self) -> usize {
        usize::from(self.points[1] > self.points[0])
    }
}

/// Returns the games of a match; the first player's pair is pair 0.
fn game_rows(played: &Played) -> Result<Vec<GameRow>> {
    let player = |seat: Seat| (seat.index() + played.order[0]) % 4;
    let mut rows = Vec::new();
    let mut replay = Replay::<Table<Dominoes>>::new(&played.record)?;
    let (mut hand, mut before) = (0, replay.table().points());
    loop {
        let deals = replay.table().deal_count();
        let more = replay.step()?;
        let (table, over) = (replay.table(), !more);
        if !over && table.deal_count() == deals && table.outcome().is_none() {
            continue;
        }
        // A hand has ended: all moves since the last one belong to it.
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
        let winner = out.map(|who| who % 2).or(scored);
        rows.push(GameRow { opener, passes, out, points, winner });
        (hand, before) = (table.moves().len(), now);
        if table.outcome().is_some() {
            return Ok(rows);
        }
    }
}

/// Returns every tournament of a series of two pairs, the two of a deal in sequence, and the score
/// of the first pair.
pub fn tournaments(
    args: &Args,
    signal: &str,
    pairs: [&str; 2],
) -> Result<(Vec<Vec<GameRow>>, Mean)> {
    let (mut all, mut wrong) = (Vec::new(), None);
    let options = rules(&[("signal", json!(signal))]);
    let scores = series(args, "dominoes", &options, &pairs, |block| {
        for played in &block.matches {
            match game_rows(played) {
                Ok(games) => all.push(games),
                Err(error) => wrong = Some(error),
            }
        }
    })?;
    match wrong {
        Some(error) => Err(error),
        None => Ok((all, scores[0])),
    }
}
