//! What people at the table said, and whether a record says the same of them.

use std::collections::BTreeMap;

use crate::core::{By, FaultKind, Record, Seat};
use crate::registry::{AnyGame, Choice};

/// What people chose after which moves.
pub type Choices = BTreeMap<Vec<String>, Choice>;

/// What a record says of the people in the seats `people` that they did not say, in words; `None` if
/// it is true to them. The record is good by the rules, and began with `given` moves.
pub fn misquoted(
    game: &dyn AnyGame,
    record: &Record,
    people: &[Seat],
    given: usize,
    choices: &Choices,
) -> Option<String> {
    if people.is_empty() {
        return None;
    }
    let lines = game.legal(record, true).lines;
    let seat_at = |ply: usize| lines.get(ply).and_then(|line| line.seat);
    let said = |ply: usize| choices.get(record.moves.get(..ply)?);
    let gave_up = |seat, ply| seat_at(ply) == Some(seat) && said(ply) == Some(&Choice::Resign);
    for (ply, (mv, how)) in record.moves.iter().zip(&record.plies).enumerate() {
        let Some(seat) = seat_at(ply).filter(|seat| people.contains(seat)) else { continue };
        let is_true = match how.by {
            By::Human => said(ply) == Some(&Choice::Move(mv.clone())),
            By::Forced => lines[ply].legal.len() == 1,
            By::Given => ply < given,
            By::Substitute => (0..=ply).any(|earlier| gave_up(seat, earlier)),
            By::Bot | By::Takeover => false,
        };
        if !is_true {
            return Some(format!("at ply {ply} the person in seat {seat} did not choose {mv}"));
        }
    }
    let faults = || record.end.iter().flat_map(|end| &end.faults);
    for fault in faults().filter(|fault| people.contains(&fault.seat)) {
        if fault.fault.kind != FaultKind::Resigned || !gave_up(fault.seat, fault.ply as usize) {
            return Some(format!("the person in seat {} did not do wrong", fault.seat));
        }
    }
    let resigned = |ply: usize| faults().any(|fault| fault.ply as usize == ply);
    let mut left = choices
        .iter()
        .filter(|(before, choice)| **choice == Choice::Resign && record.moves.starts_with(before));
    let unheard = left.find(|(before, _)| !resigned(before.len()))?;
    Some(format!("at ply {} a person gave up", unheard.0.len()))
}
