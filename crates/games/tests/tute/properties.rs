//! Random matches of Tute Cabrero: against a slow second implementation, and rules of every
//! position.

use crate::common::moves::config;
use crate::tute::oracle::{Oracle, Settings, losing};
use crate::tute::table::options;
use juez_core::{Game, Next, PerSeat, Rng, Seat, SeatSet, Seed, State, Stream};
use juez_games::cards::{Cards, Spanish};
use juez_games::tute::{How, Match, Move, Options, Phase, Public, Tute, losers};

use proptest::prelude::*;

/// Returns every combination of house rules, by number.
pub fn rules(n: u32) -> (Options, Settings) {
    let bit = |i: u32| n >> i & 1 == 1;
    let (seats, limit) = (3 + (n >> 6 & 3) as usize, 1 + (n >> 8) % 4);
    let word = |yes: bool, a: &'static str, b: &'static str| if yes { b } else { a };
    let options = options(&format!(
        r#""seats":{seats},"limit":{limit},"trump":"{}","six":"{}","swap":"{}","capote_canto":"{}",
           "tie":"{}","illegal":"{}""#,
        word(bit(0), "cycle", "last_card"),
        word(bit(1), "dealer_out", "no_twos"),
        word(bit(2), "every", "first"),
        word(bit(3), "wins", "loses"),
        word(bit(4), "all", "tied"),
        word(bit(5), "fallo", "reject"),
    ));
    let settings = Settings {
        seats,
        limit: limit as i32,
        last_card: bit(0),
        no_twos: bit(1),
        swap_first: bit(2),
        capote_loses: bit(3),
        tied_only: bit(4),
    };
    (options, settings)
}

pub const RULES: u32 = 1 << 10;

pub fn begin(options: &Options) -> Match {
    Tute::start(options).expect("these options are allowed")
}

/// Returns a random move, now and then a fallo if one is possible. Songs are more frequent than by
/// chance.
pub fn step(state: &Match, rng: &mut Rng) -> Move {
    if state.is_penalty(Move::Fallo) && rng.below(150) == 0 {
        return Move::Fallo;
    }
    let legal = state.legal_moves();
    let songs: Vec<Move> = legal.iter().copied().filter(|mv| matches!(mv, Move::Song(_))).collect();
    let sings = !songs.is_empty() && rng.below(2) == 0;
    *rng.choose(if sings { &songs } else { &legal })
}

/// Plays a random match and calls `visit` with every position before a move or a deal, and the
/// last.
fn walk(options: &Options, seed: u64, mut visit: impl FnMut(&Match, &mut Rng)) -> Match {
    let seed = Seed::from(seed);
    let mut rng = seed.child(Stream::Opening).rng();
    let mut state = begin(options);
    for deal in 0.. {
        visit(&state, &mut rng);
        if state.next() == Next::Over {
            break;
        }
        let cards = Tute::shuffle(&state, &mut seed.child(Stream::Deal(deal)).rng());
        state.deal(&cards).expect("the shuffle makes good deals");
        while matches!(state.next(), Next::Move(_)) {
            visit(&state, &mut rng);
            let mv = step(&state, &mut rng);
            state.play_unchecked(mv);
        }
    }
    state
}

#[test]
fn a_slow_second_implementation_agrees_under_every_house_rule() {
    let (mut songs, mut tutes, mut fallos, mut retired) = (0, 0, 0, 0);
    for n in 0..RULES {
        let (options, settings) = rules(n);
        let seed = Seed::from(u64::from(n));
        let mut rng = seed.child(Stream::Opening).rng();
        let (mut state, mut slow) = (begin(&options), Oracle::new(settings));
        for number in 0.. {
            assert_eq!(state.next() == Next::Over, slow.over());
            if slow.over() {
                break;
            }
            let deal = Tute::shuffle(&state, &mut seed.child(Stream::Deal(number)).rng());
            let named: Vec<usize> = deal.hands.iter().map(|(seat, _)| seat.index()).collect();
            assert_eq!(named, slow.expected());
            state.deal(&deal).expect("the shuffle makes good deals");
            slow.deal(&serde_json::to_value(deal).unwrap());
            let public = *state.public();
            assert_eq!(public.mano.map(Seat::index), slow.mano);
            assert_eq!(public.dealer.map(Seat::index), slow.dealer);
            assert_eq!(public.trump_suit().to_string(), slow.trump.to_string());
            while let Next::Move(seat) = state.next() {
                assert_eq!(Some(seat.index()), slow.turn());
                let texts: Vec<String> =
                    state.legal_moves().iter().map(|mv| mv.to_string()).collect();
                assert_eq!(texts, slow.legal(), "rules {n}, hand {number}");
                let mv = step(&state, &mut rng);
                state.play_unchecked(mv);
                slow.play(&mv.to_string());
                songs += u32::from(matches!(mv, Move::Song(_)));
                for seat in Seat::all(options.seats) {
                    let (fast, i) = (state.public(), seat.index());
                    assert_eq!(i32::from(fast.points[seat]), slow.points(i));
                    assert_eq!(usize::from(fast.tricks[seat]), slow.tricks[i]);
                    assert_eq!(i32::from(fast.porotos[seat]), slow.porotos[i]);
                    assert_eq!(fast.retired[seat].map(|hand| hand as usize), slow.retired[i]);
                }
            }
            assert_eq!(slow.turn(), None);
            let ending = state.public().ending.expect("the hand is over");
            tutes += u32::from(ending.how == How::Tute);
            fallos += u32::from(ending.how == How::Fallo);
        }
        let outcome = state.outcome().expect("the match is over");
        assert_eq!(outcome.ranks.as_slice(), slow.ranks());
        assert_eq!(outcome.points.as_slice(), slow.porotos);
        retired += slow.retired.iter().flatten().count();
    }
    assert!(
        songs > 1000 && tutes > 3 && fallos > 100 && retired > 1000,
        "{songs} {tutes} {fallos}"
    );
}

#[test]
fn who_loses_is_what_the_rules_say_for_every_small_table() {
    let mut tried = 0;
    for seats in 3..=6u8 {
        let options = |n: u32| rules(n << 3).0;
        // Each player: no trick, or a trick with 0 to 3 points, or the same with a song.
        for code in 0..9usize.pow(seats.into()) {
            let of = |i: usize| code / 9usize.pow(i as u32) % 9;
            if seats > 4 && (0..usize::from(seats)).any(|i| of(i) > 4) {
                continue;
            }
            let got: Vec<(usize, i32, bool)> = (0..usize::from(seats))
                .map(|i| match of(i) {
                    0 => (0, 0, false),
                    n if n < 5 => (1, n as i32 - 1, false),
                    n => (1, n as i32 - 5, true),
                })
                .collect();
            let tricks = PerSeat::from_fn(seats, |seat| got[seat.index()].0 as u8);
            let points = PerSeat::from_fn(seats, |seat| got[seat.index()].1 as u16);
            let singers: SeatSet = Seat::all(seats).filter(|seat| got[seat.index()].2).collect();
            if got.iter().all(|(tricks, ..)| *tricks == 0) {
                continue;
            }
            for n in 0..4 {
                let lost = losers(SeatSet::first(seats), &tricks, &points, singers, &options(n));
                let lost: Vec<usize> = lost.iter().map(Seat::index).collect();
                assert_eq!(lost, losing(&got, n & 1 == 1, n & 2 == 2), "{got:?}");
                assert!(!lost.is_empty(), "in every hand a seat loses");
                tried += 1;
            }
        }
    }
    assert!(tried > 50_000, "{tried}");
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn a_penalty_is_for_a_held_card_that_may_not_be_played(n in 0..RULES, seed in any::<u64>()) {
        let (options, _) = rules(n);
        let fallo = options.illegal == juez_games::tute::Illegal::Fallo;
        walk(&options, seed, |state, _| {
            let Next::Move(seat) = state.next() else {
                assert!(!state.is_penalty(Move::Fallo));
                return;
            };
            let hand = state.view(Some(seat)).hand;
            let legal = state.legal_moves();
            let mut any = false;
            for mv in Move::all() {
                let broken = matches!(mv, Move::Card(card) if hand.has(card))
                    && !legal.contains(&mv) && legal.len() > 1 && fallo;
                any |= broken;
                assert_eq!(state.penalty(mv), broken.then_some(Move::Fallo), "{mv}");
                assert!(mv == Move::Fallo || !state.is_penalty(mv));
            }
            assert_eq!(state.is_penalty(Move::Fallo), any);
            assert!(state.explain(Move::Fallo).is_err());
        });
    }

    #[test]
    fn every_card_is_in_one_place(n in 0..RULES, seed in any::<u64>()) {
        let (options, _) = rules(n);
        walk(&options, seed, |state, _| {
            let public = state.public();
            let mut sets: Vec<Cards<Spanish>> = vec![public.out_of_play()];
            for seat in Seat::all(options.seats) {
                let view = state.view(Some(seat));
                assert_eq!(view.hand.len(), public.count(seat));
                sets.extend([view.hand, public.played[seat]]);
                assert!(!public.lacks[seat].meets(view.hand), "{seat} has a card that it lacks");
                assert!(view.hand.covers(public.known[seat]) || public.phase != Phase::Play);
            }
            if public.phase == Phase::Play {
                let revealed = state.reveal().face_down;
                let hidden: Cards<Spanish> = revealed.iter().map(|c| c.parse().unwrap()).collect();
                sets.push(hidden - public.out_of_play());
                assert_eq!(sets.iter().map(|set| set.len()).sum::<usize>(), public.deck().len());
                let all = sets.iter().fold(Cards::EMPTY, |all, &set| all | set);
                assert_eq!(all, public.deck());
            }
            let taken: usize = public.taken.iter().map(|(_, set)| set.len()).sum();
            let played = public.all_played().len();
            assert_eq!(taken + public.trick.len(), played);
        });
    }

    #[test]
    fn a_match_ends_with_fewer_than_three_left_and_each_hand_has_a_loser(
        n in 0..RULES, seed in any::<u64>(),
    ) {
        let (options, _) = rules(n);
        let mut before: Option<Public> = None;
        let end = walk(&options, seed, |state, _| {
            let public = state.public();
            if public.phase != Phase::Play && public.deals > 0 {
                let lost = public.ending.unwrap().losers;
                assert!(!lost.is_empty());
                let old = before.expect("a hand was played");
                for seat in Seat::all(options.seats) {
                    assert_eq!(public.porotos[seat], old.porotos[seat] + u8::from(lost.has(seat)));
                }
            }
            before = Some(*public);
            assert_eq!(state.outcome().is_some(), state.next() == Next::Over);
        });
        let outcome = end.outcome().unwrap();
        assert!(end.public().active().len() < 3);
        assert!(outcome.ranks.as_slice().contains(&1));
        assert!(outcome.points.iter().all(|(_, &points)| points <= i32::from(options.limit)));
    }

    #[test]
    fn a_guess_keeps_what_play_has_shown(
        n in 0..RULES, seed in any::<u64>(),
    ) {
        let (options, _) = rules(n);
        let mut ply = 0;
        walk(&options, seed, |state, rng| {
            ply += 1;
            if ply % 7 != 0 {
                return;
            }
            let seats = Seat::all(options.seats).map(Some);
            for observer in seats.chain([None]) {
                let view = state.view(observer);
                let guess = Match::determinize(&view, rng);
                for seat in Seat::all(options.seats) {
                    let hand = guess.view(Some(seat)).hand;
                    assert!(view.may_hold(seat).covers(hand));
                    assert!(hand.covers(view.public.known[seat]) || hand.is_empty());
                }
            }
        });
    }
}
