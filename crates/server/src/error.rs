//! Refused requests.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use juez_class::{ClassError, ClassErrorKind};
use juez_lobby::LobbyError;

/// Response to a refused request: `{"error": "..."}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    why: String,
}

/// The reason of a refusal, as an extension of its response.
#[derive(Clone, Debug)]
pub(super) struct RefusedBecause(pub String);

pub(super) type Result<T, E = Refusal> = std::result::Result<T, E>;

impl Refusal {
    pub fn new(status: StatusCode, why: impl Into<String>) -> Refusal {
        Refusal { status, why: why.into() }
    }

    pub fn why(&self) -> &str {
        &self.why
    }

    /// Refuses an invalid request.
    pub fn wrong(why: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, why)
    }

    /// Refuses a request for something that does not exist.
    pub fn missing(why: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, why)
    }

    /// Refuses a request because of a server error that no visitor can fix.
    pub fn broken(why: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, why)
    }
}

impl From<LobbyError> for Refusal {
    fn from(error: LobbyError) -> Refusal {
        let status = StatusCode::from_u16(error.kind() as u16);
        Refusal::new(status.expect("each class has a status"), error.to_string())
    }
}

impl From<ClassError> for Refusal {
    fn from(error: ClassError) -> Refusal {
        let status = match error.kind() {
            ClassErrorKind::Wrong => StatusCode::BAD_REQUEST,
            ClassErrorKind::Unknown => StatusCode::UNAUTHORIZED,
            ClassErrorKind::Forbidden => StatusCode::FORBIDDEN,
            ClassErrorKind::Missing => StatusCode::NOT_FOUND,
            ClassErrorKind::Conflict => StatusCode::CONFLICT,
            ClassErrorKind::Full => StatusCode::TOO_MANY_REQUESTS,
            ClassErrorKind::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal::new(status, error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal { status, why } = self;
        let mut response = (status, Json(json!({ "error": &why }))).into_response();
        let no_store = HeaderValue::from_static("no-store");
        response.headers_mut().insert(header::CACHE_CONTROL, no_store);
        response.extensions_mut().insert(RefusedBecause(why));
        response
    }
}
