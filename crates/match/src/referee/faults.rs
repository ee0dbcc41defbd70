//! The cost of a fault, and the resulting ranks.
//!
//! - `forfeit`: the offender's side loses. While two or more sides are left, the referee plays the
//!   seat at random, and the side ranks last in the end; when one side is left, the match ends
//!   immediately and that side is first. Earlier offenders rank lower; partners share the rank. In
//!   a match of two sides any offence ends it.
//! - `substitute`: a random legal move replaces the missing one, and a strike is counted; the last
//!   strike is an offence, judged as above. Resigning and crashing are offences immediately, since
//!   no player is left to ask again.
//!
//! Faults are judged one after the other. Those of `start` are judged once every bot was started,
//! in seat order, so the higher seat's counts as the later one. Once one side is left no fault is
//! an offence: when both bots of a duel fail to start, seat 1 wins by forfeit.

use super::AnyTable;
use juez_core::{FaultKind, Limits, OnFault, Outcome, PerSeat, Reason, Seat, Team, ranks_by};

/// Counts the faults of a match and computes their consequences.
#[derive(Clone, Debug)]
pub struct Judge {
    teams: Vec<Team>,
    /// Number of faults that are not an offence: 0 under `forfeit`.
    patience: u32,
    strikes: PerSeat<u32>,
    out: PerSeat<bool>,
    /// The seats whose offence counts, in the order of the offences.
    offences: Vec<Seat>,
}

impl Judge {
    /// Creates the judge of a match without faults so far. `teams` has the side of each seat, in
    /// seat order.
    pub fn new(limits: &Limits, teams: Vec<Team>) -> Judge {
        let seats = teams.len() as u8;
        Judge {
            teams,
            patience: match limits.on_fault {
                OnFault::Forfeit => 0,
                OnFault::Substitute => limits.strikes.saturating_sub(1),
            },
            strikes: PerSeat::from_fn(seats, |_| 0),
            out: PerSeat::from_fn(seats, |_| false),
            offences: Vec::new(),
        }
    }

    /// Records a fault in loading, `start` or `next_move`. Faults in `finish` are not judged.
    pub fn fault(&mut self, seat: Seat, kind: FaultKind) {
        self.strikes[seat] += 1;
        let gone = matches!(kind, FaultKind::Resigned | FaultKind::Crashed);
        if self.strikes[seat] <= self.patience && !gone {
            return;
        }
        if !self.decided() && !self.out[seat] {
            self.offences.push(seat);
        }
        self.out[seat] = true;
    }

    /// Returns true if the bot of this seat is out of the match and no longer called.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.out[seat]
    }

    /// Returns true once offences have left a single side.
    pub fn decided(&self) -> bool {
        if self.offences.is_empty() {
            return false;
        }
        let offenders = self.offenders();
        let seats = Seat::all(self.teams.len() as u8);
        let mut left = seats.filter(|&seat| !offenders[seat]).map(|seat| self.team(seat));
        let first = left.next();
        left.all(|team| Some(team) == first)
    }

    /// Returns the seats of every side that has offended, partners included.
    pub fn offenders(&self) -> PerSeat<bool> {
        PerSeat::from_fn(self.teams.len() as u8, |seat| {
            self.offences.iter().any(|&other| self.team(other) == self.team(seat))
        })
    }

    /// Returns the end of the match on `table`, if it ends here by forfeit or by the rules.
    pub fn outcome<T: AnyTable + ?Sized>(&self, table: &T) -> Option<Outcome> {
        if self.decided() {
            return Some(Outcome {
                reason: Reason::Forfeit,
                ranks: ranks(&self.teams, None, &self.offences),
                points: table.points_after_forfeit(&self.offenders()),
            });
        }
        let outcome = table.outcome()?;
        let ranks = ranks(&self.teams, Some(&outcome.ranks), &self.offences);
        Some(Outcome { ranks, ..outcome })
    }

    fn team(&self, seat: Seat) -> Team {
        self.teams[seat.index()]
    }
}

/// Computes the ranks of a match in which some sides offended.
///
/// Sides without offence keep their order in `by_rules` (all equal without one). The offenders
/// follow, from the latest first offence to the earliest. `teams` has the side of each seat;
/// `offences` the offending seats in order.
///
/// ```
/// use juez_core::{Seat, Team};
/// use juez_match::referee::ranks;
/// let alone = [Team(0), Team(1), Team(2), Team(3)];
/// let offences = [Seat::new(2), Seat::new(0)];
/// assert_eq!(ranks(&alone, None, &offences).as_slice(), [3, 1, 4, 1]);
/// ```
pub fn ranks(teams: &[Team], by_rules: Option<&PerSeat<u8>>, offences: &[Seat]) -> PerSeat<u8> {
    let team = |seat: Seat| teams[seat.index()];
    ranks_by(teams.len() as u8, team, |seat| {
        match offences.iter().position(|&other| team(other) == team(seat)) {
            None => (0, by_rules.map_or(0, |ranks| ranks[seat].into())),
            Some(first) => (1, offences.len() - first),
        }
    })
}

/// Returns the end of a stopped match: all rank equal, and the points stay.
pub(super) fn stopped<T: AnyTable + ?Sized>(table: &T) -> Outcome {
    Outcome {
        reason: Reason::Stopped,
        ranks: PerSeat::from_fn(table.seats(), |_| 1),
        points: table.points(),
    }
}
