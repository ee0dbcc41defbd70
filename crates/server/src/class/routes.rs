//! The routes below `/api/class`.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post, put};
use tower_http::compression::CompressionLayer;

use super::ladder::handlers as ladder;
use super::requests::ClassApi;
use super::tournaments::handlers as tournaments;
use super::{bots, compare, download, entry, exercises, people, questions, reviews, run};
use juez_script::Bundle;

/// Limit on the body of a request, in bytes.
const MAX_BODY_BYTES: usize = 64 * 1024;
/// Limit on a body with the source of a bot; JSON escapes take more bytes than the source.
const MAX_SOURCE_BYTES: usize = 2 * Bundle::BYTES as usize;

pub(crate) fn routes(api: ClassApi) -> Router {
    let sources = Router::new()
        .route("/api/class/bots", get(bots::bots).post(bots::new_bot))
        .route("/api/class/bots/{id}/draft", put(bots::save_draft))
        .route("/api/class/bots/{id}/run", post(run::run))
        .route("/api/class/bots/{id}/ask", post(run::ask))
        .route("/api/class/bots/{id}/compare", post(compare::compare))
        .route("/api/class/exercises/{id}/test", post(exercises::test))
        .route("/api/class/check", post(run::check))
        .route("/api/class/roster", post(people::add_roster))
        .layer(DefaultBodyLimit::max(MAX_SOURCE_BYTES));
    let rest = Router::new()
        .route("/api/class", get(entry::state))
        .route("/api/class/join", post(entry::join))
        .route("/api/class/enter", post(entry::enter))
        .route("/api/class/return", post(entry::come_back))
        .route("/api/class/teach", post(entry::teach))
        .route("/api/class/leave", post(entry::leave))
        .route("/api/class/settings", post(people::settings))
        .route("/api/class/people", get(people::people).post(people::change_people))
        .route("/api/class/waiting", get(people::waiting).post(people::accept))
        .route("/api/class/people/{id}", post(people::change_person))
        .route("/api/class/incidents", get(people::incidents))
        .route("/api/class/tokens", post(people::new_token).delete(people::delete_tokens))
        .route("/api/class/bots/{id}", get(bots::bot).post(bots::change_bot))
        .route("/api/class/bots/{id}/versions/{number}", get(bots::version))
        .route("/api/class/exercises", get(exercises::exercises))
        .route("/api/class/ticks", get(exercises::ticks))
        .route("/api/class/ladder", get(ladder::games))
        .route("/api/class/ladder/{game}", get(ladder::board))
        .route("/api/class/ladder/bots/{id}", get(ladder::bot))
        .route("/api/class/tournaments", get(tournaments::tournaments).post(tournaments::plan))
        .route(
            "/api/class/tournaments/{id}",
            get(tournaments::tournament).post(tournaments::change),
        )
        .route("/api/class/tournaments/{id}/grades", get(tournaments::grades))
        .route("/api/class/reviews", get(reviews::reviews).post(reviews::review_newest))
        .route("/api/class/questions", get(questions::questions).post(questions::put))
        .route("/api/class/questions/{id}", post(questions::answer).delete(questions::delete))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
    // A zip is already compressed.
    let zip = Router::new()
        .route("/api/class/download", get(download::download))
        .route("/api/class/download/all", get(download::download_class))
        .route("/api/class/tournaments/{id}/file", get(tournaments::store));
    sources.merge(rest).layer(CompressionLayer::new()).merge(zip).with_state(api)
}
