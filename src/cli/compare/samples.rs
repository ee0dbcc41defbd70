//! Matches of a comparison that help to improve a bot: first faults, a lost match, and the file of
//! all records.

use serde::Serialize;
use std::path::Path;

use crate::cli::again::debug;
use crate::cli::fault_json::FaultDetails;
use crate::cli::reader;
use crate::cli::seen_faults::SeenFaults;
use crate::cli::writer::Writer;
use juez_core::{Fault, Record, SeatFault};
use juez_match::registry::{AnyGame, PlayerSpec};
use juez_pool::IsolationKind;
use juez_tournament::{Played, Series};

/// Limit on the faults kept; each is of another kind or at another line.
const MAX_FAULTS: usize = 20;

/// A player's first fault of its kind at its line.
#[derive(Serialize)]
pub(super) struct FirstFault {
    player: String,
    /// Number of the match in this comparison, from 0.
    #[serde(rename = "match")]
    number: usize,
    #[serde(flatten)]
    fault: SeatFault,
    log: Vec<String>,
    #[serde(flatten)]
    details: FaultDetails,
}

struct RecordFile {
    path: String,
    writer: Writer,
    /// Records in the file before this comparison.
    earlier: usize,
}

pub(super) struct Samples {
    game: &'static dyn AnyGame,
    isolation: IsolationKind,
    file: Option<RecordFile>,
    seen: SeenFaults,
    matches: usize,
    pub faults: Vec<FirstFault>,
    /// First match that the first bot lost.
    pub loss: Option<Record>,
}

impl Samples {
    /// Creates an empty collection. Appends records to `file` if there is one.
    pub fn new(
        game: &'static dyn AnyGame,
        file: Option<&Path>,
        isolation: IsolationKind,
    ) -> anyhow::Result<Samples> {
        let open = |path: &Path| {
            let earlier = if path.exists() { reader::lines(path)?.count() } else { 0 };
            let writer = Writer::open(path)?;
            anyhow::Ok(RecordFile { path: path.to_string_lossy().into_owned(), writer, earlier })
        };
        let file = file.map(open).transpose()?;
        let (seen, faults) = (SeenFaults::default(), Vec::new());
        Ok(Samples { game, isolation, file, seen, matches: 0, faults, loss: None })
    }

    /// Adds a match, and passes each new fault to `hear`.
    pub fn add(
        &mut self,
        series: &Series,
        played: &Played,
        mut hear: impl FnMut(&PlayerSpec, &Fault),
    ) -> anyhow::Result<()> {
        let (record, number) = (&played.record, self.matches);
        self.matches += 1;
        for (fault, player) in self.seen.new_ones(series, played) {
            hear(player, &fault.fault);
            if self.faults.len() < MAX_FAULTS {
                let again = self.file.iter().map(|RecordFile { path, earlier, .. }| {
                    debug(path, earlier + number, fault, self.isolation)
                });
                self.faults.push(FirstFault {
                    player: player.name.clone(),
                    number,
                    fault: fault.clone(),
                    log: record.log_of(fault).to_vec(),
                    details: FaultDetails::of(self.game, player, record, fault, again),
                });
            }
        }
        if self.loss.is_none() && series.scores(played)[0] == 0.0 {
            self.loss = Some(record.clone());
        }
        self.file.as_mut().map_or(Ok(()), |file| file.writer.write(record))
    }

    /// Returns the path of the file of records.
    pub fn file(&self) -> Option<&str> {
        self.file.as_ref().map(|file| file.path.as_str())
    }
}
