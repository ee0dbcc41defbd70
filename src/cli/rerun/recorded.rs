//! Facts known from the record alone: choices of people, and of bots that took over for them.

use juez_core::{By, FaultKind, Hook, PlayedBy, Record, Seat, SeatFault};
use juez_match::registry::{Asked, Choice, Person};

/// True if anyone but the bots of the match decided something.
pub fn has_people(record: &Record) -> bool {
    let by_bot = |by| matches!(by, By::Bot | By::Forced);
    record.plies.iter().any(|ply| !by_bot(ply.by)) || record.faults().iter().any(is_resigned)
}

/// True if a seat belongs to a person or a program, which play only once.
fn plays_once(record: &Record, seat: Seat) -> bool {
    let player = record.players.get(seat.index());
    player.is_some_and(|player| matches!(player.bot, PlayedBy::Human | PlayedBy::External))
}

/// Returns the seats of external programs.
pub fn programs(record: &Record) -> impl Iterator<Item = Seat> {
    let seats = Seat::all(record.players.len() as u8).zip(&record.players);
    seats.filter(|(_, player)| player.bot == PlayedBy::External).map(|(seat, _)| seat)
}

/// Returns the faults of programs and takeover bots.
pub fn faults_of_stand_ins(record: &Record) -> impl Iterator<Item = &SeatFault> {
    let is_its = move |fault: &&SeatFault| plays_once(record, fault.seat) && !is_resigned(fault);
    record.faults().iter().filter(is_its)
}

/// Returns the seats and plies at which a program or a takeover bot failed to move.
fn failed_moves(record: &Record) -> Vec<(Seat, u32)> {
    let at_move = |fault: &&SeatFault| fault.fault.hook == Hook::NextMove;
    let faults = faults_of_stand_ins(record).filter(at_move);
    faults.map(|fault| (fault.seat, fault.ply)).collect()
}

/// Copies logs and costs of programs and takeover bots, which were not asked again, from the record
/// into the replay.
pub fn fill_in(record: &Record, again: &mut Record) {
    let failed = failed_moves(record);
    for (ply, (then, now)) in (0..).zip(record.plies.iter().zip(&mut again.plies)) {
        let is_its = match (then.by, now.by) {
            (By::Takeover, By::Human) | (By::Bot, By::Takeover) => true,
            // Without an end the record has no faults, and a random move replaced the bot's.
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
    // Logs of the other seats keep their order between the copied ones.
    for log in &record.logs {
        let once = plays_once(record, log.seat);
        again.logs.extend(if once { Some(log.clone()) } else { own.next() });
    }
    again.logs.extend(own);
}

fn is_resigned(fault: &SeatFault) -> bool {
    fault.fault.kind == FaultKind::Resigned
}

/// The recorded choices of people, and of programs and bots that took over for people.
pub struct RecordedPeople {
    /// The choice at each ply.
    choices: Vec<Choice>,
    /// Seats and plies at which a takeover bot failed to move.
    failed: Vec<(Seat, u32)>,
    people: Vec<Seat>,
    /// The moves of the record, and the seats of programs, which made some of them.
    moves: Vec<String>,
    programs: Vec<Seat>,
}

impl RecordedPeople {
    /// Collects the choices of people in this record.
    pub fn of(record: &Record) -> RecordedPeople {
        let resigned = |ply: usize| {
            record.faults().iter().any(|fault| fault.ply as usize == ply && is_resigned(fault))
        };
        let chosen = record.moves.iter().zip(&record.plies).enumerate();
        let mut choices: Vec<Choice> = chosen
            .map(|(ply, (mv, how))| match how.by {
                _ if resigned(ply) => Choice::Resign,
                By::Human | By::Takeover => Choice::Move(mv.clone()),
                // A substitute move with a log was a bot's failure.
                By::Substitute if how.log.is_none() => Choice::Random,
                By::Bot | By::Substitute | By::Forced | By::Given => Choice::Bot,
            })
            .collect();
        // A decision after the last move has ended the match, by resigning or by a fault.
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
            // Takeover bots and programs are asked again only to repeat a known fault.
            Some(Choice::Bot)
                if self.people.contains(&seat) && !self.failed.contains(&(seat, ply)) =>
            {
                let mv = self.moves.get(ply as usize).filter(|_| self.programs.contains(&seat));
                mv.cloned().map_or(Choice::Random, Choice::Move)
            }
            // A choice refused once would be refused for ever.
            Some(choice) if asked.refused.is_none() => choice.clone(),
            _ => Choice::Resign,
        }
    }
}
