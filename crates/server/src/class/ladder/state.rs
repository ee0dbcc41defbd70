//! The present work of the ladder, and the boards for pages.

use parking_lot::{Condvar, Mutex};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;

use super::at_work::AtWork;
use super::game_ladder::GameLadder;
use super::wire::{LadderBoard, LadderDoing, LadderMessage};
use crate::class::boards::Boards;
use juez_class::Class;
use juez_lobby::json;

/// The ladder of a class.
pub(crate) struct Ladder {
    pub(super) class: Arc<Class>,
    /// Counts the work of the server for people.
    pub(super) at_work: AtWork,
    /// The ladders of games that have bots.
    pub(super) games: Mutex<BTreeMap<&'static str, Arc<Mutex<GameLadder>>>>,
    /// By the id of their game.
    pub(super) boards: Boards<String, LadderBoard>,
    /// True after a change of names or of people.
    is_stale: AtomicBool,
    is_closed: AtomicBool,
    sleep: Mutex<()>,
    wake: Condvar,
}

impl Ladder {
    pub(in crate::class) fn new(class: Arc<Class>, at_work: AtWork) -> Ladder {
        Ladder {
            class,
            at_work,
            games: Mutex::default(),
            boards: Boards::new(),
            is_stale: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            sleep: Mutex::new(()),
            wake: Condvar::new(),
        }
    }

    /// Returns a counter of the changes of boards.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.boards.changes()
    }

    /// Returns the newest message about a game.
    pub fn message(&self, game: &str) -> Option<Arc<str>> {
        self.boards.message(game)
    }

    pub(super) fn ladder_of(&self, game: &str) -> Option<Arc<Mutex<GameLadder>>> {
        self.games.lock().get(game).cloned()
    }

    /// Shows a board. A match of a bot that has left it is not shown, because its row tells whether its
    /// name can be shown.
    pub(super) fn show(&self, mut board: LadderBoard) {
        if let LadderDoing::Plays { bots, .. } = &board.doing {
            let is_shown = |bot: &i64| board.rows.iter().any(|row| row.bot == Some(*bot));
            if !bots.iter().all(is_shown) {
                board.doing = LadderDoing::Queues;
            }
        }
        let message = json(&LadderMessage { ladder: board.clone() });
        self.boards.show(board.game.clone(), board, message);
    }

    /// Shows the present work of the ladder of a game.
    pub(super) fn show_doing(&self, game: &str, doing: &LadderDoing) {
        let Some(board) = self.boards.board(game).filter(|board| board.doing != *doing) else {
            return;
        };
        self.show(LadderBoard { doing: doing.clone(), ..board });
    }

    /// Notes that names, people or versions on the ladder have changed.
    pub fn changed(&self) {
        self.is_stale.store(true, Ordering::SeqCst);
        drop(self.sleep.lock());
        self.wake.notify_all();
    }

    /// True once after a change of names.
    pub(super) fn takes_change(&self) -> bool {
        self.is_stale.swap(false, Ordering::SeqCst)
    }

    /// Waits at most this long, or until the ladder has something new to do.
    pub(super) fn sleep(&self, time: Duration) {
        let mut sleep = self.sleep.lock();
        if !self.is_closed() {
            self.wake.wait_for(&mut sleep, time);
        }
    }

    /// Ends the thread of the ladder soon.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        drop(self.sleep.lock());
        self.wake.notify_all();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::SeqCst)
    }
}
