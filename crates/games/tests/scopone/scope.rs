//! Scope, and the cards left on the table at the end of a hand.

use crate::common::moves::{play, seat};
use crate::scopone::table::{Setup, cards};
use juez_core::{Next, State};

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
            assert!(public.table.is_empty(), "captured all the same");
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
        assert_eq!(position.public().table, cards("B8 C9 S4"));
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
    assert!(public.table.is_empty());
    assert_eq!(public.taken[seat(1)], cards("B10 C4 D3 D9 S4"));
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
    assert_eq!(position.public().taken[seat(2)], cards("B10 C5 D3 D9 S4"));
}

#[test]
fn if_nobody_captured_the_table_stays_unclaimed() {
    // In descending order, no cards ever add up to a later one.
    let mut setup = Setup {
        kind: "team10",
        hands: ["S4", "C3", "D2", "D1"],
        table: "B10 B9",
        last_capturer: None,
        ..Setup::default()
    };
    setup.taken = [""; 4];
    let mut position = setup.position();
    // The pile of seat 3 holds the remaining cards here; only the cards of the table matter.
    let before = position.public().taken[seat(3)];
    play(&mut position, "S4 C3 D2 D1");
    let public = position.public();
    assert_eq!(public.table, cards("B10 B9 C3 D1 D2 S4"));
    assert_eq!(public.taken[seat(3)], before);
    assert_eq!(position.next(), Next::Deal);
}
