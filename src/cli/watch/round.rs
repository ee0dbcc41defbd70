//! A series on its own threads, which can be abandoned for a newer one at any moment.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Instant;

use super::events::{Event, RoundEvent};
use super::faults::FaultReporter;
use crate::cli::options::cores;
use crate::cli::review::Losses;
use juez_core::{By, Hook, Seat};
use juez_match::referee::Call;
use juez_match::registry::{Onlooker, Step};
use juez_script::STACK;
use juez_tournament::{Brief, Series};

/// Plays the first `count` matches of a series until the returned value is dropped, and adds them to
/// `losses`. Its events
/// carry `id`, which distinguishes them from events of abandoned rounds.
pub(crate) fn start(
    id: u64,
    series: Series,
    count: u32,
    faults: FaultReporter,
    mut losses: Losses,
    events: &Sender<Event>,
) -> std::io::Result<Arc<()>> {
    let playing = Arc::new(());
    let moved = series.players().iter().map(|_| AtomicBool::new(false)).collect();
    let beginning =
        Beginning { id, playing: Arc::downgrade(&playing), moved, events: events.clone() };
    // Bots with faults are asked again on this thread.
    thread::Builder::new().name("round".into()).stack_size(STACK).spawn(move || {
        let mut briefs = Vec::new();
        let onlooker = |n| {
            let (_, order) = series.setup(n);
            FirstMoves { seats: series.seats(&order), beginning: &beginning }
        };
        let played = series.play(count, cores() as usize, onlooker, |played| {
            let score = series.scores(&played)[0];
            if !beginning.is_left() {
                let logs = faults.wrote(&series, &played);
                if !logs.is_empty() {
                    beginning.tell(RoundEvent::Wrote(logs));
                }
                faults.report(&series, &played, briefs.len() as u32, |reported| {
                    beginning.tell(RoundEvent::Fault(Box::new(reported)));
                });
            }
            losses.add(&series, &played);
            briefs.push(Brief { score, moves: played.record.moves });
            beginning.tell(RoundEvent::Match(score));
        });
        match played {
            Err(error) => beginning.tell(RoundEvent::Failed(error)),
            Ok(()) if briefs.len() as u32 == count => {
                beginning.tell(RoundEvent::Played(briefs, losses.kept));
            }
            // The round was abandoned.
            Ok(()) => {}
        }
    })?;
    Ok(playing)
}

/// State shared by the matches of a round.
struct Beginning {
    id: u64,
    playing: Weak<()>,
    /// Set for each player after its first answer to a request for a move.
    moved: Vec<AtomicBool>,
    events: Sender<Event>,
}

impl Beginning {
    fn is_left(&self) -> bool {
        self.playing.strong_count() == 0
    }

    fn tell(&self, event: RoundEvent) {
        // Fails only while juez exits.
        let _ = self.events.send(Event::Round(self.id, event));
    }
}

/// An onlooker that reports each player's first move.
struct FirstMoves<'a> {
    /// Seats of each player in this match.
    seats: Vec<Vec<Seat>>,
    beginning: &'a Beginning,
}

impl FirstMoves<'_> {
    fn made(&self, seat: Seat) {
        let Some(player) = self.seats.iter().position(|seats| seats.contains(&seat)) else {
            return;
        };
        let moved = &self.beginning.moved[player];
        // Loads before swapping, since only one of thousands of moves is the first.
        if !moved.load(Ordering::Relaxed) && !moved.swap(true, Ordering::Relaxed) {
            self.beginning.tell(RoundEvent::FirstMove(player, Instant::now()));
        }
    }
}

impl Onlooker for FirstMoves<'_> {
    fn returned(&mut self, call: Call) {
        if call.hook == Hook::NextMove {
            self.made(call.seat);
        }
    }

    /// Also handles moves, because another process does not report single calls.
    fn moved(&mut self, step: &Step<'_>) {
        if matches!(step.how.by, By::Bot | By::Substitute) {
            self.made(step.seat);
        }
    }

    fn stop(&mut self) -> bool {
        self.beginning.is_left()
    }
}
