//! What people at the table said, and whether a record says the same of them.

use super::doubts::Faults;
use crate::core::{By, FaultKind, Hook, Ply, Record, SeatFault};
use crate::registry::{Attended, Choice, LegalLine};

/// A record beside what people said while it was made.
pub struct Said<'a> {
    /// The record, which is good by the rules.
    pub record: &'a Record,
    /// Every position of it.
    pub lines: &'a [LegalLine],
    /// What was said before each move, and after the last.
    pub choices: Vec<Option<&'a Choice>>,
    /// What was done wrong in it.
    pub faults: &'a Faults<'a>,
}

impl Said<'_> {
    fn at(&self, ply: usize) -> Option<&Choice> {
        self.choices.get(ply).copied().flatten()
    }

    /// Whether a move of an attended seat, which was not given, came about as the record says.
    pub fn moved(&self, seat: Attended, ply: usize, how: &Ply) -> bool {
        let player = self.record.players.get(seat.seat.index()).map(|player| player.bot);
        let Some(player) = player else { return false };
        match how.by {
            By::Forced => self.lines.get(ply).is_some_and(|line| line.legal.len() == 1),
            By::Given => false,
            By::Substitute => self.left_to_chance(seat, ply),
            by if by == player.chosen_by_person() => {
                self.at(ply) == self.record.moves.get(ply).cloned().map(Choice::Move).as_ref()
            }
            by if by == player.chosen_by_bot() => {
                seat.has_bot && self.at(ply) == Some(&Choice::Bot)
            }
            _ => false,
        }
    }

    /// Whether the referee had to play at random: somebody wanted that, there was no bot to leave it
    /// to, or the seat had done wrong by then.
    fn left_to_chance(&self, seat: Attended, ply: usize) -> bool {
        match self.at(ply) {
            Some(Choice::Random) => true,
            Some(Choice::Bot) if !seat.has_bot => true,
            Some(Choice::Bot | Choice::Resign) => self.faults.failed(seat.seat, ply),
            Some(Choice::Move(_)) => false,
            None => self.faults.is_out(seat.seat, ply),
        }
    }

    /// Whether an attended seat can have done wrong as the record says: a person gave up, or its bot
    /// was asked.
    pub fn failed(&self, seat: Attended, fault: &SeatFault) -> bool {
        let said = self.at(fault.ply as usize);
        match fault.fault.kind {
            FaultKind::Resigned => {
                fault.fault.hook == Hook::NextMove && said == Some(&Choice::Resign)
            }
            _ if fault.fault.hook == Hook::NextMove => seat.has_bot && said == Some(&Choice::Bot),
            _ => seat.has_bot,
        }
    }

    /// The ply at which somebody gave up whom the record does not hear.
    pub fn unheard(&self) -> Option<usize> {
        let resigned = |ply: usize| {
            let here = |fault: &&SeatFault| fault.ply as usize == ply;
            self.faults.all().iter().filter(here).any(|f| f.fault.kind == FaultKind::Resigned)
        };
        let gave_up = |ply: &usize| self.at(*ply) == Some(&Choice::Resign);
        (0..self.choices.len()).filter(gave_up).find(|ply| !resigned(*ply))
    }
}
