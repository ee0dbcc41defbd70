//! Faults of a series, each told once.

use std::sync::{Arc, Mutex, PoisonError};

use crate::cli::fault_card::{FaultCard, ask_again, fuel_of};
use crate::cli::play::{RECORD, SeenFaults, quoted};
use crate::core::SeatFault;
use crate::pool::{Isolation, IsolationKind};
use crate::registry::{AnyGame, PlayerSpec};
use crate::tournament::{Played, Series, seating};

/// A fault with its card.
pub(in crate::cli) struct ToldFault {
    /// The player.
    pub player: String,
    /// The match of the series, from 0.
    pub number: u32,
    /// What happened.
    pub fault: SeatFault,
    /// What a person reads.
    pub card: String,
}

/// What faults of earlier matches were told, and how to tell of others.
#[derive(Clone)]
pub(in crate::cli) struct Faults {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Where bots are asked again.
    pub place: Arc<Isolation>,
    /// Which place that is.
    pub kind: IsolationKind,
    /// The command that plays the series again, without its players.
    pub command: String,
    /// The players as they are written on a command line.
    pub players: Vec<String>,
    /// Shared by the series of a version.
    pub seen: Arc<Mutex<SeenFaults>>,
}

impl Faults {
    /// Tells the faults of match `number` that were not told before.
    pub fn look(
        &mut self,
        series: &Series,
        played: &Played,
        number: u32,
        mut tell: impl FnMut(ToldFault),
    ) {
        let Played { record, order } = played;
        let seats = seating(order.len(), series.teams());
        let seated: Vec<&PlayerSpec> =
            seats.iter().map(|&entry| &series.players()[order[entry]]).collect();
        let new = {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.new_ones(record, &seated)
        };
        for (fault, player) in new {
            let inquiry = ask_again(&self.place, self.game, record, fault, player);
            let again = self.again(number, fault);
            let (inquiry, fuel) = (inquiry.as_ref(), fuel_of(record, fault));
            let card = FaultCard { fault, player, inquiry, fuel, again: &again }.to_string();
            tell(ToldFault { player: player.name.clone(), number, fault: fault.clone(), card });
        }
    }

    /// The commands that ask the bot again.
    fn again(&self, number: u32, fault: &SeatFault) -> [String; 2] {
        let players = self.players.iter().cloned().map(quoted).collect::<Vec<_>>().join(" ");
        let place = match self.kind {
            IsolationKind::Thread => String::new(),
            kind => format!(" --isolation {kind}"),
        };
        let SeatFault { seat, ply, .. } = fault;
        let which = if number > 0 { format!(" --record-number {number}") } else { String::new() };
        [
            format!(
                "juez play {} {players} -n {}{} --record {RECORD}",
                quoted(self.game.info().id.to_string()),
                number + 1,
                self.command
            ),
            format!("juez debug {RECORD} --ply {ply} --seat {seat}{which}{place}"),
        ]
    }
}
