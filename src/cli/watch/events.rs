//! Events while juez watches, and the session they belong to.

use serde_json::Value;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

use super::args::WatchArgs;
use super::faults::ReportedFault;
use super::note::Note;
use crate::core::{HookLog, Record, SeatFault, Seed};
use crate::pool::Isolation;
use crate::registry::{AnyGame, MatchSetup, News, Notice, PlayerSpec, Version, tell_apart};
use crate::tournament::{Brief, Series, SeriesError};

/// Something happens while juez watches.
pub(crate) enum Event {
    /// To a bot on disk.
    Saved(Notice),
    /// In the series of the round with this number.
    Round(u64, RoundEvent),
    /// Something in a live match.
    Live(LiveEvent),
    /// A match in the browser is over.
    TableOver,
    Interrupt,
}

/// Something happens in the series of a round.
pub(crate) enum RoundEvent {
    /// A player has made its first move, at that time.
    FirstMove(usize, Instant),
    /// A match is over: the score of player 0.
    Match(f64),
    /// Player 0 wrote something outside of its moves.
    Wrote(Vec<HookLog>),
    /// A bot has offended in a way that was not reported before.
    Fault(Box<ReportedFault>),
    /// Every match was played: the score of player 0 in each, and its moves.
    Played(Vec<Brief>),
    /// A match cannot be played.
    Failed(SeriesError),
}

/// Everything that does not change while juez watches.
pub(crate) struct Session {
    pub args: WatchArgs,
    pub game: &'static dyn AnyGame,
    /// House rules, limits and the rest; without players.
    pub base: MatchSetup,
    pub seed: Seed,
    pub isolation: Arc<Isolation>,
    pub events: Sender<Event>,
    pub happens: Receiver<Event>,
}

impl Session {
    /// The series of these players, whose scripts load.
    ///
    /// # Errors
    /// If no table can be made of so many.
    pub fn series(&self, mut players: Vec<PlayerSpec>) -> Result<Series, SeriesError> {
        tell_apart(&mut players);
        let setup = MatchSetup { players, ..self.base.clone() };
        Series::of_checked(self.game, setup, self.seed, self.isolation.clone())
    }

    /// A note as it was asked for: for people, or for programs.
    pub fn said(&self, note: &Note<'_>) -> String {
        if self.args.json { note.json().to_string() } else { note.text() }
    }

    /// Prints a note.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn print(&self, note: &Note<'_>) -> io::Result<()> {
        let mut out = anstream::stdout();
        writeln!(out, "{}", self.said(note)).and_then(|()| out.flush())
    }
}

/// Something in a live match.
pub(crate) enum LiveEvent {
    /// A table as it is drawn.
    Table(String),
    Move(Value),
    /// A bot wrote something in a call that made no move.
    Wrote(String, HookLog),
    /// A bot offended, and what it wrote in that call; the player is the version that did.
    Fault(SeatFault, Vec<String>, Box<PlayerSpec>),
    News(String, News, Version),
    Over(Result<Box<Record>, String>),
}
