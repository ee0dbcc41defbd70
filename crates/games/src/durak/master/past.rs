//! The moves of others, and how much they surprise in a world.

use super::policy::Policy;
use crate::cards::{Card, Cards, French};
use crate::durak::{Durak, HAND, Move, Phase, Public, View};
use juez_core::{History, PerSeat, Rng, Seat};

/// The memory of a seat of the game in progress.
#[derive(Clone, Debug, Default)]
pub(in crate::durak) struct Past {
    decisions: Vec<Decided>,
    /// Seen cards whose place is forgotten.
    pub(super) forgotten: Cards<French>,
}

/// Divisor of the evidence: others may follow another policy, and it is unknown when they drew a
/// card.
const TEMPERATURE: u32 = 4;

/// A choice of another seat.
#[derive(Clone, Debug)]
struct Decided {
    /// The public state before the choice.
    public: Public,
    played: Move,
    /// Hidden cards that the seat held for sure: it played them in the same bout.
    held: Cards<French>,
    /// Hidden cards that it played in later bouts: it held them then or has drawn them since.
    later: Cards<French>,
}

/// Begins the next game, as far as it is open. The seat that moves first holds an announced trump.
fn begin(public: &Public, first: Seat, view: &View) -> Public {
    let options = public.options;
    let mut next = Public {
        dealt: public.dealt + 1,
        talon: options.deck - options.seats * HAND,
        count: PerSeat::from_fn(options.seats, |_| HAND),
        ..Public::new(options)
    };
    // The trumps of earlier games do not change who moves.
    if next.dealt == view.public.dealt {
        next.trump_card = view.public.trump_card;
        let last = Some(Seat::new(options.seats - 1)).filter(|_| next.talon == 0);
        for (seat, card) in [(Some(first), view.public.announced), (last, next.trump_card)] {
            seat.zip(card).into_iter().for_each(|(seat, card)| next.known[seat].insert(card));
        }
    }
    next.begin_bout(first);
    next
}

impl Past {
    /// Reads the game in progress from the history of a match. The seat of the view remembers the
    /// places of the last `span` cards that left the table, and as many choices of others.
    pub fn of(view: &View, history: History<'_, Durak>, span: usize) -> Past {
        let mut public = Public { phase: Phase::Deal, ..Public::new(view.public.options) };
        let (mut past, mut seen) = (Past::default(), Vec::new());
        for (seat, mv) in history.iter() {
            if public.phase == Phase::Deal {
                (past, seen) = (Past::default(), Vec::new());
                public = begin(&public, seat, view);
            }
            past.note(&public, seat, mv, view.seat);
            if public.play(mv) {
                seen.extend(public.table.cards().iter());
                public.clear_table();
                if public.talon > 0 {
                    public.each_to_refill(|public, seat| {
                        public.draw(seat);
                    });
                }
                public.end_bout();
            }
        }
        let (old, recent) = seen.split_at(seen.len().saturating_sub(span));
        let [old, recent] = [old, recent].map(|cards| cards.iter().copied().collect::<Cards<_>>());
        past.forgotten = old - recent - view.public.table.cards() - view.hand;
        let early = past.decisions.len().saturating_sub(span);
        past.decisions.drain(..early);
        past
    }

    /// Notes a move before it is played.
    fn note(&mut self, public: &Public, seat: Seat, mv: Move, own: Option<Seat>) {
        if Some(seat) == own {
            return;
        }
        let (held, later) = (Cards::EMPTY, Cards::EMPTY);
        self.decisions.push(Decided { public: *public, played: mv, held, later });
        let Move::Card(card) = mv else { return };
        if public.known[seat].has(card) {
            return;
        }
        let earlier = self.decisions.iter_mut().filter(|decided| decided.public.to_move == seat);
        for decided in earlier {
            let is_same_bout = decided.public.bouts == public.bouts;
            let cards = if is_same_bout { &mut decided.held } else { &mut decided.later };
            cards.insert(card);
        }
    }

    /// Returns how much the moves surprise if the seats hold these hidden cards now, in 1/256 bit.
    ///
    /// When a seat drew a hidden card is unknown, so a random order decides: it held the first ones
    /// longest.
    pub fn surprisal(
        &self,
        hidden: &PerSeat<Cards<French>>,
        policies: &[Policy],
        rng: &mut Rng,
    ) -> u32 {
        let mut ages: [French; French::COUNT as usize] =
            std::array::from_fn(|index| French::new(index as u8));
        rng.shuffle(&mut ages);
        let of_one = |decided: &Decided| {
            let public = &decided.public;
            let seat = public.to_move;
            let pool = (decided.later | hidden[seat]) - decided.held;
            let room = usize::from(public.hidden(seat)).saturating_sub(decided.held.len());
            let drawn = ages.iter().copied().filter(|&card| pool.has(card)).take(room);
            let hand = public.known[seat] | decided.held | drawn.collect();
            policies[seat.index()].surprisal_of(public, hand, decided.played)
        };
        self.decisions.iter().map(of_one).sum::<u32>() / TEMPERATURE
    }
}
