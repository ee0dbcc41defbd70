//! Observations as masks over the 28 tiles, and moves as numbers.

use std::sync::LazyLock;

use super::{Dominoes, Move, Phase, SEATS, Signal, Tile, View, pair_of, partner_of};
use crate::cards::{Card, Cards};
use juez_core::{Features, Observation, Seat, ahead, seats_ahead};

pub(super) const FEATURES: Features<Dominoes> =
    Features { shape: &[Tile::COUNT as usize], observe, moves, entry, of_entry };

/// Every move that a seat can choose, in the order of the notation. Without `pass`, which is always
/// forced, and `sig`, which only opponents see.
static CHOICES: LazyLock<Vec<Move>> = LazyLock::new(|| {
    let is_choice = |mv: &Move| !matches!(mv, Move::Pass | Move::Hidden);
    Move::all().into_iter().filter(is_choice).collect()
});

fn observe(view: &View, me: Seat, observation: &mut Observation) {
    let public = &view.public;
    let ends = public.chain.ends();
    let (left, right) = (ends.map(|(left, _)| left), ends.map(|(_, right)| right));
    observation.plane("hand", view.hand.mask());
    observation.plane("unseen", view.unseen().mask());
    for (name, end) in [("left", left), ("right", right)] {
        observation.plane(name, end.map_or(Cards::EMPTY, Tile::showing).mask());
        observation.scalar(name, end.map_or(-1, i32::from));
    }
    for (ahead, seat) in seats_ahead(me, SEATS) {
        observation.plane(("played", ahead), public.played(seat).mask());
        observation.scalar(("count", ahead), public.count(seat));
        observation.scalar(("passed", ahead), public.passed(seat));
    }
    for (ahead, seat) in seats_ahead(me, SEATS).skip(1) {
        observation.plane(("lacks", ahead), public.lacks(seat).tiles().mask());
    }
    observation.scalar("passes", public.passes);
    observation.scalar("hands", public.hands);
    observation.scalar("score_own", public.score(pair_of(me)));
    observation.scalar("score_other", public.score(pair_of(me.next(SEATS))));
    observation.scalar("opener", ahead(me, public.opener, SEATS));
    for (name, phase) in [("signal", Phase::Signal), ("ask", Phase::Ask), ("first", Phase::First)] {
        observation.scalar(name, public.phase == phase);
    }
    let says = |signal: Option<Signal>, what: fn(Signal) -> u8| {
        signal.map_or(-1, |signal| i32::from(what(signal)))
    };
    let (own, partner) = (view.signal(me), view.signal(partner_of(me)));
    observation.scalar("own_doubles", says(own, Signal::doubles));
    observation.scalar("own_most", says(own, Signal::most));
    observation.scalar("partner_doubles", says(partner, Signal::doubles));
    observation.scalar("partner_most", says(partner, Signal::most));
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
