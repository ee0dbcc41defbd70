//! Hidden hands: determinizations fit everything seen.

use crate::common::moves::config;
use crate::durak::properties::{matches, observers, walk};
use juez_core::{Seat, Seed, State};
use juez_games::cards::{Cards, French};
use juez_games::durak::{Move, NextFirst, Position, deck};
use proptest::prelude::*;

proptest! {
    #![proptest_config(config(60))]

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
