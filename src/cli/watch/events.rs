//! Events while juez watches, and the session they belong to.

use serde_json::Value;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::faults::ReportedFault;
use crate::core::{HookLog, Record, SeatFault, Seed};
use crate::pool::{Isolation, IsolationKind};
use crate::registry::{AnyGame, MatchSetup, News, Notice, PlayerSpec, Version};
use crate::tournament::{Brief, SeriesError};

/// Something happens while juez watches.
pub(crate) enum Event {
    /// To a bot on disk.
    Saved(Notice),
    /// A player of a series has made its first move.
    FirstMove {
        round: u64,
        player: usize,
        at: Instant,
    },
    /// A match of a series is over: the score of its player 0.
    Match {
        round: u64,
        score: f64,
    },
    /// The bot of a series wrote something outside of its moves.
    Wrote {
        round: u64,
        bot: String,
        logs: Vec<HookLog>,
    },
    /// A bot has offended in a way that was not reported before.
    Fault {
        round: u64,
        reported: Box<ReportedFault>,
    },
    Over {
        round: u64,
        outcome: RoundEnd,
    },
    /// Something in a live match.
    Live(LiveEvent),
    /// A match in the browser is over.
    TableOver,
    Interrupt,
}

/// Everything that does not change while juez watches.
pub(crate) struct Session {
    pub game: &'static dyn AnyGame,
    /// House rules, limits and the rest; without players.
    pub base: MatchSetup,
    pub seed: Seed,
    pub isolation: Arc<Isolation>,
    pub kind: IsolationKind,
    pub events: Sender<Event>,
}

/// The way in which a round ended.
pub(crate) enum RoundEnd {
    /// Every match was played: the score of player 0 in each, and its moves.
    Played(Vec<Brief>),
    Left,
    /// A match cannot be played.
    Failed(SeriesError),
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
