//! Observations as masks over the deck of 40 cards, and moves as numbers.

use std::sync::LazyLock;

use super::{Move, Song, Tute, View};
use crate::cards::{Card, Cards, Spanish};
use juez_core::{Features, Observation, Seat, seats_ahead};

pub(super) const FEATURES: Features<Tute> =
    Features { shape: &[Spanish::COUNT as usize], observe, moves, entry, of_entry };

/// Every move that a seat can choose, in the order of the notation. Without the penalty, which only
/// the referee plays.
static CHOICES: LazyLock<Vec<Move>> =
    LazyLock::new(|| Move::all().into_iter().filter(|mv| *mv != Move::Fallo).collect());

fn observe(view: &View, me: Seat, observation: &mut Observation) {
    let public = &view.public;
    let seats = public.options.seats;
    let of = |card: Option<Spanish>| card.map_or(Cards::EMPTY, Cards::of);
    let trump = public.trump.map_or(Cards::EMPTY, |suit| suit.cards());
    observation.plane("hand", view.hand.mask());
    observation.plane("trump", trump.mask());
    observation.plane("undealt", of(view.undealt).mask());
    observation.plane("out_of_play", public.out_of_play().mask());
    observation.plane("unseen", view.unseen().mask());
    for (ahead, seat) in seats_ahead(me, seats) {
        let in_trick = public.trick.plays(public.players).find(|(by, _)| *by == seat);
        let songs = public.songs[seat].iter().map(Song::cards);
        let sung = songs.fold(Cards::EMPTY, |all, cards| all | cards);
        observation.plane(("trick", ahead), of(in_trick.map(|(_, card)| card)).mask());
        observation.plane(("played", ahead), public.played[seat].mask());
        observation.plane(("taken", ahead), public.taken[seat].mask());
        observation.plane(("sung", ahead), sung.mask());
        observation.scalar(("in_hand", ahead), public.players.has(seat));
        observation.scalar(("count", ahead), public.count(seat));
        observation.scalar(("points", ahead), public.points[seat]);
        observation.scalar(("tricks", ahead), public.tricks[seat]);
        observation.scalar(("porotos", ahead), public.porotos[seat]);
    }
    for (ahead, seat) in seats_ahead(me, seats).skip(1) {
        observation.plane(("known", ahead), public.known[seat].mask());
        observation.plane(("may_hold", ahead), view.may_hold(seat).mask());
    }
    observation.scalar("may_sing", public.may_sing());
}

fn entry(_: &View, mv: Move) -> Option<usize> {
    CHOICES.binary_search(&mv).ok()
}

fn of_entry(_: &View, entry: usize) -> Option<Move> {
    CHOICES.get(entry).copied()
}

fn moves() -> Vec<String> {
    CHOICES.iter().map(Move::to_string).collect()
}
