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

/// Pauses a match between two moves while people play.
struct GiveWay<'l> {
    ladder: &'l Ladder,
    lobby: &'l Weak<Lobby>,
    game: &'l str,
    doing: LadderDoing,
}

impl Ladder {
    /// Waits while people play or run drafts. Returns false if the ladder ends.
    pub(super) fn give_way(&self, lobby: &Weak<Lobby>, game: &str, doing: &LadderDoing) -> bool {
        let (mut begun, mut is_shown) = (None, false);
        loop {
            let Some(lobby) = lobby.upgrade().filter(|lobby| !lobby.is_closed()) else {
                return false;
            };
            if self.is_closed() {
                return false;
            }
            if !self.at_work.is_any() && !lobby.is_awaited_by_people() {
                break;
            }
            drop(lobby);
            if !is_shown && begun.get_or_insert_with(Instant::now).elapsed() > SHOWN {
                self.show_doing(game, &LadderDoing::Waits);
                is_shown = true;
            }
            self.sleep(PAUSE);
        }
        if is_shown {
            self.show_doing(game, doing);
        }
        true
    }
}

impl Onlooker for GiveWay<'_> {
    fn stop(&mut self) -> bool {
        !self.ladder.give_way(self.lobby, self.game, &self.doing)
    }
}

/// Plays a match on this thread.
pub(super) fn play(
    (ladder, lobby): (&Ladder, &Weak<Lobby>),
    isolation: &Isolation,
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
    doing: &LadderDoing,
) -> Ended {
    let id = game.info().id;
    let mut onlooker = GiveWay { ladder, lobby, game: id, doing: doing.clone() };
    // A panic in juez is no fault of a bot.
    let show = AssertUnwindSafe(|| isolation.show(game, setup, &mut onlooker));
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
        of: planned.of,
        order: planned.order,
        ranks: end.ranks.as_slice().to_vec(),
        at_fault,
        plies: record.moves.len() as u32,
        fingerprint: Fingerprint::of(record),
    })
}
