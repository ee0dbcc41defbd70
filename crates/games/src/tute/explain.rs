//! Explains the rule that a move breaks.

use super::{Match, Move, Phase, Song, beaters};
use crate::cards::Spanish;
use juez_core::{IllegalMove, State, listed, sentences};

sentences! {
    /// Reasons why a move is refused.
    SENTENCES:
    not_dealt() = "the next hand is not dealt yet";
    match_over() = "the match is over";
    fallo() = "fallo is not a choice: it is the penalty for a card that breaks an obligation";
    out_of_play(card) = "{card} is out of play in this hand";
    was_played(card) = "{card} has already been played";
    not_held(seat, card) = "seat {seat} does not hold {card}";
    may_be_led(card) = "{card} may be led";
    must_follow(seat, suit, cards) = "seat {seat} must follow {suit} with {cards}";
    must_beat(seat, best, cards) = "seat {seat} must beat {best} with {cards}";
    must_overtrump(seat, suit, best, cards) = "seat {seat} has no {suit} and must beat {best} with {cards}";
    must_trump(seat, suit, cards) = "seat {seat} has no {suit} and must trump with {cards}";
    not_leading(seat) = "seat {seat} does not lead this trick: only the leader may sing";
    too_early() = "no seat may sing before the first trick is won";
    is_not_trump(suit, song) = "{suit} is not trump: its song is {song}";
    is_trump(suit, song) = "{suit} is trump: its song is {song}";
    was_sung(song) = "{song} has already been sung";
    song_needs(song, cards, seat, missing) = "{song} needs {cards}: seat {seat} does not hold {missing}";
}

pub(super) fn explain(state: &Match, mv: Move) -> Result<(), IllegalMove> {
    let why = match state.public.phase {
        Phase::Deal => not_dealt(),
        Phase::Over => match_over(),
        Phase::Play if state.is_legal(mv) => return Ok(()),
        Phase::Play => match mv {
            Move::Card(card) => why_no_card(state, card),
            Move::Song(song) => why_no_song(state, song),
            Move::Fallo => fallo(),
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
            out_of_play(card)
        } else if public.all_played().has(card) {
            was_played(card)
        } else {
            not_held(seat, card)
        };
    }
    let Some(led) = public.trick.led() else { return may_be_led(card) };
    let best = public.trick.winning(trump).unwrap_or(led);
    let suit = led.suit();
    let follow = hand & suit.cards();
    let beat = hand & beaters(best, trump);
    if !follow.is_empty() && card.suit() != suit {
        let with = if (follow & beat).is_empty() { follow } else { follow & beat };
        return must_follow(seat, suit.name(), listed(with, "or"));
    }
    if !follow.is_empty() {
        return must_beat(seat, best, listed(follow & beat, "or"));
    }
    let trumps = listed(beat & trump.cards(), "or");
    if best.suit() == trump {
        must_overtrump(seat, suit.name(), best, trumps)
    } else {
        must_trump(seat, suit.name(), trumps)
    }
}

fn why_no_song(state: &Match, song: Song) -> String {
    let public = &state.public;
    let (seat, trump) = (public.turn, public.trump_suit());
    if !public.trick.is_empty() {
        return not_leading(seat);
    }
    if !public.may_sing() {
        return too_early();
    }
    let of_suit = song.suit().map(|suit| (suit, Song::of_suit(suit, trump)));
    if let Some((suit, right)) = of_suit.filter(|(_, right)| *right != song) {
        return if suit == trump {
            is_trump(suit.name(), right)
        } else {
            is_not_trump(suit.name(), right)
        };
    }
    if public.songs[seat].has(song) {
        return was_sung(song);
    }
    let missing = song.cards() - state.hands[seat];
    song_needs(song, listed(song.cards(), "and"), seat, listed(missing, "and"))
}
