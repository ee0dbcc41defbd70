//! The seat that opens each hand, and its tile.

use crate::common::moves::{legal, play, seat, why};
use crate::dominoes::table::{
    CLOSING, CLOSING_TOO, EVEN, HANDS, HEAVY, deal, deal_to, finish_hand, found, table, turn,
};
use juez_core::{Seat, State, Team};
use juez_games::dominoes::{Move, Phase, pair_of, partner_of, pips};

#[test]
fn the_holder_of_double_six_opens_the_first_hand_with_it() {
    let position = table("{}", &HANDS);
    assert_eq!((turn(&position), legal(&position).as_str()), (2, "66"));
    assert_eq!(position.public().opener, Some(seat(2)));
    assert_eq!(why(&position, "62"), "6-6 must open the first game");
    assert_eq!(why(&position, "00"), "6-6 must open the first game");
    assert_eq!(why(&position, "62@6"), "6-6 must open the first game");
    assert_eq!(
        why(&position, "66@6"),
        "there is no end to join yet: the first tile is written alone, 66"
    );
    assert_eq!(why(&position, "pass"), "seat 2 opens this hand, so it may not pass");
    assert_eq!(why(&position, "open"), "it is settled that seat 2 opens");
}

#[test]
fn every_later_hand_is_opened_with_any_tile() {
    let mut position = table(r#"{"opener":"winner"}"#, &HANDS);
    finish_hand(&mut position);
    position.deal(&deal(&HANDS)).expect("possible");
    let opener = seat(turn(&position));
    assert_eq!(legal(&position), position.hand(opener).to_string());
    assert_eq!(position.legal_count(), 7);
}

#[test]
fn the_lower_seat_of_the_pair_is_asked_who_opens_after_the_deal() {
    for (hands, moves, lower) in [(EVEN, CLOSING, 0), (HEAVY, CLOSING_TOO, 1)] {
        let mut position = table("{}", &hands);
        play(&mut position, moves);
        assert_eq!(position.public().opener, None);
        position.deal(&deal(&HANDS)).expect("possible");
        assert_eq!((turn(&position), legal(&position).as_str()), (lower, "leave open"));
        assert_eq!(
            why(&position, "66"),
            format!("seat {lower} says first whether it opens: open or leave")
        );
        assert_eq!(why(&position, "pass"), why(&position, "66"));
        let mut left = position;
        play(&mut position, "open");
        play(&mut left, "leave");
        assert_eq!((turn(&position), turn(&left)), (lower, lower + 2));
        for opened in [position, left] {
            let opener = opened.public().opener.expect("settled");
            assert_eq!(legal(&opened), opened.hand(opener).to_string());
            assert_eq!(why(&opened, "leave"), format!("it is settled that seat {opener} opens"));
        }
    }
}

#[test]
fn with_opener_random_the_deal_names_a_seat_of_the_opening_pair() {
    let mut position = table(r#"{"opener":"random"}"#, &HEAVY);
    play(&mut position, CLOSING_TOO);
    for opener in [1, 3] {
        let mut next = position;
        next.deal(&deal_to(&HANDS, opener)).expect("possible");
        assert_eq!(turn(&next), opener);
        assert_eq!(next.legal_count(), 7);
    }
}

#[test]
fn with_opener_winner_the_seat_that_went_out_opens() {
    let (before, _, mut after) = found(r#"{"opener":"winner"}"#, |_, mv| mv != Move::Pass);
    let seat = before.public().to_move();
    assert_eq!(after.public().opener, seat);
    after.deal(&deal(&HANDS)).expect("possible");
    assert_eq!((after.public().to_move(), after.public().phase), (seat, Phase::First));
}

#[test]
fn with_opener_winner_a_closed_hand_is_followed_by_the_previous_opener_if_his_pair_won() {
    let (_, _, after) = found(r#"{"opener":"winner"}"#, |before, mv| {
        let left = |seat: u8| pips(before.hand(Seat::new(seat)));
        let opener = before.public().opener.expect("settled");
        let winner = Team(u8::from(left(1) + left(3) < left(0) + left(2)));
        mv == Move::Pass && left(0) + left(2) != left(1) + left(3) && pair_of(opener) == winner
    });
    assert_eq!(after.public().opener, after.public().chain.opener());
}

#[test]
fn with_opener_winner_a_closed_hand_lost_by_the_opener_is_followed_by_the_next_winner() {
    // Seat 0 opened, played last and lost: seat 1 is the winners' next.
    let mut position = table(r#"{"opener":"winner"}"#, &HEAVY);
    play(&mut position, CLOSING_TOO);
    assert_eq!(position.public().opener, Some(seat(1)));
    // If a winner played last, the winners' next seat after it is its partner.
    let (before, _, after) = found(r#"{"opener":"winner"}"#, |before, mv| {
        let left = |seat: u8| pips(before.hand(Seat::new(seat)));
        let chain = before.public().chain;
        let (opener, last) = (chain.opener().expect("one"), chain.last_player().expect("one"));
        let winner = Team(u8::from(left(1) + left(3) < left(0) + left(2)));
        mv == Move::Pass
            && left(0) + left(2) != left(1) + left(3)
            && pair_of(opener) != winner
            && pair_of(last) == winner
    });
    let last = before.public().chain.last_player().expect("a seat");
    assert_eq!(after.public().opener, Some(partner_of(last)));
}

#[test]
fn an_opener_of_a_later_hand_needs_a_tile_it_holds() {
    let mut position = table("{}", &EVEN);
    play(&mut position, CLOSING);
    position.deal(&deal(&HANDS)).expect("possible");
    play(&mut position, "open");
    assert_eq!(why(&position, "66"), "seat 0 does not hold 66");
    assert_eq!(
        why(&position, "60@6"),
        "there is no end to join yet: the first tile is written alone, 60"
    );
    assert_eq!(why(&position, "pass"), "seat 0 opens this hand, so it may not pass");
    play(&mut position, "60");
    assert!(position.public().chain.ends() == Some((6, 0)));
}
