//! The moves of others, and how much they surprise in a world.

use super::policy::{HABITS, Habit, Policy, Worths};
use super::table::{SEATS_LEN, Table, side_of};
use crate::cards::{Cards, Italian};
use crate::scopone::{Move, Options, Scopone, View};
use juez_core::{History, Rng, Seat};

/// The moves of others in a hand, as far as they are remembered.
#[derive(Clone, Debug)]
pub(in crate::scopone) struct Past {
    decisions: Vec<Decided>,
    /// The captured cards that are forgotten.
    pub(super) forgotten: Cards<Italian>,
    /// The policy of each seat: the default for its own side.
    pub(super) policies: [Policy; SEATS_LEN],
    me: Option<Seat>,
}

/// A move that a seat chose.
#[derive(Clone, Copy, Debug)]
struct Decided {
    /// The table before the move; its hands have the cards that seats have played since.
    table: Table,
    played: Move,
}

impl Past {
    /// Reads the memory of the seat of a view: the last `span` moves of the hand. It expects the other
    /// sides to play by `policy`.
    pub fn of(view: &View, history: History<'_, Scopone>, span: usize, policy: Policy) -> Past {
        let public = &view.public;
        let mut table = Table::of(view);
        table.hands = [Cards::EMPTY; SEATS_LEN];
        let made: usize = Seat::all(SEATS_LEN as u8).map(|seat| public.played[seat].len()).sum();
        let side = |seat| side_of(&public.options, seat);
        let own = view.seat.map(|me| side(me.into()));
        let policies = std::array::from_fn(|seat| {
            if own == Some(side(seat as u8)) { Policy::default() } else { policy }
        });
        let (decisions, forgotten) = (Vec::new(), Cards::EMPTY);
        let mut past = Past { decisions, forgotten, policies, me: view.seat };
        let mut remembered = public.table;
        for (seat, played) in history.iter().rev().take(made.min(span)) {
            table.take_back(&public.options, played);
            remembered |= played.gain();
            if Some(seat) != view.seat {
                past.decisions.push(Decided { table, played });
            }
        }
        if span < made {
            past.forgotten = public.seen() - remembered;
        }
        past
    }

    /// Draws a habit for each seat.
    pub(super) fn draw_habits(&self, rng: &mut Rng) -> [Habit; SEATS_LEN] {
        std::array::from_fn(|seat| {
            if self.me.is_some_and(|me| me.index() == seat) {
                return Habit::Weighs;
            }
            HABITS[rng.weighted(&self.policies[seat].shares())]
        })
    }

    /// Returns how much the moves surprise if the seats hold `hands` now, in 1/256 bit.
    pub(super) fn surprisal(
        &self,
        hands: &[Cards<Italian>; SEATS_LEN],
        habits: &[Habit; SEATS_LEN],
        options: &Options,
        worths: &[Worths; SEATS_LEN],
    ) -> u32 {
        let of_one = |decided: &Decided| {
            let mut table = decided.table;
            for (then, now) in table.hands.iter_mut().zip(hands) {
                *then |= *now;
            }
            let seat = usize::from(table.turn);
            habits[seat].surprisal(&table, options, &worths[seat], decided.played)
        };
        self.decisions.iter().map(of_one).sum()
    }
}
