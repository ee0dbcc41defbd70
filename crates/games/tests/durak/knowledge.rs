//! Hidden hands: determinizations fit everything seen, and views show no more.

use crate::common::moves::config;
use crate::common::moves::seat;
use crate::durak::properties::{matches, observers, walk};
use crate::durak::table::start;
use juez_core::{Next, Seat, Seed, State};
use juez_games::cards::{Cards, French};
use juez_games::durak::{Deal, Move, NextFirst, Options, Position, View, deck};
use proptest::prelude::*;

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_guess_looks_exactly_like_the_view_it_was_made_from(game in matches()) {
        let mut rng = Seed::from(game.1).rng();
        walk(game, |position, _, _| {
            for observer in observers(position.seats()) {
                let view = position.view(observer);
                let guess = Position::determinize(&view, &mut rng);
                prop_assert_eq!(&guess.view(observer), &view);
                prop_assert_eq!(guess.next(), position.next());
                if matches!(observer, Some(one) if position.next() == Next::Move(one)) {
                    prop_assert_eq!(guess.legal_moves(), position.legal_moves());
                }
                let text = serde_json::to_string(&view).expect("a view can be written");
                let read: View = serde_json::from_str(&text).expect("the written text can be read");
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
}

/// The notes of an attentive player about each seat: the times of its unseen draws, and the time
/// when it first showed each card that it had not taken from the table.
struct Ledger {
    clock: usize,
    /// For each seat, the times of its draws.
    draws: Vec<Vec<usize>>,
    /// For each seat, its own cards that it has shown, with the times.
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
        let trump_card = public.trump_card.expect("dealt");
        let trumps = deck(public.options.deck) & trump_card.suit().cards();
        // Notes of a player who knows only the announcement: no lower trump was dealt. Seat 0
        // attacks without an announcement if there is no trump, or because a durak was chosen.
        let chosen =
            public.options.next_first == NextFirst::AttackTheDurak && public.durak.is_some();
        let never_dealt = match public.announced {
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

    /// Records a move: the card shown and, if it ended a bout, the number of cards that each seat
    /// drew or took.
    fn step(&mut self, before: &Position, mv: Move, after: &Position) {
        self.clock += 1;
        let (was, now) = (before.public(), after.public());
        let mover = was.to_move().expect("to move");
        let mut table = was.table.cards();
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
        if was.bouts == now.bouts {
            return;
        }
        let took = now.discard == was.discard;
        for one in Seat::all(before.seats()) {
            let mut drew = usize::from(now.count[one]) + usize::from(one == mover) * left.len();
            if took && one == was.defender {
                drew -= table.len();
                self.taken[one.index()] |= table;
            }
            drew -= usize::from(was.count[one]);
            if was.talon > 0 && now.talon == 0 && now.known[one].has(self.trump_card) {
                // The last card is drawn face up.
                drew -= 1;
                self.taken[one.index()].insert(self.trump_card);
            }
            self.draws[one.index()].extend(std::iter::repeat_n(self.clock, drew));
        }
    }

    /// Returns true if the cards of `one` in `guess` and its shown cards fit six dealt cards and
    /// its draws.
    fn can_hold(&self, one: Seat, guess: &Position) -> bool {
        let hidden = guess.hand(one) - self.taken[one.index()];
        let mut cards = self.shown[one.index()].clone();
        cards.extend(hidden.iter().map(|card| (card, usize::MAX)));
        // Slots of the deal (time 0) and of the draws. Each card needs a separate slot, earlier
        // than it was shown, and not of the deal if it was not dealt.
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

/// Exchanges two cards of the first deal that are never played and never seen by seat `me`, and
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
    // Only a part of the match, so that many cards are still hidden.
    path.truncate(path.len() * usize::from(first) / 255 + 1);
    let played: Cards<French> = path
        .iter()
        .filter_map(|(_, mv)| if let Move::Card(card) = mv { Some(*card) } else { None })
        .collect();
    // From the cards alone, not from the view under test.
    let (last, _) = path.last().expect("a first move");
    let public = last.public();
    let shown = public.announced.into_iter().chain(public.trump_card).collect();
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
    if image.public().announced != path[0].0.public().announced {
        return Ok(());
    }
    for (position, mv) in &path {
        prop_assert_eq!(image.view(Some(me)), position.view(Some(me)));
        prop_assert_eq!(image.view(None), position.view(None));
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
                    let view = position.view(Some(one));
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
