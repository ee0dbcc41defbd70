//! A view knows exactly the facts that play has shown: every deal of the unseen cards is tried.

use crate::tute::properties::{RULES, begin, rules, step};
use crate::tute::table::{options, shuffled};
use juez_core::{Game, Next, PerSeat, Rng, Seat, Seed, State};
use juez_games::cards::{Cards, Spanish};
use juez_games::tute::{Match, Move, Swap, Tute};
use serde_json::{Value, json};

/// A hand as dealt, and its moves so far.
struct Hand {
    before: Match,
    deal: Value,
    moves: Vec<Move>,
}

/// Returns true if the hand could have reached `now` with these remaining hands and this card left
/// over.
fn possible(
    hand: &Hand,
    now: &Match,
    observer: Option<Seat>,
    left: &PerSeat<Cards<Spanish>>,
    spare: Option<Spanish>,
) -> bool {
    let public = now.public();
    let mut deal = hand.deal.clone();
    for seat in public.players.iter() {
        let mut cards = left[seat] | public.played[seat];
        if let (Some(exchanger), Some(spare)) = (public.exchanger, spare)
            && exchanger == seat
        {
            cards.remove(spare);
            cards.insert("O2".parse().unwrap());
        }
        deal["hands"][seat.to_string()] = json!(cards);
    }
    deal["undealt"] = json!(spare);
    let mut state = hand.before;
    let cards = serde_json::from_value(deal).unwrap();
    if state.deal(&cards).is_err() {
        return false;
    }
    for &mv in &hand.moves {
        if state.play(mv).is_err() {
            return false;
        }
    }
    state.view(observer) == now.view(observer)
}

/// Returns every way to deal `cards` to holders with these rooms.
fn ways(cards: &[Spanish], rooms: &[usize]) -> Vec<Vec<Cards<Spanish>>> {
    let Some((&first, rest)) = cards.split_first() else {
        return vec![vec![Cards::EMPTY; rooms.len()]];
    };
    let mut all = Vec::new();
    for i in (0..rooms.len()).filter(|&i| rooms[i] > 0) {
        let mut less = rooms.to_vec();
        less[i] -= 1;
        for mut way in ways(rest, &less) {
            way[i].insert(first);
            all.push(way);
        }
    }
    all
}

/// Compares every possible deal of the unseen cards with the conclusions of the view.
fn check_knowledge(hand: &Hand, now: &Match, me: Seat, rng: &mut Rng) -> (usize, usize) {
    let (public, observer) = (now.public(), Some(me));
    let view = now.view(observer);
    let others: Vec<Seat> = public.players.iter().filter(|&seat| seat != me).collect();
    let mut rooms: Vec<usize> = others.iter().map(|&seat| public.count(seat)).collect();
    if public.hides_a_card() {
        rooms.push(1);
    }
    let (mut found, mut all) = (0, 0);
    let ways = ways(&view.unseen().list(), &rooms);
    let mut possible_ways = Vec::new();
    for way in ways {
        let mut left = PerSeat::from_fn(public.options.seats, |_| Cards::EMPTY);
        left[me] = view.hand;
        for (&seat, &cards) in others.iter().zip(&way) {
            left[seat] = cards;
        }
        // The exchanged card does not matter to others: any card of the exchanger's hand fits or
        // none does.
        let spares: Vec<Option<Spanish>> = match (public.hides_a_card(), public.exchanger) {
            (true, _) => vec![way[others.len()].first()],
            (false, Some(seat)) if seat != me => {
                (left[seat] | public.played[seat]).iter().map(Some).collect()
            }
            _ => vec![view.undealt],
        };
        let can = spares.iter().any(|&spare| possible(hand, now, observer, &left, spare));
        let says = others.iter().zip(&way).all(|(&seat, &cards)| {
            !cards.meets(public.lacks[seat]) && cards.covers(public.known[seat])
        });
        assert_eq!(can, says, "{me} {way:?}\n{view:?}");
        all += 1;
        if can {
            found += 1;
            possible_ways.push(way);
        }
    }
    let guess = Match::determinize(&view, rng);
    let guessed = |&seat: &Seat| guess.view(Some(seat)).hand;
    let guessed: Vec<_> = others.iter().map(guessed).collect();
    assert!(possible_ways.iter().any(|way| way[..others.len()] == guessed), "no such world");
    if let Some(exchanger) = public.exchanger {
        let full = PerSeat::from_fn(public.options.seats, |seat| guess.view(Some(seat)).hand);
        let spare = guess.view(Some(exchanger)).undealt;
        assert!(possible(hand, now, observer, &full, spare), "the exchange does not fit");
    }
    (found, all)
}

#[test]
fn a_view_tells_exactly_the_worlds_that_could_have_led_to_it() {
    let (mut found, mut all) = (0, 0);
    for n in (0..RULES).step_by(7) {
        let (mut options, _) = rules(n);
        options.limit = 2;
        let mut rng = Seed::from(u64::from(n)).rng();
        let mut state = begin(&options);
        for _ in 0..3 {
            if state.next() == Next::Over {
                break;
            }
            let mut hand = Hand { before: state, deal: Value::Null, moves: Vec::new() };
            let deal = Tute::shuffle(&state, &mut rng);
            hand.deal = serde_json::to_value(deal).unwrap();
            state.deal(&deal).unwrap();
            while matches!(state.next(), Next::Move(_)) {
                for me in state.public().players.iter() {
                    if state.view(Some(me)).unseen().len() <= 6 {
                        let counts = check_knowledge(&hand, &state, me, &mut rng);
                        found += counts.0;
                        all += counts.1;
                    }
                }
                let mv = loop {
                    let mv = step(&state, &mut rng);
                    if mv != Move::Fallo {
                        break mv;
                    }
                };
                state.play_unchecked(mv);
                hand.moves.push(mv);
            }
        }
    }
    assert!(all > 10_000 && found < all, "{found} of {all}");
}

#[test]
fn with_swap_first_the_card_left_over_is_known_to_nobody_later_on() {
    let options = options(r#""swap":"first","limit":9"#);
    assert_eq!(options.swap, Swap::First);
    let mut state = begin(&options);
    shuffled(&mut state, 1);
    assert!(!state.public().hides_a_card());
    let mut rng = Seed::from(1).rng();
    while matches!(state.next(), Next::Move(_)) {
        let mv = state.random_move(&mut rng, &mut Vec::new());
        state.play_unchecked(mv);
    }
    shuffled(&mut state, 2);
    assert!(state.public().hides_a_card());
    for seat in Seat::all(3) {
        assert_eq!(state.view(Some(seat)).undealt, None);
    }
    let spares: std::collections::BTreeSet<Vec<String>> = (0..200)
        .map(|n| Match::determinize(&state.view(None), &mut Seed::from(n).rng()))
        .map(|guess| guess.reveal().face_down)
        .collect();
    assert!(spares.len() > 30, "any card may lie face down");
}
