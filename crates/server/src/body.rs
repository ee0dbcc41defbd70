//! Bodies of requests, and responses that are not cached.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read};
use std::time::Duration;
use tokio::time::timeout;

use super::error::{Refusal, Result};
use super::words;

/// Timeout for a body. Shorter than the timeout for responses, so that the refusal is sent.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// Bytes of a long response in memory at once.
const PIECE_BYTES: usize = 16 << 10;

/// A JSON body with the right content type.
pub(super) struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let why = words::must_be_json();
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
        let bytes = read_body(request, state).await?;
        let read = serde_json::from_slice(&bytes);
        read.map(JsonBody).map_err(|error| Refusal::wrong(words::request_not_read(error)))
    }
}

/// The body `{}` of a request whose path is enough.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EmptyBody {}

/// Reads the bytes of a body.
///
/// # Errors
/// If they do not arrive, or are too many.
pub(super) async fn read_body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes> {
    let refused = |error: BytesRejection| match error.status() {
        status @ StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(status, words::request_too_long()),
        status => Refusal::new(status, error.body_text()),
    };
    let late = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, words::request_too_slow());
    timeout(BODY_TIMEOUT, Bytes::from_request(request, state)).await.map_err(late)?.map_err(refused)
}

/// Splits a reader into pieces, to bound the memory used.
pub(super) fn pieces(mut reader: impl Read) -> impl Iterator<Item = io::Result<Bytes>> {
    std::iter::from_fn(move || {
        let mut piece = vec![0; PIECE_BYTES];
        match reader.read(&mut piece) {
            Ok(0) => None,
            Ok(length) => {
                piece.truncate(length);
                Some(Ok(piece.into()))
            }
            Err(error) => Some(Err(error)),
        }
    })
}

/// Makes a response that must not be cached.
pub(super) fn uncached(response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
