//! The routes below `/api`.

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use flate2::read::GzDecoder;
use futures_util::StreamExt;
use futures_util::stream::iter;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::io;
use std::sync::Arc;
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use tower_http::compression::CompressionLayer;

use super::assets::accepts;
use super::body::{EmptyBody, JsonBody, pieces, uncached};
use super::class::{Ladder, Tournaments};
use super::cookie::IsNewVisitor;
use super::error::{Refusal, Result};
use super::minute_limit::{MinuteLimit, count_start};
use super::open_streams::{OpenStream, OpenStreams};
use super::stream::{self, StreamSource};
use super::{blocking, upload, words};
use juez_core::{Lang, Observer, Seat};
use juez_lobby::Cursor;
use juez_lobby::{Lobby, LobbyError, MatchTable, NewMatch, VisitorId};
use juez_match::registry::definitions::api_reference;
use juez_match::registry::game;

/// Limit on the body of a request, in bytes.
const MAX_BODY_BYTES: usize = 64 * 1024;
/// Limit on a file of records, in bytes.
const MAX_UPLOAD_BYTES: usize = 4 * 1024 * 1024;

/// Begins the subject of a stream of a ladder; the id of its game follows. No id of a match has it.
const LADDER: &str = "ladder-";
/// Begins the subject of a stream of a tournament; its number follows.
const TOURNAMENT: &str = "tournament-";
/// Limit on the id of a match, in bytes.
const MAX_ID_BYTES: usize = 64;

/// Limit on the uploads converted to event logs at once.
static UPLOADS: Semaphore = Semaphore::const_new(2);
/// Bytes of uploads in memory at once. A stalled upload holds its bytes but no turn.
static UPLOAD_BYTES: Semaphore = Semaphore::const_new(16 * MAX_UPLOAD_BYTES);

#[derive(Clone)]
pub(super) struct ApiState {
    pub lobby: Arc<Lobby>,
    pub start_limit: Arc<MinuteLimit<VisitorId>>,
    pub streams: Arc<OpenStreams>,
    /// The ladder of a class.
    pub ladder: Option<Arc<Ladder>>,
    /// The tournaments of a class.
    pub tournaments: Option<Arc<Tournaments>>,
    /// Becomes true when the server shuts down.
    pub closing: watch::Receiver<bool>,
}

type ApiResult = Result<Response>;

pub(super) fn routes(state: ApiState) -> Router {
    let upload = Router::new().route("/api/event-log", post(upload_logs));
    let rest = Router::new()
        .route("/api/games", get(games))
        .route("/api/unusable-bots", get(unusable_bots))
        .route("/api/rules/{game}/{lang}", get(rules))
        .route("/api/reference/{game}", get(reference))
        .route("/api/levels/{game}", get(level))
        .route("/api/matches", get(matches).post(begin))
        .route("/api/stream", get(stream))
        .route("/api/streams", get(streams))
        .route("/api/matches/{id}/event-log", get(event_log))
        .route("/api/matches/{id}/record", get(record))
        .route("/api/matches/{id}/review", get(review).post(begin_review))
        .route("/api/matches/{id}/seat", change(MatchTable::sit))
        .route("/api/matches/{id}/move", change(MatchTable::answer))
        .route("/api/matches/{id}/pace", change(MatchTable::set_pace))
        .route("/api/matches/{id}/stop", change(|table, by, EmptyBody {}| table.stop(by)))
        .route("/api/matches/{id}/clear", change(|table, by, EmptyBody {}| table.clear(by)))
        .route("/api/matches/{id}/rematch", post(rematch))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
    // Streams are not compressed.
    upload.merge(rest).layer(CompressionLayer::new()).with_state(state)
}

impl ApiState {
    /// Returns the match named in the path of a request. Blocks.
    fn table(&self, id: &str) -> Result<Arc<MatchTable>> {
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let could_be = id.len() <= MAX_ID_BYTES && id.bytes().all(is_sign);
        let found = could_be.then(|| self.lobby.table(id)).flatten();
        found.ok_or_else(|| Refusal::missing(juez_lobby::no_such_match()))
    }

    /// Opens a stream of several subjects, if the visitor's limit allows it.
    fn open_stream(&self, visitor: VisitorId, subjects: usize) -> Result<OpenStream> {
        let too_many = || Refusal::new(StatusCode::TOO_MANY_REQUESTS, words::too_many_checks());
        self.streams.open(visitor, subjects).ok_or_else(too_many)
    }

    /// Returns the source of a stream: a match from `at` on, or the list of matches.
    async fn source(
        &self,
        id: Option<String>,
        visitor: VisitorId,
        observer: Observer,
        at: Option<Cursor>,
    ) -> StreamSource {
        let Some(id) = id else { return StreamSource::matches(self.lobby.clone(), visitor) };
        if let (Some(game), Some(ladder)) = (id.strip_prefix(LADDER), &self.ladder) {
            let (changes, ladder, game) = (ladder.changes(), ladder.clone(), game.to_string());
            return StreamSource::board(changes, move || ladder.message(&game));
        }
        if let (Some(Ok(number)), Some(tournaments)) =
            (id.strip_prefix(TOURNAMENT).map(str::parse), &self.tournaments)
        {
            let (changes, tournaments) = (tournaments.changes(), tournaments.clone());
            let opened = tournaments.clone();
            return match blocking::read(move || opened.open(number)).await {
                Ok(()) => StreamSource::board(changes, move || tournaments.message(number)),
                Err(refusal) => StreamSource::Gone { why: Some(refusal.why().to_string()) },
            };
        }
        let state = self.clone();
        match blocking::read(move || state.table(&id)).await {
            Ok(table) => StreamSource::table(table, visitor, observer, at),
            Err(refusal) => StreamSource::Gone { why: Some(refusal.why().to_string()) },
        }
    }

    /// Counts a match that a visitor wants to start.
    fn count_start(&self, visitor: &VisitorId, IsNewVisitor(is_new): IsNewVisitor) -> Result<()> {
        count_start(&self.start_limit, (!is_new).then_some(*visitor))
    }
}

/// Runs a request that changes the table named in its path.
fn change<T: DeserializeOwned + Send + 'static>(
    change: fn(&MatchTable, &VisitorId, &T) -> Result<(), LobbyError>,
) -> MethodRouter<ApiState> {
    let handler = move |State(state): State<ApiState>,
                        Extension(visitor): Extension<VisitorId>,
                        Path(id): Path<String>,
                        JsonBody(request): JsonBody<T>| async move {
        let changed = blocking::request(move || {
            let table = state.table(&id)?;
            change(&table, &visitor, &request).map_err(Refusal::from)
        });
        changed.await.map(|()| uncached(StatusCode::NO_CONTENT))
    };
    post(handler)
}

fn created(id: &str) -> Response {
    let address = format!("/m/{id}");
    uncached((StatusCode::CREATED, [(LOCATION, address)], Json(json!({ "id": id }))))
}

async fn games(
    State(state): State<ApiState>,
    Extension(visitor): Extension<VisitorId>,
) -> Response {
    uncached(Json(blocking::read(move || state.lobby.games(&visitor)).await))
}

/// Returns the rules of a game as Markdown.
async fn rules(Path((id, lang)): Path<(String, String)>) -> ApiResult {
    let missing = || Refusal::missing(words::no_such_page());
    let game = game(&id).map_err(|_| missing())?;
    let lang: Lang = lang.parse().map_err(|_| missing())?;
    let kind = (CONTENT_TYPE, "text/markdown; charset=utf-8");
    Ok(uncached(([kind], game.info().text.rules(lang))))
}

/// Returns the script API of a game as JSON.
async fn reference(Path(id): Path<String>) -> ApiResult {
    let game = game(&id).map_err(|_| Refusal::missing(words::no_such_page()))?;
    Ok(uncached(Json(api_reference(game))))
}

/// Lists the scripts in the folder of bots that cannot play.
async fn unusable_bots(State(state): State<ApiState>) -> Response {
    uncached(Json(blocking::read(move || state.lobby.unusable_bots()).await))
}

/// Returns the level of the visitor, which no other visitor can read.
async fn level(
    State(state): State<ApiState>,
    Extension(visitor): Extension<VisitorId>,
    Path(id): Path<String>,
) -> ApiResult {
    blocking::read(move || Ok(uncached(Json(state.lobby.level(&id, &visitor)?)))).await
}

async fn matches(
    State(state): State<ApiState>,
    Extension(visitor): Extension<VisitorId>,
) -> Response {
    uncached(Json(blocking::read(move || state.lobby.matches_for(&visitor)).await))
}

async fn begin(
    State(state): State<ApiState>,
    Extension(visitor): Extension<VisitorId>,
    Extension(is_new): Extension<IsNewVisitor>,
    JsonBody(new): JsonBody<NewMatch>,
) -> ApiResult {
    state.count_start(&visitor, is_new)?;
    let id = blocking::request(move || state.lobby.begin(&new, &visitor)).await?;
    Ok(created(&id))
}

/// `?match=ID&observer=public|open|0..5&at=CURSOR`
#[derive(Deserialize)]
struct LogQuery {
    #[serde(rename = "match")]
    id: Option<String>,
    observer: Option<String>,
    /// The cursor at which a stream begins.
    at: Option<String>,
}

type LogQueryResult = Result<Query<LogQuery>, QueryRejection>;

impl LogQuery {
    fn read(query: LogQueryResult) -> Result<(LogQuery, Observer)> {
        let Query(query) = query.map_err(|error| Refusal::wrong(error.body_text()))?;
        let observer = observer(query.observer.as_deref())?;
        Ok((query, observer))
    }
}

fn observer(text: Option<&str>) -> Result<Observer> {
    Ok(match text {
        None | Some("public") => Observer::Public,
        Some("open") => Observer::Open,
        Some(seat) => {
            let seat = seat.parse().ok().and_then(|number: u8| Seat::try_from(number).ok());
            Observer::Seat(seat.ok_or_else(|| Refusal::wrong(words::what_an_observer_is()))?)
        }
    })
}

/// `?of=ID:OBSERVER:CURSOR,ID:OBSERVER:CURSOR,...`: several matches in one stream. An empty part is
/// the list of matches; a missing cursor is the beginning.
#[derive(Deserialize)]
struct SharedQuery {
    of: String,
}

/// Streams several subjects at once. Browsers open few connections to a server, so all pages share
/// one.
async fn streams(
    State(state): State<ApiState>,
    Extension(visitor): Extension<VisitorId>,
    query: Result<Query<SharedQuery>, QueryRejection>,
) -> Result<stream::StreamResponse<stream::Events>> {
    let Query(SharedQuery { of }) = query.map_err(|error| Refusal::wrong(error.body_text()))?;
    let open = state.open_stream(visitor, of.split(',').count())?;
    let mut sources = Vec::new();
    for part in of.split(',') {
        let mut words = part.split(':');
        let id = words.next().filter(|id| !id.is_empty()).map(str::to_string);
        let observer = observer(words.next().filter(|text| !text.is_empty()))?;
        let at = words.next().and_then(|at| at.parse().ok());
        sources.push(state.source(id, visitor, observer, at).await);
    }
    Ok(stream::shared_response(sources, open, state.closing))
}

async fn stream(
    State(state): State<ApiState>,
    Extension(visitor): Extension<VisitorId>,
    query: LogQueryResult,
    headers: HeaderMap,
) -> Result<stream::StreamResponse<stream::Events>> {
    let (LogQuery { id, at, .. }, observer) = LogQuery::read(query)?;
    // A reconnecting browser repeats the address of its first request.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let at = [last, at.as_deref()].into_iter().flatten().find_map(|at| at.parse().ok());
    let open = state.open_stream(visitor, 1)?;
    let source = state.source(id, visitor, observer, at).await;
    Ok(stream::response(source, open, state.closing))
}

async fn event_log(
    State(state): State<ApiState>,
    Extension(visitor): Extension<VisitorId>,
    Path(id): Path<String>,
    query: LogQueryResult,
    headers: HeaderMap,
) -> ApiResult {
    let (_, observer) = LogQuery::read(query)?;
    let kind = (CONTENT_TYPE, "application/json");
    blocking::read(move || {
        let packed = state.table(&id)?.log_view(&visitor, observer).packed();
        let packed = packed.map_err(|error| Refusal::broken(error.to_string()))?;
        // Not compressed by the layer: this is compressed once for all readers.
        if !accepts(&headers, "gzip") {
            return Ok(uncached((
                [kind],
                Body::from_stream(iter(pieces(GzDecoder::new(io::Cursor::new(packed))))),
            )));
        }
        Ok(uncached(([kind, (CONTENT_ENCODING, "gzip")], Bytes::from_owner(packed))))
    })
    .await
}

async fn record(
    State(state): State<ApiState>,
    Extension(visitor): Extension<VisitorId>,
    Path(id): Path<String>,
) -> ApiResult {
    blocking::read(move || {
        let table = state.table(&id)?;
        let Some(record) = table.record_for(&visitor) else {
            return Err(Refusal::new(StatusCode::CONFLICT, juez_lobby::no_record_yet()));
        };
        let name = format!("attachment; filename=\"juez-{}.jsonl\"", table.id());
        let kind = "application/jsonl; charset=utf-8".to_string();
        let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)];
        Ok(uncached((headers, record.to_line() + "\n")))
    })
    .await
}

async fn review(State(state): State<ApiState>, Path(id): Path<String>) -> ApiResult {
    blocking::read(move || {
        let table = state.table(&id)?;
        Ok(uncached(Json(state.lobby.review(&table, false)?)))
    })
    .await
}

/// Begins the review of a match, unless it is made or in progress.
async fn begin_review(
    State(state): State<ApiState>,
    Path(id): Path<String>,
    JsonBody(EmptyBody {}): JsonBody<EmptyBody>,
) -> ApiResult {
    blocking::request(move || {
        let table = state.table(&id)?;
        Ok(uncached(Json(state.lobby.review(&table, true)?)))
    })
    .await
}

async fn rematch(
    State(state): State<ApiState>,
    Extension(visitor): Extension<VisitorId>,
    Extension(is_new): Extension<IsNewVisitor>,
    Path(id): Path<String>,
    JsonBody(EmptyBody {}): JsonBody<EmptyBody>,
) -> ApiResult {
    blocking::request(move || {
        let table = state.table(&id)?;
        state.count_start(&visitor, is_new)?;
        Ok(created(&state.lobby.rematch(&table, &visitor)?))
    })
    .await
}

/// Converts the records in an uploaded file to event logs.
async fn upload_logs(query: LogQueryResult, request: Request) -> ApiResult {
    let (_, observer) = LogQuery::read(query)?;
    let (bytes, _room) = read_upload(request).await?;
    let turn = blocking::turn(&UPLOADS).await;
    let json = blocking::run(turn, move || upload::event_logs(&bytes, observer)).await?;
    Ok(uncached(([(CONTENT_TYPE, "application/json")], json)))
}

/// Reads a file as it arrives, and reserves memory for it.
async fn read_upload(
    request: Request,
) -> Result<(Vec<u8>, Option<SemaphorePermit<'static>>), Refusal> {
    let (mut bytes, mut room) = (Vec::new(), None::<SemaphorePermit<'static>>);
    let mut pieces = request.into_body().into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|error| Refusal::wrong(error.to_string()))?;
        if bytes.len() + piece.len() > MAX_UPLOAD_BYTES {
            let too_long = StatusCode::PAYLOAD_TOO_LARGE;
            return Err(Refusal::new(too_long, words::request_too_long()));
        }
        let busy = |_| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, words::too_many_uploads());
        let more = UPLOAD_BYTES.try_acquire_many(piece.len() as u32).map_err(busy)?;
        match &mut room {
            Some(room) => room.merge(more),
            None => room = Some(more),
        }
        bytes.extend_from_slice(&piece);
    }
    Ok((bytes, room))
}
