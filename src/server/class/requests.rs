//! State and answers of the routes of a class.

use axum::Json;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;
use std::thread::available_parallelism;

use super::site::ClassSite;
use super::slots::{Share, Slots};
use crate::class::Class;
use crate::server::body::uncached;
use crate::server::error::{Refusal, Result};
use crate::server::minute_limit::MinuteLimit;
use crate::server::open_streams::OpenStreams;
use crate::server::{Lobby, VisitorId, blocking};

/// State that the routes share.
#[derive(Clone)]
pub(in crate::server) struct ClassApi {
    pub site: Arc<ClassSite>,
    pub lobby: Arc<Lobby>,
    pub start_limit: Arc<MinuteLimit<VisitorId>>,
    pub streams: Arc<OpenStreams>,
    slots: Arc<Slots>,
}

pub(super) type Answer = Result<Response>;

impl ClassApi {
    /// The state of the routes of a class.
    pub fn new(
        site: Arc<ClassSite>,
        lobby: Arc<Lobby>,
        start_limit: Arc<MinuteLimit<VisitorId>>,
        streams: Arc<OpenStreams>,
    ) -> ClassApi {
        // Half of the cores are for everything else.
        let slots = (available_parallelism().map_or(1, usize::from) / 2).max(1);
        let slots = Arc::new(Slots::new(slots, lobby.comparisons_mb()));
        ClassApi { site, lobby, start_limit, streams, slots }
    }

    /// Adds a comparison with `bots` bots in a match.
    pub(super) fn share(&self, bots: u8) -> Share {
        self.slots.join(u64::from(bots) * self.lobby.bot_mb())
    }

    /// Answers with the result of blocking work.
    pub async fn answer<T: Serialize + Send + 'static, E: Into<Refusal> + Send + 'static>(
        self,
        work: impl FnOnce(&ClassApi) -> Result<T, E> + Send + 'static,
    ) -> Answer {
        let done = blocking::request(move || work(&self)).await;
        done.map(|done| uncached(Json(done))).map_err(Into::into)
    }

    /// Answers that blocking work is done.
    pub async fn done<E: Into<Refusal> + Send + 'static>(
        self,
        work: impl FnOnce(&ClassApi) -> Result<(), E> + Send + 'static,
    ) -> Answer {
        let done = blocking::request(move || work(&self)).await;
        done.map(|()| uncached(StatusCode::NO_CONTENT)).map_err(Into::into)
    }

    pub fn class(&self) -> &Class {
        self.site.class()
    }
}
