//! The rules of Durak, position by position.

use crate::table::{Late, cards, deal, dealt, hand, late, legal, list, mv, play, seat, start};
use juez::core::{Game, Next, Observer, Reason, Seat, Seed, State};
use juez::games::cards::{Cards, French, FrenchSuit};
use juez::games::durak::{
    Deal, Durak, LastCard, NextFirst, Options, Phase, Position, beaters, deck,
};

const TWO: Options = Options {
    seats: 2,
    deck: 36,
    first5: false,
    games: 1,
    next_first: NextFirst::LowestTrump,
    max_bouts: 1000,
    last_card: LastCard::Draw,
};
const THREE: Options = Options { seats: 3, ..TWO };
const FOUR: Options = Options { seats: 4, ..TWO };
const SIX: Options = Options { seats: 6, ..TWO };

/// Two hands, spades trump, seat 0 to attack with 6S as the lowest trump.
const HANDS: [&str; 2] = ["6C 6S 7C 8C 9C 9D", "6D 7D 7S 8D 9H TC"];

fn begun() -> Position {
    dealt(TWO, &HANDS, "", "AS")
}

fn to_move(position: &Position) -> u8 {
    position.public().to_move().expect("a seat to move").into()
}

fn outcome(position: &Position) -> (Vec<u8>, Vec<i32>) {
    let outcome = position.outcome().expect("the match is over");
    assert_eq!(outcome.reason, Reason::Finished);
    assert_eq!(position.next(), Next::Over);
    (outcome.ranks.as_slice().to_vec(), outcome.points.as_slice().to_vec())
}

// Cards.

#[test]
fn the_decks_run_from_six_or_from_two_to_the_ace() {
    assert_eq!(deck(36).len(), 36);
    assert_eq!(deck(36).iter().map(French::rank).min(), Some(6));
    assert_eq!(deck(52), Cards::ALL);
}

#[test]
fn a_higher_card_of_the_suit_beats_and_the_ace_is_the_highest() {
    let beating = |card: &str| beaters(list(card)[0], FrenchSuit::Spades) & deck(36);
    assert_eq!(beating("JH").to_string(), "6S 7S 8S 9S AH AS JS KH KS QH QS TS");
    assert_eq!(beating("AH").to_string(), "6S 7S 8S 9S AS JS KS QS TS");
}

#[test]
fn any_trump_beats_any_plain_card_and_only_a_higher_trump_beats_a_trump() {
    let beating = |card: &str| beaters(list(card)[0], FrenchSuit::Hearts) & deck(36);
    assert!(beating("AC").has(list("6H")[0]));
    assert_eq!(beating("QH").to_string(), "AH KH");
    assert_eq!(beating("AH"), Cards::EMPTY);
}

// The deal.

#[test]
fn everybody_is_dealt_six_cards_and_the_next_one_lies_under_the_talon() {
    for options in [TWO, FOUR, SIX, Options { deck: 52, ..SIX }] {
        let mut position = start(options);
        assert_eq!(position.next(), Next::Deal);
        let deal = Durak::shuffle(&position, &mut Seed::from(1).rng());
        assert!(deal.hands.iter().all(|hand| hand.len() == 6));
        position.deal(&deal).expect("its own deal");
        let public = position.public();
        let talon = usize::from(options.deck - 6 * options.seats);
        assert_eq!((deal.talon.len(), usize::from(public.talon())), (talon, talon));
        assert_eq!(public.trump_card(), deal.talon.last().copied().or(deal.trump));
    }
}

#[test]
fn without_a_talon_the_last_card_of_the_last_seat_is_shown_and_stays_there() {
    let hands = [
        "6C 7C 8C 9C TC JC",
        "6D 7D 8D 9D TD JD",
        "6H 7H 8H 9H TH JH",
        "QC KC AC QD KD AD",
        "QH KH AH 7S 8S 9S",
        "6S TS JS QS KS AS",
    ];
    let mut position = dealt(SIX, &hands, "", "QS");
    let public = position.public();
    assert_eq!((public.talon(), public.trump_card()), (0, list("QS").pop()));
    assert_eq!(public.known(seat(5)), cards("6S QS"), "the lowest trump and the shown card");
    play(&mut position, "QS");
    assert_eq!(position.public().known(seat(5)), cards("6S"), "until it is played");
}

#[test]
fn the_holder_of_the_lowest_trump_attacks_first_and_the_card_is_announced() {
    let position = dealt(TWO, &["7C 8C 9C TC JC 8S", "7D 8D 9D TD JD 7S"], "", "AS");
    let public = position.public();
    assert_eq!((u8::from(public.attacker()), u8::from(public.defender())), (1, 0));
    assert_eq!(public.announced(), list("7S").pop());
    assert_eq!(public.known(seat(1)), cards("7S"));
    assert_eq!(public.only_drawn(), cards("6S"));
    assert_eq!(to_move(&position), 1);
}

#[test]
fn low_trumps_go_by_rank_and_not_by_their_letter() {
    let position = dealt(TWO, &["7C 8C 9C TC JC AS", "7D 8D 9D TD JD TS"], "", "6S");
    assert_eq!(to_move(&position), 1, "the ten is lower than the ace");
}

#[test]
fn without_a_trump_in_any_hand_seat_0_attacks() {
    let position = dealt(TWO, &["6C 7C 8C 9C TC JC", "6D 7D 8D 9D TD JD"], "6S 7S", "AS");
    let public = position.public();
    assert_eq!((to_move(&position), public.announced()), (0, None));
    assert_eq!(public.only_drawn(), cards("6S 7S 8S 9S TS JS QS KS AS"));
}

// A bout.

#[test]
fn the_attacker_may_begin_with_any_card_and_must_play_one() {
    assert_eq!(legal(&begun()), "6C 6S 7C 8C 9C 9D");
}

#[test]
fn the_defender_beats_the_card_or_takes() {
    let mut position = begun();
    play(&mut position, "8C");
    assert_eq!(to_move(&position), 1);
    assert_eq!(legal(&position), "7S TC take");
}

#[test]
fn taking_is_allowed_with_and_without_a_card_that_beats() {
    let mut position = begun();
    play(&mut position, "8C take");
    let mut position = late(TWO, "6S", &["AC 8C", "7C 8D"], 0);
    play(&mut position, "AC");
    assert_eq!(legal(&position), "take");
}

#[test]
fn cards_of_a_rank_on_the_table_may_be_thrown_in_those_of_the_defence_too() {
    let mut position = begun();
    play(&mut position, "6C");
    assert_eq!(legal(&position), "7S TC take");
    play(&mut position, "7S");
    assert_eq!(to_move(&position), 0);
    assert_eq!(legal(&position), "6S 7C done");
}

#[test]
fn a_card_thrown_in_has_to_be_beaten_before_the_next() {
    let mut position = begun();
    play(&mut position, "6C TC 6S");
    assert_eq!((to_move(&position), legal(&position).as_str()), (1, "7S take"));
}

/// Four seats that can all throw in sixes and sevens.
fn four() -> Position {
    let hands = ["6C 7C 9C QC", "8C 8D 9D TD", "6D 7D JD", "6H 7H JH"];
    late(FOUR, "6S", &hands, 0)
}

#[test]
fn the_attacker_is_asked_first_then_the_others_from_the_defenders_left() {
    let mut position = four();
    play(&mut position, "7C 8C");
    let mut asked = Vec::new();
    while position.public().phase() == Phase::Throw {
        asked.push(to_move(&position));
        play(&mut position, "done");
    }
    assert_eq!(asked, [0, 2, 3], "everybody but the defender");
    assert_eq!(position.public().attacker(), seat(1));
}

#[test]
fn with_seats_out_the_order_skips_them() {
    let mut position = late(FOUR, "6S", &["6C 7C 9C", "", "8C TD 9H", "6H 7H"], 0);
    assert_eq!(position.public().defender(), seat(2));
    play(&mut position, "7C 8C done");
    assert_eq!(to_move(&position), 3);
    let mut position = late(FOUR, "6S", &["6C 7C 9C", "8C TD 9H", "6H 7H", ""], 2);
    assert_eq!(position.public().defender(), seat(0));
    play(&mut position, "6H take done");
    assert_eq!(to_move(&position), 1);
}

#[test]
fn after_every_card_thrown_in_the_round_starts_again_from_the_attacker() {
    let mut position = four();
    play(&mut position, "7C 8C done 7D");
    assert_eq!((to_move(&position), legal(&position).as_str()), (1, "8D 9D TD take"));
    play(&mut position, "8D");
    assert_eq!((to_move(&position), legal(&position).as_str()), (0, "done"));
    play(&mut position, "done done");
    assert_eq!((to_move(&position), legal(&position).as_str()), (3, "7H done"));
}

#[test]
fn when_all_are_done_a_beaten_bout_is_discarded() {
    let mut position = four();
    play(&mut position, "7C 8C done done done");
    let public = position.public();
    assert!(public.discard().covers(cards("7C 8C")));
    assert_eq!((public.bouts(), public.phase()), (10, Phase::Attack));
    assert!(public.table().pairs().is_empty());
}

#[test]
fn after_take_cards_are_added_from_the_attacker_on_until_all_are_done() {
    let mut position = four();
    play(&mut position, "7C take");
    assert_eq!((to_move(&position), legal(&position).as_str()), (0, "done"));
    play(&mut position, "done 7D");
    assert_eq!(to_move(&position), 0, "a new round, and no answer of the defender");
    play(&mut position, "done");
    assert_eq!((to_move(&position), legal(&position).as_str()), (2, "done"));
    play(&mut position, "done 7H done done");
    assert_eq!(to_move(&position), 3);
    play(&mut position, "done");
    assert_eq!(hand(&position, 1), "7C 7D 7H 8C 8D 9D TD");
    assert_eq!(position.public().known(seat(1)), cards("7C 7D 7H 8C 8D 9D TD"));
}

#[test]
fn after_take_the_defender_takes_his_own_cards_back_too() {
    let mut position = four();
    play(&mut position, "7C 8C done 7D take done done done");
    assert_eq!(hand(&position, 1), "7C 7D 8C 8D 9D TD");
}

#[test]
fn a_seat_without_a_fitting_card_is_listed_with_done_alone() {
    let mut position = late(THREE, "6S", &["7C 9C", "8C TD 9H", "QH KH"], 0);
    play(&mut position, "7C 8C done");
    assert_eq!((to_move(&position), legal(&position).as_str()), (2, "done"));
}

#[test]
fn inside_a_bout_a_seat_without_cards_says_done_and_stays() {
    let mut position = late(THREE, "6S", &["7C", "8C TD 9H", "QH KH"], 0);
    play(&mut position, "7C 8C");
    assert_eq!((to_move(&position), legal(&position).as_str()), (0, "done"));
    assert!(position.public().plays(seat(0)));
    play(&mut position, "done done");
    assert_eq!(position.public().place(seat(0)), Some(1));
}

#[test]
fn the_limit_is_six_or_what_the_defender_held_when_the_bout_began() {
    assert_eq!(begun().public().limit(), 6);
    let position = late(TWO, "6S", &["6C 7C 8C 9C", "6D 7D"], 0);
    assert_eq!(position.public().limit(), 2);
    let position = late(TWO, "6S", &["6C 7C", "6D 7D 8D 9D TD JD QD KD"], 0);
    assert_eq!(position.public().limit(), 6);
}

#[test]
fn a_bout_ends_at_once_when_its_last_card_is_beaten() {
    let mut position = late(TWO, "6S", &["6C 6D 6H 8C", "7C 7D"], 0);
    play(&mut position, "6C 7C 6D");
    assert_eq!(position.public().room(), 0);
    play(&mut position, "7D");
    assert_eq!(position.next(), Next::Over, "seat 1 is out without a question to seat 0");
    assert_eq!(outcome(&position), (vec![2, 1], vec![0, 1]));
}

#[test]
fn a_bout_ends_at_once_when_its_last_card_is_taken() {
    let mut position = late(THREE, "6S", &["6C 6D 8C", "7C 9D", "6H KH"], 0);
    play(&mut position, "6C 7C 6D take");
    assert_eq!(hand(&position, 1), "6C 6D 7C 9D");
    assert_eq!(to_move(&position), 2);
}

#[test]
fn a_bout_ends_at_once_when_the_last_card_is_added_after_take() {
    let mut position = late(THREE, "6S", &["6C 6D 6H 8C", "7C 9D", "QH KH"], 0);
    play(&mut position, "6C take 6D");
    assert_eq!(hand(&position, 1), "6C 6D 7C 9D");
    assert_eq!(to_move(&position), 2);
}

#[test]
fn with_first5_five_cards_attack_until_something_is_discarded() {
    let first5 = Options { first5: true, ..TWO };
    let mut position = dealt(first5, &HANDS, "6H 7H 8H 9S TS", "AS");
    assert_eq!(position.public().limit(), 5);
    play(&mut position, "6C take done");
    assert_eq!(position.public().limit(), 5, "nothing was discarded");
    play(&mut position, "8C TC done");
    assert_eq!((position.public().discard().len(), position.public().limit()), (2, 6));
    let small = Options { seats: 2, first5: true, ..TWO };
    assert_eq!(late(small, "6S", &["6C 7C", "6D 7D 8D"], 0).public().limit(), 3);
}

#[test]
fn five_is_a_limit_like_any_other() {
    let hands = ["6C 6D 6H 6S 7C 7D", "7H 8D 8H 8S 9C 9D"];
    let mut position = dealt(Options { first5: true, ..TWO }, &hands, "", "AS");
    play(&mut position, "6C take 6D 6H 6S");
    assert_eq!((to_move(&position), position.public().room()), (0, 1));
    let mut position = dealt(TWO, &hands, "", "AS");
    play(&mut position, "6C take 6D 6H 6S");
    assert_eq!(position.public().room(), 2);
}

// The refill.

#[test]
fn hands_are_filled_up_to_six_attacker_first_and_defender_last() {
    let mut position = dealt(TWO, &HANDS, "6H 7H 8H 8S", "AS");
    play(&mut position, "7C TC done");
    assert_eq!(hand(&position, 0), "6C 6H 6S 8C 9C 9D");
    assert_eq!(hand(&position, 1), "6D 7D 7H 7S 8D 9H");
    assert_eq!(position.reveal().face_down[..2], ["8H", "8S"]);
}

#[test]
fn the_others_draw_between_them_in_throwing_order_whether_they_threw_or_not() {
    let hands = ["6C 7C 9C QC KC", "8C 8D 9D TD JC JD", "6D 7D QD KD AD", "6H 7H JH"];
    let late =
        Late { options: FOUR, trump: "6S", talon: "AH 6S", hands: &hands, attacker: 0, bouts: 3 };
    let mut position = late.position();
    // Seat 0 lacks two after its attack and gets both cards, seats 2 and 3 nothing.
    play(&mut position, "7C 8C done done done");
    assert_eq!(hand(&position, 0), "6C 6S 9C AH KC QC");
    let more = Late {
        hands: &["6C 7C 9C QC KC AC JS", "8C 8D 9D TD JC", "6D 7D QD KD AD", "6H 7H JH"],
        ..late
    };
    let mut position = more.position();
    play(&mut position, "7C 8C done done done");
    assert_eq!(hand(&position, 0), "6C 9C AC JS KC QC");
    assert_eq!(hand(&position, 2), "6D 7D AD AH KD QD", "seat 2 comes before seats 3 and 1");
    assert_eq!(hand(&position, 3), "6H 6S 7H JH");
    assert_eq!(position.public().known(seat(3)), cards("6H 6S 7H JH"), "the trump card was seen");
    assert!(!position.public().known(seat(2)).meets(cards("AH")), "but no other card");
}

#[test]
fn who_took_holds_more_than_six_and_draws_nothing() {
    let mut position = dealt(TWO, &HANDS, "TH JH", "AS");
    play(&mut position, "9C take 9D done");
    assert_eq!(position.hand(seat(1)).len(), 8);
    assert_eq!(position.hand(seat(0)).len(), 6);
    assert_eq!(position.public().talon(), 22);
}

#[test]
fn the_trump_card_is_drawn_last() {
    let hands = ["6C 7C 9C QC KC", "8C 8D 9D TD JC"];
    let late =
        Late { options: TWO, trump: "6S", talon: "6S", hands: &hands, attacker: 0, bouts: 3 };
    let mut position = late.position();
    play(&mut position, "7C 8C done");
    assert_eq!((hand(&position, 0).as_str(), position.public().talon()), ("6C 6S 9C KC QC", 0));
}

#[test]
fn a_seat_with_an_empty_hand_is_out_only_if_the_refill_gives_it_nothing() {
    let saved = Late {
        options: TWO,
        trump: "6S",
        talon: "6S",
        hands: &["7C", "8C 9C"],
        attacker: 0,
        bouts: 3,
    };
    let mut position = saved.position();
    play(&mut position, "7C 8C done");
    assert!(position.public().plays(seat(0)));
    assert_eq!(hand(&position, 0), "6S");
    let mut position = Late { talon: "", ..saved }.position();
    play(&mut position, "7C 8C done");
    assert_eq!(outcome(&position), (vec![1, 2], vec![1, 0]));
}

// Who attacks next.

#[test]
fn a_defender_who_held_out_attacks_next() {
    let mut position = begun();
    play(&mut position, "7C TC done");
    assert_eq!((to_move(&position), position.public().phase()), (1, Phase::Attack));
    assert_eq!(position.public().defender(), seat(0));
}

#[test]
fn with_two_the_same_seat_attacks_again_after_a_take() {
    let mut position = begun();
    play(&mut position, "7C take done");
    assert_eq!((to_move(&position), position.public().phase()), (0, Phase::Attack));
}

#[test]
fn after_a_take_the_seat_after_the_defender_attacks() {
    let mut position = four();
    play(&mut position, "9C take done done done");
    assert_eq!((to_move(&position), position.public().defender()), (2, seat(3)));
}

#[test]
fn if_the_defender_is_out_the_seat_after_him_attacks() {
    let mut position = late(FOUR, "6S", &["7C 9C", "8C", "QH KH", "JH JD"], 0);
    play(&mut position, "7C 8C");
    assert_eq!(position.public().place(seat(1)), Some(1));
    assert_eq!((to_move(&position), position.public().defender()), (2, seat(3)));
}

#[test]
fn a_seat_that_is_out_neither_attacks_nor_defends() {
    let mut position = late(FOUR, "6S", &["7C 9C", "8C TD", "", "JH JD"], 0);
    play(&mut position, "9C take done done");
    assert_eq!((to_move(&position), position.public().defender()), (3, seat(0)));
}

// The end.

#[test]
fn the_last_seat_with_cards_is_the_durak() {
    let mut position = late(THREE, "6S", &["7C 9C", "8C", "KH"], 2);
    play(&mut position, "KH take done done");
    assert_eq!(position.public().place(seat(2)), Some(1));
    assert_eq!(position.points().as_slice(), [0, 0, 1], "its point is certain");
    play(&mut position, "8C 9C done");
    assert_eq!(outcome(&position), (vec![3, 2, 1], vec![0, 1, 1]));
    assert_eq!(position.public().durak(), Some(seat(0)));
}

#[test]
fn those_who_get_out_in_the_same_bout_share_their_rank() {
    let mut position = late(FOUR, "6S", &["7C", "8C", "7H TH", "KD AD"], 0);
    play(&mut position, "7C 8C");
    let public = position.public();
    assert_eq!((public.place(seat(0)), public.place(seat(1))), (Some(1), Some(1)));
    play(&mut position, "TH take done 7H take done");
    assert_eq!(outcome(&position), (vec![1, 1, 3, 4], vec![1, 1, 1, 0]));
}

#[test]
fn if_nobody_is_left_those_of_the_last_bout_draw() {
    let mut position = late(TWO, "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    assert_eq!(outcome(&position), (vec![1, 1], vec![0, 0]));
    assert_eq!(position.public().durak(), None);
    let mut position = late(THREE, "6S", &["7C", "", "8C"], 0);
    play(&mut position, "7C 8C");
    assert_eq!(outcome(&position), (vec![2, 1, 2], vec![0, 1, 0]), "seat 1 was out before");
}

#[test]
fn with_attacker_wins_the_last_defender_is_the_durak() {
    let rules = Options { last_card: LastCard::AttackerWins, ..TWO };
    let mut position = late(rules, "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    assert_eq!(outcome(&position), (vec![1, 2], vec![1, 0]));
    assert_eq!(position.public().durak(), Some(seat(1)));
}

#[test]
fn with_attacker_wins_the_others_of_the_last_bout_share_their_rank() {
    let rules = Options { last_card: LastCard::AttackerWins, ..FOUR };
    let mut position = late(rules, "6S", &["7C", "8C 8D", "7D", ""], 0);
    play(&mut position, "7C 8C done 7D 8D");
    assert_eq!(outcome(&position), (vec![2, 4, 2, 1], vec![1, 0, 1, 1]));
    let mut position = late(FOUR, "6S", &["7C", "8C 8D", "7D", ""], 0);
    play(&mut position, "7C 8C done 7D 8D");
    assert_eq!(outcome(&position), (vec![2, 2, 2, 1], vec![0, 0, 0, 1]));
}

#[test]
fn at_max_bouts_those_who_hold_cards_draw() {
    let rules = Options { max_bouts: 10, ..THREE };
    let mut position = late(rules, "6S", &["7C 9C", "8C TD", "QH"], 0);
    play(&mut position, "7C 8C done done");
    assert_eq!(position.public().bouts(), 10);
    assert_eq!(outcome(&position), (vec![1, 1, 1], vec![0, 0, 0]));
}

#[test]
fn max_bouts_comes_after_the_refill_and_getting_out() {
    let rules = Options { max_bouts: 10, ..THREE };
    let mut position = late(rules, "6S", &["7C", "8C TD", "QH"], 0);
    play(&mut position, "7C 8C done done");
    assert_eq!(outcome(&position), (vec![1, 2, 2], vec![1, 0, 0]), "seat 0 is out in that bout");
    let mut position = late(Options { max_bouts: 10, ..TWO }, "6S", &["7C", "8C TD"], 0);
    play(&mut position, "7C 8C done");
    assert_eq!(outcome(&position), (vec![1, 2], vec![1, 0]), "the normal end comes first");
}

// Several games.

/// A match of several games whose first is in its last bout: seat 0 beats the last card of seat 1.
fn last_bout(options: Options) -> Position {
    let mut position = late(options, "6S", &["AC", "8C TD"], 1);
    play(&mut position, "8C AC");
    position
}

#[test]
fn games_add_up_and_every_one_is_dealt_afresh() {
    let mut position = last_bout(Options { games: 2, ..TWO });
    assert_eq!((position.next(), position.outcome()), (Next::Deal, None));
    assert_eq!(
        (position.points().as_slice(), position.public().durak()),
        ([1, 0].as_slice(), Some(seat(1)))
    );
    position.deal(&deal(TWO, &HANDS, "", "AS")).expect("a good deal");
    let public = position.public();
    assert_eq!((public.dealt(), public.bouts(), public.discard().len()), (2, 0, 0));
    assert_eq!(position.points().as_slice(), [1, 0]);
    assert_eq!((public.plays(seat(0)), public.plays(seat(1))), (true, true));
    assert_eq!(to_move(&position), 0, "the lowest trump attacks");
}

#[test]
fn with_several_games_points_rank_and_equal_ones_share() {
    // Seats 1 and 2 have their point of the first game, seat 0 lost it; the second is drawn.
    let rules = Options { games: 2, max_bouts: 1, ..THREE };
    let mut position = late(Options { max_bouts: 1000, ..rules }, "6S", &["8D TD", "", "AD"], 0);
    play(&mut position, "8D AD");
    assert_eq!(position.points().as_slice(), [0, 1, 1]);
    let hands = ["6C 7C 8C 9C TC 6S", "6D 7D 8D 9D TD JC", "6H 7H 8H 9H TH 7S"];
    position.deal(&deal(THREE, &hands, "", "AS")).expect("a good deal");
    let mut rng = Seed::from(1).rng();
    juez::core::playout(&mut position, &mut rng, 100_000, &mut Vec::new());
    let (ranks, points) = outcome(&position);
    for one in 0..3 {
        let better = points.iter().filter(|&&other| other > points[one]).count();
        assert_eq!(usize::from(ranks[one]), 1 + better, "{points:?}");
    }
    let mut drawn = start(Options { seats: 2, ..rules });
    for _ in 0..2 {
        drawn.deal(&deal(TWO, &HANDS, "", "AS")).expect("a good deal");
        play(&mut drawn, "7C TC done");
    }
    assert_eq!(outcome(&drawn), (vec![1, 1], vec![0, 0]));
}

#[test]
fn the_seat_before_the_durak_attacks_first_if_so_chosen() {
    let chosen = Options { games: 3, next_first: NextFirst::AttackTheDurak, ..TWO };
    let hands = ["7C 8C 9C TC JC 7S", "7D 8D 9D TD JD 6S"];
    let mut position = last_bout(chosen);
    position.deal(&deal(TWO, &hands, "", "AS")).expect("a good deal");
    let public = position.public();
    assert_eq!((to_move(&position), public.defender()), (0, seat(1)), "seat 1 was the durak");
    assert_eq!((public.announced(), public.only_drawn()), (None, Cards::EMPTY));
    assert_eq!(public.known(seat(1)), Cards::EMPTY, "no trump is announced");
    let three = Options { seats: 3, ..chosen };
    let mut position = late(three, "6S", &["AD", "", "8D TD"], 2);
    play(&mut position, "8D AD");
    assert_eq!(position.public().durak(), Some(seat(2)));
    let hands = ["6C 7C 8C 9C TC JC", "6D 7D 8D 9D TD JD", "6H 7H 8H 9H TH 6S"];
    position.deal(&deal(three, &hands, "", "AS")).expect("a good deal");
    assert_eq!((to_move(&position), position.public().defender()), (1, seat(2)));
}

#[test]
fn the_lowest_trump_attacks_in_the_first_game_and_after_a_draw() {
    let chosen = Options { games: 3, next_first: NextFirst::AttackTheDurak, ..TWO };
    let hands = ["7C 8C 9C TC JC 7S", "7D 8D 9D TD JD 6S"];
    assert_eq!(to_move(&dealt(chosen, &hands, "", "AS")), 1);
    let mut position = late(chosen, "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    assert_eq!((position.next(), position.public().durak()), (Next::Deal, None));
    position.deal(&deal(TWO, &hands, "", "AS")).expect("a good deal");
    assert_eq!(to_move(&position), 1);
    assert_eq!(position.public().announced(), list("6S").pop());
}

#[test]
fn a_game_that_reached_max_bouts_is_a_drawn_one() {
    let chosen = Options { games: 2, next_first: NextFirst::AttackTheDurak, max_bouts: 1, ..TWO };
    let mut position = dealt(chosen, &HANDS, "", "AS");
    play(&mut position, "7C TC done");
    assert_eq!((position.next(), position.public().durak()), (Next::Deal, None));
}

#[test]
fn a_durak_by_attacker_wins_is_attacked_first() {
    let chosen = Options {
        games: 2,
        next_first: NextFirst::AttackTheDurak,
        last_card: LastCard::AttackerWins,
        ..TWO
    };
    let mut position = late(chosen, "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    let hands = ["7C 8C 9C TC JC 7S", "7D 8D 9D TD JD 6S"];
    position.deal(&deal(TWO, &hands, "", "AS")).expect("a good deal");
    assert_eq!(to_move(&position), 0);
}

// What is known.

#[test]
fn a_view_has_the_own_hand_and_what_lies_open() {
    let position = begun();
    for one in Seat::all(2) {
        let view = position.view(Observer::Seat(one));
        assert_eq!(view.hand(), position.hand(one));
        assert_eq!(view.public(), position.public());
        assert_eq!(
            view.unseen().len(),
            36 - 6 - 1 - usize::from(one == seat(1)),
            "AS, and 6S for seat 1"
        );
    }
    assert_eq!(position.view(Observer::Public).hand(), Cards::EMPTY);
}

#[test]
fn taken_cards_are_known_until_they_are_played() {
    let mut position = begun();
    play(&mut position, "9C take 9D done");
    assert_eq!(position.public().known(seat(1)), cards("9C 9D"));
    play(&mut position, "8C 9C done 9D");
    assert_eq!(position.public().known(seat(1)), Cards::EMPTY);
    assert_eq!(position.public().played(seat(1)), cards("9C 9D"));
    assert_eq!(position.public().played(seat(0)), cards("8C 9C 9D"));
}

#[test]
fn the_announced_trump_is_known_until_it_is_played() {
    let mut position = begun();
    assert_eq!(position.public().known(seat(0)), cards("6S"));
    play(&mut position, "6S");
    assert_eq!(position.public().known(seat(0)), Cards::EMPTY);
}

#[test]
fn a_hidden_hand_has_no_more_of_the_undealt_trumps_than_it_has_drawn() {
    // 7S was announced: 6S is in the talon. Seat 1 has drawn nothing yet, seat 0 one card.
    let hands = ["7S 7C 8C 9C TC JC", "7D 8D 9D TD JD 9S"];
    let mut position = dealt(TWO, &hands, "6S QH", "AS");
    let low = cards("6S");
    let mut rng = Seed::from(1).rng();
    let public = Observer::Public;
    for _ in 0..300 {
        let guess = Position::determinize(&position.view(public), &mut rng);
        assert!(!guess.hand(seat(0)).meets(low) && !guess.hand(seat(1)).meets(low));
    }
    play(&mut position, "8C take done");
    assert_eq!(
        (position.public().most_drawn(seat(0)), position.public().most_drawn(seat(1))),
        (1, 0)
    );
    let mut seen = [0; 2];
    for _ in 0..300 {
        let guess = Position::determinize(&position.view(public), &mut rng);
        seen.iter_mut().enumerate().for_each(|(n, count)| {
            *count += usize::from(guess.hand(seat(n as u8)).meets(low));
        });
    }
    assert!(seen[0] > 0 && seen[1] == 0, "{seen:?}");
    // Once 6S is on the table there is nothing left to guess about it.
    play(&mut position, "6S");
    assert_eq!(position.public().most_drawn(seat(0)), 0);
}

#[test]
fn without_any_trump_dealt_all_trumps_come_from_the_talon() {
    let position = dealt(TWO, &["6C 7C 8C 9C TC JC", "6D 7D 8D 9D TD JD"], "6S 7S", "AS");
    let mut rng = Seed::from(1).rng();
    for _ in 0..100 {
        let guess = Position::determinize(&position.view(Observer::Seat(seat(0))), &mut rng);
        assert!(!guess.hand(seat(1)).meets(FrenchSuit::Spades.cards()));
        assert_eq!(guess.reveal().face_down.last().map(String::as_str), Some("AS"));
    }
}

#[test]
fn with_a_chosen_attacker_trumps_may_be_anywhere() {
    let chosen = Options { games: 2, next_first: NextFirst::AttackTheDurak, ..TWO };
    let mut position = last_bout(chosen);
    position.deal(&deal(TWO, &["6C 7C 8C 9C TC JC", "6D 7D 8D 9D TD JD"], "", "AS")).expect("good");
    let mut rng = Seed::from(1).rng();
    let mut trumps = 0;
    for _ in 0..100 {
        let guess = Position::determinize(&position.view(Observer::Seat(seat(0))), &mut rng);
        trumps += usize::from(guess.hand(seat(1)).meets(cards("6S 7S")));
    }
    assert!(trumps > 10);
}

#[test]
fn at_the_end_of_the_talon_everything_of_two_is_known_to_both() {
    let position = late(TWO, "6S", &["7C", "8C TD"], 0);
    let view = position.view(Observer::Seat(seat(0)));
    assert_eq!(view.unseen(), Cards::EMPTY);
}

#[test]
fn before_the_first_deal_there_is_nothing_to_guess() {
    let before = start(FOUR);
    let view = before.view(Observer::Public);
    assert_eq!(Position::determinize(&view, &mut Seed::from(0).rng()), before);
    assert_eq!((view.unseen(), before.legal_count()), (Cards::EMPTY, 0));
}

#[test]
fn all_face_up_at_the_end_the_talon_lies_in_its_order() {
    let position = dealt(TWO, &HANDS, "7H 6H", "AS");
    let shown = position.reveal();
    assert_eq!(shown.face_down.len(), 24);
    assert_eq!(
        (&shown.face_down[0][..], &shown.face_down[1][..], &shown.face_down[23][..]),
        ("7H", "6H", "AS")
    );
    assert_eq!(shown.seats[1].hand(), cards(HANDS[1]));
}

// Deals that cannot be.

#[track_caller]
fn refused(options: Options, deal: Deal, why: &str) {
    let mut position = start(options);
    let error = position.deal(&deal).expect_err(why);
    assert_eq!(error.to_string(), format!("impossible deal: {why}"));
    assert_eq!(position, start(options));
}

#[test]
fn an_impossible_deal_is_refused_with_the_reason() {
    let good = || deal(TWO, &HANDS, "", "AS");
    refused(THREE, good(), "2 hands for 3 seats");
    let mut bad = good();
    bad.hands[1] = cards("6D 7D");
    refused(TWO, bad, "seat 1 is dealt 2 cards instead of 6");
    let mut bad = good();
    bad.hands[1] = cards("6C 7D 7S 8D 9H TC");
    refused(TWO, bad, "6C is dealt twice: to seat 0 and to seat 1");
    let mut bad = good();
    bad.talon[3] = list("6C")[0];
    refused(TWO, bad, "6C is dealt twice: to seat 0 and to the talon");
    let mut bad = good();
    bad.talon[3] = bad.talon[4];
    let twice = format!("{} is in the talon twice", bad.talon[3]);
    refused(TWO, bad, &twice);
    let mut bad = good();
    bad.talon.remove(0);
    refused(TWO, bad, "the talon has 23 cards instead of 24");
    refused(Options { deck: 52, ..TWO }, good(), "the talon has 24 cards instead of 40");
    let mut bad = good();
    bad.talon[0] = list("5C")[0];
    refused(TWO, bad, "5C is not in a deck of 36 cards");
    let mut bad = good();
    bad.trump = list("AS").pop();
    refused(TWO, bad, "`trump` is only for a deal without a talon; here it is the last card, AS");
    let six = Durak::shuffle(&start(SIX), &mut Seed::from(1).rng());
    let bad = Deal { trump: None, ..six.clone() };
    refused(SIX, bad, "without a talon `trump` must name a card of seat 5");
    let elsewhere = six.hands[0].first();
    let why = format!("the trump card {} is not in the hand of seat 5", elsewhere.expect("a card"));
    refused(SIX, Deal { trump: elsewhere, ..six }, &why);
}

#[test]
fn a_deal_that_is_not_due_is_refused() {
    let mut position = begun();
    let error = position.deal(&deal(TWO, &HANDS, "", "AS")).expect_err("in the middle");
    assert_eq!(error.to_string(), "impossible deal: no deal is due");
    let mut over = last_bout(TWO);
    assert!(over.deal(&deal(TWO, &HANDS, "", "AS")).is_err());
}

#[test]
fn a_deal_is_written_with_its_hands_ascending_and_the_talon_in_order() {
    let written = serde_json::to_string(&deal(TWO, &HANDS, "7H 6H", "AS")).expect("JSON");
    let beginning = r#"{"hands":[["6C","6S","7C","8C","9C","9D"],["6D","7D","7S","8D","9H","TC"]],"talon":["7H","6H","#;
    assert!(written.starts_with(beginning) && written.ends_with(r#","AS"]}"#), "{written}");
    let six = Durak::shuffle(&start(SIX), &mut Seed::from(1).rng());
    let written = serde_json::to_string(&six).expect("JSON");
    let trump = six.trump.expect("a trump card");
    assert!(written.ends_with(&format!(r#","trump":"{trump}"}}"#)) && !written.contains("talon"));
    assert_eq!(serde_json::from_str::<Deal>(&written).expect("it reads back"), six);
    let unknown = r#"{"hands":[],"talon":[],"colour":1}"#;
    assert!(serde_json::from_str::<Deal>(unknown).is_err());
    let twice = r#"{"hands":[["6C","6C"]]}"#;
    assert!(
        serde_json::from_str::<Deal>(twice)
            .expect_err("twice")
            .to_string()
            .contains("6C is there twice")
    );
    let any_order = r#"{"hands":[["TC","6C"]]}"#;
    assert_eq!(serde_json::from_str::<Deal>(any_order).expect("read").hands[0], cards("6C TC"));
}

#[test]
fn moves_that_are_refused_leave_the_position_as_it_is() {
    let mut position = begun();
    let before = position;
    for text in ["done", "take", "AS", "2C"] {
        assert!(position.play(mv(text)).is_err(), "{text}");
    }
    assert_eq!(position, before);
}
