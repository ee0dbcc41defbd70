//! Which rule a move breaks, in words.

use super::moves::Move;
use super::public::Phase;
use super::ranks::beaters;
use super::songs::Song;
use super::state::Match;
use crate::core::{IllegalMove, State};
use crate::games::cards::{Cards, Spanish};

pub(super) fn explain(state: &Match, mv: Move) -> Result<(), IllegalMove> {
    let why = match state.public.phase {
        Phase::Deal => "the next hand is not dealt yet".to_string(),
        Phase::Over => "the match is over".to_string(),
        Phase::Play if state.is_legal(mv) => return Ok(()),
        Phase::Play => match mv {
            Move::Card(card) => why_no_card(state, card),
            Move::Song(song) => why_no_song(state, song),
            Move::Fallo => {
                "fallo is not chosen: it is the penalty for a card that breaks an obligation"
                    .to_string()
            }
        },
    };
    Err(IllegalMove(why))
}

fn why_no_card(state: &Match, card: Spanish) -> String {
    let public = &state.public;
    let (seat, trump) = (public.turn, public.trump_suit());
    let hand = state.hands[seat];
    if !hand.has(card) {
        return if public.out_of_play().has(card) {
            format!("{card} is out of play in this hand")
        } else if public.all_played().has(card) {
            format!("{card} was played already")
        } else {
            format!("seat {seat} does not hold {card}")
        };
    }
    let Some(led) = public.trick.led() else { return format!("{card} may be led") };
    let best = public.trick.winning(trump).unwrap_or(led);
    let suit = led.suit();
    let follow = hand & suit.cards();
    let beat = hand & beaters(best, trump);
    if !follow.is_empty() && card.suit() != suit {
        let with = if (follow & beat).is_empty() { follow } else { follow & beat };
        return format!("seat {seat} must follow {} with {}", suit.name(), either(with));
    }
    if !follow.is_empty() {
        return format!("seat {seat} must beat {best} with {}", either(follow & beat));
    }
    let trumps = either(beat & trump.cards());
    if best.suit() == trump {
        format!("seat {seat} has no {} and must beat {best} with {trumps}", suit.name())
    } else {
        format!("seat {seat} has no {} and must trump with {trumps}", suit.name())
    }
}

fn why_no_song(state: &Match, song: Song) -> String {
    let public = &state.public;
    let (seat, trump) = (public.turn, public.trump_suit());
    if !public.trick.is_empty() {
        return format!("seat {seat} does not lead this trick: only who leads may sing");
    }
    if !public.may_sing() {
        return "nobody may sing before the first trick is won".to_string();
    }
    match song {
        Song::Forty(suit) if suit != trump => {
            return format!("{} is not trump: its song is {}", suit.name(), Song::Twenty(suit));
        }
        Song::Twenty(suit) if suit == trump => {
            return format!("{} is trump: its song is {}", suit.name(), Song::Forty(suit));
        }
        _ => {}
    }
    if public.songs[seat].has(song) {
        return format!("{song} was sung already");
    }
    let missing = song.cards() - state.hands[seat];
    format!("{song} needs {}: seat {seat} does not hold {}", all_of(song.cards()), all_of(missing))
}

/// `O1`, `O1 or O3`, `O1, O12 or O3`.
fn either(cards: Cards<Spanish>) -> String {
    joined(cards, "or")
}

/// `O11 and O12`.
fn all_of(cards: Cards<Spanish>) -> String {
    joined(cards, "and")
}

fn joined(cards: Cards<Spanish>, word: &str) -> String {
    let texts: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    match texts.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} {word} {last}", before.join(", ")),
    }
}
