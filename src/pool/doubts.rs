//! What a record says of how its moves came about that cannot be.
//!
//! Whether moves, faults and end go together the rules tell. Here is asked what only the parent knows:
//! which moves were given, who sat where, what people said, which calls were not made again, and what
//! the seed makes of chance. What a bot answered, spent and wrote nobody can know who did not ask it.

use super::choices::Choices;
use super::people::Said;
use crate::core::{By, FaultKind, Hook, PerSeat, Record, Seat, SeatFault, Seed, Team};
use crate::referee::{Judge, substitute_seed};
use crate::registry::{AnyGame, Attended, LegalLine, MadeMove};

/// A record that is good by the rules, and what its match was to be.
pub struct Account<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// What is said of the match.
    pub record: &'a Record,
    /// Its moves with those who made them.
    pub made: &'a [MadeMove],
    /// The side of each seat.
    pub teams: &'a [Team],
    /// Moves that the match began with.
    pub given: &'a [String],
    /// The seats that people attend.
    pub attended: &'a [Attended],
    /// What those people said.
    pub choices: &'a Choices,
    /// Calls that were not to be made, with the faults that stand for them.
    pub known: &'a [SeatFault],
    /// Where chance came from.
    pub seed: Option<Seed>,
}

/// What is doubtful, in words.
type Doubt = String;

impl Account<'_> {
    /// The first thing in it that cannot be; `None` if it can be believed.
    pub fn doubt(&self) -> Option<Doubt> {
        let faults = Faults::of(self.record, self.teams);
        let by_chance = self.record.plies.iter().any(|how| how.by == By::Substitute);
        // All legal moves of all positions cost more than most matches.
        let lines = match by_chance || !self.attended.is_empty() {
            true => self.game.legal(self.record, true).lines,
            false => Vec::new(),
        };
        let choices = self.choices.along(&self.record.moves);
        let said = Said { record: self.record, lines: &lines, choices, faults: &faults };
        let chosen = (0..self.made.len()).find_map(|ply| self.doubt_move(ply, &said, &lines));
        chosen.or_else(|| self.doubt_faults(&said)).or_else(|| self.doubt_seats())
    }

    fn doubt_move(&self, ply: usize, said: &Said<'_>, lines: &[LegalLine]) -> Option<Doubt> {
        let (MadeMove { seat, text, .. }, how) = (&self.made[ply], self.record.plies.get(ply)?);
        if let Some(given) = self.given.get(ply) {
            let is_so = how.by == By::Given && text == given;
            return (!is_so).then(|| format!("the move of ply {ply} was given: {given}"));
        }
        let can_be = match self.attended.iter().find(|one| one.seat == *seat) {
            Some(attended) => said.moved(*attended, ply, how),
            None => match how.by {
                By::Bot => !said.faults.failed(*seat, ply) && !said.faults.is_out(*seat, ply),
                By::Forced => true,
                By::Substitute => said.faults.failed(*seat, ply) || said.faults.is_out(*seat, ply),
                By::Given | By::Takeover | By::Human => false,
            },
        };
        if !can_be {
            return Some(format!("at ply {ply} nobody in seat {seat} chose {text} ({:?})", how.by));
        }
        let is_drawn = || {
            let legal = &lines.get(ply)?.legal;
            let mut rng = substitute_seed(self.seed, ply as u32).rng();
            (!legal.is_empty()).then(|| rng.choose(legal) == text)
        };
        let is_false = how.by == By::Substitute && is_drawn() != Some(true);
        is_false.then(|| format!("at ply {ply} chance chose another move"))
    }

    fn doubt_faults(&self, said: &Said<'_>) -> Option<Doubt> {
        for fault in said.faults.all() {
            let SeatFault { seat, ply, fault: what } = fault;
            let can_be = match self.attended.iter().find(|one| one.seat == *seat) {
                Some(attended) => said.failed(*attended, fault),
                None => what.kind != FaultKind::Resigned,
            };
            if !can_be {
                return Some(format!("nobody in seat {seat} did wrong at ply {ply}"));
            }
        }
        if let Some(ply) = said.unheard() {
            return Some(format!("at ply {ply} a person gave up"));
        }
        let lost = self.known.iter().find(|known| self.was_made(known, said.faults))?;
        Some(format!("seat {} was not to be called at ply {}", lost.seat, lost.ply))
    }

    /// Whether a call was made that was not to be made. Where the moves before it are others it may not
    /// have come up.
    fn was_made(&self, known: &SeatFault, faults: &Faults<'_>) -> bool {
        let ply = known.ply as usize;
        match known.fault.hook {
            Hook::Load | Hook::Start => !faults.began_badly(known.seat),
            Hook::NextMove => {
                let is_its = self.made.get(ply).is_some_and(|made| made.seat == known.seat);
                let player = self.record.players.get(known.seat.index());
                let by = self.record.plies.get(ply).map(|how| how.by);
                is_its && by == player.map(|player| player.bot.chosen_by_bot())
            }
            Hook::Finish => false,
        }
    }

    /// Whoever reads a record looks for the players of those it names.
    fn doubt_seats(&self) -> Option<Doubt> {
        let nobody = self.record.logs.iter().find(|log| log.seat.index() >= self.teams.len())?;
        Some(format!("there is no seat {} to write anything", nobody.seat))
    }
}

/// What was done wrong in a match, and who was not asked any more for it.
pub struct Faults<'a> {
    all: &'a [SeatFault],
    /// The first ply at which nobody asks the seat.
    out: PerSeat<usize>,
}

impl<'a> Faults<'a> {
    /// The faults of a record that is good by the rules.
    pub fn of(record: &'a Record, teams: &[Team]) -> Faults<'a> {
        let all = record.end.as_ref().map_or(&[][..], |end| &end.faults);
        let mut out = PerSeat::from_fn(teams.len() as u8, |_| usize::MAX);
        let mut judge = Judge::new(&record.limits.clone().unwrap_or_default(), teams.to_vec());
        for SeatFault { seat, ply, fault } in all {
            let from = match fault.hook {
                Hook::Load | Hook::Start => *ply as usize,
                Hook::NextMove => *ply as usize + 1,
                Hook::Finish => continue,
            };
            judge.fault(*seat, fault.kind);
            if judge.is_out(*seat) {
                out[*seat] = out[*seat].min(from);
            }
        }
        Faults { all, out }
    }

    /// All of them, in order.
    pub fn all(&self) -> &'a [SeatFault] {
        self.all
    }

    /// Whether a seat did wrong before the first move.
    pub fn began_badly(&self, seat: Seat) -> bool {
        self.all.iter().any(|fault| fault.seat == seat && fault.fault.hook.begins())
    }

    /// Whether a seat was asked at a ply and did wrong.
    pub fn failed(&self, seat: Seat, ply: usize) -> bool {
        let is_it = |fault: &SeatFault| fault.seat == seat && fault.ply as usize == ply;
        self.all.iter().any(|fault| is_it(fault) && fault.fault.hook == Hook::NextMove)
    }

    /// Whether a seat was out of the match before anybody was asked at a ply.
    pub fn is_out(&self, seat: Seat, ply: usize) -> bool {
        self.out[seat] <= ply
    }
}
