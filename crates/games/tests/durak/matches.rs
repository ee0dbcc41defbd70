//! Several games: points, ranks, and the first attacker of the next game.

use crate::common::moves::{play, seat};
use crate::durak::table::{
    HANDS, THREE, TWO, deal, dealt, last_bout, late, list, outcome, start, to_move,
};
use juez_core::{Next, Seed, State};
use juez_games::cards::Cards;
use juez_games::durak::{LastCard, NextFirst, Options};

#[test]
fn games_add_up_and_every_one_is_dealt_afresh() {
    let mut position = last_bout(Options { games: 2, ..TWO });
    assert_eq!((position.next(), position.outcome()), (Next::Deal, None));
    assert_eq!(
        (position.points().as_slice(), position.public().durak),
        ([1, 0].as_slice(), Some(seat(1)))
    );
    position.deal(&deal(TWO, &HANDS, "", "AS")).expect("a good deal");
    let public = position.public();
    assert_eq!((public.dealt, public.bouts, public.discard.len()), (2, 0, 0));
    assert_eq!(position.points().as_slice(), [1, 0]);
    assert_eq!((public.plays(seat(0)), public.plays(seat(1))), (true, true));
    assert_eq!(to_move(&position), 0, "the lowest trump attacks");
}

#[test]
fn with_several_games_points_rank_and_equal_ones_share() {
    // Seats 1 and 2 have a point from the first game, which seat 0 lost; the second is drawn.
    let rules = Options { games: 2, max_bouts: 1, ..THREE };
    let mut position = late(Options { max_bouts: 1000, ..rules }, "6S", &["8D TD", "", "AD"], 0);
    play(&mut position, "8D AD");
    assert_eq!(position.points().as_slice(), [0, 1, 1]);
    let hands = ["6C 7C 8C 9C TC 6S", "6D 7D 8D 9D TD JC", "6H 7H 8H 9H TH 7S"];
    position.deal(&deal(THREE, &hands, "", "AS")).expect("a good deal");
    let mut rng = Seed::from(1).rng();
    juez_core::playout(&mut position, &mut rng, 100_000, &mut Vec::new());
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
    assert_eq!((to_move(&position), public.defender), (0, seat(1)), "seat 1 was the durak");
    assert_eq!((public.announced, public.only_drawn), (None, Cards::EMPTY));
    assert_eq!(public.known[seat(1)], Cards::EMPTY, "no trump is announced");
    let three = Options { seats: 3, ..chosen };
    let mut position = late(three, "6S", &["AD", "", "8D TD"], 2);
    play(&mut position, "8D AD");
    assert_eq!(position.public().durak, Some(seat(2)));
    let hands = ["6C 7C 8C 9C TC JC", "6D 7D 8D 9D TD JD", "6H 7H 8H 9H TH 6S"];
    position.deal(&deal(three, &hands, "", "AS")).expect("a good deal");
    assert_eq!((to_move(&position), position.public().defender), (1, seat(2)));
}

#[test]
fn the_lowest_trump_attacks_in_the_first_game_and_after_a_draw() {
    let chosen = Options { games: 3, next_first: NextFirst::AttackTheDurak, ..TWO };
    let hands = ["7C 8C 9C TC JC 7S", "7D 8D 9D TD JD 6S"];
    assert_eq!(to_move(&dealt(chosen, &hands, "", "AS")), 1);
    let mut position = late(chosen, "6S", &["7C", "8C"], 0);
    play(&mut position, "7C 8C");
    assert_eq!((position.next(), position.public().durak), (Next::Deal, None));
    position.deal(&deal(TWO, &hands, "", "AS")).expect("a good deal");
    assert_eq!(to_move(&position), 1);
    assert_eq!(position.public().announced, list("6S").pop());
}

#[test]
fn a_game_that_reached_max_bouts_is_a_drawn_one() {
    let chosen = Options { games: 2, next_first: NextFirst::AttackTheDurak, max_bouts: 1, ..TWO };
    let mut position = dealt(chosen, &HANDS, "", "AS");
    play(&mut position, "7C TC done");
    assert_eq!((position.next(), position.public().durak), (Next::Deal, None));
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
