//! Random matches of dominoes: against a slow second implementation, and against the rules of every
//! game with hidden hands.

use crate::dominoes::oracle::{Due, Oracle};
use crate::dominoes::table::{mv, options};
use juez_core::{Game, Next, Rng, Seat, Seed, State, Stream};
use juez_games::cards::Cards;
use juez_games::dominoes::{
    Deal, Dominoes, Move, Opener, Options, Phase, Position, SEATS, Tile, partner_of, pips,
};

/// Returns every combination of the house rules, with a short match and a long one.
fn tables() -> Vec<Options> {
    let mut tables = Vec::new();
    for opener in ["ask", "random", "winner"] {
        for tie in ["no_score", "opener_pair_loses"] {
            for count in ["losers", "all"] {
                for signal in ["none", "seed"] {
                    for target in [1, 100] {
                        tables.push(options(&format!(
                            r#"{{"opener":"{opener}","tie":"{tie}","count":"{count}",
                                "signal":"{signal}","target":{target}}}"#
                        )));
                    }
                }
            }
        }
    }
    tables
}

fn word(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value).expect("a word") {
        serde_json::Value::String(word) => word,
        other => panic!("{other}"),
    }
}

fn oracle(options: &Options) -> Oracle {
    Oracle::new(
        options.target.into(),
        &word(options.opener),
        &word(options.tie),
        &word(options.count),
        &word(options.signal),
    )
}

fn observers() -> impl Iterator<Item = Option<Seat>> {
    Seat::all(SEATS).map(Some).chain([None])
}

/// Plays a random match and calls `visit` with every position, including the first and the last.
fn walk(options: &Options, seed: Seed, mut visit: impl FnMut(&Position, &mut Rng)) -> Position {
    let mut position = Dominoes::start(options).expect("these options are allowed");
    let mut rng = seed.child(Stream::Opening).rng();
    for deal in 0.. {
        visit(&position, &mut rng);
        if position.next() == Next::Over {
            break;
        }
        let deal = Dominoes::shuffle(&position, &mut seed.child(Stream::Deal(deal)).rng());
        position.deal(&deal).expect("a drawn deal is possible");
        let mut plies = 0;
        while let Next::Move(_) = position.next() {
            visit(&position, &mut rng);
            let mv = position.random_move(&mut rng, &mut Vec::new());
            position.play(mv).expect("a random move is legal");
            plies += 1;
            assert!(plies < 28 * 4 + 5, "a hand ends");
        }
    }
    position
}

fn walks(matches: u64, mut visit: impl FnMut(&Position, &mut Rng)) {
    for options in tables() {
        for n in 0..matches {
            walk(&options, Seed::from(n), &mut visit);
        }
    }
}

#[test]
fn a_slow_second_implementation_agrees_at_every_ply() {
    let (mut closed, mut ties, mut out) = (0, 0, 0);
    for options in tables() {
        for n in 0..60 {
            let seed = Seed::from(n);
            let mut rng = seed.child(Stream::Opening).rng();
            let mut position = Dominoes::start(&options).expect("these options are allowed");
            let mut oracle = oracle(&options);
            for deal in 0.. {
                if position.next() == Next::Over {
                    break;
                }
                let deal = Dominoes::shuffle(&position, &mut seed.child(Stream::Deal(deal)).rng());
                position.deal(&deal).expect("a drawn deal is possible");
                let hands = deal.hands.as_slice().iter();
                let hands = hands.map(|hand| hand.iter().map(|tile| tile.to_string()).collect());
                oracle.deal(hands.collect(), deal.opener.map(Seat::index));
                let before = oracle.score;
                while let Next::Move(seat) = position.next() {
                    assert_eq!(seat.index(), oracle.turn);
                    let legal = position.legal_moves();
                    let texts: Vec<String> = legal.iter().map(Move::to_string).collect();
                    assert_eq!(texts, oracle.legal_moves(), "{oracle:?}");
                    if let Some((left, right)) = position.public().chain.ends() {
                        let row = position.public().chain.laid_out();
                        let row: Vec<String> =
                            row.iter().map(|(a, b, _)| format!("{a}{b}")).collect();
                        let mut theirs = oracle.chain.clone();
                        if row != theirs {
                            theirs.reverse();
                            theirs = theirs
                                .iter()
                                .map(|tile| tile.chars().rev().collect::<String>())
                                .collect();
                        }
                        let ends = (row[0].clone(), row[row.len() - 1].clone());
                        assert!(ends.0.starts_with(&left.to_string()));
                        assert!(ends.1.ends_with(&right.to_string()));
                        let sorted = |mut row: Vec<String>| {
                            row.iter_mut().for_each(|tile| {
                                if tile.as_bytes()[0] < tile.as_bytes()[1] {
                                    *tile = tile.chars().rev().collect();
                                }
                            });
                            row.sort();
                            row
                        };
                        assert_eq!(sorted(row), sorted(theirs), "the same tiles lie there");
                    }
                    for seat in Seat::all(SEATS) {
                        let lacks = position.public().lacks(seat);
                        for number in 0..=6u8 {
                            let digit = char::from(b'0' + number);
                            let shown = oracle.missing[seat.index()].contains(&digit);
                            assert_eq!(lacks.has(number), shown, "{seat} {number}");
                        }
                    }
                    let mv = position.random_move(&mut rng, &mut Vec::new());
                    let passes = oracle.passes_in_a_row;
                    position.play(mv).expect("a random move is legal");
                    oracle.play(&mv.to_string());
                    closed += usize::from(passes == 3 && mv == Move::Pass);
                }
                let points = position.points();
                assert_eq!(points[Seat::new(0)], oracle.score[0]);
                assert_eq!(points[Seat::new(3)], oracle.score[1]);
                let due = if position.next() == Next::Over { Due::Nothing } else { Due::Deal };
                assert_eq!(due, oracle.due);
                ties += usize::from(before == oracle.score);
                out += usize::from(oracle.hands.iter().any(Vec::is_empty));
            }
            let outcome = position.outcome().expect("the match is over");
            let first = if oracle.score[0] > oracle.score[1] { [1, 2, 1, 2] } else { [2, 1, 2, 1] };
            assert_eq!(outcome.ranks.as_slice(), first);
        }
    }
    assert!(closed > 100 && ties > 3 && out > 1000, "{closed} closed, {ties} tied, {out} out");
}

#[test]
fn every_tile_is_somewhere_exactly_once() {
    walks(3, |position, _| {
        if position.public().hands == 0 {
            return;
        }
        let hands = Seat::all(SEATS).map(|seat| position.hand(seat));
        let played = Seat::all(SEATS).map(|seat| position.public().played(seat));
        let sets: Vec<Cards<Tile>> = hands.chain(played).collect();
        assert_eq!(sets.iter().map(|set| set.len()).sum::<usize>(), 28);
        assert_eq!(sets.iter().fold(Cards::EMPTY, |all, &set| all | set), Cards::ALL);
        assert_eq!(position.public().chain.placed().len(), position.public().on_table().len());
        for seat in Seat::all(SEATS) {
            assert_eq!(position.public().count(seat), position.hand(seat).len());
        }
    });
}

#[test]
fn nobody_has_a_number_it_has_passed_on() {
    walks(3, |position, _| {
        for seat in Seat::all(SEATS) {
            assert!(!position.hand(seat).meets(position.public().lacks(seat).tiles()));
        }
    });
}

#[test]
fn a_guess_contradicts_nothing_that_was_seen() {
    walks(2, |position, rng| {
        for observer in observers() {
            let guess = Position::determinize(&position.view(observer), rng);
            let public = guess.public();
            let mut all = public.on_table();
            for seat in Seat::all(SEATS) {
                let hand = guess.hand(seat);
                assert!(!hand.meets(public.lacks(seat).tiles()), "{seat} passed on its tiles");
                assert!(!hand.meets(all), "a tile is there twice");
                assert_eq!(hand.len(), public.count(seat));
                all |= hand;
            }
            assert!(public.hands == 0 || all == Cards::ALL);
            if public.hands == 1 && public.phase == Phase::First {
                let opener = public.to_move().expect("a seat opens");
                assert!(guess.hand(opener).has(Tile::DOUBLE_SIX));
            }
        }
    });
}

#[test]
fn before_the_signals_are_given_nobody_knows_who_holds_double_six() {
    let options = options(r#"{"signal":"seed"}"#);
    let mut opened_by = [0; 4];
    for n in 0..200 {
        let mut position = Dominoes::start(&options).expect("allowed");
        let deal = Dominoes::shuffle(&position, &mut Seed::from(n).rng());
        position.deal(&deal).expect("possible");
        let public = position.view(None);
        assert_eq!((public.public.opener, public.public.pair), (None, None));
        let mut guess = Position::determinize(&public, &mut Seed::from(n + 1000).rng());
        for _ in 0..4 {
            guess.play(mv("sig:1:1")).expect("any signal is legal");
        }
        opened_by[guess.public().to_move().expect("a seat opens").index()] += 1;
    }
    assert!(opened_by.iter().all(|&n| n > 25), "{opened_by:?}");
}

#[test]
fn a_signal_changes_no_bit_of_what_opponents_and_onlookers_see() {
    let options = options(r#"{"signal":"seed"}"#);
    let mut position = Dominoes::start(&options).expect("allowed");
    position.deal(&Dominoes::shuffle(&position, &mut Seed::from(1).rng())).expect("possible");
    for by in Seat::all(SEATS) {
        let (mut one, mut two) = (position, position);
        one.play(mv("sig:0:1")).expect("legal");
        two.play(mv("sig:7:7")).expect("legal");
        for observer in observers() {
            let partners = observer == Some(by) || observer == Some(partner_of(by));
            assert_eq!(one.view(observer) == two.view(observer), !partners, "{by} {observer:?}");
            let shown = position.shown(mv("sig:3:4"), by, observer);
            assert_eq!(shown.to_string(), if partners { "sig:3:4" } else { "sig" });
            assert_eq!(position.shown(mv("pass"), by, observer), mv("pass"));
        }
        position = one;
    }
}

#[test]
fn a_deal_reads_back_and_names_an_opener_exactly_when_chance_decides_it() {
    walks(1, |position, rng| {
        if position.next() != Next::Deal {
            return;
        }
        let deal = Dominoes::shuffle(position, rng);
        let text = serde_json::to_string(&deal).expect("a deal can be written");
        assert_eq!(
            serde_json::from_str::<Deal>(&text).expect("the written text can be read"),
            deal
        );
        let public = position.public();
        let named = public.options.opener == Opener::Random && public.hands > 0;
        assert_eq!(deal.opener.is_some(), named);
        assert_eq!(text.contains("opener"), named);
    });
}

#[test]
fn deals_and_random_openers_are_even() {
    let options = options(r#"{"opener":"random"}"#);
    let mut holders = [0; 4];
    let mut openers = [0; 4];
    walk_many(&options, |position, rng| {
        if position.next() == Next::Deal {
            let deal = Dominoes::shuffle(position, rng);
            let holds = |seat: &Seat| deal.hands[*seat].has(Tile::DOUBLE_SIX);
            holders[Seat::all(SEATS).find(holds).expect("a seat").index()] += 1;
            if let Some(opener) = deal.opener {
                openers[opener.index()] += 1;
            }
        }
    });
    let all: i32 = holders.iter().sum();
    assert!(holders.iter().all(|&n| (n - all / 4).abs() < all / 12), "{holders:?}");
    let each = |a: i32, b: i32| (a - b).abs() < (a + b) / 5;
    assert!(each(openers[0], openers[2]) && each(openers[1], openers[3]), "{openers:?}");
}

fn walk_many(options: &Options, mut visit: impl FnMut(&Position, &mut Rng)) {
    for n in 0..150 {
        walk(options, Seed::from(n), &mut visit);
    }
}

#[test]
fn pips_add_up() {
    assert_eq!(pips(Cards::ALL), 168);
    walks(1, |position, _| {
        for seat in Seat::all(SEATS) {
            let hand = position.hand(seat);
            assert_eq!(pips(hand), hand.iter().map(Tile::pips).sum::<u32>());
        }
    });
}
