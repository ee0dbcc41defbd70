//! Decisions of the dominoes bots on prepared hands.

use crate::common::moves::{play, seat};
use crate::dominoes::table::{CLOSING, EVEN, HANDS, HEAVY, deal, deal_to, table, turn};
use juez_core::{Bot, History, Journal, Seat, Seed, State, Turn};
use juez_games::dominoes::bots::{Filter, Greedy, Individualist, Pair, Role, Roles, TieBreak, Why};
use juez_games::dominoes::{Dominoes, Move, Position};

/// Returns the move of a bot at a position, and its log.
fn ask(bot: &mut dyn Bot<Dominoes>, position: &Position) -> (String, String) {
    ask_with(bot, position, 1, 0)
}

/// Returns the move of a bot with this seed at this ply, and its log.
pub fn ask_with(
    bot: &mut dyn Bot<Dominoes>,
    position: &Position,
    seed: u64,
    ply: u32,
) -> (String, String) {
    let me = seat(turn(position));
    let journal = Journal::new(10_000);
    let moves: [(Seat, Move); 0] = [];
    let turn = Turn {
        seat: me,
        seats: 4,
        ply,
        deal: 0,
        view: &position.view(Some(me)),
        legal: &position.legal_moves(),
        history: History::new(position, &moves, Some(me)),
        seed: Seed::from(seed),
        journal: &journal,
    };
    assert!(turn.legal.len() > 1, "a forced move is not asked");
    let mv = bot.next_move(&turn).expect("a built-in bot makes no fault");
    assert!(position.is_legal(mv), "{mv}");
    let log = journal.take().log;
    assert!(!log.is_empty(), "every decision is explained");
    (mv.to_string(), log.join("\n"))
}

fn individualist(tie: TieBreak, position: &Position) -> (String, String) {
    ask(&mut Individualist { tie, ..Individualist::default() }, position)
}

fn pair(position: &Position) -> (String, String) {
    ask(&mut Pair::default(), position)
}

fn partner_first() -> Pair {
    Pair { filter: Filter::PartnerFirst, ..Pair::default() }
}

fn roles(position: &Position, number: u8) -> Roles {
    Roles::of(&position.view(Some(seat(number))), true, true).expect("a seat sees it")
}

/// Hands in which seat 2 opens with 6-6; once 6 and 1 are open, seat 1 cannot play.
const SHUT: [&str; 4] = [
    "61 64 65 10 41 31 60",
    "00 30 20 40 42 44 55",
    "66 22 32 52 62 33 53",
    "11 21 50 43 51 63 54",
];

/// Returns the second hand of a match, opened by the pair of seats 0 and 2.
pub fn second(options: &str, hands: &[&str; 4]) -> Position {
    let mut position = table(options, &EVEN);
    if options.contains("seed") {
        play(&mut position, "sig:0:1 sig:0:1 sig:0:1 sig:0:1");
    }
    play(&mut position, CLOSING);
    let next = if options.contains("random") { deal_to(hands, 0) } else { deal(hands) };
    position.deal(&next).expect("possible");
    position
}

// The individualist.

#[test]
fn the_individualist_plays_its_heaviest_double_that_fits() {
    let hands = [
        "66 00 10 20 30 40 50",
        "65 11 21 31 41 51 61",
        "63 22 32 42 52 62 43",
        "55 33 54 44 53 60 64",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66 65@6 63@6");
    // The ends are 5 and 3: both 55 and 33 fit, 44 does not.
    for tie in [TieBreak::First, TieBreak::Pips] {
        let (mv, log) = individualist(tie, &position);
        assert_eq!(mv, "55@5");
        assert!(log.contains("doubles first, the heaviest: 55@5 10, 33@3 6"), "{log}");
    }
}

#[test]
fn without_a_double_it_exposes_the_number_most_of_its_other_tiles_show() {
    let hands = [
        "10 20 30 54 32 60 63",
        "11 21 31 41 51 61 22",
        "66 00 42 52 40 33 62",
        "53 43 44 50 64 55 65",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66 65@6");
    // Seat 0 can play 54@5 (exposes 4), 60@6 (0: 10 20 30) or 63@6 (3: 30 32).
    let (mv, log) = individualist(TieBreak::First, &position);
    assert_eq!(mv, "60@6", "{log}");
    assert!(log.contains("60@6 3, 63@6 2, 54@5 0"), "{log}");
}

#[test]
fn equals_are_settled_by_order_or_by_pips() {
    let hands = [
        "10 30 31 54 55 60 63",
        "11 21 20 41 51 61 22",
        "66 00 42 52 40 33 62",
        "53 43 44 50 64 32 65",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66 64@6");
    // 54@4 exposes 5 (55), 60@6 exposes 0 (10 30), 63@6 exposes 3 (30 31).
    assert_eq!(individualist(TieBreak::First, &position).0, "60@6");
    assert_eq!(individualist(TieBreak::Pips, &position).0, "63@6");
}

#[test]
fn it_opens_with_its_highest_double_or_its_most_frequent_number() {
    let mut position = second("{}", &HANDS);
    assert_eq!(individualist(TieBreak::First, &position).0, "open");
    play(&mut position, "open");
    assert_eq!(individualist(TieBreak::First, &position).0, "00");
    let none = ["10 20 21 31 61 51 43", HANDS[1], HANDS[2], HANDS[3]];
    let hands = [none[0], "11 22 33 44 55 66 00", "30 40 50 60 32 42 52", "41 53 54 62 63 64 65"];
    let mut position = second("{}", &hands);
    play(&mut position, "open");
    // 1 is on 10 21 31 61 51: each of them has four others.
    assert_eq!(individualist(TieBreak::First, &position).0, "10");
    assert_eq!(individualist(TieBreak::Pips, &position).0, "61");
}

#[test]
fn it_signals_nothing() {
    let position = table(r#"{"signal":"seed"}"#, &HANDS);
    assert_eq!(individualist(TieBreak::First, &position).0, "sig:0:1");
}

// The roles of the pair.

#[test]
fn the_holder_of_double_six_is_the_glutton_of_the_first_hand() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66");
    for number in [0, 2] {
        let found = roles(&position, number);
        assert_eq!((found.gloton, found.why), (seat(2), Why::DoubleSix));
    }
    assert_eq!(roles(&position, 0).role(seat(0)), Role::Bloqueador);
}

#[test]
fn with_signals_more_doubles_make_the_glutton_then_the_frequency_then_the_lower_seat() {
    let signalled = |text: &str| {
        let mut position = table(r#"{"signal":"seed"}"#, &HANDS);
        play(&mut position, text);
        play(&mut position, "66");
        let (one, other) = (roles(&position, 1), roles(&position, 3));
        assert_eq!(one, other, "both know the same");
        one
    };
    assert_eq!(signalled("sig:0:1 sig:2:3 sig:0:1 sig:1:7").gloton, seat(1));
    assert_eq!(signalled("sig:0:1 sig:1:3 sig:0:1 sig:2:1").gloton, seat(3));
    assert_eq!(signalled("sig:0:1 sig:2:3 sig:0:1 sig:2:4").gloton, seat(3));
    assert_eq!(signalled("sig:0:1 sig:2:5 sig:0:1 sig:2:4").gloton, seat(1));
    assert_eq!(signalled("sig:0:1 sig:2:4 sig:0:1 sig:2:4").gloton, seat(1));
    // Its own pair opens with 66, so the signals do not matter.
    let mut position = table(r#"{"signal":"seed"}"#, &HANDS);
    play(&mut position, "sig:7:7 sig:0:1 sig:0:1 sig:0:1 66");
    assert_eq!(roles(&position, 0).gloton, seat(2));
}

#[test]
fn it_signals_the_truth() {
    let position = table(r#"{"signal":"seed"}"#, &HANDS);
    let (mv, log) = pair(&position);
    assert_eq!(mv, "sig:1:7");
    assert!(log.contains("the truth about 00 10 20 30 40 50 60"), "{log}");
}

#[test]
fn without_signals_whoever_opens_for_the_pair_is_the_glutton() {
    for (answer, gloton) in [("open", 0), ("leave", 2)] {
        let mut position = second("{}", &HANDS);
        play(&mut position, answer);
        for number in [0, 2] {
            let found = roles(&position, number);
            assert_eq!((found.gloton, found.why), (seat(gloton), Why::Opens));
        }
    }
}

#[test]
fn without_signals_more_than_two_doubles_or_the_order_decide_where_the_others_open() {
    let hands = [
        "66 62 42 52 32 33 43",
        "00 10 20 30 40 50 60",
        "11 21 31 41 51 61 22",
        "53 63 44 54 64 55 65",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66");
    let found = roles(&position, 1);
    assert_eq!((found.gloton, found.why), (seat(1), Why::Order), "seat 1 plays first");
    let three = [
        "66 62 42 52 32 65 43",
        "00 10 20 30 40 50 60",
        "11 21 31 41 51 61 22",
        "53 63 44 54 64 55 33",
    ];
    let mut position = table("{}", &three);
    play(&mut position, "66");
    let found = roles(&position, 3);
    assert_eq!((found.gloton, found.why), (seat(3), Why::Doubles(3)));
}

#[test]
fn two_passes_of_the_glutton_exchange_the_parts() {
    let mut position = table("{}", &HEAVY);
    play(&mut position, "66");
    // Seat 1 has 00, 11, 22 and no 6.
    assert_eq!(roles(&position, 1).gloton, seat(1));
    play(&mut position, "pass");
    assert_eq!((roles(&position, 1).gloton, roles(&position, 1).passes), (seat(1), 1));
    play(&mut position, "63@6 43@3 64@4 pass");
    let found = roles(&position, 1);
    assert_eq!((found.gloton, found.swaps, found.passes), (seat(3), 1, 0), "not in a row");
    play(&mut position, "62@6 21@2 61@1 pass 60@6 50@0 65@5 pass pass");
    let found = roles(&position, 1);
    assert_eq!((found.gloton, found.passes), (seat(3), 0), "seat 3 has not passed yet");
    play(&mut position, "pass");
    assert_eq!(roles(&position, 1).passes, 1);
}

#[test]
fn the_new_glutton_may_hand_the_part_back() {
    let mut found = false;
    for n in 0..300 {
        let mut position = table("{}", &HANDS);
        let mut rng = Seed::from(n).rng();
        while let juez_core::Next::Move(_) = position.next() {
            let mv = position.random_move(&mut rng, &mut Vec::new());
            position.play_unchecked(mv);
            if position.next() == juez_core::Next::Deal {
                break;
            }
            let roles = roles(&position, 0);
            assert_eq!(roles.gloton == seat(2), roles.swaps.is_multiple_of(2));
            found |= roles.swaps >= 2;
        }
    }
    assert!(found);
}

// The play of each role.

#[test]
fn asked_who_opens_the_better_hand_does() {
    let mut position = second(r#"{"signal":"seed"}"#, &HANDS);
    play(&mut position, "sig:1:7 sig:0:1 sig:2:4 sig:0:1");
    assert_eq!(pair(&position).0, "leave");
    let mut position = second(r#"{"signal":"seed"}"#, &HANDS);
    play(&mut position, "sig:2:5 sig:0:1 sig:2:4 sig:0:1");
    assert_eq!(pair(&position).0, "open");
}

#[test]
fn without_signals_the_lower_seat_opens_with_two_doubles() {
    assert_eq!(pair(&second("{}", &HANDS)).0, "leave", "only 00");
    let hands = [HANDS[1], HANDS[0], HANDS[2], HANDS[3]];
    assert_eq!(pair(&second("{}", &hands)).0, "open", "11 and 22");
}

#[test]
fn the_glutton_plays_its_heaviest_tile() {
    let mut position = second("{}", &HANDS);
    play(&mut position, "leave");
    assert_eq!(pair(&position).0, "66", "the first tile is the heaviest");
    play(&mut position, "32 53@3 50@5 22@2");
    // The ends are 2 and 0; 42, 52 and 62 fit.
    let (mv, log) = pair(&position);
    assert_eq!(mv, "62@2", "{log}");
    let expected = "gloton (the opener sheds); no passes yet\n\
        62@2: the heaviest; 3 of 3: 62@2 8, 52@2 7, 42@2 6";
    assert_eq!(log, expected);
}

#[test]
fn the_blocker_prefers_numbers_that_an_opponent_lacks() {
    let hands = [
        "61 54 65 50 51 31 10",
        "00 11 20 40 42 44 55",
        "66 22 32 52 62 33 53",
        "30 21 41 43 60 63 64",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66 63@6 31@3 11@1");
    // Seat 2 answers 62@6; the ends are 2 and 1, seat 3 plays 21@2: both ends show 1.
    play(&mut position, "62@6 21@2");
    assert_eq!(turn(&position), 0);
    // Seat 0 has 61, 51, 10: no seat has passed, so the heaviest.
    let (mv, log) = pair(&position);
    assert_eq!(mv, "61@1", "{log}");
    assert!(log.starts_with("bloqueador (66 opens); no passes yet\n61@1: the heaviest"), "{log}");
    // Seat 1 has no 1 left and passes; seat 2 neither; seat 3 plays 41@1: the ends are 0 and 4.
    play(&mut position, "10@1 00@0 pass 41@1");
    let (mv, log) = pair(&position);
    assert_eq!(mv, "54@4", "{log}");
    assert!(log.contains("seat 2 lacks 0 1"), "{log}");
}

#[test]
fn the_order_of_the_sieves_matters_when_partner_and_opponent_lack_the_same() {
    // The blocker is seat 0. Seats 1 and 2 have both passed on 1; it can expose 1 or 4.
    let mut position = table("{}", &SHUT);
    play(&mut position, "66 63@6 31@3");
    // The ends are 6 and 1: seat 1 passes on both; seat 2 plays 62.
    play(&mut position, "pass 62@6 21@2");
    // Both ends show 1; seat 0 plays 61, then 6 and 1 are open: seat 1 passes, seat 2 too.
    play(&mut position, "61@1 pass pass 51@1");
    // The ends are 6 and 5. Of seat 0's tiles 60, 64 and 65 fit; 65 exposes 6 or 5.
    let public = position.public();
    assert_eq!(public.lacks(seat(1)).to_string(), "1 6");
    assert_eq!(public.lacks(seat(2)).to_string(), "1 6");
    let adversary = ask(&mut Pair::default(), &position);
    assert_eq!(adversary.0, "65@5", "it exposes 6, which both lack: {}", adversary.1);
    assert!(adversary.1.contains("blocks an opponent; 1 of"), "{}", adversary.1);
    let partner = ask(&mut partner_first(), &position);
    assert_eq!(partner.0, "65@6", "it exposes 5, which the partner may have: {}", partner.1);
    assert!(partner.1.contains("spares my partner; 3 of"), "{}", partner.1);
}

#[test]
fn a_number_that_an_opponent_lacks_and_the_partner_may_have_is_best() {
    let mut position = table("{}", &SHUT);
    play(&mut position, "66 63@6");
    // No pass yet: the heaviest of 31@3, 60, 61, 64, 65.
    assert_eq!(pair(&position).0, "65@6");
    play(&mut position, "31@3 pass 62@6");
    // Seat 1 lacks 6 and 1. Seat 3 is an individualist here: it exposes a number that it has.
    play(&mut position, "21@2");
    let (mv, log) = pair(&position);
    assert_eq!(mv, "61@1", "it exposes 6, which seat 1 lacks and seat 2 has not passed on: {log}");
    assert!(log.contains("seat 1 lacks 1 6"), "{log}");
    assert!(log.contains("blocks an opponent, spares my partner; 1 of 3"), "{log}");
    assert_eq!(ask(&mut partner_first(), &position).0, "61@1");
}

#[test]
fn after_the_exchange_the_blocker_sheds_and_the_glutton_blocks() {
    let mut position = table("{}", &HEAVY);
    play(&mut position, "66 pass 63@6 43@3 64@4 pass 62@6");
    // Seat 1 passed twice, so seat 3 has become the glutton.
    assert_eq!(turn(&position), 3);
    let hand = roles(&position, 3);
    assert_eq!((hand.why, hand.gloton), (Why::Order, seat(3)));
    let (mv, log) = pair(&position);
    assert!(log.starts_with("gloton (first in turn sheds, exchanged 1x); seat 1 lacks 6"), "{log}");
    assert_eq!(mv, "32@2", "{log}");
}

#[test]
fn greedy_shuts_out_the_next_seat_when_it_can() {
    let mut position = table("{}", &SHUT);
    play(&mut position, "66 63@6 31@3 pass 62@6 21@2");
    // Seat 1 lacks 1 and 6: 61 leaves exactly these.
    let (mv, log) = ask(&mut Greedy, &position);
    assert_eq!(mv, "61@1", "{log}");
    assert!(log.contains("worth 61@1"), "{log}");
}

#[test]
fn greedy_answers_every_kind_of_question() {
    assert_eq!(ask(&mut Greedy, &second("{}", &HANDS)).0, "leave");
    assert_eq!(ask(&mut Greedy, &table(r#"{"signal":"seed"}"#, &HANDS)).0, "sig:1:7");
    let mut position = second("{}", &HANDS);
    play(&mut position, "leave");
    assert_eq!(ask(&mut Greedy, &position).0.len(), 2, "a bare tile");
}

#[test]
fn a_silent_pair_signals_the_same_with_every_hand_and_heeds_nothing() {
    let mut silent = Pair { signal: false, ..Pair::default() };
    let mut position = table(r#"{"signal":"seed"}"#, &HANDS);
    assert_eq!(ask(&mut silent, &position).0, "sig:0:1");
    play(&mut position, "sig:0:1 sig:2:3 sig:0:1 sig:1:7");
    // Seat 1 signalled two doubles and seat 3 one: with signals, seat 1 is the glutton.
    let view = position.view(Some(seat(3)));
    assert_eq!(Roles::of(&view, true, true).expect("a seat sees it").gloton, seat(1));
    assert_ne!(
        Roles::of(&view, false, true).expect("a seat sees it").why,
        Roles::of(&view, true, true).expect("a seat sees it").why
    );
}
