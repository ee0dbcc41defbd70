//! Signals between partners.

use crate::common::moves::{legal, play, seat, why};
use crate::dominoes::table::{
    CLOSING, CLOSING_TOO, EVEN, HANDS, HEAVY, deal, deal_to, table, turn,
};
use juez_core::State;
use juez_games::dominoes::{Move, Signal};

#[test]
fn with_signals_every_hand_begins_with_one_of_each_seat() {
    let mut position = table(r#"{"signal":"seed"}"#, &EVEN);
    for by in 0..4 {
        assert_eq!((turn(&position), position.legal_count()), (by, 56));
        assert_eq!(position.legal_moves(), Move::signals().collect::<Vec<_>>());
        assert_eq!(
            why(&position, "66"),
            format!("seat {by} signals to its partner first: sig:D:F")
        );
        assert_eq!(why(&position, "pass"), why(&position, "66"));
        play(&mut position, "sig:7:1");
    }
    assert_eq!((turn(&position), legal(&position).as_str()), (0, "66"));
    assert_eq!(why(&position, "sig:1:1"), "the signals of this hand have been given");
    play(&mut position, CLOSING);
    position.deal(&deal(&HANDS)).expect("possible");
    assert_eq!(position.signal(seat(2)), None, "signals of the last hand are forgotten");
    play(&mut position, "sig:0:1 sig:0:2 sig:0:3 sig:0:4");
    assert_eq!(position.signal(seat(2)), Signal::new(0, 3));
    assert_eq!((turn(&position), legal(&position).as_str()), (0, "leave open"));
    assert_eq!(why(&position, "sig:1:1"), "the signals of this hand have been given");
}

#[test]
fn with_signals_and_a_random_opener_the_signals_come_first() {
    let mut position = table(r#"{"signal":"seed","opener":"random"}"#, &HEAVY);
    play(&mut position, "sig:0:1 sig:0:2 sig:0:3 sig:0:4");
    play(&mut position, CLOSING_TOO);
    position.deal(&deal_to(&HANDS, 3)).expect("possible");
    assert_eq!(turn(&position), 0);
    play(&mut position, "sig:0:1 sig:0:2 sig:0:3 sig:0:4");
    assert_eq!((turn(&position), position.legal_count()), (3, 7));
}

#[test]
fn without_the_option_there_are_no_signals() {
    let mut position = table("{}", &HANDS);
    let none = "there are no signals at this table (signal=none)";
    assert_eq!(why(&position, "sig:1:1"), none);
    play(&mut position, "66");
    assert_eq!(why(&position, "sig:1:1"), none);
}

#[test]
fn a_signal_may_be_a_lie_and_the_true_one_counts_a_double_once() {
    let position = table("{}", &HANDS);
    let honest = |number: u8| Signal::of(position.hand(seat(number))).to_string();
    assert_eq!(honest(0), "sig:1:7", "00 and six more with 0");
    assert_eq!(honest(1), "sig:2:6", "11 21 31 41 51 61");
    assert_eq!(honest(2), "sig:2:4", "32 42 52 62, and 32 33 43 of 3");
    assert_eq!(honest(3), "sig:2:4", "44 54 64, and 53 54 55 65 of 5");
}

#[test]
fn sig_alone_is_how_others_see_a_signal_and_never_legal() {
    let sig = "sig only stands for a signal to others; a signal is written sig:D:F";
    let position = table(r#"{"signal":"seed"}"#, &HANDS);
    assert_eq!(why(&position, "sig"), sig);
    assert_eq!(why(&table("{}", &HANDS), "sig"), sig);
}
