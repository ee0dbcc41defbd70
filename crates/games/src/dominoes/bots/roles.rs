//! Roles in a cooperative pair: one sheds tiles, the other blocks.

use std::fmt;

use crate::dominoes::{Public, SEATS, Signal, View, pair_of, partner_of};
use juez_core::{Seat, named};

/// The role of a partner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The glutton: sheds its heaviest tiles.
    Gloton,
    /// The blocker: leaves numbers that the opponents lack.
    Bloqueador,
}

named! { Role: Gloton = "gloton", Bloqueador = "bloqueador" }

/// The reason for the role of a seat at the start of the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The holder of 6-6 opens the first hand and is the glutton.
    DoubleSix,
    /// The two signals, the glutton's first.
    Signals(Signal, Signal),
    /// Without signals: the pair opens the hand, and its opener is the glutton.
    Opens,
    /// Without signals: more than two doubles in the own hand.
    Doubles(u8),
    /// Without signals: the first of the pair to play is the glutton.
    Order,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::DoubleSix => f.write_str("66 opens"),
            Why::Signals(better, worse) => write!(f, "{better} over {worse}"),
            Why::Opens => f.write_str("the opener sheds"),
            Why::Doubles(doubles) => write!(f, "{doubles} doubles"),
            Why::Order => f.write_str("first in turn sheds"),
        }
    }
}

/// The roles of a pair at a moment of a hand, as one of them knows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roles {
    /// The seat that sheds tiles.
    pub gloton: Seat,
    /// The reason for the first roles.
    pub why: Why,
    /// Exchanges of roles since then.
    pub swaps: u32,
    /// Passes of the glutton in this role.
    pub passes: u32,
}

/// Passes of the glutton after which the partners exchange roles.
const PATIENCE: u32 = 2;

impl Roles {
    /// Returns the roles as the seat of `view` knows them, or `None` for an onlooker. With `heed`,
    /// signals count; with `swap`, the partners exchange roles.
    ///
    /// The article: the holder of 6-6; else more doubles; else the greater frequency of a number.
    /// Interpretations: a last tie goes to the lower seat. Without signals, the opener of the pair
    /// is the glutton; if the opponents open, a seat with more than two doubles takes the role (the
    /// article's first criterion, the only one that needs no signal), and otherwise the first of
    /// the pair to play.
    pub fn of(view: &View, heed: bool, swap: bool) -> Option<Roles> {
        let (public, me) = (&view.public, view.seat?);
        let (gloton, why) = at_the_start(view, me, heed);
        let mut roles = Roles { gloton, why, swaps: 0, passes: 0 };
        for (seat, placed) in public.chain.turns(public.passes) {
            if seat == roles.gloton && placed.is_none() {
                roles.passes += 1;
            }
            if swap && roles.passes == PATIENCE {
                let gloton = partner_of(roles.gloton);
                roles = Roles { gloton, swaps: roles.swaps + 1, passes: 0, ..roles };
            }
        }
        Some(roles)
    }

    /// Returns the role of `seat`, one of the pair.
    pub fn role(&self, seat: Seat) -> Role {
        if seat == self.gloton { Role::Gloton } else { Role::Bloqueador }
    }
}

/// Returns the glutton of the pair of `me` at the start of the hand.
fn at_the_start(view: &View, me: Seat, heed: bool) -> (Seat, Why) {
    let public = &view.public;
    let partner = partner_of(me);
    let opener = public.opener;
    let ours = opener.filter(|&seat| pair_of(seat) == pair_of(me));
    if let (1, Some(opener)) = (public.hands, ours) {
        return (opener, Why::DoubleSix);
    }
    if let (true, Some(mine), Some(theirs)) = (heed, view.signal(me), view.signal(partner)) {
        return if better((mine, me), (theirs, partner)) {
            (me, Why::Signals(mine, theirs))
        } else {
            (partner, Why::Signals(theirs, mine))
        };
    }
    if let Some(opener) = ours {
        return (opener, Why::Opens);
    }
    let doubles = Signal::of(view.hand | public.played(me)).doubles();
    if doubles > 2 {
        return (me, Why::Doubles(doubles));
    }
    (first_in_turn(public, me), Why::Order)
}

/// Returns true if `one` is the glutton: more doubles, the greater frequency, the lower seat.
fn better(one: (Signal, Seat), other: (Signal, Seat)) -> bool {
    let key =
        |(signal, seat): (Signal, Seat)| (signal.doubles(), signal.most(), std::cmp::Reverse(seat));
    key(one) > key(other)
}

/// Returns the seat of the pair of `me` that plays first when the others open; the lower one until
/// the opener is known.
fn first_in_turn(public: &Public, me: Seat) -> Seat {
    match public.opener {
        Some(opener) => opener.next(SEATS),
        None => me.min(partner_of(me)),
    }
}
