//! Random matches of Durak: against a slow second implementation, and what every observer may know.

use crate::oracle::{Oracle, Rules, Waits};
use crate::table::{mv, seat, start};
use juez::core::{Game, Next, Notation, Observer, Rng, Seat, Seed, State};
use juez::games::cards::{Cards, French};
use juez::games::durak::{Deal, Durak, LastCard, Move, NextFirst, Options, Position, View, deck};
use proptest::prelude::*;

fn options() -> impl Strategy<Value = Options> {
    let rules = (2u8..=6, any::<bool>(), any::<bool>(), 1u8..=3, any::<bool>(), any::<bool>());
    (rules, prop_oneof![1u32..=4, 10u32..=30, Just(1000)]).prop_map(
        |((seats, big, first5, games, chosen, attacker), max_bouts)| Options {
            seats,
            deck: if big { 52 } else { 36 },
            first5,
            games,
            next_first: if chosen { NextFirst::AttackTheDurak } else { NextFirst::LowestTrump },
            max_bouts,
            last_card: if attacker { LastCard::AttackerWins } else { LastCard::Draw },
        },
    )
}

/// How likely players are to do more than they must: 0 never takes or says done if it can help it.
fn matches() -> impl Strategy<Value = (Options, u64, u32)> {
    (options(), any::<u64>(), 0u32..=4)
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A move: often a card, so that games end.
fn choose(legal: &[Move], shyness: u32, rng: &mut Rng) -> Move {
    let cards: Vec<Move> = legal.iter().copied().filter(|mv| matches!(mv, Move::Card(_))).collect();
    let shy = rng.below(10) < shyness || cards.is_empty();
    *rng.choose(if shy { legal } else { &cards })
}

/// Plays a match and shows every position, deals pending and the end included.
fn walk(
    (options, seed, shyness): (Options, u64, u32),
    mut visit: impl FnMut(&Position, Option<&Deal>, Option<Move>) -> Result<(), TestCaseError>,
) -> Result<Position, TestCaseError> {
    let mut position = start(options);
    let mut rng = Seed::from(seed).rng();
    loop {
        match position.next() {
            Next::Deal => {
                let deal = Durak::shuffle(&position, &mut rng);
                visit(&position, Some(&deal), None)?;
                prop_assert!(position.deal(&deal).is_ok());
            }
            Next::Move(_) => {
                let mv = choose(&position.legal_moves(), shyness, &mut rng);
                visit(&position, None, Some(mv))?;
                position.play_unchecked(mv);
            }
            Next::Over => {
                visit(&position, None, None)?;
                return Ok(position);
            }
        }
    }
}

fn observers(seats: u8) -> impl Iterator<Item = Observer> {
    Seat::all(seats).map(Observer::Seat).chain([Observer::Public])
}

fn texts<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

fn sorted(mut items: Vec<String>) -> Vec<String> {
    items.sort();
    items
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_slow_second_implementation_agrees_at_every_ply(game in matches()) {
        let (options, ..) = game;
        let mut oracle = Oracle::new(Rules {
            seats: options.seats.into(),
            first5: options.first5,
            games: options.games.into(),
            attack_the_durak: options.next_first == NextFirst::AttackTheDurak,
            max_bouts: options.max_bouts as usize,
            attacker_wins: options.last_card == LastCard::AttackerWins,
        });
        walk(game, |position, deal, mv| {
            let public = position.public();
            prop_assert_eq!(texts(position.legal_moves()), oracle.legal());
            let points = position.points();
            prop_assert_eq!(points.as_slice(), &oracle.points[..]);
            prop_assert_eq!(public.to_move().map(Seat::index), oracle.to_move());
            if public.dealt() > 0 {
                for one in Seat::all(options.seats) {
                    let hand = sorted(oracle.hands[one.index()].clone());
                    prop_assert_eq!(texts(position.hand(one)), hand);
                    prop_assert_eq!(usize::from(public.count(one)), position.hand(one).len());
                }
                prop_assert_eq!(texts(public.discard()), sorted(oracle.discard.clone()));
                prop_assert_eq!(public.bouts() as usize, oracle.bouts);
            }
            if public.to_move().is_some() {
                prop_assert_eq!(public.attacker().index(), oracle.attacker);
                prop_assert_eq!(public.defender().index(), oracle.defender);
                prop_assert_eq!(usize::from(public.limit()), oracle.limit);
                let table: Vec<_> = public.table().pairs().iter().map(|pair| {
                    (pair.attack.to_string(), pair.defence.map(|card| card.to_string()))
                }).collect();
                prop_assert_eq!(&table, &oracle.table);
            }
            let face_down: Vec<String> = oracle.talon.iter().cloned().collect();
            prop_assert_eq!(position.reveal().face_down, face_down);
            if let Some(deal) = deal {
                let hands = deal.hands.iter().map(|&hand| texts(hand)).collect();
                let trump = deal.trump.or(deal.talon.last().copied()).expect("a trump card");
                oracle.deal(hands, texts(&deal.talon), &trump.to_string());
            } else if let Some(mv) = mv {
                oracle.play(&mv.to_string());
            } else {
                let outcome = position.outcome().expect("the match is over");
                prop_assert_eq!(&oracle.waits, &Waits::Over);
                prop_assert_eq!(outcome.ranks.as_slice(), &oracle.ranks()[..]);
                prop_assert_eq!(outcome.points.as_slice(), &oracle.points[..]);
            }
            Ok(())
        })?;
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn the_list_the_single_test_and_the_explanation_agree(game in matches()) {
        let all = Move::all();
        walk(game, |position, _, _| {
            let legal = position.legal_moves();
            prop_assert!(legal.is_sorted_by(|a, b| a.to_string() < b.to_string()));
            prop_assert_eq!(position.legal_count(), legal.len());
            prop_assert_eq!(legal.is_empty(), position.public().to_move().is_none());
            let mut copy = *position;
            for &mv in &all {
                let listed = legal.binary_search(&mv).is_ok();
                prop_assert_eq!(position.is_legal(mv), listed, "{}", mv);
                prop_assert_eq!(position.explain(mv).is_ok(), listed, "{}", mv);
                if !listed {
                    prop_assert!(copy.play(mv).is_err());
                }
            }
            prop_assert_eq!(&copy, position);
            Ok(())
        })?;
    }

    #[test]
    fn every_card_is_in_one_place(game in matches()) {
        walk(game, |position, _, _| {
            let public = position.public();
            if public.dealt() == 0 {
                return Ok(());
            }
            let talon = position.reveal().face_down;
            let talon: Cards<French> = talon.iter().map(|card| card.parse().expect("a card")).collect();
            let mut groups = vec![talon, public.discard(), public.table().cards()];
            groups.extend(Seat::all(public.seats()).map(|one| position.hand(one)));
            let all = groups.iter().fold(Cards::EMPTY, |all, &cards| all | cards);
            prop_assert_eq!(groups.iter().map(|cards| cards.len()).sum::<usize>(), all.len());
            prop_assert_eq!(all, deck(public.options().deck));
            prop_assert_eq!(talon.len(), usize::from(public.talon()));
            for one in Seat::all(public.seats()) {
                prop_assert!(position.hand(one).covers(public.known(one)));
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_deal_in_the_middle_is_refused_and_points_never_fall(game in matches()) {
        let mut before = vec![0; game.0.seats.into()];
        let last = walk(game, |position, deal, _| {
            let points = position.points();
            prop_assert!(points.as_slice().iter().zip(&before).all(|(now, then)| now >= then));
            before = points.as_slice().to_vec();
            prop_assert_eq!(position.outcome().is_some(), position.next() == Next::Over);
            if deal.is_none() {
                let mut copy = *position;
                let deal = Durak::shuffle(position, &mut Seed::from(1).rng());
                prop_assert!(copy.deal(&deal).is_err());
                prop_assert_eq!(&copy, position);
            }
            Ok(())
        })?;
        let outcome = last.outcome().expect("the match is over");
        prop_assert!(outcome.ranks.as_slice().contains(&1));
        prop_assert_eq!(last.public().dealt(), game.0.games);
    }

    #[test]
    fn a_random_move_is_legal_and_the_same_for_the_same_seed(game in matches()) {
        walk(game, |position, _, mv| {
            if mv.is_some() {
                let draw = || position.random_move(&mut Seed::from(game.1).rng(), &mut Vec::new());
                prop_assert!(position.is_legal(draw()));
                prop_assert_eq!(draw(), draw());
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_guess_looks_exactly_like_the_view_it_was_made_from(game in matches()) {
        let mut rng = Seed::from(game.1).rng();
        walk(game, |position, _, _| {
            for observer in observers(position.seats()) {
                let view = position.view(observer);
                let guess = Position::determinize(&view, &mut rng);
                prop_assert_eq!(&guess.view(observer), &view);
                prop_assert_eq!(guess.next(), position.next());
                if matches!(observer, Observer::Seat(one) if position.next() == Next::Move(one)) {
                    prop_assert_eq!(guess.legal_moves(), position.legal_moves());
                }
                let text = serde_json::to_string(&view).expect("a view can be written");
                let read: View = serde_json::from_str(&text).expect("what was written can be read");
                prop_assert_eq!(&read, &view, "{}", text);
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_guess_can_have_come_about_by_a_deal_and_draws(game in matches()) {
        let mut rng = Seed::from(game.1).rng();
        let mut ledger: Option<Ledger> = None;
        walk(game, |position, _, mv| {
            let Some(mv) = mv else {
                ledger = None;
                return Ok(());
            };
            let ledger = ledger.get_or_insert_with(|| Ledger::new(position));
            for observer in observers(position.seats()) {
                let guess = Position::determinize(&position.view(observer), &mut rng);
                for one in Seat::all(position.seats()) {
                    prop_assert!(ledger.can_hold(one, &guess), "{}: {:?}", one, guess);
                }
            }
            let mut after = *position;
            after.play_unchecked(mv);
            ledger.step(position, mv, &after);
            Ok(())
        })?;
    }

    #[test]
    fn no_bit_of_a_view_tells_where_a_hidden_card_is(game in matches(), picks in any::<[u8; 3]>()) {
        exchanged(game, picks)?;
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,12}", short in "[1-9TJQKACDHSa-z ]{0,5}") {
        for text in [text, short] {
            if let Ok(mv) = text.parse::<Move>() {
                prop_assert_eq!(mv.to_string(), text);
            } else {
                let error = text.parse::<Move>().expect_err("it was none before");
                prop_assert!(error.to_string().contains(Move::EXPECTED));
            }
        }
    }
}

/// What an attentive player writes down about each seat: when it drew how many cards unseen, and
/// when it first showed each card that it had not taken from the table.
struct Ledger {
    clock: usize,
    /// For each seat, the times of its draws.
    draws: Vec<Vec<usize>>,
    /// For each seat, the cards of its own that it has shown, and when.
    shown: Vec<Vec<(French, usize)>>,
    taken: Vec<Cards<French>>,
    /// Trumps that cannot have been dealt.
    never_dealt: Cards<French>,
    trump_card: French,
}

impl Ledger {
    fn new(position: &Position) -> Ledger {
        let seats = usize::from(position.seats());
        let public = position.public();
        let trump_card = public.trump_card().expect("dealt");
        let trumps = deck(public.options().deck) & trump_card.suit().cards();
        // Somebody who knows only the announcement: nobody was dealt a lower trump. Seat 0 attacks
        // without an announcement when there is no trump, or because a durak was chosen.
        let chosen =
            public.options().next_first == NextFirst::AttackTheDurak && public.durak().is_some();
        let never_dealt = match public.announced() {
            Some(card) => trumps.iter().filter(|other| other.rank() < card.rank()).collect(),
            None if chosen => Cards::EMPTY,
            None => trumps,
        };
        Ledger {
            clock: 0,
            draws: vec![Vec::new(); seats],
            shown: vec![Vec::new(); seats],
            taken: vec![Cards::EMPTY; seats],
            never_dealt,
            trump_card,
        }
    }

    /// Notes what a move shows: a card, and who drew or took how many when it ended a bout.
    fn step(&mut self, before: &Position, mv: Move, after: &Position) {
        self.clock += 1;
        let (was, now) = (before.public(), after.public());
        let mover = was.to_move().expect("to move");
        let mut table = was.table().cards();
        let mut left = Cards::EMPTY;
        if let Move::Card(card) = mv {
            table.insert(card);
            left.insert(card);
            if self.taken[mover.index()].has(card) {
                self.taken[mover.index()].remove(card);
            } else {
                self.shown[mover.index()].push((card, self.clock));
            }
        }
        if was.bouts() == now.bouts() {
            return;
        }
        let took = now.discard() == was.discard();
        for one in Seat::all(before.seats()) {
            let mut drew = usize::from(now.count(one)) + usize::from(one == mover) * left.len();
            if took && one == was.defender() {
                drew -= table.len();
                self.taken[one.index()] |= table;
            }
            drew -= usize::from(was.count(one));
            if was.talon() > 0 && now.talon() == 0 && now.known(one).has(self.trump_card) {
                // The last card is drawn face up.
                drew -= 1;
                self.taken[one.index()].insert(self.trump_card);
            }
            self.draws[one.index()].extend(std::iter::repeat_n(self.clock, drew));
        }
    }

    /// Whether the cards of `one` in `guess` and those it has shown fit six dealt ones and its draws.
    fn can_hold(&self, one: Seat, guess: &Position) -> bool {
        let hidden = guess.hand(one) - self.taken[one.index()];
        let mut cards = self.shown[one.index()].clone();
        cards.extend(hidden.iter().map(|card| (card, usize::MAX)));
        // Slots of the deal (time 0) and of the draws; each card needs one of its own, earlier than
        // it was shown and not of the deal if it was dealt to nobody.
        let slots: Vec<usize> =
            [0; 6].into_iter().chain(self.draws[one.index()].iter().copied()).collect();
        let fits = |(card, until): (French, usize), slot: usize| {
            slot < until && (slot > 0 || !self.never_dealt.has(card))
        };
        let mut holder: Vec<Option<usize>> = vec![None; slots.len()];
        cards.len() == slots.len()
            && (0..cards.len()).all(|i| {
                let mut tried = vec![false; slots.len()];
                augment(i, &cards, &slots, &fits, &mut holder, &mut tried)
            })
    }
}

fn augment(
    card: usize,
    cards: &[(French, usize)],
    slots: &[usize],
    fits: &impl Fn((French, usize), usize) -> bool,
    holder: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for slot in 0..slots.len() {
        if tried[slot] || !fits(cards[card], slots[slot]) {
            continue;
        }
        tried[slot] = true;
        let free = match holder[slot] {
            None => true,
            Some(other) => augment(other, cards, slots, fits, holder, tried),
        };
        if free {
            holder[slot] = Some(card);
            return true;
        }
    }
    false
}

/// Exchanges two cards of the first deal that are never played and that seat `me` never sees, and
/// plays the same moves: every view of `me` must stay the same.
fn exchanged(
    (options, seed, shyness): (Options, u64, u32),
    [me, first, second]: [u8; 3],
) -> Result<(), TestCaseError> {
    let options = Options { games: 1, ..options };
    let me = seat(me % options.seats);
    let mut path = Vec::new();
    let mut given = None;
    walk((options, seed, shyness), |position, deal, mv| {
        if let Some(deal) = deal {
            given = Some(deal.clone());
        }
        path.extend(mv.map(|mv| (*position, mv)));
        Ok(())
    })?;
    let given = given.expect("a deal");
    // A part of the match, so that many cards are still hidden.
    path.truncate(path.len() * usize::from(first) / 255 + 1);
    let played: Cards<French> = path
        .iter()
        .filter_map(|(_, mv)| if let Move::Card(card) = mv { Some(*card) } else { None })
        .collect();
    // Told from the cards alone, not from the view that is on trial.
    let (last, _) = path.last().expect("a first move");
    let public = last.public();
    let shown = public.announced().into_iter().chain(public.trump_card()).collect();
    let hidden = deck(options.deck) - played - last.hand(me) - shown;
    if hidden.len() < 2 {
        return Ok(());
    }
    let a = hidden.nth(usize::from(first) % hidden.len()).expect("a card");
    let b = hidden.nth(usize::from(second) % hidden.len()).expect("a card");
    let turn = |card: French| match card {
        _ if card == a => b,
        _ if card == b => a,
        _ => card,
    };
    let other = Deal {
        hands: given.hands.iter().map(|hand| hand.iter().map(turn).collect()).collect(),
        talon: given.talon.iter().map(|&card| turn(card)).collect(),
        trump: given.trump,
    };
    let mut image = start(options);
    prop_assert!(image.deal(&other).is_ok());
    if image.public().announced() != path[0].0.public().announced() {
        return Ok(());
    }
    for (position, mv) in &path {
        prop_assert_eq!(image.view(Observer::Seat(me)), position.view(Observer::Seat(me)));
        prop_assert_eq!(image.view(Observer::Public), position.view(Observer::Public));
        prop_assert!(image.play(*mv).is_ok());
    }
    Ok(())
}

#[test]
fn every_seat_guesses_every_other_seat_and_the_talon_wrong_at_least_once() {
    for seats in 2..=6 {
        let options = Options { seats, ..Options::default() };
        let mut wrong = [[false; 6]; 6];
        let mut talon_wrong = seats == 6;
        for seed in 0..10 {
            let mut rng = Seed::from(seed).rng();
            walk((options, seed, 2), |position, _, _| {
                for one in Seat::all(seats) {
                    let view = position.view(Observer::Seat(one));
                    let guess = Position::determinize(&view, &mut rng);
                    talon_wrong |= guess.reveal().face_down != position.reveal().face_down;
                    for other in Seat::all(seats).filter(|&other| other != one) {
                        wrong[one.index()][other.index()] |=
                            guess.hand(other) != position.hand(other);
                    }
                }
                Ok(())
            })
            .expect("a match");
        }
        assert!(talon_wrong, "{seats}");
        for one in Seat::all(seats) {
            for other in Seat::all(seats).filter(|&other| other != one) {
                assert!(wrong[one.index()][other.index()], "{one} knows the hand of {other}");
            }
        }
    }
}

#[test]
fn random_moves_are_uniform() {
    let position = crate::table::dealt(
        Options::default(),
        &["6C 7C 8C 9C TC 6S", "6D 7D 8D 9D TD 7H"],
        "",
        "AS",
    );
    let mut counts = [0; 6];
    let mut rng = Seed::from(3).rng();
    let legal = position.legal_moves();
    for _ in 0..6000 {
        let mv = position.random_move(&mut rng, &mut Vec::new());
        counts[legal.binary_search(&mv).expect("legal")] += 1;
    }
    assert!(counts.iter().all(|n| (900..1100).contains(n)), "{counts:?}");
    assert_eq!(legal[0], mv("6C"));
}

#[test]
fn the_same_seed_deals_the_same_cards() {
    let position = start(Options { seats: 4, ..Options::default() });
    let deal = |seed: u64| Durak::shuffle(&position, &mut Seed::from(seed).rng());
    assert_eq!(deal(1), deal(1));
    assert_ne!(deal(1), deal(2));
}
