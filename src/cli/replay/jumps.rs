//! Keys that search for a hand, a fault, a falling curve or a lost match.

use super::app::App;
use super::curve::{Curve, brief};
use juez_core::{End, MAX_SEATS, Observer, Reason, Record, Seat};
use juez_match::registry::Moment;

/// Plies of a long step in a match without hands.
const LONG_STEP_PLIES: u32 = 10;

/// A selected seat and one of its bot's curves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Chosen {
    pub seat: Seat,
    /// Name of the curve, if the seat has one that the observer can see.
    pub curve: Option<String>,
}

impl App {
    /// Goes to the next hand, or [`LONG_STEP_PLIES`] on in a match without hands.
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

    /// Goes back to the beginning of a hand, or [`LONG_STEP_PLIES`] back in a match without hands.
    pub fn hand_before(&mut self) {
        let ply = self.moment().ply;
        let before = match &self.walk.hands()[..] {
            [] | [_] => ply.saturating_sub(LONG_STEP_PLIES),
            hands => hands.iter().rfind(|&&hand| hand < ply).copied().unwrap_or(0),
        };
        self.go_to(before);
    }

    /// Goes to the next fault; from the last one to the first.
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
            self.message = "no later fault, so this is the first".to_string();
        }
        self.go_to(ply);
    }

    /// Goes to the next decision that the review calls at least an inaccuracy; from the last one to
    /// the first.
    pub fn next_mistake(&mut self) {
        let Some(review) = &self.walk.review else {
            self.message = format!("no review of this match: juez review {}", self.file);
            return;
        };
        let now = self.moment().ply;
        let plies: Vec<u32> = review
            .decisions
            .iter()
            .filter(|decision| decision.severity.is_some())
            .filter(|decision| self.walk.shows_notes_of(decision.seat, self.observer))
            .map(|decision| decision.ply)
            .collect();
        let later = plies.iter().find(|&&ply| ply > now);
        let Some(&ply) = later.or(plies.first()) else {
            self.message = "no decision cost 5 points in a hundred".to_string();
            return;
        };
        if later.is_none() {
            self.message = "no later mistake, so this is the first".to_string();
        }
        self.go_to(ply);
    }

    /// Returns the selected seat's curves that this observer can see, the selected one first.
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

    /// Returns all possible selections: each curve, and each seat without one.
    fn choices(&self) -> Vec<Chosen> {
        let of_seat = |seat| {
            let curves = self.curves_of(seat);
            let none = curves.is_empty().then_some(None);
            let names = curves.into_iter().map(|curve| Some(curve.name)).chain(none);
            names.map(move |curve| Chosen { seat, curve })
        };
        Seat::all(self.walk.seats).flat_map(of_seat).collect()
    }

    /// Updates the selection after a change of record or observer. Selects the observer's seat, if
    /// it is one, else keeps the seat; keeps the curve if the seat has it.
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

    /// Selects the first curve, if there is one.
    pub fn choose_a_curve(&mut self) {
        if let Some(found) = self.choices().into_iter().find(|one| one.curve.is_some()) {
            self.chosen = found;
        }
    }

    /// Selects the next curve, of this seat or another.
    pub fn next_curve(&mut self) {
        let all = self.choices();
        let at = all.iter().position(|one| *one == self.chosen);
        let next = at.map_or(0, |at| (at + 1) % all.len());
        self.chosen = all[next].clone();
        let Chosen { seat, curve } = &self.chosen;
        let curve = curve.as_deref().unwrap_or("no curve");
        self.message = format!("({seat}) {}: {curve}", self.walk.name(*seat));
    }

    /// Goes to the next clear fall of the selected curve; from the last one to the first.
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

    /// Goes to the next record that the selected player did not win.
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

/// Finds a player's seat in another record: the same seat, or any with that name.
pub(super) fn seat_in(record: &Record, name: &str, seat: Seat) -> Option<Seat> {
    let players = &record.players;
    if players.is_empty() {
        return Some(seat);
    }
    let is_it = |seat: Seat| players.get(seat.index()).is_some_and(|player| player.name == name);
    let all = Seat::all(players.len().min(MAX_SEATS) as u8);
    [seat].into_iter().chain(all).find(|&seat| is_it(seat))
}

/// True if the seat is first and not everyone is.
fn has_won(end: &End, seat: Seat) -> bool {
    let rank = end.ranks.iter().find(|(other, _)| *other == seat).map(|(_, rank)| *rank);
    rank == Some(1) && end.ranks.iter().any(|(_, &rank)| rank != 1)
}
