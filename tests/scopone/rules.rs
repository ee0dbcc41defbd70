//! Every case of the rules of scopone, on hands set up by hand.

use crate::table::{
    Setup, alone, deal_of, deck, filled, finish_hand, joined, legal, mv, options, play, seat,
    start, why,
};
use juez::core::{
    Game, Next, Observer, OptionsError, Reason, Seed, State, Stream, Team, options_from_json,
};
use juez::games::cards::{Card, Cards, Italian};
use juez::games::scopone::{Move, Position, Scopone, primiera, primiera_value};
use serde_json::{Value, json};

fn cards(text: &str) -> Cards<Italian> {
    text.split_whitespace().map(|card| card.parse::<Italian>().unwrap()).collect()
}

// --- the deal

#[test]
fn nine_cards_each_and_four_on_the_table_or_ten_and_none() {
    for (kind, hand, table) in [("solo9", 9, 4), ("team9", 9, 4), ("team10", 10, 0)] {
        let mut position = start(json!({"kind": kind}));
        assert_eq!(position.next(), Next::Deal);
        let deal = Scopone::shuffle(&position, &mut Seed::from(1).rng());
        position.deal(&deal).unwrap();
        assert_eq!(position.public().table().len(), table);
        for s in 0..4 {
            assert_eq!(
                (position.hand(seat(s)).len(), position.public().held(seat(s))),
                (hand, hand)
            );
        }
    }
}

#[test]
fn a_shuffle_never_leaves_three_kings_on_the_table() {
    for kind in ["solo9", "team9"] {
        let position = start(json!({"kind": kind}));
        let mut two = 0;
        for n in 0..4000 {
            let deal = Scopone::shuffle(&position, &mut Seed::from(n).rng());
            let kings = deal.table.iter().filter(|card| card.value() == 10).count();
            assert!(kings < 3, "{}", deal.table);
            two += u32::from(kings == 2);
        }
        assert!(two > 50, "two kings are nothing special");
    }
}

#[test]
fn a_given_deal_with_three_or_four_kings_on_the_table_is_refused() {
    for kind in ["solo9", "team9"] {
        for (table, kings) in [
            ("B10 C10 D10 S1", "3 kings lie on the table (B10 C10 D10)"),
            ("B10 C10 D10 S10", "4 kings lie on the table (B10 C10 D10 S10)"),
        ] {
            let error = start(json!({"kind": kind})).deal(&filled([""; 4], table)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("impossible deal: {kings}, which is dealt again")
            );
        }
        start(json!({"kind": kind})).deal(&filled([""; 4], "B10 C10 D1 S1")).unwrap();
    }
}

fn refused(kind: &str, hands: &[&str], table: &str) -> String {
    let mut position = start(json!({"kind": kind}));
    let before = position;
    let error = match deal_of(hands, table) {
        Ok(deal) => position.deal(&deal).expect_err("an impossible deal").to_string(),
        Err(error) => error,
    };
    assert_eq!(position, before, "a refused deal changes nothing");
    error
}

const NINE: [&str; 4] = [
    "B1 B10 B2 B3 B4 B5 B6 B7 B8",
    "B9 C1 C10 C2 C3 C4 C5 C6 C7",
    "C8 C9 D1 D10 D2 D3 D4 D5 D6",
    "D7 D8 D9 S1 S10 S2 S3 S4 S5",
];

#[test]
fn an_impossible_deal_is_refused_with_the_reason() {
    let table = "S6 S7 S8 S9";
    let with = |index: usize, hand: &'static str| {
        let mut hands = NINE;
        hands[index] = hand;
        hands
    };
    assert_eq!(refused("team9", &NINE[..3], table), "impossible deal: 3 hands for 4 seats");
    assert_eq!(
        refused("team9", &with(1, "B9 C1"), table),
        "impossible deal: seat 1 is dealt 2 cards instead of 9"
    );
    assert_eq!(
        refused("team9", &with(2, "C8 C9 D1 D10 D2 D3 D4 D5 D6 S6"), table),
        "impossible deal: seat 2 is dealt 10 cards instead of 9"
    );
    assert_eq!(
        refused("solo9", &NINE, "S6 S7 S8"),
        "impossible deal: the table is dealt 3 cards instead of 4"
    );
    assert_eq!(
        refused("team9", &NINE, "S6 S7 S8 S5"),
        "impossible deal: S5 is dealt twice: to seat 3 and to the table"
    );
    assert_eq!(
        refused("team9", &with(1, "B8 C1 C10 C2 C3 C4 C5 C6 C7"), table),
        "impossible deal: B8 is dealt twice: to seat 0 and to seat 1"
    );
    let error = refused("team9", &with(0, "B1 B1 B2 B3 B4 B5 B6 B7 B8"), table);
    assert!(error.contains("B1 is there twice"), "{error}");
    let error = refused("team9", &with(0, "B11 B10 B2 B3 B4 B5 B6 B7 B8"), table);
    assert!(error.contains("B11"), "{error}");
    assert_eq!(
        refused("team10", &NINE, table),
        "impossible deal: seat 0 is dealt 9 cards instead of 10"
    );
    let ten = filled([""; 4], "");
    let mut position = start(json!({"kind": "team10"}));
    position.deal(&ten).unwrap();
    let error = position.deal(&ten).unwrap_err();
    assert_eq!(error.to_string(), "impossible deal: none is due");
    let five: Vec<&str> = NINE.iter().copied().chain([table]).collect();
    assert_eq!(refused("team9", &five, ""), "impossible deal: 5 hands for 4 seats");
    let unknown = json!({"hands": [], "table": [], "talon": []});
    assert!(serde_json::from_value::<juez::games::scopone::Deal>(unknown).is_err());
}

#[test]
fn a_deal_is_written_ascending_and_read_in_any_order() {
    let mut hands = NINE.map(|hand| hand.split(' ').rev().collect::<Vec<_>>().join(" "));
    hands.rotate_left(1);
    let hands: Vec<&str> = hands.iter().map(|hand| &hand[..]).collect();
    let deal = deal_of(&hands, "S9 S8 S7 S6").unwrap();
    start(json!({})).deal(&deal).unwrap();
    let text = serde_json::to_string(&deal).unwrap();
    assert!(text.starts_with(r#"{"hands":[["B9","C1","C10","C2","#), "{text}");
    assert!(text.ends_with(r#""table":["S6","S7","S8","S9"]}"#), "{text}");
}

// --- who plays when

#[test]
fn lone_players_begin_with_seat_0() {
    let mut position = start(json!({"kind": "solo9"}));
    position.deal(&filled([""; 4], "B1 B2 B3 B4")).unwrap();
    assert_eq!(position.next(), Next::Move(seat(0)));
}

#[test]
fn turns_go_round_the_table() {
    let mut position = start(json!({"kind": "team10", "first": 2}));
    position.deal(&filled([""; 4], "")).unwrap();
    for ply in 0..40 {
        assert_eq!(position.next(), Next::Move(seat((2 + ply) % 4)));
        let first = position.legal_moves()[0];
        position.play(first).unwrap();
    }
    assert!(!matches!(position.next(), Next::Move(_)), "forty cards are a hand");
}

#[test]
fn the_first_player_advances_with_each_hand() {
    for first in 0..4u8 {
        let mut position = start(json!({"kind": "team9", "first": first}));
        for hand in 0..6 {
            let deal = Scopone::shuffle(&position, &mut Seed::from(u64::from(hand)).rng());
            position.deal(&deal).unwrap();
            assert_eq!(position.next(), Next::Move(seat((first + hand) % 4)));
            assert_eq!(position.public().first(), seat((first + hand) % 4));
            finish_hand(&mut position);
            if position.next() == Next::Over {
                break;
            }
        }
    }
}

// --- captures

#[test]
fn a_card_that_captures_nothing_stays_on_the_table() {
    assert_eq!(legal("D7 D2", "B3 C6"), "D2 D7");
    let mut position = alone("D7 D2", "B3 C6", "any");
    play(&mut position, "D7");
    assert_eq!(position.public().table(), cards("B3 C6 D7"));
    assert_eq!(position.public().held(seat(0)), 1);
    assert_eq!(position.public().played(seat(0)), cards("D7"));
    assert!(!position.hand(seat(0)).has("D7".parse().unwrap()));
    assert_eq!(position.public().last_capturer(), Some(seat(3)), "as before");
}

#[test]
fn an_equal_card_is_captured() {
    assert_eq!(legal("D7", "S7 B2"), "D7xS7");
    let mut position = alone("D7 D2", "S7 B3", "any");
    play(&mut position, "D7xS7");
    assert_eq!(position.public().table(), cards("B3"));
    assert_eq!(position.public().taken(seat(0)), cards("D7 S7"));
    assert_eq!(position.public().last_capturer(), Some(seat(0)));
}

#[test]
fn of_several_equal_cards_exactly_one_is_captured_and_chosen() {
    assert_eq!(legal("D7", "B7 C7 S7"), "D7xB7 D7xC7 D7xS7");
    assert_eq!(
        why("D7", "B7 C7 S2", "D7xB7+C7"),
        "D7 captures only one card of its value, not B7 and C7"
    );
}

#[test]
fn with_an_equal_card_on_the_table_sums_are_not_allowed() {
    assert_eq!(legal("D7", "B4 C3 S7"), "D7xS7");
    assert_eq!(
        why("D7", "B4 C3 S7", "D7xB4+C3"),
        "an equal card lies on the table, S7, so sums are not allowed"
    );
}

#[test]
fn any_set_that_adds_up_may_be_captured() {
    assert_eq!(legal("D7", "B4 C3"), "D7xB4+C3");
    assert_eq!(legal("D7", "B1 B2 B4 C3 C6"), "D7xB1+B2+B4 D7xB1+C6 D7xB4+C3", "two cards or more");
    assert_eq!(legal("D10", "B1 C1 D1 S1 B2 C2 D2"), "D10xB1+B2+C1+C2+D1+D2+S1");
    assert_eq!(legal("D3", "B1 C1 D1 S2"), "D3xB1+C1+D1 D3xB1+S2 D3xC1+S2 D3xD1+S2");
    let mut position = alone("D7 D2", "B1 B2 B4 C3 C6", "any");
    play(&mut position, "D7xB1+B2+B4");
    assert_eq!(position.public().taken(seat(0)), cards("B1 B2 B4 D7"));
    assert_eq!(position.public().table(), cards("C3 C6"));
}

#[test]
fn with_sum_fewest_only_sets_of_the_fewest_cards_may_be_captured() {
    let fewest = |hand, table| joined(alone(hand, table, "fewest").legal_moves());
    assert_eq!(fewest("D7", "B1 B2 B4 C3 C6"), "D7xB1+C6 D7xB4+C3");
    assert_eq!(fewest("D7", "B1 B2 B4 C9"), "D7xB1+B2+B4", "there is no smaller set");
    assert_eq!(fewest("D7", "B1 B2 B4 S7"), "D7xS7");
    assert_eq!(fewest("D7", "B1 B2"), "D7");
    assert_eq!(fewest("D10", "B1 C1 D1 S1 B2 C2 D2"), "D10xB1+B2+C1+C2+D1+D2+S1");
    let error = alone("D7", "B1 B2 B4 C3 C6", "fewest").explain(mv("D7xB1+B2+B4")).unwrap_err();
    assert_eq!(error.to_string(), "only the fewest cards may be captured: 2, such as B1+C6, not 3");
}

#[test]
fn a_card_that_can_capture_must() {
    assert_eq!(why("D7", "S7 B2", "D7"), "D7 must capture: S7 lies on the table");
    assert_eq!(why("D7", "S7 B7", "D7"), "D7 must capture: B7+S7 lie on the table");
    assert_eq!(why("D7", "B4 C3", "D7"), "D7 must capture: B4+C3 add up to 7");
}

#[test]
fn which_card_to_play_is_free() {
    assert_eq!(legal("D7 B2 S9", "C7 C5"), "B2 D7xC7 S9");
}

#[test]
fn every_other_broken_rule_is_named() {
    assert_eq!(why("D7", "B4 C3", "S7"), "seat 0 does not hold S7");
    assert_eq!(why("D7", "B4 C3", "D7xS7"), "S7 does not lie on the table");
    assert_eq!(why("D7", "B4 C3", "D7xB4+C2+D1"), "C2 and D1 do not lie on the table");
    assert_eq!(why("D7", "B4 C2", "D7xB4+C2"), "B4+C2 add up to 6, not 7");
    assert_eq!(why("D7", "B4 C3", "D7xB4"), "D7 cannot capture B4: a single card must be a 7 too");
    assert_eq!(why("D7", "B4 C3", "D7xD7"), "D7 does not lie on the table");
    let before = start(json!({}));
    assert_eq!(
        before.explain(mv("D7")).unwrap_err().to_string(),
        "D7 cannot be played before the deal"
    );
    let mut over = start(json!({"kind": "solo9"}));
    over.deal(&filled([""; 4], "B1 B2 B3 B4")).unwrap();
    finish_hand(&mut over);
    assert_eq!(
        over.explain(mv("D7xS7")).unwrap_err().to_string(),
        "D7xS7 cannot be played: the match is over"
    );
}

#[test]
fn moves_are_listed_in_the_order_of_their_text() {
    assert_eq!(
        legal("D1 D10 D2 S1 S10", "B1 C1 B9"),
        "D10xB1+B9 D10xB9+C1 D1xB1 D1xC1 D2xB1+C1 S10xB1+B9 S10xB9+C1 S1xB1 S1xC1"
    );
    assert_eq!(legal("D1 D10 S1", "B2"), "D1 D10 S1");
    assert_eq!(legal("D10", "B1 B9 C10"), "D10xC10");
}

// --- notation

#[test]
fn only_the_canonical_spelling_is_read() {
    for good in ["D7", "D7xS7", "D7xB4+C3", "D10xB1+B2+C1+C2+D1+D2+S1", "B1", "S10xB10"] {
        assert_eq!(mv(good).to_string(), good);
    }
    for (bad, hint) in [
        ("D7xC3+B4", "captured cards are written in ascending order: D7xB4+C3"),
        ("S10xB9+B10", "captured cards are written in ascending order: S10xB10+B9"),
        ("D7xB4+B4", "B4 is captured twice"),
        (" D7", "without the blanks around it: D7"),
        ("d7xs7", "written D7xS7"),
        ("D7XS7", "written D7xS7"),
        ("7D", "written D7"),
        ("D7xB4,C3", "written D7xB4+C3"),
        ("D7 B4 C3", "written D7xB4+C3"),
        ("S10xB1+B2+B3+B4+B5+B6+B7+B8", "no card captures more than 7"),
    ] {
        let error = bad.parse::<Move>().expect_err(bad);
        assert_eq!(error.hint.as_deref(), Some(hint), "{bad}");
        let text = error.to_string();
        assert!(text.starts_with(&format!("cannot read {bad:?}: expected a card such as D7")));
    }
    for bad in [
        "", "x", "D7x", "xD7", "D7x+", "D7xS7+", "D0", "D11", "D07", "E7", "D", "pass", "D7xx",
        "D7-",
    ] {
        assert!(bad.parse::<Move>().is_err(), "{bad}");
    }
}

// --- scope and the end of a hand

#[test]
fn a_capture_that_empties_the_table_is_a_scopa() {
    let setup = || Setup { hands: ["D7 B1", "C1 C5", "D1 D5", "S1 S5"], ..Setup::default() };
    let mut position = Setup { table: "B4 C3", ..setup() }.position();
    play(&mut position, "D7xB4+C3");
    assert_eq!(position.public().scope(seat(0)), 1);
    assert_eq!(position.public().scope(seat(2)), 1, "partners share it");
    assert_eq!(position.public().scope(seat(1)), 0);
    let mut position = Setup { table: "B4 C3 S9", ..setup() }.position();
    play(&mut position, "D7xB4+C3");
    assert_eq!(position.public().scope(seat(0)), 0, "a card is left");
    let mut solo = Setup { kind: "solo9", table: "S7", ..setup() }.position();
    play(&mut solo, "D7xS7");
    assert_eq!((solo.public().scope(seat(0)), solo.public().scope(seat(2))), (1, 0));
}

#[test]
fn the_very_last_card_makes_a_scopa_if_last_scopa_says_so() {
    for (kind, usual) in [("solo9", 1), ("team9", 0), ("team10", 0)] {
        for (option, expected) in [(None, usual), (Some(true), 1), (Some(false), 0)] {
            let hands = ["S4", "C9", "D8", "D4"];
            let mut setup = Setup { kind, hands, table: "B9 B8", ..Setup::default() };
            if let Some(option) = option {
                setup = setup.with("last_scopa", option.into());
            }
            let mut position = setup.position();
            play(&mut position, "S4 C9xB9 D8xB8 D4xS4");
            assert_ne!(position.next(), Next::Move(seat(0)), "the hand is over");
            let public = position.public();
            assert_eq!(public.scope(seat(3)), expected, "{kind} {option:?}");
            assert_eq!(public.tally(seat(3)).scope, expected);
            assert!(public.table().is_empty(), "captured all the same");
        }
    }
}

#[test]
fn a_scopa_before_the_very_last_card_counts_in_every_kind() {
    for kind in ["solo9", "team9", "team10"] {
        let mut position =
            Setup { kind, hands: ["S4", "C9", "D8", "D4"], table: "B8", ..Setup::default() }
                .position();
        play(&mut position, "S4 C9");
        assert_eq!(position.public().table(), cards("B8 C9 S4"));
        let mut position =
            Setup { kind, hands: ["S4", "C9", "D9", "D4"], table: "", ..Setup::default() }
                .position();
        play(&mut position, "S4 C9 D9xC9");
        assert_eq!(position.public().scope(seat(2)), 0);
        let mut position =
            Setup { kind, hands: ["S4", "C4", "D9", "D3"], table: "", ..Setup::default() }
                .position();
        play(&mut position, "S4 C4xS4");
        assert_eq!(position.public().scope(seat(1)), 1, "the second last card but one");
        play(&mut position, "D9 D3");
        assert_eq!(position.public().tally(seat(1)).scope, 1);
    }
}

#[test]
fn what_is_left_goes_to_the_seat_that_captured_last_and_is_no_scopa() {
    let mut position = Setup {
        kind: "solo9",
        hands: ["S4", "C4", "D9", "D3"],
        table: "B10",
        last_capturer: Some(2),
        ..Setup::default()
    }
    .position();
    play(&mut position, "S4 C4xS4 D9 D3");
    let public = position.public();
    assert!(public.table().is_empty());
    assert_eq!(public.taken(seat(1)), cards("B10 C4 D3 D9 S4"));
    assert_eq!(public.scope(seat(1)), 0);
    let mut position = Setup {
        kind: "solo9",
        hands: ["S4", "C5", "D9", "D3"],
        table: "B10",
        last_capturer: Some(2),
        ..Setup::default()
    }
    .position();
    play(&mut position, "S4 C5 D9xC5+S4 D3");
    assert_eq!(position.public().taken(seat(2)), cards("B10 C5 D3 D9 S4"));
}

#[test]
fn if_nobody_captured_the_table_stays_unclaimed() {
    // Played in descending order nothing ever adds up to what comes later.
    let mut setup = Setup {
        kind: "team10",
        hands: ["S4", "C3", "D2", "D1"],
        table: "B10 B9",
        last_capturer: None,
        ..Setup::default()
    };
    setup.taken = [""; 4];
    let mut position = setup.position();
    // The pile of seat 3 holds the rest here; what matters is where the table goes.
    let before = position.public().taken(seat(3));
    play(&mut position, "S4 C3 D2 D1");
    let public = position.public();
    assert_eq!(public.table(), cards("B10 B9 C3 D1 D2 S4"));
    assert_eq!(public.taken(seat(3)), before);
    assert_eq!(position.next(), Next::Deal);
}

// --- points

/// The tally of seats 0 and 1 with these piles, the rest being seat 3's, or in pairs the rest of the
/// deck belonging to nobody in particular: pile of side 1.
fn tally(kind: &'static str, pile: &'static str, other: Option<&'static str>, who: u8) -> Value {
    let setup = Setup {
        kind,
        hands: ["", "", "", ""],
        taken: [pile, other.unwrap_or(""), "", ""],
        ..Setup::default()
    };
    serde_json::to_value(setup.view().public().tally(seat(who))).unwrap()
}

#[test]
fn twenty_one_cards_make_the_carte_and_twenty_do_not() {
    let deck = deck();
    for kind in ["solo9", "team9", "team10"] {
        for (size, point) in [(19, false), (20, false), (21, true), (30, true)] {
            let pile: &'static str = deck[..size].join(" ").leak();
            assert_eq!(tally(kind, pile, None, 0)["carte"], point, "{kind} {size}");
        }
    }
    let half: &'static str = deck[..20].join(" ").leak();
    assert_eq!(tally("team9", half, None, 1)["carte"], false, "20 to 20: nobody");
}

#[test]
fn six_denari_make_the_denari_and_five_do_not() {
    for kind in ["solo9", "team9", "team10"] {
        for (pile, point) in [
            ("D1 D2 D3 D4", false),
            ("D1 D2 D3 D4 D5 S1 S2", false),
            ("D1 D2 D3 D4 D5 D6", true),
            ("D1 D2 D3 D4 D5 D6 D8 D9 D10", true),
        ] {
            assert_eq!(tally(kind, pile, None, 0)["denari"], point, "{kind} {pile}");
        }
    }
    assert_eq!(tally("team9", "D1 D2 D3 D4 D5", None, 1)["denari"], false, "5 to 5: nobody");
}

#[test]
fn the_seven_of_denari_is_the_settebello() {
    for kind in ["solo9", "team9", "team10"] {
        assert_eq!(tally(kind, "D7", None, 0)["settebello"], true);
        assert_eq!(tally(kind, "B7 C7 S7", None, 0)["settebello"], false);
    }
}

#[test]
fn lone_players_make_the_primiera_with_all_four_sevens() {
    assert_eq!(tally("solo9", "B7 C7 D7 S7", None, 0)["primiera"], true);
    assert_eq!(tally("solo9", "B7 C7 D7 S6", None, 0)["primiera"], false);
    assert_eq!(tally("solo9", "B7 C7 D7", None, 3)["primiera"], false, "nobody has them");
}

#[test]
fn the_primiera_adds_up_the_best_card_of_each_suit() {
    let values =
        [(7, 21), (6, 18), (1, 16), (5, 15), (4, 14), (3, 13), (2, 12), (8, 10), (9, 10), (10, 10)];
    for (value, counts) in values {
        assert_eq!(primiera_value(format!("S{value}").parse().unwrap()), counts);
    }
    assert_eq!(primiera(cards("B7 C7 D7 S7")), 84);
    assert_eq!(primiera(cards("B7 B6 C1 C10 D5 D2 S8 S9 S10")), 21 + 16 + 15 + 10);
    assert_eq!(primiera(cards("B4 C3 D2 S10")), 14 + 13 + 12 + 10);
    assert_eq!(primiera(cards("B7 C7 D7")), 0, "a suit is missing");
}

#[test]
fn in_pairs_the_higher_primiera_wins() {
    for kind in ["team9", "team10"] {
        // 21+21+10+10 against 21+21+18+18.
        assert_eq!(tally(kind, "B7 C7 D8 S8", None, 0)["primiera"], false);
        assert_eq!(tally(kind, "B7 C7 D8 S8", None, 1)["primiera"], true);
        // Three sevens and an ace, 79, against a seven and three sixes, 75.
        assert_eq!(tally(kind, "B7 C7 D7 S1", None, 0)["primiera"], true);
        assert_eq!(tally(kind, "B7 C7 D7 S1", None, 1)["primiera"], false);
        // Two sevens and two sixes each: 78.
        let even = "B7 C7 D6 S6";
        assert_eq!(tally(kind, even, None, 0)["primiera"], false, "equal: nobody");
        assert_eq!(tally(kind, even, None, 1)["primiera"], false);
        assert_eq!(
            tally(kind, "B7 C7", None, 2)["primiera"],
            tally(kind, "B7 C7", None, 0)["primiera"],
            "partners count together"
        );
    }
}

#[test]
fn a_side_that_lacks_a_suit_cannot_win_the_primiera() {
    let mut deck = deck();
    deck.retain(|card| !card.starts_with('S'));
    // All of three suits and not a spade; the other side has four suits and little else.
    deck.retain(|card| !["B10", "C10", "D10"].contains(&&card[..]));
    let pile: &'static str = deck.join(" ").leak();
    assert_eq!(tally("team9", pile, None, 0)["primiera"], false);
    assert_eq!(tally("team9", pile, None, 1)["primiera"], true, "the only side with all suits");
    let both = Setup {
        kind: "team9",
        hands: ["", "", "", ""],
        table: "D1 D10 D2 D3 D4 D5 D6 D7 D8 D9",
        taken: ["B1", "B2", "", ""],
        ..Setup::default()
    };
    for s in 0..4 {
        assert!(!both.view().public().tally(seat(s)).primiera, "both lack a suit: nobody");
    }
}

#[test]
fn piles_of_partners_count_together() {
    let setup = Setup {
        kind: "team10",
        hands: [""; 4],
        taken: ["D1 D2 D3", "B1", "D4 D5 D6", "B2"],
        scope: [1, 0, 2, 4],
        ..Setup::default()
    };
    let view = setup.view();
    let tally = view.public().tally(seat(2));
    assert_eq!((tally.denari, tally.scope), (true, 3));
    assert_eq!(view.public().pile(seat(0)), cards("D1 D2 D3 D4 D5 D6"));
    assert_eq!(view.public().scope(seat(1)), 4);
}

// --- the end of a match

/// A match before its last four cards, which capture nothing. Whatever is in no other pile is seat
/// 3's, so that its side wins carte and denari, and settebello and primiera unless `taken` has them.
fn last_hand(kind: &'static str, score: [i32; 4]) -> Setup {
    Setup { kind, hands: ["S10", "S9", "S8", "S1"], score, ..Setup::default() }
}

fn ended(setup: &Setup) -> Position {
    let mut position = setup.position();
    play(&mut position, "S10 S9 S8 S1");
    position
}

#[test]
fn lone_players_play_one_hand_and_the_most_points_win() {
    let mut setup = last_hand("solo9", [0; 4]);
    setup.taken = ["D7", "", "", ""];
    setup.scope = [3, 0, 2, 1];
    let position = ended(&setup);
    let outcome = position.outcome().expect("one hand is all");
    assert_eq!(outcome.reason, Reason::Finished);
    assert_eq!(outcome.points.as_slice(), [4, 0, 2, 3]);
    assert_eq!(outcome.ranks.as_slice(), [1, 4, 3, 2]);
    let teams: Vec<Team> = (0..4).map(|s| position.team(seat(s))).collect();
    assert_eq!(teams, [Team(0), Team(1), Team(2), Team(3)]);
}

#[test]
fn equal_lone_players_share_their_rank() {
    let mut setup = last_hand("solo9", [0; 4]);
    setup.taken = ["D7", "", "", ""];
    setup.scope = [1, 0, 2, 0];
    let outcome = ended(&setup).outcome().expect("one hand is all");
    assert_eq!(outcome.points.as_slice(), [2, 0, 2, 2]);
    assert_eq!(outcome.ranks.as_slice(), [1, 4, 1, 1]);
}

#[test]
fn the_higher_score_at_the_target_wins_a_match_of_pairs() {
    for kind in ["team9", "team10"] {
        let outcome = ended(&last_hand(kind, [10, 17, 10, 17])).outcome().expect("21 is enough");
        assert_eq!(outcome.points.as_slice(), [10, 21, 10, 21]);
        assert_eq!(outcome.ranks.as_slice(), [2, 1, 2, 1]);
        assert_eq!(ended(&last_hand(kind, [10, 16, 10, 16])).next(), Next::Deal, "20 is not");
        let outcome = ended(&last_hand(kind, [22, 19, 22, 19])).outcome().expect("both are there");
        assert_eq!(outcome.ranks.as_slice(), [2, 1, 2, 1], "23 beats 22");
        let outcome = ended(&last_hand(kind, [22, 15, 22, 15])).outcome().expect("one is there");
        assert_eq!(outcome.ranks.as_slice(), [1, 2, 1, 2]);
    }
}

#[test]
fn equal_scores_at_the_target_need_another_hand() {
    for kind in ["team9", "team10"] {
        let position = ended(&last_hand(kind, [21, 17, 21, 17]));
        assert_eq!((position.next(), position.outcome()), (Next::Deal, None));
        assert_eq!(position.points().as_slice(), [21; 4]);
    }
}

#[test]
fn the_target_may_be_21_or_16_or_11() {
    for target in [21, 16, 11] {
        let ends = |score: i32| {
            let setup = last_hand("team10", [0, score, 0, score]).with("target", target.into());
            ended(&setup).next() == Next::Over
        };
        assert!(ends(target - 4) && !ends(target - 5), "{target}");
    }
    let usual = last_hand("team10", [0, 17, 0, 17]);
    assert_eq!(ended(&usual).next(), Next::Over, "21 unless said otherwise");
}

#[test]
fn target_0_is_a_single_hand_and_equal_scores_are_a_draw() {
    let hand = |scope: [u8; 4]| {
        let setup = Setup { scope, ..last_hand("team9", [0; 4]) }.with("target", 0.into());
        ended(&setup).outcome().expect("one hand is all")
    };
    assert_eq!(hand([0; 4]).ranks.as_slice(), [2, 1, 2, 1]);
    assert_eq!(hand([3, 0, 2, 0]).ranks.as_slice(), [1, 2, 1, 2]);
    let draw = hand([3, 0, 1, 0]);
    assert_eq!(draw.points.as_slice(), [4; 4]);
    assert_eq!(draw.ranks.as_slice(), [1; 4]);
    assert_eq!(draw.reason, Reason::Finished);
}

#[test]
fn seats_0_and_2_play_against_1_and_3() {
    for kind in ["team9", "team10"] {
        let position = start(json!({"kind": kind}));
        let teams: Vec<u8> = (0..4).map(|s| position.team(seat(s)).0).collect();
        assert_eq!(teams, [0, 1, 0, 1]);
    }
}

#[test]
fn scores_add_up_over_the_hands_of_a_match() {
    let mut position = start(json!({"kind": "team10", "target": 21}));
    let mut expected = [0; 2];
    for hand in 0.. {
        let deal = Scopone::shuffle(&position, &mut Seed::from(3).child(Stream::Deal(hand)).rng());
        position.deal(&deal).unwrap();
        assert_eq!(position.public().dealt(), hand + 1);
        assert!((0..4).all(|s| position.public().pile(seat(s)).is_empty()), "new piles");
        let during = position.points();
        finish_hand(&mut position);
        for side in 0..2 {
            assert_eq!(during[seat(side)], expected[usize::from(side)], "points come at the end");
            expected[usize::from(side)] += position.public().tally(seat(side)).total();
            assert_eq!(position.points()[seat(side)], expected[usize::from(side)]);
            assert_eq!(position.points()[seat(side + 2)], expected[usize::from(side)]);
        }
        if position.next() == Next::Over {
            break;
        }
    }
    assert!(expected[0].max(expected[1]) >= 21 && expected[0] != expected[1]);
}

// --- options

fn conflict(json: Value) -> String {
    let Value::Object(map) = json else { unreachable!() };
    let error = options_from_json::<Scopone>(&map)
        .and_then(|options| Scopone::start(&options).map(|_| ()))
        .expect_err("refused");
    if map.get("kind").is_none_or(|kind| kind == "solo9") {
        assert!(matches!(error, OptionsError::Conflict(_)));
    }
    error.to_string()
}

#[test]
fn target_and_first_do_not_go_with_solo9() {
    let target = "target does not go with kind=solo9: it is always a single hand";
    for value in [21, 16, 11, 0] {
        assert_eq!(conflict(json!({"target": value})), target);
        assert_eq!(conflict(json!({"kind": "solo9", "target": value})), target);
    }
    for value in 0..4 {
        assert_eq!(
            conflict(json!({"first": value})),
            "first does not go with kind=solo9: seat 0 always plays first"
        );
    }
}

#[test]
fn options_outside_their_values_are_refused() {
    for (json, allowed) in [
        (json!({"kind": "team8"}), "solo9, team9, team10"),
        (json!({"kind": "team9", "target": 12}), "21, 16, 11, 0"),
        (json!({"kind": "team9", "first": 4}), "0 to 3"),
        (json!({"kind": "team9", "sum": "most"}), "any, fewest"),
        (json!({"kind": "team9", "last_scopa": 1}), "true, false"),
        (json!({"kind": "team9", "seats": 3}), "4"),
    ] {
        let error = conflict(json.clone());
        assert!(error.ends_with(&format!("allowed: {allowed}")), "{json}: {error}");
    }
    assert!(conflict(json!({"kind": "team9", "napola": true})).contains("no option"));
    let typed = juez::games::scopone::Options {
        kind: juez::games::scopone::Kind::Team9,
        target: Some(12),
        ..Default::default()
    };
    assert!(matches!(Scopone::start(&typed), Err(OptionsError::Value { name: "target", .. })));
}

#[test]
fn options_are_written_in_full_and_read_back() {
    for (given, written) in [
        (json!({}), r#"{"seats":4,"kind":"solo9","last_scopa":true,"sum":"any"}"#),
        (
            json!({"kind": "team9"}),
            r#"{"seats":4,"kind":"team9","target":21,"first":0,"last_scopa":false,"sum":"any"}"#,
        ),
        (
            json!({"kind": "team10", "target": 0, "first": 3, "last_scopa": true, "sum": "fewest"}),
            r#"{"seats":4,"kind":"team10","target":0,"first":3,"last_scopa":true,"sum":"fewest"}"#,
        ),
    ] {
        let resolved = Scopone::resolve(options(given));
        let text = serde_json::to_string(&resolved).unwrap();
        assert_eq!(text, written);
        assert_eq!(options(serde_json::from_str(&text).unwrap()), resolved);
        Scopone::start(&resolved).unwrap();
    }
}

// --- what is seen

#[test]
fn a_seat_sees_its_own_hand_and_everything_played_and_captured() {
    let mut position = start(json!({"kind": "team9"}));
    let deal = filled(["D7 B1", "C1", "D1", "S1"], "S7 B3 B4 C9");
    position.deal(&deal).unwrap();
    play(&mut position, "D7xS7");
    let data = crate::table::data(&position, 1);
    assert_eq!(data["seat"], 1);
    assert_eq!(data["hand"], json!(deal.hands[seat(1)]));
    let public = &data["public"];
    assert_eq!(public["table"], json!(["B3", "B4", "C9"]));
    assert_eq!(public["played"], json!([["D7"], [], [], []]));
    assert_eq!(public["taken"], json!([["D7", "S7"], [], [], []]));
    assert_eq!(public["held"], json!([8, 9, 9, 9]));
    assert_eq!(public["scope"], json!([0, 0, 0, 0]));
    assert_eq!(public["last_capturer"], 0);
    assert_eq!(public["to_move"], 1);
    assert_eq!(public["options"]["kind"], "team9");
    let other = position.hand(seat(0)).list();
    let view = position.view(Observer::Seat(seat(1)));
    assert!(other.iter().all(|&card| view.unseen().has(card)));
    assert_eq!(view.unseen().len(), 8 + 9 + 9);
    let beside = position.view(Observer::Public);
    assert!(beside.hand().is_empty() && beside.seat().is_none());
}

#[test]
fn the_last_cards_are_certain_by_counting() {
    let setup = Setup { hands: ["S10", "S9", "", ""], ..Setup::default() };
    let view = setup.view_of(Some(0));
    for n in 0..20 {
        let guess = Position::determinize(&view, &mut Seed::from(n).rng());
        assert_eq!(guess.hand(seat(1)), cards("S9"));
    }
}

#[test]
fn the_table_is_drawn_with_what_lies_open_and_the_own_hand_only() {
    let mut position = start(json!({"kind": "team10"}));
    let deal = filled(["D7 B1", "C7", "D1", "S1"], "");
    position.deal(&deal).unwrap();
    play(&mut position, "D7");
    let text = |observer| Scopone::draw(&position.view(observer)).to_string();
    let public = text(Observer::Public);
    assert!(public.contains("scopone scientifico, to 21"), "{public}");
    assert!(public.contains("│ D7│") && !public.contains("│ B1│"), "{public}");
    assert!(public.contains("▸ seat 1"), "{public}");
    assert!(public.contains("pair 0+2"), "{public}");
    let own = text(Observer::Seat(seat(1)));
    assert!(own.starts_with(&public[..public.len() - 1]) && own.contains("│ C7│"), "{own}");
    for card in deal.hands[seat(1)] {
        assert!(own.contains(&format!("│{:>3}│", card.to_string())), "{own}");
    }
    play(&mut position, "C7xD7");
    finish_hand(&mut position);
    let text = Scopone::draw(&position.view(Observer::Public)).to_string();
    assert!(text.contains("after hand 1") && text.contains("scored"), "{text}");
}

#[test]
fn card_numbers_are_the_order_of_the_notation() {
    assert_eq!(Cards::<Italian>::ALL.list().len(), usize::from(Italian::COUNT));
    assert_eq!(joined(cards("S1 B2 B10 B1")), "B1 B10 B2 S1");
}
