//! Facts that only the record has: what people chose, and what bots did that stood in for them.

use crate::core::{By, FaultKind, Hook, PlayedBy, Record, Seat, SeatFault};
use crate::registry::{Asked, Choice, Person};

/// True if anything was decided by others than the bots of the match.
pub fn has_people(record: &Record) -> bool {
    let by_bot = |by| matches!(by, By::Bot | By::Forced);
    record.plies.iter().any(|ply| !by_bot(ply.by)) || record.faults().iter().any(is_resigned)
}

fn is_person(record: &Record, seat: Seat) -> bool {
    record.players.get(seat.index()).is_some_and(|player| player.bot == PlayedBy::Human)
}

/// The faults of bots that stood in for people.
pub fn faults_of_stand_ins(record: &Record) -> impl Iterator<Item = &SeatFault> {
    let is_its = move |fault: &&SeatFault| is_person(record, fault.seat) && !is_resigned(fault);
    record.faults().iter().filter(is_its)
}

/// Where a bot that stood in for a person made no move.
fn failed_moves(record: &Record) -> Vec<(Seat, u32)> {
    let at_move = |fault: &&SeatFault| fault.fault.hook == Hook::NextMove;
    let faults = faults_of_stand_ins(record).filter(at_move);
    faults.map(|fault| (fault.seat, fault.ply)).collect()
}

/// Puts into the second playing what a bot wrote and spent that stood in for a person, for it was not
/// asked again.
pub fn fill_in(record: &Record, again: &mut Record) {
    let failed = failed_moves(record);
    for (ply, (then, now)) in (0..).zip(record.plies.iter().zip(&mut again.plies)) {
        let is_its = match (then.by, now.by) {
            (By::Takeover, By::Human) => true,
            // Without an end there are no faults in the record, and chance played for the bot.
            (By::Substitute, By::Substitute) => {
                failed.iter().any(|(_, at)| *at == ply)
                    || (record.end.is_none() && now.log.is_none())
            }
            _ => false,
        };
        if is_its {
            now.clone_from(then);
        }
    }
    let own = std::mem::take(&mut again.logs).into_iter();
    let mut own = own.filter(|log| !is_person(record, log.seat));
    // Those of the others stand between them as they stood.
    for log in &record.logs {
        let of_person = is_person(record, log.seat);
        again.logs.extend(if of_person { Some(log.clone()) } else { own.next() });
    }
    again.logs.extend(own);
}

fn is_resigned(fault: &SeatFault) -> bool {
    fault.fault.kind == FaultKind::Resigned
}

/// The people of a record, whose choices are known already. What a bot chose that stood in for a
/// person is taken for a choice of the person's.
pub struct RecordedPeople {
    /// The player at each ply.
    choices: Vec<Choice>,
    /// Where a bot that stood in for a person did wrong.
    failed: Vec<(Seat, u32)>,
    people: Vec<Seat>,
}

impl RecordedPeople {
    /// The people of this record.
    pub fn of(record: &Record) -> RecordedPeople {
        let resigned = |ply: usize| {
            record.faults().iter().any(|fault| fault.ply as usize == ply && is_resigned(fault))
        };
        let chosen = record.moves.iter().zip(&record.plies).enumerate();
        let mut choices: Vec<Choice> = chosen
            .map(|(ply, (mv, how))| match how.by {
                _ if resigned(ply) => Choice::Resign,
                By::Human | By::Takeover => Choice::Move(mv.clone()),
                // A bot that was asked and did wrong has a log.
                By::Substitute if how.log.is_none() => Choice::Random,
                By::Bot | By::Substitute | By::Forced | By::Given => Choice::Bot,
            })
            .collect();
        // The last decision may have made no move.
        choices.push(if resigned(choices.len()) { Choice::Resign } else { Choice::Bot });
        let failed = failed_moves(record);
        let seats = Seat::all(record.players.len() as u8);
        let people = seats.filter(|seat| is_person(record, *seat)).collect();
        RecordedPeople { choices, failed, people }
    }
}

impl Person for RecordedPeople {
    fn choose(&self, asked: &Asked<'_>) -> Choice {
        let (seat, ply) = (asked.seat, asked.ply);
        match self.choices.get(ply as usize) {
            // A bot that stands in is not to be asked, but for a fault that is known.
            Some(Choice::Bot)
                if self.people.contains(&seat) && !self.failed.contains(&(seat, ply)) =>
            {
                Choice::Random
            }
            // What is refused once would be refused for ever.
            Some(choice) if asked.refused.is_none() => choice.clone(),
            _ => Choice::Resign,
        }
    }
}
