//! What the server answers where it cannot do as asked.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::{HallError, Trouble};

/// A request that is not done, and why: `{"error": "..."}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    why: String,
}

impl Refusal {
    /// A refusal in words.
    pub fn new(status: StatusCode, why: impl Into<String>) -> Refusal {
        Refusal { status, why: why.into() }
    }

    /// Why.
    pub fn why(&self) -> &str {
        &self.why
    }

    /// The request makes no sense.
    pub fn wrong(why: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, why)
    }

    /// There is nothing of this name.
    pub fn missing(why: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, why)
    }

    /// Nothing that a visitor could mend.
    pub fn broken(why: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, why)
    }
}

impl From<HallError> for Refusal {
    fn from(error: HallError) -> Refusal {
        let status = match error.trouble() {
            Trouble::Wrong => StatusCode::BAD_REQUEST,
            Trouble::Forbidden => StatusCode::FORBIDDEN,
            Trouble::Missing => StatusCode::NOT_FOUND,
            Trouble::Conflict => StatusCode::CONFLICT,
            Trouble::Full => StatusCode::TOO_MANY_REQUESTS,
            Trouble::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal::new(status, error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal { status, why } = self;
        let mut response = (status, Json(json!({ "error": why }))).into_response();
        let no_store = HeaderValue::from_static("no-store");
        response.headers_mut().insert(header::CACHE_CONTROL, no_store);
        response
    }
}
