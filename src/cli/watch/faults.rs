//! Faults of a series, each reported once.

use parking_lot::Mutex;
use serde::Serialize;
use std::sync::Arc;

use crate::cli::again::{RECORD_FILE, SeriesOptions, debug};
use crate::cli::fault_card::inspected_card;
use crate::cli::seen_faults::SeenFaults;
use juez_core::{Hook, HookLog, SeatFault};
use juez_match::registry::AnyGame;
use juez_pool::IsolationKind;
use juez_tournament::{Played, Series};

/// A fault with its card.
#[derive(Serialize)]
pub(crate) struct ReportedFault {
    pub bot: String,
    /// Number of the match in the series, from 0.
    #[serde(rename = "match")]
    pub number: u32,
    #[serde(flatten)]
    pub fault: SeatFault,
    pub log: Vec<String>,
    #[serde(skip)]
    pub card: String,
}

/// A reporter of faults, each of them once.
pub(crate) struct FaultReporter {
    pub game: &'static dyn AnyGame,
    pub kind: IsolationKind,
    /// Terms of the series that go into commands to replay it.
    pub series: SeriesOptions,
    /// Players as on the command line, if all have such a name.
    pub players: Option<Vec<String>>,
    /// Shared by all series of a version.
    pub seen: Arc<Mutex<SeenFaults>>,
}

impl FaultReporter {
    /// Reports the new faults of match `number`.
    pub fn report(
        &self,
        series: &Series,
        played: &Played,
        number: u32,
        tell: impl Fn(ReportedFault),
    ) {
        let record = &played.record;
        let new = self.seen.lock().new_ones(series, played);
        for (fault, player) in new {
            // Earlier versions have no file to play again.
            let again = self.players.as_ref().map_or(Vec::new(), |players| {
                let play = self.series.play(self.game.info().id, players, number);
                vec![play, debug(RECORD_FILE, number as usize, fault, self.kind)]
            });
            let card = inspected_card(series.isolation(), self.game, record, fault, player, &again);
            let (bot, log) = (player.name.clone(), record.log_of(fault).to_vec());
            tell(ReportedFault { bot, number, fault: fault.clone(), log, card });
        }
    }

    /// Returns the hook logs of player 0 in this match, unless some were reported before.
    pub fn wrote(&self, series: &Series, played: &Played) -> Vec<HookLog> {
        let seats = &series.seats(&played.order)[0];
        let outside = |log: &&HookLog| log.hook != Hook::NextMove && seats.contains(&log.seat);
        let logs: Vec<HookLog> = played.record.logs.iter().filter(outside).cloned().collect();
        let is_new =
            !logs.is_empty() && self.seen.lock().writers.insert(series.players()[0].name.clone());
        if is_new { logs } else { Vec::new() }
    }
}
