//! Explains the rule that a move breaks.

use super::{Move, Phase, Public, Signals, Tile};
use crate::cards::Cards;
use juez_core::sentences;

sentences! {
    /// Reasons why a move is refused.
    SENTENCES:
    not_dealt() = "the next hand is not dealt yet";
    match_over() = "the match is over";
    hidden_signal() = "sig only stands for a signal to others; a signal is written sig:D:F";
    signals_first(seat) = "seat {seat} signals to its partner first: sig:D:F";
    no_signals() = "there are no signals at this table (signal=none)";
    signals_given() = "the signals of this hand have been given";
    opens_or_leaves(seat) = "seat {seat} says first whether it opens: open or leave";
    opener_settled(seat) = "it is settled that seat {seat} opens";
    first_lies() = "the first tile is already on the table";
    can_play(seat, moves) = "seat {seat} can play, so it may not pass: {moves}";
    not_held(seat, tile) = "seat {seat} does not hold {tile}";
    no_open_end(end, ends) = "no open end shows {end}: {ends}";
    opener_may_not_pass(seat) = "seat {seat} opens this hand, so it may not pass";
    double_six_first() = "6-6 must open the first game";
    nothing_to_join(tile) = "there is no end to join yet: the first tile is written alone, {tile}";
    fits_no_end(tile, ends) = "{tile} fits no open end: {ends}";
    name_the_end(tile, moves) = "{tile} is not the first tile: name the end it joins, {moves}";
    both_ends(number) = "both ends show {number}";
    two_ends(left, right) = "the ends show {left} and {right}";
    no_tile() = "no tile is on the table";
}

/// Returns the reason why the seat to move, which holds `hand`, cannot play `mv`.
pub(super) fn why_not(public: &Public, hand: Cards<Tile>, mv: Move) -> String {
    let seat = public.turn;
    match (public.phase, mv) {
        (Phase::Deal, _) => not_dealt(),
        (Phase::Over, _) => match_over(),
        (_, Move::Hidden) => hidden_signal(),
        (Phase::Signal, _) => signals_first(seat),
        (_, Move::Signal(_)) if public.options.signal == Signals::None => no_signals(),
        (_, Move::Signal(_)) => signals_given(),
        (Phase::Ask, _) => opens_or_leaves(seat),
        (Phase::First, Move::Open | Move::Leave) => opener_settled(seat),
        (_, Move::Open | Move::Leave) => first_lies(),
        (Phase::First, _) => why_not_first(public, hand, mv),
        (_, Move::Pass) => {
            let mut fits = Vec::new();
            public.legal_moves_into(hand, &mut fits);
            let fits: Vec<String> = fits.iter().map(Move::to_string).collect();
            can_play(seat, fits.join(", "))
        }
        (_, Move::First(tile) | Move::Join(tile, _)) if !hand.has(tile) => not_held(seat, tile),
        (_, Move::First(tile)) => why_not_bare(public, hand, tile),
        (_, Move::Join(_, end)) => no_open_end(end, ends(public)),
    }
}

/// Returns the reason why `mv` cannot open a hand.
fn why_not_first(public: &Public, hand: Cards<Tile>, mv: Move) -> String {
    let seat = public.turn;
    let Some(tile) = mv.tile() else {
        return opener_may_not_pass(seat);
    };
    if public.double_six_opens() && tile != Tile::DOUBLE_SIX {
        return double_six_first();
    }
    if !hand.has(tile) {
        return not_held(seat, tile);
    }
    nothing_to_join(tile)
}

/// Returns the reason why a tile in the hand cannot be played without an end.
fn why_not_bare(public: &Public, hand: Cards<Tile>, tile: Tile) -> String {
    let mut fits = Vec::new();
    public.legal_moves_into(hand, &mut fits);
    fits.retain(|mv| mv.tile() == Some(tile));
    match fits.as_slice() {
        [] => fits_no_end(tile, ends(public)),
        [one] => name_the_end(tile, one),
        many => {
            let many: Vec<String> = many.iter().map(Move::to_string).collect();
            name_the_end(tile, many.join(" or "))
        }
    }
}

/// Describes the open ends: `the ends show 6 and 3`, `both ends show 6`.
fn ends(public: &Public) -> String {
    match public.chain.ends() {
        Some((left, right)) if left == right => both_ends(left),
        Some((left, right)) => two_ends(left, right),
        None => no_tile(),
    }
}
