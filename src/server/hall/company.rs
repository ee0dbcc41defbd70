//! The people who sit at a table, and the seats they may take.
//!
//! In a game with hidden hands no person plays with what he saw in another seat: who sits down in a
//! seat, or reads the notes of its bot, *knows* it, and from then on may sit in no other. An owner
//! who has sat down is given the notes of that seat's bot only, also after he has got up, so that
//! giving a seat back for a while does not lose it.

use std::collections::HashMap;

use super::archive::Sitter;
use super::plan::Plan;
use super::seats::Seats;
use super::{HallError, Visitor};
use crate::core::Seat;
use crate::server::words;

/// The most letters of a name.
const NAME: usize = 24;
/// Who gives no name.
const NAMELESS: &str = "guest";

/// The people at one table.
pub(super) struct Company {
    hidden: bool,
    owner: Visitor,
    /// The seats that only the owner may take.
    only_his: Seats,
    chairs: Vec<Chair>,
    knows: HashMap<Visitor, Seats>,
}

/// A seat as people see it.
#[derive(Clone, Default)]
struct Chair {
    sitter: Option<Sitter>,
    /// True once a person has sat here.
    used: bool,
    /// Whether the seat is out of the match.
    out: bool,
}

impl Company {
    /// The table of a match without people, with or without hidden hands.
    pub fn of(plan: &Plan, hidden: bool) -> Company {
        let company = Company::new(plan.places.len(), hidden, plan.owner);
        Company { only_his: plan.seats_of_owner(), ..company }
    }

    /// A table of so many seats without people.
    fn new(seats: usize, hidden: bool, owner: Visitor) -> Company {
        let (chairs, knows) = (vec![Chair::default(); seats], HashMap::new());
        Company { hidden, owner, only_his: Seats::NONE, chairs, knows }
    }

    /// Who sits in a seat.
    pub fn sitter(&self, seat: Seat) -> Option<&Sitter> {
        self.chairs.get(seat.index())?.sitter.as_ref()
    }

    /// Who sits in each seat.
    pub fn sitters(&self) -> Vec<Option<Sitter>> {
        self.chairs.iter().map(|chair| chair.sitter.clone()).collect()
    }

    /// True if a person sits here or has sat here.
    pub fn was_used(&self, seat: Seat) -> bool {
        self.chairs.get(seat.index()).is_some_and(|chair| chair.used)
    }

    /// The seats in which a visitor sits.
    pub fn seats_of(&self, visitor: &Visitor) -> Seats {
        let is_his = |(_, chair): &(u8, &Chair)| {
            chair.sitter.as_ref().is_some_and(|sitter| sitter.visitor == *visitor)
        };
        (0..).zip(&self.chairs).filter(is_his).map(|(seat, _)| Seat::new(seat)).collect()
    }

    /// Whether a visitor may sit down here.
    ///
    /// # Errors
    /// Why not.
    pub fn may_sit(&self, visitor: &Visitor, seat: Seat) -> Result<(), HallError> {
        let Some(chair) = self.chairs.get(seat.index()) else {
            return Err(HallError::missing(words::no_seat(seat)));
        };
        match &chair.sitter {
            Some(sitter) if sitter.visitor == *visitor => return Ok(()),
            Some(sitter) => {
                return Err(HallError::conflict(words::is_taken(&sitter.name, seat)));
            }
            None if chair.out => {
                return Err(HallError::conflict(words::is_out(seat)));
            }
            None if self.only_his.contains(seat) && self.owner != *visitor => {
                return Err(HallError::forbidden(words::only_owner_takes_over(seat)));
            }
            None => {}
        }
        match self.hidden && !self.knows(visitor).are_all_in(Seats::only(seat)) {
            true => Err(HallError::conflict(words::has_seen(seat))),
            false => Ok(()),
        }
    }

    /// Seats a visitor who may sit here; who he is from now on.
    pub fn sit(&mut self, visitor: Visitor, seat: Seat, name: Option<&str>) -> Sitter {
        let name = self.free_name(&clean(name), seat);
        self.put(seat, Some(Sitter { visitor, name: name.clone() }));
        self.learn(&visitor, Seats::only(seat));
        Sitter { visitor, name }
    }

    /// Puts a person into a seat, or empties it.
    pub fn put(&mut self, seat: Seat, sitter: Option<Sitter>) {
        if let Some(chair) = self.chairs.get_mut(seat.index()) {
            (chair.sitter, chair.used) = (sitter, true);
        }
    }

    /// The seat is not asked any more.
    pub fn put_out(&mut self, seat: Seat) {
        if let Some(chair) = self.chairs.get_mut(seat.index()) {
            chair.out = true;
        }
    }

    /// The seats of which a visitor has seen what is hidden.
    fn knows(&self, visitor: &Visitor) -> Seats {
        self.knows.get(visitor).copied().unwrap_or_default()
    }

    /// Those of some seats of which a visitor has not seen what is hidden, in games where anything
    /// is.
    pub fn unknown(&self, visitor: &Visitor, seats: Seats) -> Seats {
        match self.hidden {
            true => seats.without(self.knows(visitor)),
            false => Seats::NONE,
        }
    }

    /// A visitor sees what is hidden in some seats.
    pub fn learn(&mut self, visitor: &Visitor, seats: Seats) {
        if !self.unknown(visitor, seats).is_empty() {
            let known = self.knows.entry(*visitor).or_default();
            *known = known.and(seats);
        }
    }

    /// The seats whose notes the owner of the match is given while it runs; `writers` are those
    /// whose bots write any.
    pub fn notes_for(&self, owner: &Visitor, writers: Seats) -> Seats {
        if !self.hidden {
            return Seats::ALL;
        }
        let knows = self.knows(owner);
        match knows.count() {
            // Who knows more than one seat sits nowhere and never will.
            0 | 2.. => writers,
            1 => writers.within(knows),
        }
    }

    /// `name`, or what tells it from the other people at the table.
    fn free_name(&self, name: &str, seat: Seat) -> String {
        let others = (0..).zip(&self.chairs).filter(|(number, _)| *number != seat.index());
        let taken: Vec<&str> =
            others.filter_map(|(_, chair)| Some(&*chair.sitter.as_ref()?.name)).collect();
        told_apart(name, &taken)
    }
}

/// `name`, numbered if it is taken: `random`, `random (2)`.
pub(super) fn told_apart(name: &str, taken: &[&str]) -> String {
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let mut names = std::iter::once(name.to_string()).chain(numbered);
    names.find(|name| !taken.contains(&&**name)).unwrap_or_default()
}

/// A name as it is shown: one line, not too long.
pub(super) fn clean(name: Option<&str>) -> String {
    let plain = |sign: &char| !sign.is_control();
    let words: String = name.unwrap_or_default().chars().filter(plain).take(NAME).collect();
    match words.trim() {
        "" => NAMELESS.to_string(),
        words => words.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(name: &str) -> Visitor {
        Visitor::of(name)
    }

    fn seat(number: u8) -> Seat {
        Seat::new(number)
    }

    fn company(seats: usize, hidden: bool) -> Company {
        Company::new(seats, hidden, visitor("owner"))
    }

    #[test]
    fn a_seat_is_one_persons_until_he_gets_up() {
        let mut company = company(2, false);
        company.sit(visitor("ana"), seat(0), Some("Ana"));
        assert!(company.may_sit(&visitor("ana"), seat(0)).is_ok());
        let refused = company.may_sit(&visitor("bea"), seat(0)).unwrap_err();
        assert_eq!(refused.to_string(), "Ana sits in seat 0");
        company.put(seat(0), None);
        assert!(company.may_sit(&visitor("bea"), seat(0)).is_ok());
    }

    #[test]
    fn where_nothing_is_hidden_one_may_play_with_oneself() {
        let mut company = company(2, false);
        company.sit(visitor("ana"), seat(0), None);
        assert!(company.may_sit(&visitor("ana"), seat(1)).is_ok());
    }

    #[test]
    fn who_has_seen_a_hand_sits_in_no_other_seat() {
        let mut company = company(3, true);
        company.sit(visitor("ana"), seat(0), None);
        company.put(seat(0), None);
        assert!(company.may_sit(&visitor("ana"), seat(1)).is_err());
        assert!(company.may_sit(&visitor("ana"), seat(0)).is_ok());
        assert!(company.may_sit(&visitor("bea"), seat(1)).is_ok());
    }

    #[test]
    fn an_owner_who_has_read_the_notes_of_all_sits_nowhere() {
        let (mut company, owner) = (company(2, true), visitor("owner"));
        let writers = Seats::ALL.within([seat(0), seat(1)].into_iter().collect());
        let notes = company.notes_for(&owner, writers);
        assert_eq!(notes, writers);
        assert_eq!(company.unknown(&owner, notes), writers);
        company.learn(&owner, notes);
        assert!(company.unknown(&owner, notes).is_empty());
        assert!(Seat::all(2).all(|seat| company.may_sit(&owner, seat).is_err()));
        assert_eq!(company.notes_for(&owner, writers), writers, "he reads on");
    }

    #[test]
    fn an_owner_who_has_sat_down_reads_the_notes_of_that_seat_alone() {
        let (mut company, owner) = (company(2, true), visitor("owner"));
        company.sit(owner, seat(1), None);
        assert_eq!(company.notes_for(&owner, Seats::ALL), Seats::only(seat(1)));
        company.put(seat(1), None);
        assert_eq!(company.notes_for(&owner, Seats::ALL), Seats::only(seat(1)));
        assert!(company.may_sit(&owner, seat(1)).is_ok(), "he may come back");
    }

    #[test]
    fn a_seat_that_is_kept_for_the_owner_is_taken_by_no_other() {
        let kept = Company { only_his: Seats::only(seat(1)), ..company(2, false) };
        let refused = kept.may_sit(&visitor("bea"), seat(1)).unwrap_err();
        assert_eq!(refused.trouble(), super::super::Trouble::Forbidden);
        assert!(kept.may_sit(&visitor("owner"), seat(1)).is_ok());
        assert!(kept.may_sit(&visitor("bea"), seat(0)).is_ok());
    }

    #[test]
    fn people_of_one_name_are_told_apart() {
        let mut company = company(3, false);
        assert_eq!(company.sit(visitor("a"), seat(0), None).name, "guest");
        assert_eq!(company.sit(visitor("b"), seat(1), Some(" \n ")).name, "guest (2)");
        assert_eq!(company.sit(visitor("c"), seat(2), Some("Eva\u{7}")).name, "Eva");
    }
}
