//! Compares a draft with an opponent and streams the results.

use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::sse::Event;
use futures_util::stream::unfold;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::select;
use tokio::sync::mpsc::{self, error::TrySendError};

use super::checks::Checks;
use super::contest::{Contest, wrong};
use super::requests::{Answer, ClassApi};
use super::wire::{CompareMessage, CompareRequest};
use crate::body::{JsonBody, uncached};
use crate::error::Refusal;
use crate::stream::with_heartbeat;
use crate::{blocking, words};
use juez_class::{BotId, Person, PersonId};
use juez_core::Limits;
use juez_lobby::VisitorId;
use juez_lobby::json;
use juez_pool::Isolation;

/// Plays a draft against an opponent, and the version before it in the same matches. Responds with
/// a stream of messages; closing it stops the comparison.
pub(super) async fn compare(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Extension(visitor): Extension<VisitorId>,
    Path(id): Path<BotId>,
    JsonBody(request): JsonBody<CompareRequest>,
) -> Answer {
    let busy = || Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_comparisons());
    let turn = api.site.comparisons.take(by.id).ok_or_else(busy)?;
    let (person, owner) = (by.id, by.clone());
    let make = move |api: &ClassApi| Contest::new(api, (&owner, &visitor), id, request);
    let contest = Checks::run(api.clone(), &by, make).await??;
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

/// Plays a contest until it is over or the stream is closed.
async fn play(
    mut contest: Contest,
    api: &ClassApi,
    by: PersonId,
    messages: &mpsc::Sender<CompareMessage>,
) {
    let mut share = api.share(contest.seats());
    loop {
        select! {
            () = share.begin() => {}
            () = messages.closed() => return,
        }
        let (api, reader) = (api.clone(), messages.clone());
        let (played, message, more) = blocking::run((), move || {
            // The teacher may have paused the account meanwhile.
            let active = api.class().person(by).and_then(|person| person.must_be_active());
            let _working = api.site.at_work.begin();
            let played = active.map_err(Refusal::from).and_then(|()| {
                let is_left = || reader.is_closed();
                let work = |_: &Arc<Isolation>, _: &Limits| contest.play_one(&mut share, is_left);
                api.lobby.with_isolation(work)?.map_err(wrong)
            });
            share.end();
            let (message, more) = match played {
                Ok(more) => (contest.message(!more), more),
                Err(refusal) => (CompareMessage::refused(&refusal), false),
            };
            ((contest, share), message, more)
        })
        .await;
        (contest, share) = played;
        if !more {
            // Frees the slot before waiting for the reader.
            drop(share);
            let _ = messages.send(message).await;
            return;
        }
        // A full channel loses nothing: the next message repeats everything.
        if let Err(TrySendError::Closed(_)) = messages.try_send(message) {
            return;
        }
    }
}
