//! Events of a watch, and the session that they belong to.

use serde_json::Value;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

use super::args::WatchArgs;
use super::faults::ReportedFault;
use super::note::Note;
use super::reviews::ReviewEvent;
use crate::cli::review::Loss;
use juez_core::{HookLog, Record, SeatFault, Seed};
use juez_match::registry::{AnyGame, MatchSetup, News, Notice, PlayerSpec, Version, tell_apart};
use juez_pool::Isolation;
use juez_tournament::{Brief, Series, SeriesError};

/// An event of a watch.
pub(crate) enum Event {
    /// A bot on disk has changed.
    Saved(Notice),
    /// An event in the series of the round with this number.
    Round(u64, RoundEvent),
    /// A part of the reviews with this number is complete.
    Review(u64, ReviewEvent),
    /// An event in a live match.
    Live(LiveEvent),
    /// A match in the browser is over.
    TableOver,
    Interrupt,
}

/// An event in the series of a round.
pub(crate) enum RoundEvent {
    /// A player has made its first move, at this time.
    FirstMove(usize, Instant),
    /// A match is over: the score of player 0.
    Match(f64),
    /// Player 0 wrote a log outside of its moves.
    Wrote(Vec<HookLog>),
    /// A bot has made a new fault.
    Fault(Box<ReportedFault>),
    /// Every match was played: player 0's scores and the moves, and the first matches that it lost.
    Played(Vec<Brief>, Vec<Arc<Loss>>),
    /// A match cannot be played.
    Failed(SeriesError),
}

/// State that does not change during a watch.
pub(crate) struct Session {
    pub args: WatchArgs,
    pub game: &'static dyn AnyGame,
    /// Options, limits and so on; without players.
    pub base: MatchSetup,
    pub seed: Seed,
    pub isolation: Arc<Isolation>,
    pub events: Sender<Event>,
    pub happens: Receiver<Event>,
}

impl Session {
    /// Returns the series of these players, whose scripts load.
    ///
    /// # Errors
    /// If no table fits this number of players.
    pub fn series(&self, mut players: Vec<PlayerSpec>) -> Result<Series, SeriesError> {
        tell_apart(&mut players);
        let setup = MatchSetup { players, ..self.base.clone() };
        Series::of_checked(self.game, setup, self.seed, self.isolation.clone())
    }

    /// Formats a note as text, or as JSON with `--json`.
    pub fn said(&self, note: &Note<'_>) -> String {
        if self.args.json { note.json().to_string() } else { note.text() }
    }

    pub fn print(&self, note: &Note<'_>) -> io::Result<()> {
        let mut out = anstream::stdout();
        writeln!(out, "{}", self.said(note)).and_then(|()| out.flush())
    }
}

/// An event in a live match.
pub(crate) enum LiveEvent {
    Table(String),
    Move(Value),
    /// A bot wrote a log in a call that made no move.
    Wrote(String, HookLog),
    /// A fault, the log of that call, and the player in the version that failed.
    Fault(SeatFault, Vec<String>, Box<PlayerSpec>),
    News(String, News, Version),
    Over(Result<Box<Record>, String>),
}
