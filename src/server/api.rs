//! What pages ask for and tell: the routes below `/api`.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Extension, FromRequest, Path, Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, LOCATION,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;
use tower_http::compression::CompressionLayer;

use super::aside::{self, aside};
use super::assets::accepts;
use super::error::Refusal;
use super::rate::Rate;
use super::stream::{self, Source};
use super::visitor::IsNew;
use super::words;
use super::{
    GameChoice, Hall, Listed, MoveRequest, NewMatch, PaceRequest, SeatRequest, Table, Visitor,
    upload,
};
use crate::core::{Lang, Seat};
use crate::registry::{Eyes, game};

/// Most bytes of a request.
const BODY: usize = 64 * 1024;
/// Most bytes of a file of records.
const UPLOAD: usize = 4 * 1024 * 1024;
/// Longest id of a match.
const LONGEST_ID: usize = 64;

/// What the routes work with.
#[derive(Clone)]
pub(super) struct Shared {
    /// The matches.
    pub hall: Arc<Hall>,
    /// How many matches visitors have started lately.
    pub begun: Arc<Rate>,
    /// Who may make films of uploaded files.
    pub films: Arc<Semaphore>,
    /// Becomes true when the server ends.
    pub closing: watch::Receiver<bool>,
}

type Answer = Result<Response, Refusal>;

/// The routes.
pub(super) fn routes(shared: Shared) -> Router {
    let upload = Router::new().route("/api/film", post(films)).layer(DefaultBodyLimit::max(UPLOAD));
    let rest = Router::new()
        .route("/api/games", get(games))
        .route("/api/rules/{game}/{lang}", get(rules))
        .route("/api/matches", get(lobby).post(begin))
        .route("/api/stream", get(stream))
        .route("/api/matches/{id}/film", get(film))
        .route("/api/matches/{id}/record", get(record))
        .route("/api/matches/{id}/seat", post(seat))
        .route("/api/matches/{id}/move", post(answer))
        .route("/api/matches/{id}/pace", post(pace))
        .route("/api/matches/{id}/stop", post(stop))
        .route("/api/matches/{id}/rematch", post(rematch))
        .layer(DefaultBodyLimit::max(BODY));
    // Streams are left as they are.
    upload.merge(rest).layer(CompressionLayer::new()).with_state(shared)
}

/// The body of a request: JSON, and said to be.
struct Body<T>(T);

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &Shared) -> Result<Body<T>, Refusal> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let why = words::must_be_json();
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
        let bytes = bytes(request, shared).await?;
        let read = serde_json::from_slice(&bytes);
        read.map(Body).map_err(|error| Refusal::wrong(words::request_not_read(error)))
    }
}

/// A request that says all with its path; its body is `{}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The body of a request, unless it is too long.
async fn bytes(request: Request, shared: &Shared) -> Result<Bytes, Refusal> {
    Bytes::from_request(request, shared).await.map_err(|error: BytesRejection| {
        match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, words::request_too_long())
            }
            status => Refusal::new(status, error.body_text()),
        }
    })
}

/// A match as the path of a request names it.
async fn table(shared: &Shared, id: &str) -> Result<Arc<Table>, Refusal> {
    let could_be = |id: &&str| {
        id.len() <= LONGEST_ID
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let found = match Some(id).filter(could_be) {
        Some(id) => aside::table(&shared.hall, id).await,
        None => None,
    };
    found.ok_or_else(|| Refusal::missing(words::no_such_match()))
}

/// An answer that is true only now.
fn fresh(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn done() -> Response {
    fresh(StatusCode::NO_CONTENT)
}

fn created(id: &str) -> Response {
    let address = format!("/m/{id}");
    fresh((StatusCode::CREATED, [(LOCATION, address)], Json(json!({ "id": id }))))
}

async fn games(State(shared): State<Shared>) -> Answer {
    let games: Vec<GameChoice> = aside(move || Ok(shared.hall.games())).await?;
    Ok(fresh(Json(games)))
}

/// The rules of a game as Markdown.
async fn rules(Path((id, lang)): Path<(String, String)>) -> Answer {
    let missing = || Refusal::missing(words::no_such_page());
    let game = game(&id).map_err(|_| missing())?;
    let lang: Lang = lang.parse().map_err(|_| missing())?;
    let kind = (CONTENT_TYPE, "text/markdown; charset=utf-8");
    Ok(fresh(([kind], game.info().text.rules(lang))))
}

async fn lobby(State(shared): State<Shared>) -> Response {
    let lobby: Vec<Listed> = shared.hall.lobby();
    fresh(Json(lobby))
}

async fn begin(
    State(shared): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Extension(is_new): Extension<IsNew>,
    Body(new): Body<NewMatch>,
) -> Answer {
    one_more(&shared, &visitor, is_new)?;
    let id = aside(move || shared.hall.begin(&new, &visitor)).await?;
    Ok(created(&id))
}

fn one_more(shared: &Shared, visitor: &Visitor, IsNew(is_new): IsNew) -> Result<(), Refusal> {
    match shared.begun.one_more((!is_new).then_some(visitor)) {
        true => Ok(()),
        false => Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_matches())),
    }
}

/// `?match=ID&eyes=public|open|0..5&at=CURSOR`
#[derive(Deserialize)]
struct Wish {
    #[serde(rename = "match")]
    id: Option<String>,
    eyes: Option<String>,
    /// Where a stream begins.
    at: Option<String>,
}

impl Wish {
    fn read(query: WishQuery) -> Result<Wish, Refusal> {
        query.map(|Query(wish)| wish).map_err(|error| Refusal::wrong(error.body_text()))
    }

    fn eyes(&self) -> Result<Eyes, Refusal> {
        match self.eyes.as_deref() {
            None | Some("public") => Ok(Eyes::Public),
            Some("open") => Ok(Eyes::Open),
            Some(seat) => {
                let seat = seat.parse().ok().and_then(|number: u8| Seat::try_from(number).ok());
                let wrong = || Refusal::wrong(words::what_eyes_are());
                seat.map(Eyes::Seat).ok_or_else(wrong)
            }
        }
    }
}

type WishQuery = Result<Query<Wish>, QueryRejection>;

async fn stream(
    State(shared): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    query: WishQuery,
    headers: HeaderMap,
) -> Result<stream::Answer, Refusal> {
    let wish = Wish::read(query)?;
    let eyes = wish.eyes()?;
    // A browser that comes back by itself asks for the address that it was given at first.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let at = [last, wish.at.as_deref()].into_iter().flatten().find_map(|at| at.parse().ok());
    let source = match wish.id {
        None => Source::lobby(&shared.hall),
        Some(id) => match table(&shared, &id).await {
            Ok(table) => Source::of(&table, visitor, eyes, at),
            Err(refusal) => Source::Gone { why: Some(refusal.why().to_string()) },
        },
    };
    Ok(stream::answer(source, shared.closing))
}

async fn film(
    State(shared): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    query: WishQuery,
    headers: HeaderMap,
) -> Answer {
    let eyes = Wish::read(query)?.eyes()?;
    let table = table(&shared, &id).await?;
    let reel = aside::reel(&table, visitor, eyes).await;
    let kind = (CONTENT_TYPE, "application/json");
    // Here and not by the layer: what many ask for is packed once.
    match accepts(&headers, "gzip") {
        true => {
            let packed = Bytes::from_owner(aside::packed(&reel).await);
            Ok(fresh(([kind, (CONTENT_ENCODING, "gzip")], packed)))
        }
        false => Ok(fresh(([kind], aside::text(&reel).await))),
    }
}

async fn record(State(shared): State<Shared>, Path(id): Path<String>) -> Answer {
    let table = table(&shared, &id).await?;
    let match_id = table.id().to_string();
    let line = aside(move || Ok(table.record().map(|record| record.to_line() + "\n"))).await?;
    let Some(text) = line else {
        let why = words::no_record_yet();
        return Err(Refusal::new(StatusCode::CONFLICT, why));
    };
    let name = format!("attachment; filename=\"juez-{match_id}.jsonl\"");
    let kind = "application/jsonl; charset=utf-8".to_string();
    Ok(fresh(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], text)))
}

async fn seat(
    State(shared): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Body(request): Body<SeatRequest>,
) -> Answer {
    let table = table(&shared, &id).await?;
    aside(move || table.sit(&visitor, &request)).await?;
    Ok(done())
}

async fn answer(
    State(shared): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Body(request): Body<MoveRequest>,
) -> Answer {
    let table = table(&shared, &id).await?;
    aside(move || table.answer(&visitor, &request)).await?;
    Ok(done())
}

async fn pace(
    State(shared): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Body(request): Body<PaceRequest>,
) -> Answer {
    let table = table(&shared, &id).await?;
    table.set_pace(&visitor, &request)?;
    Ok(done())
}

async fn stop(
    State(shared): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Body(Nothing {}): Body<Nothing>,
) -> Answer {
    let table = table(&shared, &id).await?;
    aside(move || table.stop(&visitor)).await?;
    Ok(done())
}

async fn rematch(
    State(shared): State<Shared>,
    Extension(visitor): Extension<Visitor>,
    Extension(is_new): Extension<IsNew>,
    Path(id): Path<String>,
    Body(Nothing {}): Body<Nothing>,
) -> Answer {
    let table = table(&shared, &id).await?;
    one_more(&shared, &visitor, is_new)?;
    let id = aside(move || table.rematch(&shared.hall, &visitor)).await?;
    Ok(created(&id))
}

async fn films(State(shared): State<Shared>, query: WishQuery, request: Request) -> Answer {
    let eyes = Wish::read(query)?.eyes()?;
    // Each may be some work and some memory, also when no request waits for it any more.
    let turn = shared.films.clone().acquire_owned().await;
    let bytes = bytes(request, &shared).await?;
    let made = spawn_blocking(move || {
        let _turn = turn;
        upload::films(&bytes, eyes)
    })
    .await;
    let text = made.map_err(|_| Refusal::broken(words::server_error()))??;
    Ok(fresh(([(CONTENT_TYPE, "application/json")], text)))
}
