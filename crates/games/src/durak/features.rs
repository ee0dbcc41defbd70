//! Observations as masks over the deck of 52 cards, and moves as numbers.

use std::sync::LazyLock;

use super::{Durak, Move, Pair, Phase, View};
use crate::cards::{Card, Cards, French};
use juez_core::{Features, Observation, Seat, ahead, seats_ahead};

pub(super) const FEATURES: Features<Durak> =
    Features { shape: &[French::COUNT as usize], observe, moves, entry, of_entry };

/// Every move, in the order of the notation.
static CHOICES: LazyLock<Vec<Move>> = LazyLock::new(Move::all);

fn observe(view: &View, me: Seat, observation: &mut Observation) {
    let public = &view.public;
    let seats = public.seats();
    let of = |card: Option<French>| card.map_or(Cards::EMPTY, Cards::of);
    let trump = public.trump().map_or(Cards::EMPTY, |suit| suit.cards());
    let on_table = |card: fn(&Pair) -> Option<French>| -> Cards<French> {
        public.table.pairs().iter().filter_map(card).collect()
    };
    observation.plane("hand", view.hand.mask());
    observation.plane("trump", trump.mask());
    observation.plane("trump_card", of(public.trump_card).mask());
    observation.plane("attack", on_table(|pair| Some(pair.attack)).mask());
    observation.plane("defence", on_table(|pair| pair.defence).mask());
    observation.plane("unbeaten", of(public.unbeaten()).mask());
    observation.plane("discard", public.discard.mask());
    observation.plane("unseen", view.unseen().mask());
    for (ahead, seat) in seats_ahead(me, seats) {
        observation.plane(("played", ahead), public.played[seat].mask());
        observation.scalar(("in_game", ahead), public.plays(seat));
        observation.scalar(("count", ahead), public.count[seat]);
        observation.scalar(("points", ahead), public.points[seat]);
    }
    for (ahead, seat) in seats_ahead(me, seats).skip(1) {
        observation.plane(("known", ahead), public.known[seat].mask());
    }
    observation.scalar("talon", public.talon);
    observation.scalar("attacker", ahead(me, Some(public.attacker), seats));
    observation.scalar("defender", ahead(me, Some(public.defender), seats));
    observation.scalar("room", public.room());
    observation.scalar("taking", public.taking);
    observation.scalar("defend", public.phase == Phase::Defend);
    observation.scalar("throw", public.phase == Phase::Throw);
    observation.scalar("bouts", public.bouts);
    observation.scalar("games", public.dealt);
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
