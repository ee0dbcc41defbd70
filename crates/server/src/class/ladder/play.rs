//! Plays a match of the ladder, and pauses while people play.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Weak;
use std::time::{Duration, Instant};

use super::state::Ladder;
use super::wire::LadderDoing;
use juez_core::{Hook, Reason, Record};
use juez_lobby::Lobby;
use juez_match::registry::{AnyGame, MatchSetup, Onlooker, SetupError};
use juez_pool::{Isolation, PoolError};
use juez_tournament::{Fingerprint, LadderMatch, PlannedMatch};

/// Time between two looks at the people who play.
const PAUSE: Duration = Duration::from_millis(3);
/// Length of a pause from which it is shown.
const SHOWN: Duration = Duration::from_millis(300);
/// Longest pause before a move, so that no slow bot stops the ladder. The move has the lowest
/// priority.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// The end of a match.
pub(super) enum Ended {
    Played(Box<Record>),
    /// It was stopped, because the ladder ends.
    Stopped,
    /// The bot with this name at the table does not load.
    DoesNotLoad(String),
    /// It could not be played.
    Failed,
}

/// Pauses a match between two moves while people play or run drafts.
pub(super) struct GiveWay<'l> {
    ladder: &'l Ladder,
    lobby: &'l Weak<Lobby>,
    game: &'static str,
    /// The work of the ladder while the match is not paused.
    doing: &'l LadderDoing,
    /// Returns false if the match must not continue.
    goes_on: &'l mut dyn FnMut() -> bool,
    /// Longest pause before a move.
    pub longest: Duration,
}

impl<'l> GiveWay<'l> {
    pub fn new(
        (ladder, lobby): (&'l Ladder, &'l Weak<Lobby>),
        game: &'static str,
        doing: &'l LadderDoing,
        goes_on: &'l mut dyn FnMut() -> bool,
    ) -> GiveWay<'l> {
        GiveWay { ladder, lobby, game, doing, goes_on, longest: LONGEST_PAUSE }
    }

    /// Waits while people play or run drafts. Returns false if the match must not continue.
    fn wait(&mut self) -> bool {
        let (begun, mut is_shown) = (Instant::now(), false);
        while (self.goes_on)() {
            let Some(lobby) = self.lobby.upgrade().filter(|lobby| !lobby.is_closed()) else {
                return false;
            };
            if self.ladder.is_closed() {
                return false;
            }
            let paused = begun.elapsed();
            let is_free = !self.ladder.at_work.is_any() && !lobby.is_at_work();
            if is_free || paused > self.longest {
                if is_shown {
                    self.ladder.show_doing(self.game, self.doing);
                }
                return true;
            }
            drop(lobby);
            if !is_shown && paused > SHOWN {
                self.ladder.show_doing(self.game, &LadderDoing::Waits);
                is_shown = true;
            }
            self.ladder.sleep(PAUSE);
        }
        false
    }
}

impl Onlooker for GiveWay<'_> {
    fn stop(&mut self) -> bool {
        !self.wait()
    }
}

/// Plays a match on this thread.
pub(super) fn play(
    mut way: GiveWay<'_>,
    isolation: &Isolation,
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
) -> Ended {
    // A panic in juez is no fault of a bot.
    let show = AssertUnwindSafe(|| isolation.show(game, setup, &mut way));
    match catch_unwind(show) {
        Ok(Ok(record)) => match record.end.as_ref().map(|end| end.reason) {
            None | Some(Reason::Stopped) => Ended::Stopped,
            Some(_) => Ended::Played(Box::new(record)),
        },
        Ok(Err(PoolError::Setup(SetupError::Bot { name, .. }))) => Ended::DoesNotLoad(name),
        Ok(Err(_)) | Err(_) => Ended::Failed,
    }
}

/// Returns the facts of a played match that ratings need; `None` without an end.
pub(super) fn rated(planned: PlannedMatch, record: &Record) -> Option<LadderMatch> {
    let end = record.end.as_ref()?;
    let faults = end.faults.iter().filter(|fault| fault.fault.hook != Hook::Finish);
    let mut at_fault: Vec<u8> = faults.map(|fault| fault.seat.into()).collect();
    at_fault.sort_unstable();
    at_fault.dedup();
    Some(LadderMatch {
        block: planned.block,
        order: planned.order,
        ranks: end.ranks.as_slice().to_vec(),
        at_fault,
        plies: record.moves.len() as u32,
        fingerprint: Fingerprint::of(record),
    })
}
