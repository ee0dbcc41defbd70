//! The view of each seat, and possible places of hidden cards.

use crate::common::moves::{play, seat};
use crate::durak::table::{FOUR, HANDS, TWO, begun, cards, deal, dealt, last_bout, late, start};
use juez_core::{Seat, Seed, State};
use juez_games::cards::{Cards, FrenchSuit};
use juez_games::durak::{NextFirst, Options, Position};

#[test]
fn a_view_has_the_own_hand_and_what_lies_open() {
    let position = begun();
    for one in Seat::all(2) {
        let view = position.view(Some(one));
        assert_eq!(view.hand, position.hand(one));
        assert_eq!(&view.public, position.public());
        assert_eq!(
            view.unseen().len(),
            36 - 6 - 1 - usize::from(one == seat(1)),
            "AS, and 6S for seat 1"
        );
    }
    assert_eq!(position.view(None).hand, Cards::EMPTY);
}

#[test]
fn taken_cards_are_known_until_they_are_played() {
    let mut position = begun();
    play(&mut position, "9C take 9D done");
    assert_eq!(position.public().known[seat(1)], cards("9C 9D"));
    play(&mut position, "8C 9C done 9D");
    assert_eq!(position.public().known[seat(1)], Cards::EMPTY);
    assert_eq!(position.public().played[seat(1)], cards("9C 9D"));
    assert_eq!(position.public().played[seat(0)], cards("8C 9C 9D"));
}

#[test]
fn the_announced_trump_is_known_until_it_is_played() {
    let mut position = begun();
    assert_eq!(position.public().known[seat(0)], cards("6S"));
    play(&mut position, "6S");
    assert_eq!(position.public().known[seat(0)], Cards::EMPTY);
}

#[test]
fn a_hidden_hand_has_no_more_of_the_undealt_trumps_than_it_has_drawn() {
    // 7S was announced, so 6S is in the talon. Seat 1 has drawn nothing yet, seat 0 one card.
    let hands = ["7S 7C 8C 9C TC JC", "7D 8D 9D TD JD 9S"];
    let mut position = dealt(TWO, &hands, "6S QH", "AS");
    let low = cards("6S");
    let mut rng = Seed::from(1).rng();
    let public = None;
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
    // Once 6S is on the table, its place is known.
    play(&mut position, "6S");
    assert_eq!(position.public().most_drawn(seat(0)), 0);
}

#[test]
fn without_any_trump_dealt_all_trumps_come_from_the_talon() {
    let position = dealt(TWO, &["6C 7C 8C 9C TC JC", "6D 7D 8D 9D TD JD"], "6S 7S", "AS");
    let mut rng = Seed::from(1).rng();
    for _ in 0..100 {
        let guess = Position::determinize(&position.view(Some(seat(0))), &mut rng);
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
        let guess = Position::determinize(&position.view(Some(seat(0))), &mut rng);
        trumps += usize::from(guess.hand(seat(1)).meets(cards("6S 7S")));
    }
    assert!(trumps > 10);
}

#[test]
fn at_the_end_of_the_talon_everything_of_two_is_known_to_both() {
    let position = late(TWO, "6S", &["7C", "8C TD"], 0);
    let view = position.view(Some(seat(0)));
    assert_eq!(view.unseen(), Cards::EMPTY);
}

#[test]
fn before_the_first_deal_there_is_nothing_to_guess() {
    let before = start(FOUR);
    let view = before.view(None);
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
    assert_eq!(shown.seats[1].hand, cards(HANDS[1]));
}
