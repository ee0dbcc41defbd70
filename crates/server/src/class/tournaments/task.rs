//! The thread that plays a tournament, with the lowest priority.

use std::io;
use std::sync::{Arc, Weak};
use std::thread::{Builder, JoinHandle};
use std::time::Instant;

use super::board::broken;
use super::plan::at_once;
use super::state::{RunEnd, Tournaments};
use crate::class::boards::next_due;
use crate::error::Result;
use juez_class::{TournamentId, TournamentState};
use juez_lobby::Lobby;
use juez_pool::run_in_background;
use juez_script::STACK;
use juez_tournament::{Ended, Event, Leader, Reporter, RunOptions, Store, Threads, run_timed};

/// Starts the thread of a tournament.
///
/// # Errors
/// If the system has no threads left.
pub(super) fn start(
    tournaments: Arc<Tournaments>,
    lobby: Weak<Lobby>,
    id: TournamentId,
    end: RunEnd,
) -> io::Result<JoinHandle<()>> {
    let run = move || {
        run_in_background();
        // The disk may be full; then the next start finds the end again.
        let _ = finish(&tournaments, id, play(&tournaments, &lobby, id, end));
    };
    Builder::new().name("tournament".into()).stack_size(STACK).spawn(run)
}

/// Notes the end of a run.
fn finish(tournaments: &Tournaments, id: TournamentId, played: Result<Ended>) -> Result<()> {
    let state = match played {
        // The teacher's change or the end of the class has stopped it.
        Ok(Ended::Interrupted { .. }) => return Ok(()),
        Ok(Ended::Finished) => TournamentState::Finished,
        // Another start tries the rest again.
        Ok(Ended::Failed { .. }) => TournamentState::Paused,
        Err(refusal) => {
            tournaments.note_trouble(id, refusal.why().to_string());
            TournamentState::Paused
        }
    };
    tournaments.class.end_tournament_run(id, state)?;
    if state.is_over() {
        tournaments.take_out_deleted(id)?;
    }
    tournaments.refresh(id, None).map(drop)
}

fn play(
    tournaments: &Tournaments,
    lobby: &Weak<Lobby>,
    id: TournamentId,
    RunEnd { stop, halt }: RunEnd,
) -> Result<Ended> {
    let _working = tournaments.at_work.begin();
    let lobby = lobby.upgrade().filter(|lobby| !lobby.is_closed());
    let Some(lobby) = lobby else { return Ok(Ended::Interrupted { left: 0 }) };
    let isolation = lobby.background_isolation().map_err(broken)?;
    drop(lobby);
    let mut store = Store::open(&tournaments.path(id)).map_err(broken)?;
    let revision = store.revisions().map_err(broken)?;
    let begun = Instant::now();
    let options = RunOptions { concurrency: at_once(), stop, outside: Vec::new() };
    let venue = Threads { isolation: &isolation, concurrency: options.concurrency, halt };
    let mut progress = Progress { tournaments, id, begun, due: begun, played: 0 };
    let clock = || begun.elapsed();
    let played = run_timed(&mut store, revision, &venue, &options, &clock, &mut progress);
    played.map_err(broken)
}

/// Shows a running tournament from time to time.
struct Progress<'t> {
    tournaments: &'t Tournaments,
    id: TournamentId,
    begun: Instant,
    /// When the next board is due.
    due: Instant,
    /// Number of matches that this run has played.
    played: u32,
}

impl Reporter for Progress<'_> {
    fn event(&mut self, event: &Event, _: &dyn Fn() -> Vec<Leader>) {
        self.played += u32::from(matches!(event, Event::MatchFinished { stored: false, .. }));
        let now = Instant::now();
        if now < self.due {
            return;
        }
        let elapsed = (now - self.begun).as_secs_f64();
        let pace = (self.played > 0).then(|| elapsed / f64::from(self.played));
        // An unreadable board is shown again with the next event.
        let _ = self.tournaments.refresh(self.id, pace);
        self.due = next_due(now);
    }
}
