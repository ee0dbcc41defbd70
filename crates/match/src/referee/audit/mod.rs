//! Audits a record: checks whether everything except its moves and end is possible.
//!
//! No bot is called, so a false answer, fuel figure or note within the limits goes undetected.

/// The result of an audit so far.
type Found = Result<(), String>;

/// Returns an error unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($why:tt)*) => {
        if !$holds {
            return Err(format!($($why)*));
        }
    };
}

mod spending;

use super::{AnyTable, Judge, MoveRefused, RecordFault, Replay, substitute_seed};
use juez_core::{
    Branch, By, Fault, FaultKind, Hook, HookLog, Next, PlayedBy, Player, Ply, Record, Seat,
    SeatFault,
};

use spending::is_short;

/// Checks the chance, players, plies, faults and logs of a record that [verifies](super::verify):
/// deals and substituted moves against its seed, the maker of each move against the player in that
/// seat, fuel and logs against the limits, and faults against the hooks and players in which they
/// can occur. `replay` must be before the first deal.
///
/// # Errors
/// The first impossible fact.
pub fn audit(replay: Replay<'_, dyn AnyTable>) -> Result<(), RecordFault> {
    let (record, table) = (replay.record(), replay.table());
    let limits = record.limits.clone().unwrap_or_default();
    let given = record.plies.iter().take_while(|how| how.by == By::Given).count();
    let judge = Judge::new(&limits, table.teams());
    let spent = vec![0; table.seats().into()];
    let mut audit = Audit { record, given, judge, spent, replay, found: Ok(()) };
    audit.walk()?;
    let ply = audit.table().ply();
    audit.found.map_err(|error| RecordFault { ply, error })
}

struct Audit<'r> {
    record: &'r Record,
    /// Number of moves that the match began with.
    given: usize,
    judge: Judge,
    /// The fuel spent by each seat so far.
    spent: Vec<u64>,
    replay: Replay<'r, dyn AnyTable>,
    /// The result at the current position.
    found: Found,
}

impl<'r> Audit<'r> {
    /// Walks to the first error, or to the end.
    fn walk(&mut self) -> Result<(), RecordFault> {
        self.found = self.start();
        while self.found.is_ok() {
            let ply = self.table().ply();
            match self.table().next() {
                Next::Deal => {
                    let drawn = self.drawn();
                    if !self.replay.deal_if_due()? {
                        break;
                    }
                    let (deal, number) = (self.table().deals().pop(), self.table().deal());
                    if drawn.is_some_and(|drawn| deal != Some(drawn)) {
                        self.found =
                            Err(format!("deal {number} differs from the one that the seed gives"));
                    }
                }
                Next::Move(seat) => {
                    let Some(text) = self.record.moves.get(ply as usize) else { break };
                    let mv = self.table().read_text(text);
                    let mv = mv.map_err(|error| RecordFault::new(ply, error))?;
                    self.found = self.decision(seat, &mv);
                    if self.found.is_ok() {
                        self.replay.step_before_deal()?;
                    }
                }
                Next::Over => break,
            }
        }
        if self.found.is_ok() {
            self.found = self.end();
        }
        Ok(())
    }

    fn table(&self) -> &dyn AnyTable {
        self.replay.table()
    }

    fn player(&self, seat: Seat) -> Option<&'r Player> {
        self.record.players.get(seat.index())
    }

    /// Returns the deal that is due according to the seed; `None` if it can be a different one. A
    /// record that begins with moves and lacks the number of deals among them was written by an
    /// earlier juez.
    fn drawn(&self) -> Option<serde_json::Value> {
        let Record { given_deals, seed, .. } = self.record;
        let is_given = self.table().deal_count() < *given_deals;
        let is_unknown = self.given > 0 && *given_deals == 0;
        let seed = seed.as_ref().filter(|_| !is_given && !is_unknown)?;
        self.table().deal_of(seed)
    }

    fn start(&mut self) -> Found {
        let languages = self.record.limits.as_ref().map_or(1, |limits| limits.languages);
        ensure!(
            languages >= 1,
            "its limits have version {languages} of the languages, and the first is 1"
        );
        let Record { plies, moves, logs, deals, given_deals, seed, .. } = self.record;
        ensure!(
            plies.is_empty() || plies.len() == moves.len(),
            "the record has the origin of {} moves, and {} were made",
            plies.len(),
            moves.len()
        );
        if let Some(Branch { ply, hands_seen, .. }) = &self.record.branch {
            // It may have been stopped before making all of them.
            let due = moves.len().min(*ply as usize);
            let given = self.given;
            ensure!(
                plies.is_empty() || given == due,
                "the record continues another from ply {ply}, and {given} moves are given"
            );
            let hidden = self.table().info().hidden;
            ensure!(
                *hands_seen == hidden,
                "the record has the hands as {}seen, and in this game they are {}",
                if hidden { "not " } else { "" },
                if hidden { "hidden" } else { "open" }
            );
        }
        let from_nowhere = seed.is_none() && self.given == 0 && deals.len() > *given_deals as usize;
        ensure!(
            plies.is_empty() || !from_nowhere,
            "there are deals, and no seed to draw them from"
        );
        for (seat, player) in Seat::all(self.table().seats()).zip(&self.record.players) {
            let source = player.source.as_deref();
            let is_hash =
                |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
            ensure!(
                match player.bot {
                    PlayedBy::Lua | PlayedBy::Rhai => source.is_none_or(is_hash),
                    PlayedBy::Human => source.is_none(),
                    PlayedBy::Builtin | PlayedBy::External => true,
                },
                "seat {seat} cannot have the source {:?}",
                source.unwrap_or_default()
            );
        }
        logs.iter().try_for_each(|log| self.log(log))?;
        let mut begun = self.record.faults().iter().filter(|fault| fault.fault.hook.begins());
        begun.try_for_each(|fault| self.fault(fault))
    }

    /// Checks the origin of the next move, `mv` of `seat`.
    fn decision(&mut self, seat: Seat, mv: &str) -> Found {
        let ply = self.table().ply();
        let is_here = |fault: &&SeatFault| {
            fault.fault.hook == Hook::NextMove && (fault.seat, fault.ply) == (seat, ply)
        };
        let failed = self.record.faults().iter().find(is_here);
        let Some(how) = self.record.plies.get(ply as usize) else {
            return failed.map_or(Ok(()), |fault| self.fault(fault));
        };
        let legal = self.table().legal();
        let by = how.by;
        let is_given = (ply as usize) < self.given;
        let is_forced = !is_given && legal.len() == 1;
        let is_out = self.judge.is_out(seat);
        ensure!(is_given || by != By::Given, "a move is given only where a match begins");
        ensure!(
            (by == By::Forced) == is_forced,
            "the record has the move as {}forced, and {} moves are legal",
            if is_forced { "not " } else { "" },
            legal.len()
        );
        let is_asked = !is_given && !is_forced && !is_out;
        ensure!(is_asked || failed.is_none(), "seat {seat} was not asked, and did nothing wrong");
        ensure!(
            is_given || is_forced || by == By::Substitute || (is_asked && failed.is_none()),
            "seat {seat} {}, and the record does not have the move as the referee's",
            if is_out { "is out" } else { "made no move" }
        );
        if by == By::Substitute {
            let mut rng = substitute_seed(self.record.seed, ply).rng();
            let drawn = rng.choose(&legal);
            ensure!(drawn == mv, "chance chose {drawn} for seat {seat}, not {mv}");
        }
        if let Some(player) = self.player(seat) {
            // A record without an end lists no faults.
            let may_have_failed = failed.is_some() || self.record.end.is_none();
            check_origin(player, how, may_have_failed, seat)?;
            self.spend(seat, player, how, failed.map(|it| it.fault.kind))?;
        }
        failed.map_or(Ok(()), |fault| self.fault(fault))
    }

    /// Checks that a fault of its kind is possible at the current position, and judges it.
    fn fault(&mut self, fault: &SeatFault) -> Found {
        let SeatFault { seat, fault: Fault { kind, hook, text, file, .. }, .. } = fault;
        let (kind, hook) = (*kind, *hook);
        let is_seat = seat.index() < usize::from(self.table().seats());
        ensure!(is_seat, "a fault of seat {seat}, which this match does not have");
        let can_be = match kind {
            FaultKind::IllegalMove | FaultKind::Unreadable | FaultKind::Resigned => {
                hook == Hook::NextMove
            }
            FaultKind::MissingHook => hook == Hook::Load,
            FaultKind::Script
            | FaultKind::OutOfFuel
            | FaultKind::OutOfMemory
            | FaultKind::OutOfTime
            | FaultKind::Crashed => true,
        };
        ensure!(can_be, "{kind} of seat {seat} is not possible in {hook}");
        ensure!(!self.judge.is_out(*seat), "seat {seat} is out and was not called in {hook}");
        if self.player(*seat).is_some_and(|player| player.bot == PlayedBy::Builtin) {
            let of_script =
                matches!(kind, FaultKind::Script | FaultKind::OutOfFuel | FaultKind::MissingHook);
            ensure!(!of_script && file.is_none(), "the built-in bot of seat {seat} has no {kind}");
        }
        match kind {
            FaultKind::IllegalMove => ensure!(
                matches!(self.table().check_text(text), Err(MoveRefused::Illegal { .. })),
                "{text:?} of seat {seat} is not an illegal move"
            ),
            FaultKind::Unreadable => ensure!(
                matches!(self.table().check_text(text), Err(MoveRefused::Unreadable(_))),
                "{text:?} of seat {seat} can be read"
            ),
            _ => {}
        }
        if hook != Hook::Finish {
            self.judge.fault(*seat, kind);
        }
        Ok(())
    }

    fn log(&self, log: &HookLog) -> Found {
        let HookLog { seat, hook, fuel, log } = log;
        let is_seat = seat.index() < usize::from(self.table().seats());
        ensure!(is_seat, "a log of seat {seat}, which this match does not have");
        let is_last = |fault: &SeatFault| {
            (fault.seat, fault.fault.hook) == (*seat, Hook::NextMove)
                && fault.ply as usize == self.record.moves.len()
        };
        ensure!(
            *hook != Hook::NextMove
                || self.record.end.is_none()
                || self.record.faults().iter().any(is_last),
            "seat {seat} was not asked for a move after the last"
        );
        ensure!(fuel.is_none() || *hook == Hook::NextMove, "{hook} has no fuel");
        let output = self.record.limits.as_ref().map_or(u32::MAX, |limits| limits.output);
        ensure!(is_short(log, output), "the log of seat {seat} in {hook} is too long");
        Ok(())
    }

    /// Checks the faults and logs after the last move.
    fn end(&mut self) -> Found {
        let moves = self.record.moves.len();
        let is_last =
            |fault: &&SeatFault| !fault.fault.hook.begins() && fault.ply as usize == moves;
        for fault in self.record.faults().iter().filter(is_last) {
            if fault.fault.hook == Hook::NextMove && self.table().legal().len() == 1 {
                return Err(format!("seat {} was not asked, and did nothing wrong", fault.seat));
            }
            self.fault(fault)?;
        }
        let is_after = |log: &&HookLog| log.hook == Hook::Finish && self.judge.is_out(log.seat);
        match self.record.logs.iter().find(is_after) {
            Some(log) => Err(format!("seat {} is out and did not get the result", log.seat)),
            None => Ok(()),
        }
    }
}

/// Checks that a move of this origin is possible for such a player.
fn check_origin(player: &Player, how: &Ply, failed: bool, seat: Seat) -> Found {
    let is_person = player.bot == PlayedBy::Human;
    let fits = match how.by {
        By::Bot => !is_person,
        By::Human => is_person,
        By::Given | By::Forced | By::Substitute | By::Takeover => true,
    };
    let kind = match player.bot {
        PlayedBy::Human => "a person",
        PlayedBy::Builtin => "a built-in bot",
        PlayedBy::Lua | PlayedBy::Rhai => "a script",
        PlayedBy::External => "a program",
    };
    let by = serde_json::to_value(how.by).unwrap_or_default();
    let by = by.as_str().unwrap_or_default();
    ensure!(fits, "seat {seat} is {kind}, and the record has the move as made by: {by}");
    let asked = match how.by {
        By::Bot => true,
        By::Takeover => is_person,
        By::Substitute => failed,
        By::Given | By::Forced | By::Human => false,
    };
    let Ply { fuel, log, marks, plots, .. } = how;
    let wrote = fuel.is_some() || log.is_some() || marks.is_some() || !plots.is_empty();
    ensure!(asked || !wrote, "no bot was asked in seat {seat}, and one wrote or used fuel");
    let is_metered = !matches!(player.bot, PlayedBy::Builtin | PlayedBy::External);
    ensure!(
        how.by != By::Bot || fuel.is_some() == is_metered,
        "seat {seat} is {kind}, and its move has {} fuel",
        if is_metered { "no" } else { "a use of" }
    );
    Ok(())
}
