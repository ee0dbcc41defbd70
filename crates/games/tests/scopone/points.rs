//! The points of a hand: carte, denari, settebello, primiera.

use crate::common::moves::seat;
use crate::scopone::table::{Setup, cards, deck, finish_hand};
use juez_core::Game;
use juez_games::scopone::{Position, Scopone, primiera, primiera_value};
use serde_json::Value;

/// Returns the tally of seat `who`. Seats 0 and 1 have these piles; the remaining cards are seat
/// 3's or, in pairs, the pile of side 1.
fn tally(kind: &'static str, pile: &'static str, other: Option<&'static str>, who: u8) -> Value {
    let setup = Setup {
        kind,
        hands: ["", "", "", ""],
        taken: [pile, other.unwrap_or(""), "", ""],
        ..Setup::default()
    };
    serde_json::to_value(setup.view().public.tally(seat(who))).unwrap()
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
    assert_eq!(tally("team9", half, None, 1)["carte"], false, "20 to 20: neither");
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
    assert_eq!(tally("team9", "D1 D2 D3 D4 D5", None, 1)["denari"], false, "5 to 5: neither");
}

#[test]
fn with_denari_5_five_are_enough_and_two_sides_may_have_the_point() {
    for kind in ["solo9", "team9", "team10"] {
        let setup = Setup {
            kind,
            hands: ["", "", "", ""],
            taken: ["D1 D2 D3 D4 D5", "D6 D7 D8 D9 D10", "", ""],
            ..Setup::default()
        };
        let setup = setup.with("denari", 5.into());
        let view = setup.view();
        assert!(view.public.tally(seat(0)).denari && view.public.tally(seat(1)).denari, "{kind}");
        let four = Setup { taken: ["D1 D2 D3 D4", "D5", "", ""], ..setup };
        assert!(!four.view().public.tally(seat(0)).denari, "{kind}");
    }
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
    assert_eq!(tally("solo9", "B7 C7 D7", None, 3)["primiera"], false, "no pile has them");
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
        assert_eq!(tally(kind, even, None, 0)["primiera"], false, "equal: neither");
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
    // All cards of three suits but no spade; the other side has four suits and little else.
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
        assert!(!both.view().public.tally(seat(s)).primiera, "both lack a suit: neither");
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
    let tally = view.public.tally(seat(2));
    assert_eq!((tally.denari, tally.scope), (true, 3));
    assert_eq!(view.public.pile(seat(0)), cards("D1 D2 D3 D4 D5 D6"));
    assert_eq!(view.public.scope(seat(1)), 4);
}

/// Returns the rows of the hand that has ended: label, values, points.
fn rows(position: &Position) -> Vec<(&'static str, Vec<i32>, Vec<i32>)> {
    let score = Scopone::hand_score(position).expect("the hand is over");
    score.rows.into_iter().map(|row| (row.label, row.values, row.points)).collect()
}

/// Returns hands of one card each; side 0 has nine cards and two scope, side 1 makes one.
fn last_cards(kind: &'static str) -> Setup {
    Setup {
        kind,
        taken: ["D7 D2 D3 D4 D5 D6 B7 C6 S5", "", "", ""],
        scope: [2, 0, 0, 0],
        ..Setup::default()
    }
}

#[test]
fn a_hand_of_pairs_is_scored_row_by_row() {
    let setup = Setup { score: [10, 7, 10, 7], ..last_cards("team9") };
    let mut position = setup.position();
    assert_eq!(Scopone::hand_score(&position), None, "the hand is played");
    finish_hand(&mut position);
    let sides: Vec<Vec<u8>> = vec![vec![0, 2], vec![1, 3]];
    let score = Scopone::hand_score(&position).expect("the hand is over");
    assert_eq!(serde_json::to_value(&score.sides).unwrap(), serde_json::json!(sides));
    assert_eq!(
        rows(&position),
        [
            ("carte", vec![9, 31], vec![0, 1]),
            ("denari", vec![6, 4], vec![1, 0]),
            ("settebello", vec![], vec![1, 0]),
            ("primiera", vec![75, 76], vec![0, 1]),
            ("scope", vec![], vec![2, 1]),
            ("sum", vec![], vec![4, 3]),
            ("score", vec![14, 10], vec![]),
        ]
    );
}

#[test]
fn a_hand_of_four_alone_counts_sevens() {
    let mut position = last_cards("solo9").position();
    finish_hand(&mut position);
    assert_eq!(
        rows(&position),
        [
            ("carte", vec![9, 2, 0, 29], vec![0, 0, 0, 1]),
            ("denari", vec![6, 0, 0, 4], vec![1, 0, 0, 0]),
            ("settebello", vec![], vec![1, 0, 0, 0]),
            ("sevens", vec![2, 0, 0, 2], vec![0; 4]),
            ("scope", vec![], vec![2, 1, 0, 1]),
            ("sum", vec![], vec![4, 1, 0, 2]),
        ]
    );
}
