//! The routes of the ladder.

use axum::extract::{Extension, Path, State};

use super::bot::page;
use crate::class::requests::{Answer, ClassApi};
use crate::error::Refusal;
use crate::words;
use juez_class::{BotId, Person};

/// Returns the ids of the games with a ladder.
pub(in crate::class) async fn games(State(api): State<ClassApi>) -> Answer {
    api.answer(move |api| Ok::<_, Refusal>(api.site.ladder.boards.ids())).await
}

/// Returns the ladder of a game.
pub(in crate::class) async fn board(
    State(api): State<ClassApi>,
    Path(game): Path<String>,
) -> Answer {
    api.answer(move |api| {
        let board = api.site.ladder.boards.board(&game);
        board.ok_or_else(|| Refusal::missing(words::no_ladder_yet()))
    })
    .await
}

/// Returns the page of a bot on the ladder.
pub(in crate::class) async fn bot(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<BotId>,
) -> Answer {
    api.answer(move |api| page(&api.site.ladder, &api.lobby, &by, id)).await
}
