//! Which rule a move breaks, in words.

use super::options::Signals;
use super::public::{Phase, Public};
use super::{Move, Tile};
use crate::games::cards::Cards;

/// Why a seat to move that holds `hand` may not play `mv`.
pub(super) fn why_not(public: &Public, hand: Cards<Tile>, mv: Move) -> String {
    let seat = public.turn;
    match (public.phase, mv) {
        (Phase::Deal, _) => "the next hand is not dealt yet".to_string(),
        (Phase::Over, _) => "the match is over".to_string(),
        (_, Move::Hidden) => {
            "sig only stands for a signal to others; a signal is written sig:D:F".to_string()
        }
        (Phase::Signal, _) => format!("seat {seat} signals to its partner first: sig:D:F"),
        (_, Move::Signal(_)) if public.options.signal == Signals::None => {
            "there are no signals at this table (signal=none)".to_string()
        }
        (_, Move::Signal(_)) => "the signals of this hand are given".to_string(),
        (Phase::Ask, _) => format!("seat {seat} says first whether it opens: open or leave"),
        (Phase::First, Move::Open | Move::Leave) => format!("it is settled that seat {seat} opens"),
        (_, Move::Open | Move::Leave) => "the first tile lies on the table already".to_string(),
        (Phase::First, _) => why_not_first(public, hand, mv),
        (_, Move::Pass) => {
            let mut fits = Vec::new();
            public.legal_moves_into(hand, &mut fits);
            let fits: Vec<String> = fits.iter().map(Move::to_string).collect();
            format!("seat {seat} can play, so it may not pass: {}", fits.join(", "))
        }
        (_, Move::First(tile) | Move::Join(tile, _)) if !hand.has(tile) => {
            format!("seat {seat} does not hold {tile}")
        }
        (_, Move::First(tile)) => why_not_bare(public, hand, tile),
        (_, Move::Join(_, end)) => format!("no open end shows {end}: {}", ends(public)),
    }
}

/// Why the first tile of a hand is not `mv`.
fn why_not_first(public: &Public, hand: Cards<Tile>, mv: Move) -> String {
    let seat = public.turn;
    let Some(tile) = mv.tile() else {
        return format!("seat {seat} opens this hand, so it may not pass");
    };
    if public.double_six_opens() && tile != Tile::DOUBLE_SIX {
        return "6-6 must open the first game".to_string();
    }
    if !hand.has(tile) {
        return format!("seat {seat} does not hold {tile}");
    }
    format!("there is no end to join yet: the first tile is written alone, {tile}")
}

/// Why a tile in the hand cannot be played without an end.
fn why_not_bare(public: &Public, hand: Cards<Tile>, tile: Tile) -> String {
    let mut fits = Vec::new();
    public.legal_moves_into(hand, &mut fits);
    fits.retain(|mv| mv.tile() == Some(tile));
    match fits.as_slice() {
        [] => format!("{tile} fits no open end: {}", ends(public)),
        [one] => format!("{tile} is not the first tile: name the end it joins, {one}"),
        many => {
            let many: Vec<String> = many.iter().map(Move::to_string).collect();
            format!("{tile} is not the first tile: name the end it joins, {}", many.join(" or "))
        }
    }
}

/// `the ends show 6 and 3`, `both ends show 6`.
fn ends(public: &Public) -> String {
    match public.chain.ends() {
        Some((left, right)) if left == right => format!("both ends show {left}"),
        Some((left, right)) => format!("the ends show {left} and {right}"),
        None => "no tile lies on the table".to_string(),
    }
}
