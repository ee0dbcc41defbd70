//! A draft plays its own version, judged as `juez watch` judges a save.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::policy::spec_of;
use super::requests::{Answer, ClassApi};
use super::run::fault_problem;
use super::wire::{CompareRequest, Compared};
use crate::class::{BotId, Person};
use crate::core::{Limits, SeatFault, Seed};
use crate::pool::Isolation;
use crate::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game};
use crate::script::BotSpec;
use crate::server::body::{JsonBody, uncached};
use crate::server::error::{Refusal, Result};
use crate::server::{blocking, words};
use crate::tournament::{Brief, Comparison, OpeningError, Openings, Played, Series, SeriesError};

const MATCHES: u32 = 40;
/// Random moves before each match, in games that begin alike.
const OPENING_PLIES: u32 = 4;
/// Time after which no match is begun. The answer to a request has half a minute.
const TIME: Duration = Duration::from_secs(12);
/// Time to wait for a turn, before the answer is that there is none.
const PATIENCE: Duration = Duration::from_secs(12);
/// Comparisons at once; others wait, for each takes cores from everybody.
static COMPARISONS: Semaphore = Semaphore::const_new(2);

/// Compares a draft with a version: both sit down to the same matches against the version, so luck of
/// seats and seeds cancels, and an unchanged draft gains nothing.
pub(super) async fn compare(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<BotId>,
    JsonBody(CompareRequest { version, files }): JsonBody<CompareRequest>,
) -> Answer {
    let busy = |()| Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_comparisons());
    let one = api.site.comparisons.take(by.id).ok_or_else(|| busy(()))?;
    let turn = timeout(PATIENCE, blocking::turn(&COMPARISONS)).await.map_err(|_| busy(()))?;
    let compared = blocking::run(turn, move || {
        let _one = one;
        let class = api.class();
        let bot = class.own_bot(&by, id)?;
        let old = spec_of("version", &bot.language, class.version_files(&by, id, version)?)?;
        let new = spec_of("draft", &bot.language, files)?;
        let game = game(&bot.game).map_err(|error| Refusal::wrong(error.to_string()))?;
        let player = |spec: &BotSpec| PlayerSpec {
            name: spec.name.clone(),
            mind: Mind::Script(spec.clone()),
        };
        let rivals = usize::from(game.info().seats.0) - 1;
        let against = |spec: &BotSpec| {
            let mut players = vec![player(spec)];
            players.extend(vec![player(&old); rivals]);
            players
        };
        let (mut before, mut after): (Vec<Brief>, Vec<Brief>) = Default::default();
        let mut fault = None;
        let begun = Instant::now();
        let in_time = || begun.elapsed() < TIME;
        // Block by block of both, so that the time ends both alike.
        let rotations = rivals + 1;
        let wrong = |error: SeriesError| Refusal::wrong(error.to_string());
        let played = api.lobby.with_isolation(|at, limits| {
            let first = series(game, against(&old), at, limits)?;
            let second = series(game, against(&new), at, limits)?;
            while before.len() < MATCHES as usize && in_time() {
                let block = (before.len() / rotations) as u32;
                for (series, briefs) in [(&first, &mut before), (&second, &mut after)] {
                    for played in series.block(block)?.matches {
                        fault = fault.take().or_else(|| draft_fault(&played));
                        let score = series.scores(&played)[0];
                        briefs.push(Brief { score, moves: played.record.moves });
                    }
                }
            }
            Ok(())
        })?;
        played.map_err(wrong)?;
        let Comparison { matches, gain, change, observations, .. } =
            Comparison::new(&before, &after, rotations);
        let score = after.iter().map(|brief| brief.score).sum();
        let fault = fault.map(|fault| fault_problem(&fault.fault));
        Ok::<_, Refusal>(Compared { matches, score, gain, change, observations, fault })
    });
    let compared: Result<Compared> = compared.await;
    Ok(uncached(Json(compared?)))
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

/// The first fault of the player called `draft`.
fn draft_fault(played: &Played) -> Option<SeatFault> {
    let end = played.record.end.as_ref()?;
    let is_drafts = |fault: &&SeatFault| {
        played.record.players.get(fault.seat.index()).is_some_and(|player| player.name == "draft")
    };
    end.faults.iter().find(is_drafts).cloned()
}
