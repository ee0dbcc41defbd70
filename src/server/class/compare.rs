//! A draft plays its own version, judged as `juez watch` judges a save.

use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::sse::Event;
use futures_util::stream::unfold;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::select;
use tokio::sync::mpsc::{self, error::TrySendError};

use super::policy::spec_of;
use super::requests::{Answer, ClassApi};
use super::run::{fault_problem, playable};
use super::slots::Share;
use super::wire::{CompareMessage, CompareRequest, Compared};
use crate::class::{BotId, Person, PersonId};
use crate::core::{Limits, SeatFault, Seed};
use crate::pool::Isolation;
use crate::referee::Onlooker;
use crate::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game};
use crate::script::BotSpec;
use crate::server::body::{JsonBody, uncached};
use crate::server::error::Refusal;
use crate::server::stream::with_heartbeat;
use crate::server::wire::json;
use crate::server::{blocking, words};
use crate::tournament::{Brief, Comparison, OpeningError, Openings, Played, Series, SeriesError};

const MATCHES: u32 = 40;
/// Random moves before each match, in games that begin alike.
const OPENING_PLIES: u32 = 4;
/// Longest time of play of one match. Pauses do not count.
const MATCH_TIME: Duration = Duration::from_secs(20);
/// Time of play after which no match is begun. Time in the queue does not count.
const PLAY_TIME: Duration = Duration::from_secs(5 * 60);

/// Compares a draft with a version: both sit down to the same matches against the version, so luck of
/// seats and seeds cancels, and an unchanged draft gains nothing. The answer is a stream of messages; to
/// close it stops the comparison.
pub(super) async fn compare(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<BotId>,
    JsonBody(request): JsonBody<CompareRequest>,
) -> Answer {
    let busy = || Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_comparisons());
    let turn = api.site.comparisons.take(by.id).ok_or_else(busy)?;
    let (shared, person) = (api.clone(), by.id);
    let contest = blocking::request(move || Contest::new(&shared, &by, id, request)).await?;
    let (messages, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        play(contest, &api, person, &messages).await;
        drop(turn);
    });
    let events = unfold(receiver, |mut receiver| async move {
        let message: CompareMessage = receiver.recv().await?;
        Some((Ok::<_, Infallible>(Event::default().data(json(&message))), receiver))
    });
    Ok(uncached(with_heartbeat(events)))
}

/// Plays a contest until it is over or its reader is gone.
async fn play(
    mut contest: Contest,
    api: &ClassApi,
    by: PersonId,
    messages: &mpsc::Sender<CompareMessage>,
) {
    let mut share = api.share(contest.seats);
    loop {
        select! {
            () = share.begin() => {}
            () = messages.closed() => return,
        }
        let (api, reader) = (api.clone(), messages.clone());
        let (played, message, more) = blocking::run((), move || {
            // The teacher may have paused the account meanwhile.
            let active = api.class().person(by).and_then(|person| person.must_be_active());
            let played = active.map_err(Refusal::from).and_then(|()| {
                let is_left = || reader.is_closed();
                let work = |_: &Arc<Isolation>, _: &Limits| contest.play_one(&mut share, is_left);
                api.lobby.with_isolation(work)?.map_err(wrong)
            });
            share.end();
            match played {
                Ok(more) => {
                    let message = contest.message(!more);
                    ((contest, share), message, more)
                }
                Err(refusal) => ((contest, share), CompareMessage::refused(&refusal), false),
            }
        })
        .await;
        (contest, share) = played;
        if !more {
            // No slot is kept for a reader.
            drop(share);
            let _ = messages.send(message).await;
            return;
        }
        // The next message has all that this one has.
        if let Err(TrySendError::Closed(_)) = messages.try_send(message) {
            return;
        }
    }
}

fn wrong(error: SeriesError) -> Refusal {
    Refusal::wrong(error.to_string())
}

/// The matches of a version and of a draft, both against the version.
struct Contest {
    seats: u8,
    series: [Series; 2],
    briefs: [Vec<Brief>; 2],
    /// Matches in which the draft failed, and its first fault.
    faults: usize,
    fault: Option<SeatFault>,
    time: Duration,
}

impl Contest {
    fn new(
        api: &ClassApi,
        by: &Person,
        id: BotId,
        CompareRequest { version, files }: CompareRequest,
    ) -> Result<Contest, Refusal> {
        let class = api.class();
        let bot = class.own_bot(by, id)?;
        let old = spec_of("version", &bot.language, class.version_files(by, id, version)?)?;
        let new = spec_of("draft", &bot.language, files)?;
        let game = game(&bot.game).map_err(|error| Refusal::wrong(error.to_string()))?;
        let player = |spec: &BotSpec| PlayerSpec {
            name: spec.name.clone(),
            mind: Mind::Script(spec.clone()),
        };
        let against = |spec: &BotSpec| {
            let mut players = vec![player(spec)];
            players.resize(game.info().seats.0.into(), player(&old));
            players
        };
        let both = api.lobby.with_script(|at, limits| {
            let of = |spec| series(game, against(spec), at, limits);
            if let Err(error) = playable(game, &player(&new), at, limits)? {
                return Ok(Err(error));
            }
            Ok::<_, SeriesError>(Ok([of(&old)?, of(&new)?]))
        })?;
        let both = both.map_err(wrong)?;
        let series = both.map_err(|error| Refusal::wrong(error.to_string()))?;
        let (seats, briefs) = (game.info().seats.0, Default::default());
        Ok(Contest { seats, series, briefs, faults: 0, fault: None, time: Duration::ZERO })
    }

    /// Plays the next match, of the series that has fewer; false if there is none, or no time for it.
    fn play_one(
        &mut self,
        share: &mut Share,
        is_left: impl Fn() -> bool,
    ) -> Result<bool, SeriesError> {
        let [before, after] = &self.briefs;
        let which = usize::from(after.len() < before.len());
        let (series, number) = (&self.series[which], self.briefs[which].len() as u32);
        let left = MATCH_TIME.min(PLAY_TIME.saturating_sub(self.time));
        let is_late = || share.count() >= left || is_left();
        let played = series.one(number, &mut Watch(is_late))?;
        self.time += share.played();
        if played.was_stopped() {
            return Ok(false);
        }
        if let Some(fault) = draft_fault(&played) {
            self.faults += 1;
            self.fault.get_or_insert(fault);
        }
        let score = series.scores(&played)[0];
        self.briefs[which].push(Brief { score, moves: played.record.moves });
        Ok(self.briefs.iter().any(|briefs| briefs.len() < MATCHES as usize))
    }

    /// The result so far, of whole blocks.
    fn message(&self, over: bool) -> CompareMessage {
        let [before, after] = &self.briefs;
        let rotations = self.series[0].rotations() as usize;
        let whole = before.len().min(after.len()) / rotations * rotations;
        if over && whole == 0 {
            return CompareMessage::refused(&Refusal::wrong(words::too_slow_to_compare(
                MATCH_TIME.as_secs(),
            )));
        }
        let Comparison { matches, gain, change, observations, .. } =
            Comparison::new(&before[..whole], &after[..whole], rotations);
        let score = after[..whole].iter().map(|brief| brief.score).sum();
        let fault = self.fault.as_ref().map(|fault| fault_problem(&fault.fault));
        let of = MATCHES as usize;
        let faults = self.faults;
        let result =
            Compared { matches, of, over, score, gain, change, observations, faults, fault };
        CompareMessage::Compared(result)
    }
}

/// The matches of these players, whose seeds and openings are the same for every series.
fn series(
    game: &'static dyn AnyGame,
    players: Vec<PlayerSpec>,
    isolation: &Arc<Isolation>,
    limits: &Limits,
) -> Result<Series, SeriesError> {
    let setup = MatchSetup { limits: limits.clone(), ..MatchSetup::new(players) };
    let series = || Series::of_checked(game, setup.clone(), Seed::from(1), isolation.clone());
    // Without a deal, bots that use no chance would play one match again and again.
    match series()?.with_openings(Openings::Random { plies: OPENING_PLIES }) {
        Err(SeriesError::Opening(OpeningError::Chance(_))) => series(),
        opened => opened,
    }
}

/// Stops a match once a condition holds.
struct Watch<F: FnMut() -> bool>(F);

impl<F: FnMut() -> bool> Onlooker for Watch<F> {
    fn stop(&mut self) -> bool {
        self.0()
    }
}

/// The first fault of the player called `draft`.
fn draft_fault(played: &Played) -> Option<SeatFault> {
    let end = played.record.end.as_ref()?;
    let is_drafts = |fault: &&SeatFault| {
        played.record.players.get(fault.seat.index()).is_some_and(|player| player.name == "draft")
    };
    end.faults.iter().find(is_drafts).cloned()
}
