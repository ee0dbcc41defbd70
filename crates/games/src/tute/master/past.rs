//! The moves of others, and how much they surprise in a world.

use super::SEATS;
use super::policy::{HABITS, Habit, Outlook, Policy, hidden};
use crate::cards::{Cards, Spanish};
use crate::tute::{Match, Move, Public, Trick, Tute, View};
use juez_core::{History, PerSeat, Rng, Seat};

/// The moves of others in a hand, as far as they are remembered.
#[derive(Clone, Debug)]
pub(in crate::tute) struct Past {
    decisions: Vec<Decided>,
    /// The public state with the conclusions from the moves remembered.
    pub(super) public: Public,
    /// The cards of earlier tricks that are forgotten.
    pub(super) forgotten: Cards<Spanish>,
    /// The policy expected of the others.
    pub(super) policy: Policy,
    me: Option<Seat>,
}

/// A move that a seat chose.
#[derive(Clone, Copy, Debug)]
struct Decided {
    /// The public state before the move.
    public: Public,
    played: Move,
}

/// Returns the public state before the first move of the hand in progress.
fn begin(now: &Public) -> Public {
    let seats = now.options.seats;
    let mut known = now.known;
    for (seat, songs) in now.songs.iter() {
        songs.iter().for_each(|song| known[seat] -= song.cards());
    }
    let mano = now.mano.unwrap_or(now.turn);
    Public {
        turn: mano,
        trick: Trick::new(mano),
        last_trick: None,
        played: PerSeat::new(seats),
        taken: PerSeat::new(seats),
        tricks: PerSeat::new(seats),
        songs: PerSeat::new(seats),
        points: PerSeat::new(seats),
        lacks: PerSeat::new(seats),
        known,
        ..*now
    }
}

impl Past {
    /// Reads the memory of the seat of a view: the last `span` moves of the hand.
    pub fn of(view: &View, history: History<'_, Tute>, span: usize, policy: Policy) -> Past {
        let now = &view.public;
        let songs: usize = now.songs.iter().map(|(_, songs)| songs.len()).sum();
        let made = now.all_played().len() + songs;
        let mut moves: Vec<(Seat, Move)> = history.iter().rev().take(made).collect();
        moves.reverse();
        if moves.len() < made {
            // The history of a position that was set up is incomplete: the rules remember for it.
            let (decisions, forgotten) = (Vec::new(), Cards::EMPTY);
            return Past { decisions, public: *now, forgotten, policy, me: view.seat };
        }
        let (old, recent) = moves.split_at(made.saturating_sub(span).min(moves.len()));
        let start = begin(now);
        let mut public = start;
        old.iter().for_each(|&(_, mv)| public.follow(mv));
        (public.lacks, public.known) = (start.lacks, start.known);
        let mut past =
            Past { decisions: Vec::new(), public, forgotten: Cards::EMPTY, policy, me: view.seat };
        let before = public.all_played();
        for &(seat, played) in recent {
            if Some(seat) != view.seat {
                past.decisions.push(Decided { public: past.public, played });
            }
            past.public.follow(played);
        }
        past.forgotten = before - now.trick.cards().collect();
        past
    }

    /// Draws a habit for each seat.
    pub(super) fn draw_habits(&self, rng: &mut Rng) -> [Habit; SEATS] {
        std::array::from_fn(|seat| {
            if self.me.is_some_and(|me| me.index() == seat) {
                return Habit::Weighs;
            }
            HABITS[rng.weighted(&self.policy.shares())]
        })
    }

    /// Returns how much the moves surprise in a world, in 1/256 bit.
    pub(super) fn surprisal(&self, world: &Match, habits: &[Habit; SEATS]) -> u32 {
        let now = &self.public;
        let hidden = hidden(world);
        let of_one = |decided: &Decided| {
            let public = &decided.public;
            let seat = public.turn;
            let held = |seat: Seat| world.hands[seat] | (now.played[seat] - public.played[seat]);
            let others = public.players.without(seat).iter();
            let unseen = others.fold(hidden, |all, other| all | held(other));
            let hand = held(seat);
            let outlook = Outlook::of(public, hand, unseen, self.policy);
            habits[seat.index()].surprisal(&outlook, public.choices(hand), decided.played)
        };
        self.decisions.iter().map(of_one).sum()
    }
}
