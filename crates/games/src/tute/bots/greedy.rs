//! A bot that looks one ply ahead: the points that each card wins or gives away in this trick.

use std::fmt::Write;

use super::mode::{Evaluation, Factors, Mode, distance_with_trumps, points_and_trumps};
use super::sight::Sight;
use crate::cards::Spanish;
use crate::tute::ranks::points_of;
use crate::tute::{Move, Tute, beaters, strength};
use juez_core::{Bot, Fault, Turn};

/// Chooses más with a strong hand and menos otherwise, and weighs each card by the points it
/// probably wins or gives away in this trick and by the strength it costs. Keeps no memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// Points above which a player sings in any mode, as it can no longer be the lowest.
const PAST_LOW: i32 = 25;

/// Chooses as a medio that counts the other hands.
fn mode(sight: &Sight<'_>) -> (Mode, String) {
    let factors = Factors { eval: Evaluation::Fixed, ..Factors::default() };
    let first = sight.public().last_trick.is_none();
    if first { points_and_trumps(sight, factors) } else { distance_with_trumps(sight, factors) }
}

/// Returns the worth of a card, in tenths of a point, and its chance to win, in tenths.
fn worth(sight: &Sight<'_>, card: Spanish, mode: Mode) -> (i32, i32) {
    let trick = &sight.public().trick;
    let lying: i32 = trick.cards().map(|card| i32::from(points_of(card))).sum();
    let own = i32::from(points_of(card));
    let beats = trick.winning(sight.trump).is_none_or(|best| beaters(best, sight.trump).has(card));
    let wins = match (beats, sight.threats(card)) {
        (false, _) => 0,
        (true, 0) => 10,
        (true, 1) => 5,
        (true, _) => 2,
    };
    let left = sight.public().players.len() - trick.len() - 1;
    // The seats that follow add about an average card each.
    let gain = lying + own + 3 * left as i32;
    let trump = if card.suit() == sight.trump { 8 } else { 0 };
    let power = i32::from(strength(card)) + trump;
    let value = match mode {
        Mode::Mas => wins * gain - (10 - wins) * own - 5 * power,
        Mode::Menos => (10 - wins) * (own + power) / 2 - wins * (gain + 6),
    };
    (value, wins)
}

impl Bot<Tute> for Greedy {
    fn next_move(&mut self, turn: &Turn<'_, Tute>) -> Result<Move, Fault> {
        let sight = Sight::new(turn);
        let (mode, why) = mode(&sight);
        let song = sight
            .songs
            .iter()
            .rev()
            .find(|song| song.is_tute() || mode == Mode::Mas || sight.won(sight.me) > PAST_LOW);
        if let Some(&song) = song {
            turn.journal.print(&format!("{mode}: {why}; sings {song}"));
            return Ok(Move::Song(song));
        }
        let mut scored: Vec<(i32, Spanish, i32)> = sight
            .legal
            .iter()
            .map(|card| {
                let (value, wins) = worth(&sight, card, mode);
                (value, card, wins)
            })
            .collect();
        scored.sort_by_key(|&(value, card, _)| (-value, card));
        let mut line = format!("{mode}: {why};");
        for (value, card, wins) in scored.iter().take(4) {
            let _ = write!(line, " {card} {:+.1} ({}% wins)", f64::from(*value) / 10.0, wins * 10);
        }
        turn.journal.print(&line);
        Ok(Move::Card(scored[0].1))
    }
}
