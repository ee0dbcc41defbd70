//! Tests of endings and inference against the rules and brute force.

use super::ending::{Duel, Ending, new_search};
use super::past::Past;
use super::policy::Policy;
use crate::cards::Cards;
use crate::durak::{Durak, LastCard, Move, Options, Phase, Position};
use juez_core::{Game, History, PerSeat, Rng, Seat, Seed, State, Stream};

/// Starts a game with random cards.
fn dealt(seed: u64, options: Options) -> (Position, Rng) {
    let seed = Seed::from(seed);
    let mut position = Durak::start(&options).expect("rules");
    let deal = Durak::shuffle(&position, &mut seed.child(Stream::Deal(0)).rng());
    position.deal(&deal).expect("a deal");
    (position, seed.rng())
}

fn duelists(position: &Position) -> Option<[Seat; 2]> {
    let public = &position.public;
    let playing: Vec<Seat> = Seat::all(public.seats()).filter(|&s| public.plays(s)).collect();
    playing.try_into().ok().filter(|_| public.talon == 0)
}

/// Returns the value of a position for `seat` against `other` with best play and open hands: 1 for
/// a win.
fn minimax(position: &Position, seat: Seat, other: Seat) -> i32 {
    if position.public.phase == Phase::Over {
        return match position.public.durak {
            Some(durak) => {
                if durak == other {
                    1
                } else {
                    -1
                }
            }
            None => 0,
        };
    }
    let values = position.legal_moves().into_iter().map(|mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        minimax(&after, seat, other)
    });
    let best = if position.public.to_move == seat { values.max() } else { values.min() };
    best.expect("a move")
}

#[test]
fn an_ending_has_the_value_of_minimax() {
    let mut search = new_search();
    let mut found = [0; 3];
    for (seed, last_card) in
        (0..300).zip([LastCard::Draw, LastCard::AttackerWins].into_iter().cycle())
    {
        let seats = 2 + (seed % 3) as u8;
        let (mut position, mut rng) =
            dealt(seed, Options { seats, last_card, ..Options::default() });
        search.clear();
        while position.public.phase != Phase::Over {
            if let Some(two) = duelists(&position)
                && two.iter().map(|&seat| position.hand(seat).len()).sum::<usize>() <= 4
            {
                let ending = Ending { trump: position.public.trump().expect("a trump"), last_card };
                let duel = Duel::of(&position, two);
                let score = ending.solve(&mut search, duel, u64::MAX, &mut 0);
                let expected = minimax(&position, two[0], two[1]);
                assert_eq!(score, Some(expected), "seed {seed}");
                found[(expected + 1) as usize] += 1;
            }
            let mv = position.random_move(&mut rng, &mut Vec::new());
            position.play_unchecked(mv);
        }
    }
    assert!(found[0] > 50 && found[2] > 50, "{found:?}");
}

#[test]
fn an_ending_that_is_too_large_has_no_value() {
    let (mut position, mut rng) = dealt(1, Options::default());
    while duelists(&position).is_none() {
        let mv = position.random_move(&mut rng, &mut Vec::new());
        position.play_unchecked(mv);
    }
    let two = duelists(&position).expect("two seats");
    let ending =
        Ending { trump: position.public.trump().expect("a trump"), last_card: LastCard::Draw };
    let mut nodes = 0;
    assert_eq!(ending.solve(&mut new_search(), Duel::of(&position, two), 3, &mut nodes), None);
    assert_eq!(nodes, 3);
}

/// Plays cards that a game begins with, and returns the position with its history.
fn played(texts: &[&str]) -> (Position, Vec<(Seat, Move)>) {
    let deal = serde_json::json!({
        "hands": [["6S", "7C", "8C", "9D", "TH", "JD"], ["8S", "KC", "KD", "QH", "9H", "9C"]],
        "talon": ["6C", "6D", "6H", "7D", "7H", "7S", "8D", "8H", "9S", "TC", "TD", "TS", "JC", "JH",
            "JS", "QC", "QD", "QS", "KH", "KS", "AC", "AD", "AH", "AS"],
    });
    let mut position = Durak::start(&Options::default()).expect("rules");
    position.deal(&serde_json::from_value(deal).expect("a deal")).expect("a deal");
    let mut moves = Vec::new();
    for text in texts {
        let mv: Move = text.parse().expect("a move");
        assert!(position.is_legal(mv), "{mv}");
        moves.push((position.public.to_move, mv));
        position.play_unchecked(mv);
    }
    (position, moves)
}

#[test]
fn a_seat_that_took_a_cheap_card_probably_beats_none_of_its_suit() {
    let (position, moves) = played(&["7C", "take", "done"]);
    let view = position.view(Some(Seat::new(0)));
    let past = Past::of(&view, History::shown(&moves), usize::MAX);
    let of = |cards: &str| {
        let mut hidden = PerSeat::new(2);
        hidden[Seat::new(1)] = cards.split(' ').map(|card| card.parse().expect("a card")).collect();
        past.surprisal(&hidden, &[Policy::default(); 2], &mut Seed::from(1).rng())
    };
    let (without, with) = (of("6D 7D TD JH QH KD"), of("9C TC JC JH QH KD"));
    assert!(with > without + 128, "{with} and {without}");
    let forgetful = Past::of(&view, History::shown(&moves), 0);
    let policies = [Policy::default(); 2];
    let surprisal = forgetful.surprisal(&PerSeat::new(2), &policies, &mut Seed::from(1).rng());
    assert_eq!(surprisal, 0);
}

#[test]
fn a_span_is_the_number_of_cards_whose_place_is_remembered() {
    let (position, moves) = played(&["7C", "KC", "done", "9C", "take", "done"]);
    let view = position.view(Some(Seat::new(1)));
    let forgotten = |span| Past::of(&view, History::shown(&moves), span).forgotten.to_string();
    assert_eq!(forgotten(usize::MAX), Cards::<crate::cards::French>::EMPTY.to_string());
    assert_eq!(forgotten(3), "");
    assert_eq!(forgotten(1), "7C KC");
    assert_eq!(forgotten(0), "7C 9C KC");
}
