//! Keys that look for something: a hand, a fault, a curve that falls, a match that was lost.

use super::app::App;
use super::curve::{Curve, brief};
use crate::core::{End, MAX_SEATS, Observer, Reason, Record, Seat};
use crate::registry::Moment;

/// Plies of a long step where there are no hands.
const LONG_STEP_PLIES: u32 = 10;

/// A seat that is looked at more closely, and a curve of its bot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Chosen {
    pub seat: Seat,
    /// The name of the curve, if the seat has one that may be seen.
    pub curve: Option<String>,
}

impl App {
    /// To the next hand, or over some plies in a match that has none.
    pub fn next_hand(&mut self) {
        let (Moment { ply, dealt }, plies) = (self.moment(), self.walk.plies());
        let next = match &self.walk.hands()[..] {
            [] | [_] => ply.saturating_add(LONG_STEP_PLIES).min(plies),
            hands => {
                let next = hands.iter().find(|&&hand| hand > ply || (hand == ply && !dealt));
                next.copied().unwrap_or(plies)
            }
        };
        self.go_to(next);
    }

    /// Back to the beginning of a hand, or over some plies in a match that has none.
    pub fn hand_before(&mut self) {
        let ply = self.moment().ply;
        let before = match &self.walk.hands()[..] {
            [] | [_] => ply.saturating_sub(LONG_STEP_PLIES),
            hands => hands.iter().rfind(|&&hand| hand < ply).copied().unwrap_or(0),
        };
        self.go_to(before);
    }

    /// To the next fault, or to the first.
    pub fn next_fault(&mut self) {
        let (plies, now) = (self.walk.plies(), self.moment().ply);
        let at: Vec<u32> =
            self.walk.record.faults().iter().map(|fault| fault.ply.min(plies)).collect();
        let later = at.iter().filter(|&&ply| ply > now).min();
        let Some(&ply) = later.or(at.iter().min()) else {
            self.message = "no fault in this match".to_string();
            return;
        };
        if later.is_none() {
            self.message = "there is no later fault, so this is the first".to_string();
        }
        self.go_to(ply);
    }

    /// The curves of the chosen seat that this observer may see, the chosen one first.
    pub fn curves(&self) -> Vec<Curve> {
        let mut curves = self.curves_of(self.chosen.seat);
        let first = curves.iter().position(|curve| Some(&curve.name) == self.chosen.curve.as_ref());
        curves.rotate_left(first.unwrap_or(0));
        curves
    }

    fn curves_of(&self, seat: Seat) -> Vec<Curve> {
        if self.walk.shows_notes_of(seat, self.observer) {
            Curve::of(&self.walk, seat)
        } else {
            Vec::new()
        }
    }

    /// Everything that can be chosen: each curve, and each seat that has none.
    fn choices(&self) -> Vec<Chosen> {
        let of_seat = |seat| {
            let curves = self.curves_of(seat);
            let none = curves.is_empty().then_some(None);
            let names = curves.into_iter().map(|curve| Some(curve.name)).chain(none);
            names.map(move |curve| Chosen { seat, curve })
        };
        Seat::all(self.walk.seats).flat_map(of_seat).collect()
    }

    /// Chooses again after another record was opened or the observer were changed. Through the observer of a
    /// seat that seat is chosen, else the chosen one stays; its curve stays if the seat has it.
    pub fn choose(&mut self) {
        let seat = if let Observer::Seat(seat) = self.observer { seat } else { self.chosen.seat };
        let all = self.choices();
        let curve = self.chosen.curve.clone();
        let same = all.iter().find(|one| one.seat == seat && one.curve == curve);
        let of_seat = || all.iter().find(|one| one.seat == seat);
        if let Some(found) = same.or_else(of_seat).or(all.first()) {
            self.chosen = found.clone();
        }
    }

    /// Chooses the first curve there is.
    pub fn choose_a_curve(&mut self) {
        if let Some(found) = self.choices().into_iter().find(|one| one.curve.is_some()) {
            self.chosen = found;
        }
    }

    /// The next curve of this seat or another.
    pub fn next_curve(&mut self) {
        let all = self.choices();
        let at = all.iter().position(|one| *one == self.chosen);
        let next = at.map_or(0, |at| (at + 1) % all.len());
        self.chosen = all[next].clone();
        let Chosen { seat, curve } = &self.chosen;
        let curve = curve.as_deref().unwrap_or("no curve");
        self.message = format!("({seat}) {}: {curve}", self.walk.name(*seat));
    }

    /// To the next decision at which the chosen curve has clearly fallen, or to the first.
    pub fn next_drop(&mut self) {
        let name = self.walk.name(self.chosen.seat);
        let Some(curve) = self.curves().into_iter().next() else {
            self.message = format!("{name} draws no curve here: c chooses another");
            return;
        };
        let now = self.moment().ply;
        let next = curve.drops().find(|[_, (ply, _)]| *ply > now);
        let Some([(since, from), (ply, to)]) = next.or_else(|| curve.drops().next()) else {
            let range = curve.span();
            self.message = format!("{} never falls by a fifth of its range, {range}", curve.name);
            return;
        };
        self.go_to(ply);
        let (from, to) = (brief(from), brief(to));
        let again = if next.is_none() { "; none comes later" } else { "" };
        self.message = format!("{} fell from {from} to {to} since ply {since}{again}", curve.name);
    }

    /// To the next record of the file that the player of the chosen seat did not win.
    pub fn next_lost(&mut self) {
        let name = self.walk.name(self.chosen.seat);
        let lost = (self.at + 1..self.records.len()).find_map(|at| {
            let record = &self.records[at].1;
            let seat = seat_in(record, &name, self.chosen.seat)?;
            let end = record.end.as_ref()?;
            (end.reason != Reason::Stopped && !has_won(end, seat)).then_some(at)
        });
        match lost {
            Some(at) => self.turn_to(at),
            None => self.message = format!("no later record of a match that {name} did not win"),
        }
    }
}

/// The seat of a player in another record: the same one, or wherever one of that name sits.
pub(super) fn seat_in(record: &Record, name: &str, seat: Seat) -> Option<Seat> {
    let players = &record.players;
    if players.is_empty() {
        return Some(seat);
    }
    let is_it = |seat: Seat| players.get(seat.index()).is_some_and(|player| player.name == name);
    let all = Seat::all(players.len().min(MAX_SEATS) as u8);
    [seat].into_iter().chain(all).find(|&seat| is_it(seat))
}

/// True for a seat that is first where not all are.
fn has_won(end: &End, seat: Seat) -> bool {
    let rank = end.ranks.iter().find(|(other, _)| *other == seat).map(|(_, rank)| *rank);
    rank == Some(1) && end.ranks.iter().any(|(_, &rank)| rank != 1)
}
