//! Every case of the rules of dominoes, on hands set up by hand.

use crate::table::{
    CLOSING, CLOSING_TOO, EVEN, HEAVY, deal, deal_to, finish_hand, joined, legal, mv, options,
    play, score, seat, start, table, turn, why,
};
use juez::core::{Game, Next, Observer, Reason, Seat, Seed, State, Stream, Team};
use juez::games::cards::Cards;
use juez::games::dominoes::{
    Deal, Dominoes, Move, Options, Phase, Position, Signal, Tile, pair_of, partner_of, pips,
};

/// Seat 2 holds 6-6.
const HANDS: [&str; 4] = [
    "00 10 20 30 40 50 60",
    "11 21 31 41 51 61 22",
    "66 32 42 52 62 33 43",
    "53 63 44 54 64 55 65",
];

#[test]
fn there_are_28_tiles_seven_for_each_seat_and_none_left_over() {
    let position = table("{}", &HANDS);
    let hands = Seat::all(4).map(|seat| position.hand(seat));
    assert_eq!(hands.clone().map(|hand| hand.len()).collect::<Vec<_>>(), [7; 4]);
    assert_eq!(hands.fold(Cards::EMPTY, |all, hand| all | hand), Cards::ALL);
    assert_eq!((Tile::all().count(), pips(Cards::ALL)), (28, 168));
    assert_eq!(joined(Tile::all().take(7)), "00 10 11 20 21 22 30");
}

#[test]
fn the_pairs_are_seats_0_and_2_and_seats_1_and_3() {
    let position = start("{}");
    let teams = Seat::all(4).map(|seat| position.team(seat)).collect::<Vec<_>>();
    assert_eq!(teams, [Team(0), Team(1), Team(0), Team(1)]);
    assert_eq!(
        (pair_of(seat(3)), partner_of(seat(3)), partner_of(seat(2))),
        (Team(1), seat(1), seat(0))
    );
}

#[test]
fn the_holder_of_double_six_opens_the_first_hand_with_it() {
    let position = table("{}", &HANDS);
    assert_eq!((turn(&position), legal(&position).as_str()), (2, "66"));
    assert_eq!(position.public().opener(), Some(seat(2)));
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
fn the_next_seat_follows() {
    let mut position = table("{}", &HANDS);
    for (expected, text) in [(2, "66"), (3, "63@6"), (0, "60@6"), (1, "31@3"), (2, "pass")] {
        assert_eq!(turn(&position), expected);
        if text == "pass" {
            // 1 and 0 are open; seat 2 has neither.
            assert_eq!(legal(&position), "pass");
        }
        play(&mut position, text);
    }
    assert_eq!(turn(&position), 3);
}

#[test]
fn a_tile_joins_an_open_end_and_exposes_its_other_number() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66");
    assert_eq!(position.public().chain().ends(), Some((6, 6)));
    assert_eq!(legal(&position), "63@6 64@6 65@6");
    play(&mut position, "63@6");
    let ends = |position: &Position| position.public().chain().ends().expect("a chain");
    assert!([(6, 3), (3, 6)].contains(&ends(&position)));
    assert_eq!(legal(&position), "30@3 60@6");
    play(&mut position, "30@3");
    assert!([(6, 0), (0, 6)].contains(&ends(&position)));
}

#[test]
fn a_double_exposes_its_own_number_again() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66 65@6 50@5 61@6 pass pass 10@1");
    assert_eq!(position.public().chain().ends(), Some((0, 0)));
    play(&mut position, "pass pass pass 00@0");
    assert_eq!(position.public().chain().ends(), Some((0, 0)));
}

#[test]
fn one_move_per_tile_when_both_ends_show_the_same_number() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66");
    assert_eq!(legal(&position), "63@6 64@6 65@6");
    assert_eq!(position.legal_count(), 3);
}

#[test]
fn a_tile_that_fits_both_ends_has_two_moves() {
    let hands = [
        "30 10 20 00 40 50 60",
        "11 21 31 41 51 61 22",
        "66 32 42 52 62 33 43",
        "53 63 44 54 64 55 65",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66 63@6 30@3 61@6");
    // The ends are 0 and 1.
    play(&mut position, "pass pass");
    assert_eq!(legal(&position), "00@0 10@0 10@1 20@0 40@0 50@0 60@0");
    assert_eq!(position.legal_count(), 7);
    let (mut one, mut two) = (position, position);
    play(&mut one, "10@0");
    play(&mut two, "10@1");
    assert_eq!(one.public().chain().ends(), Some((1, 1)));
    assert_eq!(two.public().chain().ends(), Some((0, 0)));
}

#[test]
fn a_seat_that_can_play_must_and_one_that_cannot_passes() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66");
    assert_eq!(why(&position, "pass"), "seat 3 can play, so it may not pass: 63@6, 64@6, 65@6");
    play(&mut position, "65@6 50@5");
    assert_eq!((turn(&position), legal(&position).as_str()), (1, "61@6"));
    let mut position = table("{}", &EVEN);
    play(&mut position, CLOSING.split(" pass").next().expect("tiles"));
    assert_eq!((legal(&position).as_str(), position.legal_count()), ("pass", 1));
    assert_eq!(position.public().phase(), Phase::Play);
}

#[test]
fn four_passes_in_a_row_close_a_hand_and_all_four_are_plies() {
    let mut position = table("{}", &EVEN);
    play(&mut position, CLOSING.split(" pass").next().expect("tiles"));
    for (n, by) in [2, 3, 0, 1].into_iter().enumerate() {
        assert_eq!((turn(&position), usize::from(position.public().passes())), (by, n));
        play(&mut position, "pass");
    }
    assert_eq!(position.next(), Next::Deal);
    let mut other = table("{}", &HEAVY);
    play(&mut other, CLOSING_TOO);
    assert_eq!(other.next(), Next::Deal);
}

#[test]
fn three_passes_do_not_close_a_hand_when_the_fourth_seat_can_play() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66 65@6 50@5 61@6 pass pass 10@1 pass pass pass");
    assert_eq!((turn(&position), position.public().passes()), (0, 3));
    assert_eq!(legal(&position), "00@0 20@0 30@0 40@0 60@0");
    play(&mut position, "00@0");
    assert_eq!(position.public().passes(), 0);
}

#[test]
fn in_a_closed_hand_the_pair_with_fewer_pips_wins_those_of_the_others() {
    let mut position = table("{}", &HEAVY);
    play(&mut position, CLOSING_TOO);
    // Seats 0 and 2 are left with 54 pips, seats 1 and 3 with 36.
    assert_eq!(score(&position), (0, 54));
    assert_eq!(position.public().pair(), Some(Team(1)));
    let mut all = table(r#"{"count":"all"}"#, &HEAVY);
    play(&mut all, CLOSING_TOO);
    assert_eq!(score(&all), (0, 90));
}

#[test]
fn equal_pips_in_a_closed_hand_score_nothing_and_the_same_pair_opens_again() {
    for opener in ["ask", "random", "winner"] {
        let mut position = table(&format!(r#"{{"opener":"{opener}"}}"#), &EVEN);
        play(&mut position, CLOSING);
        assert_eq!((score(&position), position.public().pair()), ((0, 0), Some(Team(0))));
        let next = if opener == "random" { deal_to(&HANDS, 2) } else { deal(&HANDS) };
        position.deal(&next).expect("possible");
        let (by, first) = match opener {
            "ask" => (0, "leave open"),
            "random" => (2, "32 33 42 43 52 62 66"),
            _ => (0, "00 10 20 30 40 50 60"),
        };
        assert_eq!((turn(&position), legal(&position).as_str()), (by, first));
    }
}

#[test]
fn with_opener_pair_loses_equal_pips_are_won_by_the_other_pair() {
    let mut position = table(r#"{"tie":"opener_pair_loses"}"#, &EVEN);
    play(&mut position, CLOSING);
    assert_eq!((score(&position), position.public().pair()), ((0, 45), Some(Team(1))));
    let mut all = table(r#"{"tie":"opener_pair_loses","count":"all"}"#, &EVEN);
    play(&mut all, CLOSING);
    assert_eq!(score(&all), (0, 90));
    // The previous opener has lost it, so of the winners the seat after the last player opens.
    let mut winner = table(r#"{"tie":"opener_pair_loses","opener":"winner"}"#, &EVEN);
    play(&mut winner, CLOSING);
    assert_eq!(winner.public().opener(), Some(seat(3)), "seat 1 played last");
}

/// A random first hand that ends as `wanted` says: the position before its last move, that move, and
/// the position after it.
fn found(options: &str, wanted: impl Fn(&Position, Move) -> bool) -> (Position, Move, Position) {
    for n in 0..5000 {
        let mut position = start(options);
        let mut rng = Seed::from(n).child(Stream::Opening).rng();
        position.deal(&Dominoes::shuffle(&position, &mut rng)).expect("possible");
        while let Next::Move(_) = position.next() {
            let before = position;
            let mv = position.random_move(&mut rng, &mut Vec::new());
            position.play_unchecked(mv);
            if !matches!(position.next(), Next::Move(_)) && wanted(&before, mv) {
                return (before, mv, position);
            }
        }
    }
    panic!("no such hand in 5000");
}

#[test]
fn a_seat_that_plays_its_last_tile_wins_the_pips_of_the_losing_pair_only() {
    for (count, both) in [("losers", false), ("all", true)] {
        let rules = format!(r#"{{"count":"{count}"}}"#);
        let (before, last, after) = found(&rules, |_, mv| mv != Move::Pass);
        let seat = before.public().to_move().expect("somebody played it");
        assert_eq!(before.hand(seat).list(), [last.tile().expect("a tile")]);
        assert!(after.hand(seat).is_empty());
        let left = |seat: Seat| pips(after.hand(seat)) as i32;
        let rivals = left(seat.next(4)) + left(partner_of(seat.next(4)));
        let points = rivals + if both { left(partner_of(seat)) } else { 0 };
        assert_eq!(after.public().score(pair_of(seat)), points);
        assert_eq!(after.public().score(pair_of(seat.next(4))), 0);
        assert_eq!(after.public().pair(), Some(pair_of(seat)), "and opens the next hand");
    }
}

#[test]
fn the_lower_seat_of_the_pair_is_asked_who_opens_after_the_deal() {
    for (hands, moves, lower) in [(EVEN, CLOSING, 0), (HEAVY, CLOSING_TOO, 1)] {
        let mut position = table("{}", &hands);
        play(&mut position, moves);
        assert_eq!(position.public().opener(), None);
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
            let opener = opened.public().opener().expect("settled");
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
    assert_eq!(after.public().opener(), seat);
    after.deal(&deal(&HANDS)).expect("possible");
    assert_eq!((after.public().to_move(), after.public().phase()), (seat, Phase::First));
}

#[test]
fn with_opener_winner_a_closed_hand_is_followed_by_the_previous_opener_if_his_pair_won() {
    let (_, _, after) = found(r#"{"opener":"winner"}"#, |before, mv| {
        let left = |seat: u8| pips(before.hand(Seat::new(seat)));
        let opener = before.public().opener().expect("settled");
        let winner = Team(u8::from(left(1) + left(3) < left(0) + left(2)));
        mv == Move::Pass && left(0) + left(2) != left(1) + left(3) && pair_of(opener) == winner
    });
    assert_eq!(after.public().opener(), after.public().chain().opener());
}

#[test]
fn with_opener_winner_a_closed_hand_lost_by_the_opener_is_followed_by_the_next_winner() {
    // Seat 0 opened, played last and lost: seat 1 is the winners' next.
    let mut position = table(r#"{"opener":"winner"}"#, &HEAVY);
    play(&mut position, CLOSING_TOO);
    assert_eq!(position.public().opener(), Some(seat(1)));
    // Where a winner played last, the winners' next seat after him is his partner.
    let (before, _, after) = found(r#"{"opener":"winner"}"#, |before, mv| {
        let left = |seat: u8| pips(before.hand(Seat::new(seat)));
        let chain = before.public().chain();
        let (opener, last) = (chain.opener().expect("one"), chain.last_player().expect("one"));
        let winner = Team(u8::from(left(1) + left(3) < left(0) + left(2)));
        mv == Move::Pass
            && left(0) + left(2) != left(1) + left(3)
            && pair_of(opener) != winner
            && pair_of(last) == winner
    });
    let last = before.public().chain().last_player().expect("somebody");
    assert_eq!(after.public().opener(), Some(partner_of(last)));
}

#[test]
fn the_first_pair_at_the_target_wins_the_match() {
    let mut position = table(r#"{"target":54}"#, &HEAVY);
    play(&mut position, CLOSING_TOO);
    assert_eq!(position.next(), Next::Over);
    let outcome = position.outcome().expect("over");
    assert_eq!(outcome.reason, Reason::Finished);
    assert_eq!(outcome.ranks.as_slice(), [2, 1, 2, 1]);
    assert_eq!(outcome.points.as_slice(), [0, 54, 0, 54]);
    assert_eq!(why(&position, "66"), "the match is over");
    let refused = position.deal(&deal(&HANDS)).expect_err("over");
    assert_eq!(refused.to_string(), "impossible deal: the match is over");
    let mut short = table(r#"{"target":55}"#, &HEAVY);
    play(&mut short, CLOSING_TOO);
    assert_eq!((short.next(), short.outcome()), (Next::Deal, None));
    assert_eq!(why(&short, "66"), "the next hand is not dealt yet");
}

#[test]
fn with_target_1_the_first_score_ends_the_match() {
    let mut position = table(r#"{"target":1}"#, &EVEN);
    play(&mut position, CLOSING);
    assert_eq!(position.next(), Next::Deal, "a tie scores nothing");
    position.deal(&deal(&HANDS)).expect("possible");
    play(&mut position, "open");
    finish_hand(&mut position);
    assert_eq!(position.next(), Next::Over);
}

#[test]
fn scores_add_up_over_the_hands() {
    let mut position = table(r#"{"target":9999,"opener":"winner"}"#, &HEAVY);
    play(&mut position, CLOSING_TOO);
    position.deal(&deal(&HEAVY)).expect("possible");
    assert_eq!(turn(&position), 1);
    finish_hand(&mut position);
    let (zero, one) = score(&position);
    assert!(zero > 0 && one == 54 || zero == 0 && one > 54, "{zero} {one}");
    assert_eq!(position.public().hands(), 2);
}

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
    assert_eq!(why(&position, "sig:1:1"), "the signals of this hand are given");
    play(&mut position, CLOSING);
    position.deal(&deal(&HANDS)).expect("possible");
    assert_eq!(position.signal(seat(2)), None, "those of the last hand are forgotten");
    play(&mut position, "sig:0:1 sig:0:2 sig:0:3 sig:0:4");
    assert_eq!(position.signal(seat(2)), Signal::new(0, 3));
    assert_eq!((turn(&position), legal(&position).as_str()), (0, "leave open"));
    assert_eq!(why(&position, "sig:1:1"), "the signals of this hand are given");
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

#[test]
fn a_refused_tile_names_the_broken_rule() {
    let mut position = table("{}", &HANDS);
    play(&mut position, "66");
    assert_eq!(why(&position, "62@6"), "seat 3 does not hold 62");
    assert_eq!(why(&position, "00"), "seat 3 does not hold 00");
    assert_eq!(why(&position, "63@3"), "no open end shows 3: both ends show 6");
    assert_eq!(why(&position, "54@4"), "no open end shows 4: both ends show 6");
    assert_eq!(why(&position, "63"), "63 is not the first tile: name the end it joins, 63@6");
    assert_eq!(why(&position, "54"), "54 fits no open end: both ends show 6");
    assert_eq!(why(&position, "open"), "the first tile lies on the table already");
    assert_eq!(why(&position, "leave"), "the first tile lies on the table already");
    play(&mut position, "63@6");
    let ends = why(&position, "40@4");
    assert!(
        [
            "no open end shows 4: the ends show 6 and 3",
            "no open end shows 4: the ends show 3 and 6"
        ]
        .contains(&ends.as_str()),
        "{ends}"
    );
    let hands = [
        "63 10 20 30 40 50 60",
        "11 21 31 41 51 61 22",
        "66 32 42 52 62 33 00",
        "53 43 44 54 64 55 65",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66 64@6");
    assert_eq!(why(&position, "63"), "63 is not the first tile: name the end it joins, 63@6");
}

#[test]
fn a_tile_that_fits_both_ends_is_told_so() {
    let hands = [
        "30 10 20 00 40 50 60",
        "11 21 31 41 51 61 22",
        "66 32 42 52 62 33 43",
        "53 63 44 54 64 55 65",
    ];
    let mut position = table("{}", &hands);
    play(&mut position, "66 63@6 30@3 61@6 pass pass");
    assert_eq!(
        why(&position, "10"),
        "10 is not the first tile: name the end it joins, 10@0 or 10@1"
    );
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
    assert!(position.public().chain().ends() == Some((6, 0)));
}

#[track_caller]
fn refused(position: &Position, deal: Deal) -> String {
    let mut copy = *position;
    let error = copy.deal(&deal).expect_err("impossible").to_string();
    assert_eq!(copy, *position, "a refused deal changes nothing");
    error.trim_start_matches("impossible deal: ").to_string()
}

#[test]
fn an_impossible_deal_is_refused_with_the_reason() {
    let before = start("{}");
    let with = |first: &str| deal(&[first, HANDS[1], HANDS[2], HANDS[3]]);
    assert_eq!(refused(&before, deal(&HANDS[..3])), "3 hands for 4 seats");
    assert_eq!(refused(&before, deal(&[HANDS[0]; 5])), "5 hands for 4 seats");
    assert_eq!(refused(&before, with("00 10 20 30 40 50")), "seat 0 is dealt 6 tiles instead of 7");
    assert_eq!(
        refused(&before, with("00 10 20 30 40 50 60 21")),
        "seat 0 is dealt 8 tiles instead of 7"
    );
    assert_eq!(
        refused(&before, with("00 10 20 30 40 50 21")),
        "21 is dealt twice: to seat 0 and to seat 1"
    );
    let json = |text: &str| serde_json::from_str::<Deal>(text).expect_err(text).to_string();
    assert!(json(r#"{"hands":[["66","66"],[],[],[]]}"#).contains("66 is there twice"));
    assert!(json(r#"{"hands":[["36"],[],[],[]]}"#).contains("write 63, not 36"));
    assert!(json(r#"{"hands":[["77"],[],[],[]]}"#).contains("a tile 00 to 66"));
    assert!(json(r#"{"hands":[[],[],[],[]],"trump":"66"}"#).contains("unknown field"));
    let table = table("{}", &HANDS);
    assert_eq!(refused(&table, deal(&HANDS)), "the hand in progress is not over");
}

#[test]
fn a_deal_names_an_opener_exactly_when_chance_decides_it() {
    assert_eq!(
        refused(&start("{}"), deal_to(&HANDS, 2)),
        "only with opener=random does a deal name an opener"
    );
    let random = start(r#"{"opener":"random"}"#);
    assert_eq!(
        refused(&random, deal_to(&HANDS, 2)),
        "the first deal names no opener: whoever holds 66 opens"
    );
    let mut second = table(r#"{"opener":"random"}"#, &HEAVY);
    play(&mut second, CLOSING_TOO);
    assert_eq!(
        refused(&second, deal(&HANDS)),
        "with opener=random it must name the opener: seat 1 or 3"
    );
    for other in [0, 2, 4, 5] {
        assert_eq!(
            refused(&second, deal_to(&HANDS, other)),
            format!("seat {other} cannot open: the opening pair is seats 1 and 3")
        );
    }
    for rule in ["ask", "winner"] {
        let mut second = table(&format!(r#"{{"opener":"{rule}"}}"#), &HEAVY);
        play(&mut second, CLOSING_TOO);
        assert_eq!(
            refused(&second, deal_to(&HANDS, 1)),
            "only with opener=random does a deal name an opener"
        );
    }
}

#[test]
fn a_deal_is_written_with_ascending_hands() {
    let text = serde_json::to_string(&deal_to(&HANDS, 3)).expect("text");
    assert_eq!(
        text,
        r#"{"hands":[["00","10","20","30","40","50","60"],["11","21","22","31","41","51","61"],["32","33","42","43","52","62","66"],["44","53","54","55","63","64","65"]],"opener":3}"#
    );
    assert!(!serde_json::to_string(&deal(&HANDS)).expect("text").contains("opener"));
}

#[test]
fn the_options_are_those_of_the_table_in_its_order() {
    let text = serde_json::to_string(&options("{}")).expect("text");
    assert_eq!(
        text,
        r#"{"seats":4,"target":100,"opener":"ask","tie":"no_score","count":"losers","signal":"none"}"#
    );
    let names: Vec<&str> = Dominoes::INFO.options.iter().map(|info| info.name).collect();
    assert_eq!(names.join(" "), "seats target opener tie count signal");
    assert_eq!(options("{}"), Options::default());
    for wrong in [
        r#"{"seats":2}"#,
        r#"{"target":0}"#,
        r#"{"target":10000}"#,
        r#"{"target":"100"}"#,
        r#"{"opener":"lower"}"#,
        r#"{"tie":"all"}"#,
        r#"{"count":"winners"}"#,
        r#"{"signal":true}"#,
        r#"{"teams":2}"#,
    ] {
        let value: serde_json::Value = serde_json::from_str(wrong).expect("JSON");
        let map = value.as_object().expect("an object");
        assert!(juez::core::options_from_json::<Dominoes>(map).is_err(), "{wrong}");
    }
    assert!(Dominoes::start(&Options { seats: 3, ..Options::default() }).is_err());
    assert!(Dominoes::start(&Options { target: 0, ..Options::default() }).is_err());
}

#[test]
fn a_pass_shows_that_both_numbers_are_missing_for_the_rest_of_the_hand() {
    let mut position = table("{}", &HEAVY);
    play(&mut position, "66 pass 63@6 43@3");
    let lacks = |position: &Position, n: u8| position.public().lacks(seat(n)).to_string();
    assert_eq!((lacks(&position, 1).as_str(), position.public().passed(seat(1))), ("6", 1));
    assert_eq!(lacks(&position, 2), "");
    for n in 0..50 {
        for observer in [Observer::Public, Observer::Seat(seat(2)), Observer::Seat(seat(3))] {
            let mut rng = Seed::from(n).rng();
            let guess = Position::determinize(&position.view(observer), &mut rng);
            assert!(!guess.hand(seat(1)).meets(Tile::showing(6)));
        }
    }
    play(&mut position, CLOSING_TOO.split("43@3 ").nth(1).expect("the rest"));
    position.deal(&deal(&HANDS)).expect("possible");
    assert_eq!((lacks(&position, 1).as_str(), position.public().passed(seat(1))), ("", 0));
}

#[test]
fn whoever_is_to_open_the_first_hand_is_known_to_hold_double_six() {
    let position = table("{}", &HANDS);
    for n in 0..50 {
        let view = position.view(Observer::Seat(seat(1)));
        let guess = Position::determinize(&view, &mut Seed::from(n).rng());
        assert!(guess.hand(seat(2)).has(mv("66").tile().expect("a tile")));
    }
}

#[test]
fn partners_do_not_see_each_others_tiles() {
    let position = table("{}", &HANDS);
    let view = serde_json::to_value(position.view(Observer::Seat(seat(0)))).expect("JSON");
    assert_eq!(view["hand"], serde_json::json!(["00", "10", "20", "30", "40", "50", "60"]));
    let text = view.to_string();
    for tile in Tile::all().filter(|tile| tile.low() > 0) {
        assert!(!text.contains(&format!("\"{tile}\"")), "{tile} in {text}");
    }
    let public = serde_json::to_string(&position.view(Observer::Public)).expect("JSON");
    assert!(Tile::all().all(|tile| !public.contains(&format!("\"{tile}\""))), "{public}");
}
