//! People at a table, and the seats available to them.
//!
//! In a game with hidden hands no person plays with knowledge of another hand: a visitor who sits
//! down in a seat, or reads the notes of its bot, *knows* it, and can sit in no other seat from
//! then on. An owner who has sat down can read only the notes of that seat's bot, even after
//! getting up, and so can come back.

use std::collections::HashMap;

use super::error::RefusalKind::{Conflict, Forbidden, Missing};
use super::error::Result;
use crate::{VisitorId, words};
use juez_core::{Seat, SeatSet, misleads};

/// Maximum length of a person's name, in characters.
const MAX_NAME_CHARS: usize = 24;
/// The name of a person who gives none.
const NAMELESS: &str = "guest";

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SeatedPerson {
    pub visitor: VisitorId,
    pub name: String,
}

/// The people at one table.
pub(super) struct Seating {
    hidden: bool,
    owner: VisitorId,
    /// Seats that only the owner may take.
    owner_only: SeatSet,
    seats: Vec<SeatUse>,
    knows: HashMap<VisitorId, SeatSet>,
}

#[derive(Clone, Default)]
struct SeatUse {
    occupant: Option<SeatedPerson>,
    /// True once a person has sat here.
    used: bool,
    /// True once the seat is out of the match.
    out: bool,
    /// Moves made before the occupant sat down.
    since: u32,
}

impl Seating {
    /// Creates an empty table of `seats` seats, with or without hidden hands.
    pub fn new(seats: usize, hidden: bool, owner: VisitorId, owner_only: SeatSet) -> Seating {
        let (seats, knows) = (vec![SeatUse::default(); seats], HashMap::new());
        Seating { hidden, owner, owner_only, seats, knows }
    }

    pub fn occupant(&self, seat: Seat) -> Option<&SeatedPerson> {
        self.seats.get(seat.index())?.occupant.as_ref()
    }

    /// Returns the person in each seat.
    pub fn occupants(&self) -> Vec<Option<SeatedPerson>> {
        self.seats.iter().map(|seat| seat.occupant.clone()).collect()
    }

    /// Returns true if a person sits here or has sat here.
    pub fn was_used(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|seat| seat.used)
    }

    /// Returns the seats in which a visitor sits.
    pub fn seats_of(&self, visitor: &VisitorId) -> SeatSet {
        let sits_in = |seat: &Seat| self.occupant(*seat).is_some_and(|it| it.visitor == *visitor);
        Seat::all(self.seats.len() as u8).filter(sits_in).collect()
    }

    /// Checks that a visitor may sit down.
    ///
    /// # Errors
    /// If the seat is taken, out of the match or reserved for the owner, or the visitor has seen
    /// another hand.
    pub fn may_sit(&self, visitor: &VisitorId, seat: Seat) -> Result<()> {
        let Some(SeatUse { occupant, out, .. }) = self.seats.get(seat.index()) else {
            return Err(Missing.because(words::no_seat(seat)));
        };
        match occupant {
            Some(occupant) if occupant.visitor == *visitor => Ok(()),
            Some(occupant) => Err(Conflict.because(words::is_taken(&occupant.name, seat))),
            None if *out => Err(Conflict.because(words::is_out(seat))),
            None if self.owner_only.has(seat) && self.owner != *visitor => {
                Err(Forbidden.because(words::only_owner_takes_over(seat)))
            }
            None if self.hidden && !self.known_to(visitor).without(seat).is_empty() => {
                Err(Conflict.because(words::has_seen(seat)))
            }
            None => Ok(()),
        }
    }

    /// Seats a visitor, who must be allowed to sit here, under a name that is unique at the table.
    pub fn sit(&mut self, visitor: VisitorId, seat: Seat, name: Option<&str>) -> SeatedPerson {
        let others = (0..).zip(&self.seats).filter(|(number, _)| *number != seat.index());
        let taken: Vec<&str> =
            others.filter_map(|(_, other)| Some(&*other.occupant.as_ref()?.name)).collect();
        let name = unique_name(&clean_name(name), &taken);
        let occupant = SeatedPerson { visitor, name };
        self.put(seat, Some(occupant.clone()));
        self.learn(&visitor, SeatSet::EMPTY.with(seat));
        occupant
    }

    /// Puts a person into a seat, or empties it.
    pub fn put(&mut self, seat: Seat, occupant: Option<SeatedPerson>) {
        if let Some(seat) = self.seats.get_mut(seat.index()) {
            (seat.occupant, seat.used) = (occupant, true);
        }
    }

    /// Sets the number of moves made before the person in a seat sat down.
    pub fn sits_since(&mut self, seat: Seat, ply: u32) {
        if let Some(seat) = self.seats.get_mut(seat.index()) {
            seat.since = ply;
        }
    }

    /// Returns the number of moves made before the person in a seat sat down.
    pub fn since(&self, seat: Seat) -> u32 {
        self.seats.get(seat.index()).map_or(0, |seat| seat.since)
    }

    /// Marks a seat as out of the match.
    pub fn put_out(&mut self, seat: Seat) {
        if let Some(seat) = self.seats.get_mut(seat.index()) {
            seat.out = true;
        }
    }

    fn known_to(&self, visitor: &VisitorId) -> SeatSet {
        self.knows.get(visitor).copied().unwrap_or_default()
    }

    /// Returns the subset of `seats` whose hidden hands `visitor` has not seen.
    pub fn unknown(&self, visitor: &VisitorId, seats: SeatSet) -> SeatSet {
        if self.hidden { seats - self.known_to(visitor) } else { SeatSet::EMPTY }
    }

    /// Records that a visitor sees the hidden hands of some seats.
    pub fn learn(&mut self, visitor: &VisitorId, seats: SeatSet) {
        if !self.unknown(visitor, seats).is_empty() {
            let known = self.knows.entry(*visitor).or_default();
            *known = *known | seats;
        }
    }

    /// Returns the seats with hidden hands whose notes the owner may read while the match runs; the
    /// bots of `writers` write notes.
    pub fn notes_for(&self, owner: &VisitorId, writers: SeatSet) -> SeatSet {
        let known = self.known_to(owner);
        // An owner who knows several hands cannot sit down any more.
        if known.len() == 1 { writers & known } else { writers }
    }
}

/// Returns `name`, numbered if it is taken: `random`, `random (2)`.
pub(super) fn unique_name(name: &str, taken: &[&str]) -> String {
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let mut names = std::iter::once(name.to_string()).chain(numbered);
    names.find(|name| !taken.contains(&&**name)).unwrap_or_default()
}

/// Cleans a name for display: one line, limited length.
pub(super) fn clean_name(name: Option<&str>) -> String {
    let printable = name.unwrap_or_default().chars().filter(|sign| !misleads(*sign));
    match printable.take(MAX_NAME_CHARS).collect::<String>().trim() {
        "" => NAMELESS.to_string(),
        name => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RefusalKind;

    fn visitor(name: &str) -> VisitorId {
        VisitorId::of(name)
    }

    fn seat(number: u8) -> Seat {
        Seat::new(number)
    }

    fn seating(seats: usize, hidden: bool) -> Seating {
        Seating::new(seats, hidden, visitor("owner"), SeatSet::EMPTY)
    }

    #[test]
    fn a_seat_belongs_to_one_person_until_that_person_gets_up() {
        let mut seating = seating(2, false);
        seating.sit(visitor("ana"), seat(0), Some("Ana"));
        assert!(seating.may_sit(&visitor("ana"), seat(0)).is_ok());
        let refused = seating.may_sit(&visitor("bea"), seat(0)).unwrap_err();
        assert_eq!(refused.to_string(), "Ana sits in seat 0");
        seating.put(seat(0), None);
        assert!(seating.may_sit(&visitor("bea"), seat(0)).is_ok());
    }

    #[test]
    fn without_hidden_hands_a_person_may_take_both_sides() {
        let mut seating = seating(2, false);
        seating.sit(visitor("ana"), seat(0), None);
        assert!(seating.may_sit(&visitor("ana"), seat(1)).is_ok());
    }

    #[test]
    fn a_visitor_who_has_seen_a_hand_sits_in_no_other_seat() {
        let mut seating = seating(3, true);
        seating.sit(visitor("ana"), seat(0), None);
        seating.put(seat(0), None);
        assert!(seating.may_sit(&visitor("ana"), seat(1)).is_err());
        assert!(seating.may_sit(&visitor("ana"), seat(0)).is_ok());
        assert!(seating.may_sit(&visitor("bea"), seat(1)).is_ok());
    }

    #[test]
    fn an_owner_who_has_read_all_notes_sits_nowhere() {
        let (mut seating, owner) = (seating(2, true), visitor("owner"));
        let writers = SeatSet::first(2);
        let notes = seating.notes_for(&owner, writers);
        assert_eq!(notes, writers);
        assert_eq!(seating.unknown(&owner, notes), writers);
        seating.learn(&owner, notes);
        assert!(seating.unknown(&owner, notes).is_empty());
        assert!(Seat::all(2).all(|seat| seating.may_sit(&owner, seat).is_err()));
        assert_eq!(seating.notes_for(&owner, writers), writers, "reading continues");
    }

    #[test]
    fn an_owner_who_has_sat_down_reads_the_notes_of_that_seat_alone() {
        let (mut seating, owner) = (seating(2, true), visitor("owner"));
        seating.sit(owner, seat(1), None);
        assert_eq!(seating.notes_for(&owner, SeatSet::ALL), SeatSet::EMPTY.with(seat(1)));
        seating.put(seat(1), None);
        assert_eq!(seating.notes_for(&owner, SeatSet::ALL), SeatSet::EMPTY.with(seat(1)));
        assert!(seating.may_sit(&owner, seat(1)).is_ok(), "the owner may come back");
    }

    #[test]
    fn a_seat_that_is_reserved_for_the_owner_is_taken_by_no_other() {
        let owner_only = SeatSet::EMPTY.with(seat(1));
        let reserved = Seating { owner_only, ..seating(2, false) };
        let refused = reserved.may_sit(&visitor("bea"), seat(1)).unwrap_err();
        assert_eq!(refused.kind(), RefusalKind::Forbidden);
        assert!(reserved.may_sit(&visitor("owner"), seat(1)).is_ok());
        assert!(reserved.may_sit(&visitor("bea"), seat(0)).is_ok());
    }

    #[test]
    fn people_of_one_name_are_told_apart() {
        let mut seating = seating(3, false);
        assert_eq!(seating.sit(visitor("a"), seat(0), None).name, "guest");
        assert_eq!(seating.sit(visitor("b"), seat(1), Some(" \n ")).name, "guest (2)");
        assert_eq!(seating.sit(visitor("c"), seat(2), Some("Eva\u{7}\u{200f}")).name, "Eva");
    }
}
