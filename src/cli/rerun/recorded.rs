//! Facts that only the record has: what people chose, and what bots did that stood in for them.

use crate::core::{By, FaultKind, Hook, PlayedBy, Record, Seat, SeatFault};
use crate::registry::{Asked, Choice, Person};

/// True if anything was decided by others than the bots of the match.
pub fn has_people(record: &Record) -> bool {
    let by_bot = |by| matches!(by, By::Bot | By::Forced);
    record.plies.iter().any(|ply| !by_bot(ply.by)) || record.faults().iter().any(is_resigned)
}

/// True if a seat is of a person or a program, who play only once.
fn plays_once(record: &Record, seat: Seat) -> bool {
    let player = record.players.get(seat.index());
    player.is_some_and(|player| matches!(player.bot, PlayedBy::Human | PlayedBy::External))
}

/// The seats of programs from outside.
pub fn programs(record: &Record) -> impl Iterator<Item = Seat> {
    let seats = Seat::all(record.players.len() as u8).zip(&record.players);
    seats.filter(|(_, player)| player.bot == PlayedBy::External).map(|(seat, _)| seat)
}

/// The faults of programs, and of bots that stood in for people.
pub fn faults_of_stand_ins(record: &Record) -> impl Iterator<Item = &SeatFault> {
    let is_its = move |fault: &&SeatFault| plays_once(record, fault.seat) && !is_resigned(fault);
    record.faults().iter().filter(is_its)
}

/// Where a program, or a bot that stood in for a person, made no move.
fn failed_moves(record: &Record) -> Vec<(Seat, u32)> {
    let at_move = |fault: &&SeatFault| fault.fault.hook == Hook::NextMove;
    let faults = faults_of_stand_ins(record).filter(at_move);
    faults.map(|fault| (fault.seat, fault.ply)).collect()
}

/// Puts into the second playing what those wrote and spent that were not asked again: programs, and bots
/// that stood in for people.
pub fn fill_in(record: &Record, again: &mut Record) {
    let failed = failed_moves(record);
    for (ply, (then, now)) in (0..).zip(record.plies.iter().zip(&mut again.plies)) {
        let is_its = match (then.by, now.by) {
            (By::Takeover, By::Human) | (By::Bot, By::Takeover) => true,
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
    let mut own = own.filter(|log| !plays_once(record, log.seat));
    // Those of the others stand between them as they stood.
    for log in &record.logs {
        let once = plays_once(record, log.seat);
        again.logs.extend(if once { Some(log.clone()) } else { own.next() });
    }
    again.logs.extend(own);
}

fn is_resigned(fault: &SeatFault) -> bool {
    fault.fault.kind == FaultKind::Resigned
}

/// The people of a record, whose choices are known already. What a program chose, and a bot that stood
/// in for a person, is taken for a choice of a person's.
pub struct RecordedPeople {
    /// The player at each ply.
    choices: Vec<Choice>,
    /// Where a bot that stood in for a person did wrong.
    failed: Vec<(Seat, u32)>,
    people: Vec<Seat>,
    /// The moves of the record, and the seats of programs, which made them.
    moves: Vec<String>,
    programs: Vec<Seat>,
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
        let people = seats.filter(|seat| plays_once(record, *seat)).collect();
        let (moves, programs) = (record.moves.clone(), programs(record).collect());
        RecordedPeople { choices, failed, people, moves, programs }
    }
}

impl Person for RecordedPeople {
    fn choose(&self, asked: &Asked<'_>) -> Choice {
        let (seat, ply) = (asked.seat, asked.ply);
        match self.choices.get(ply as usize) {
            // A bot that stands in, and a program, is not to be asked, but for a fault that is known.
            Some(Choice::Bot)
                if self.people.contains(&seat) && !self.failed.contains(&(seat, ply)) =>
            {
                let mv = self.moves.get(ply as usize).filter(|_| self.programs.contains(&seat));
                mv.cloned().map_or(Choice::Random, Choice::Move)
            }
            // What is refused once would be refused for ever.
            Some(choice) if asked.refused.is_none() => choice.clone(),
            _ => Choice::Resign,
        }
    }
}
