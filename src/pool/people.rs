//! What people at the table said, and whether a record says the same of them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::core::{By, FaultKind, Hook, Ply, Record, SeatFault};
use crate::registry::{AnyGame, Attended, Choice, LegalLine};

/// What people said after which moves.
pub type Choices = BTreeMap<Vec<String>, Choice>;

/// What a record says of the seats that people attend which they did not say, in words; `None` if it
/// is true to them. The record is good by the rules, and began with `given` moves.
pub fn misquoted(
    game: &dyn AnyGame,
    record: &Record,
    attended: &[Attended],
    given: usize,
    choices: &Choices,
) -> Option<String> {
    if attended.is_empty() {
        return None;
    }
    let lines = game.legal(record, true).lines;
    let said = Said { record, given, choices };
    for (ply, how) in record.plies.iter().enumerate().take(record.moves.len()) {
        let Some(line) = lines.get(ply) else { continue };
        let Some(seat) = attended.iter().find(|one| Some(one.seat) == line.seat) else { continue };
        if !said.moved(*seat, ply, how, line.legal.len()) {
            let (seat, mv, by) = (seat.seat, &record.moves[ply], how.by);
            return Some(format!("at ply {ply} nobody in seat {seat} chose {mv} ({by:?})"));
        }
    }
    for fault in said.faults() {
        let at = attended.iter().find(|one| one.seat == fault.seat);
        if at.is_some_and(|seat| !said.failed(*seat, fault, &lines)) {
            return Some(format!("nobody in seat {} did wrong at ply {}", fault.seat, fault.ply));
        }
    }
    said.unheard().map(|ply| format!("at ply {ply} a person gave up"))
}

/// A record beside what people said while it was made.
struct Said<'a> {
    record: &'a Record,
    given: usize,
    choices: &'a Choices,
}

impl Said<'_> {
    fn at(&self, ply: usize) -> Option<&Choice> {
        self.choices.get(self.record.moves.get(..ply)?)
    }

    fn faults(&self) -> impl Iterator<Item = &SeatFault> {
        self.record.end.iter().flat_map(|end| &end.faults)
    }

    /// Whether a move of an attended seat came about as the record says.
    fn moved(&self, seat: Attended, ply: usize, how: &Ply, legal: usize) -> bool {
        let player = self.record.players.get(seat.seat.index()).map(|player| player.bot);
        let Some(player) = player else { return false };
        match how.by {
            By::Forced => legal == 1,
            By::Given => ply < self.given,
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
        let failed = |by: RangeInclusive<usize>| {
            let own = |fault: &&SeatFault| fault.seat == seat.seat;
            self.faults().filter(own).any(|fault| by.contains(&(fault.ply as usize)))
        };
        match self.at(ply) {
            Some(Choice::Random) => true,
            Some(Choice::Bot) if !seat.has_bot => true,
            Some(Choice::Bot | Choice::Resign) => failed(ply..=ply),
            Some(Choice::Move(_)) => false,
            // Nobody asks for a seat that is out.
            None => failed(0..=ply),
        }
    }

    /// Whether an attended seat can have done wrong as the record says: a person gave up, or its bot
    /// was asked.
    fn failed(&self, seat: Attended, fault: &SeatFault, lines: &[LegalLine]) -> bool {
        let ply = fault.ply as usize;
        match fault.fault.kind {
            FaultKind::Resigned => {
                let to_move = lines.get(ply).and_then(|line| line.seat);
                to_move == Some(seat.seat) && self.at(ply) == Some(&Choice::Resign)
            }
            _ if fault.fault.hook == Hook::NextMove => {
                seat.has_bot && self.at(ply) == Some(&Choice::Bot)
            }
            _ => seat.has_bot,
        }
    }

    /// The ply at which somebody gave up whom the record does not hear.
    fn unheard(&self) -> Option<usize> {
        let resigned = |ply: usize| self.faults().any(|fault| fault.ply as usize == ply);
        let gave_up = self.choices.iter().filter(|(before, choice)| {
            **choice == Choice::Resign && self.record.moves.starts_with(before)
        });
        gave_up.map(|(before, _)| before.len()).find(|ply| !resigned(*ply))
    }
}
