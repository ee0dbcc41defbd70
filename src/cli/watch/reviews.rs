//! Reviews of lost matches between two saves: the worst decisions of a version, and the moves of the
//! next one there.

use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Weak};
use std::thread::Builder;

use super::events::{Event, Session};
use crate::cli::review::{Loss, Mistake, worst_of};
use juez_core::Hook;
use juez_match::referee::Verdict;
use juez_match::registry::{AnyGame, PlayerSpec, Question, Reviewing};
use juez_pool::Isolation;
use juez_script::STACK;

/// A finished part of reviews, of the row with this number.
pub(crate) enum ReviewEvent {
    /// The moves of a version at the worst decisions of an earlier one.
    Asked(usize, Vec<Answer>),
    /// The worst decisions of a version.
    Worst(usize, Vec<Mistake>),
    Done,
}

/// The move of a version at a bad decision of an earlier one.
#[derive(Clone, Serialize)]
pub(crate) struct Answer {
    #[serde(flatten)]
    pub mistake: Mistake,
    /// Its move; `None` after a fault.
    pub now: Option<String>,
    /// The cost of that move.
    pub now_cost: Option<i32>,
    pub is_better: bool,
}

/// The last series of a row.
#[derive(Clone)]
struct Lost {
    player: PlayerSpec,
    version: u32,
    losses: Vec<Arc<Loss>>,
    /// True until the version was asked at the worst decisions of the one before.
    is_to_ask: bool,
}

/// The worst decisions of each row, and the series that are to be reviewed.
#[derive(Default)]
pub(super) struct Reviews {
    lost: BTreeMap<usize, Lost>,
    worst: BTreeMap<usize, (u32, Vec<Mistake>)>,
    begun: u64,
    /// The reviews stop when this is dropped.
    running: Option<Arc<()>>,
}

/// The facts for a message about a review of a row.
pub(super) struct Finding {
    pub row: usize,
    /// The version that played.
    pub version: u32,
    pub kind: FindingKind,
}

pub(super) enum FindingKind {
    /// Moves at the worst decisions of the version with this number.
    Asked(u32, Vec<Answer>),
    Worst(Vec<Mistake>),
}

impl Reviews {
    /// Adds the series that a row has just played.
    pub fn add(&mut self, row: usize, player: PlayerSpec, version: u32, losses: Vec<Arc<Loss>>) {
        self.lost.insert(row, Lost { player, version, losses, is_to_ask: true });
    }

    /// Stops the running reviews. They begin again later.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Begins to review the series that were added, unless reviews are running.
    pub fn begin(&mut self, session: &Session) -> io::Result<()> {
        if self.running.is_some() || self.lost.is_empty() {
            return Ok(());
        }
        self.begun += 1;
        let (id, running, events) = (self.begun, Arc::new(()), session.events.clone());
        let (game, isolation) = (session.game, session.isolation.clone());
        let reviewer = Reviewer { game, isolation, running: Arc::downgrade(&running) };
        let work: Vec<_> = self
            .lost
            .iter()
            .map(|(&row, lost)| (row, lost.clone(), self.worst_before(row, lost)))
            .collect();
        Builder::new().name("reviews".into()).stack_size(STACK).spawn(move || {
            // Fails only while juez exits.
            let tell = |event| drop(events.send(Event::Review(id, event)));
            for (row, lost, worst) in work {
                if let Some(answers) = worst.and_then(|worst| reviewer.ask(&lost.player, &worst)) {
                    tell(ReviewEvent::Asked(row, answers));
                }
                let Some(worst) = reviewer.review(&lost) else { return };
                tell(ReviewEvent::Worst(row, worst));
            }
            tell(ReviewEvent::Done);
        })?;
        self.running = Some(running);
        Ok(())
    }

    /// Returns the worst decisions of an earlier version, if the version of a series has not been
    /// asked there.
    fn worst_before(&self, row: usize, lost: &Lost) -> Option<Vec<Mistake>> {
        let (version, worst) = self.worst.get(&row)?;
        let is_to_ask = lost.is_to_ask && *version != lost.version && !worst.is_empty();
        is_to_ask.then(|| worst.clone())
    }

    /// Handles an event of the reviews with a number. Returns the facts for a message.
    pub fn take(&mut self, id: u64, event: ReviewEvent) -> Option<Finding> {
        if id != self.begun || self.running.is_none() {
            return None;
        }
        match event {
            ReviewEvent::Asked(row, answers) => {
                let lost = self.lost.get_mut(&row)?;
                lost.is_to_ask = false;
                let (before, _) = self.worst.get(&row)?;
                let kind = FindingKind::Asked(*before, answers);
                Some(Finding { row, version: lost.version, kind })
            }
            ReviewEvent::Worst(row, worst) => {
                let version = self.lost.remove(&row)?.version;
                self.worst.insert(row, (version, worst.clone()));
                let kind = FindingKind::Worst(worst);
                Some(Finding { row, version, kind }).filter(|_| !self.worst[&row].1.is_empty())
            }
            ReviewEvent::Done => {
                self.running = None;
                None
            }
        }
    }
}

/// A reviewer on its own thread.
struct Reviewer {
    game: &'static dyn AnyGame,
    isolation: Arc<Isolation>,
    running: Weak<()>,
}

impl Reviewer {
    fn is_stopped(&self) -> bool {
        self.running.strong_count() == 0
    }

    /// Asks a player at decisions, and values its moves; `None` if stopped before.
    fn ask(&self, player: &PlayerSpec, worst: &[Mistake]) -> Option<Vec<Answer>> {
        let ask = |mistake: &Mistake| {
            let (decision, record) = (&mistake.decision, &mistake.loss.record);
            let (seat, ply) = (decision.seat, decision.ply);
            let question = Question { seat, ply, hook: Hook::NextMove, player, profile: false };
            let asked = self.isolation.inspect(self.game, record, &question).ok();
            let now = asked.and_then(|asked| asked.answer);
            let valued = now.as_ref().and_then(|now| {
                if *now == decision.played {
                    return Some(decision.clone());
                }
                let reviewing = Reviewing::new(self.game, record, None).ok()?;
                reviewing.review_move(record, ply, now).ok()?
            });
            let verdict = valued.as_ref().map(|valued| decision.verdict_on(valued));
            let answer = Answer {
                mistake: mistake.clone(),
                now,
                now_cost: valued.map(|valued| valued.cost),
                is_better: matches!(verdict, Some(Verdict::Best | Verdict::Better)),
            };
            (!self.is_stopped()).then_some(answer)
        };
        worst.iter().map(ask).collect()
    }

    /// Returns the worst decisions in lost matches; `None` if stopped before. None of matches without
    /// a reviewer.
    fn review(&self, lost: &Lost) -> Option<Vec<Mistake>> {
        let mut reviewed = Vec::new();
        for loss in &lost.losses {
            let Ok(reviewing) = Reviewing::new(self.game, &loss.record, None) else { continue };
            let proceed = |_: &_| !self.is_stopped();
            match reviewing.decisions(&loss.record, &loss.seats, proceed) {
                Ok(Some(decisions)) => reviewed.push((loss.clone(), decisions)),
                Ok(None) => return None,
                Err(_) => {}
            }
        }
        let mut worst = worst_of(&reviewed);
        for mistake in &mut worst {
            mistake.find_line(&self.isolation, self.game, &lost.player);
        }
        (!self.is_stopped()).then_some(worst)
    }
}
