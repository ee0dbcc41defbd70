//! State and responses of the routes of a class.

use axum::Json;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;
use std::thread::available_parallelism;

use super::ladder;
use super::site::ClassSite;
use super::slots::{Share, Slots};
use crate::blocking;
use crate::body::uncached;
use crate::error::{Refusal, Result};
use crate::minute_limit::MinuteLimit;
use crate::open_streams::OpenStreams;
use juez_class::Class;
use juez_lobby::{Lobby, VisitorId};

#[derive(Clone)]
pub(crate) struct ClassApi {
    pub site: Arc<ClassSite>,
    pub lobby: Arc<Lobby>,
    pub start_limit: Arc<MinuteLimit<VisitorId>>,
    pub streams: Arc<OpenStreams>,
    slots: Arc<Slots>,
}

pub(super) type Answer = Result<Response>;

impl ClassApi {
    pub fn new(
        site: Arc<ClassSite>,
        lobby: Arc<Lobby>,
        start_limit: Arc<MinuteLimit<VisitorId>>,
        streams: Arc<OpenStreams>,
    ) -> ClassApi {
        // The other half of the cores is for everything else.
        let slots = (available_parallelism().map_or(1, usize::from) / 2).max(1);
        let slots = Arc::new(Slots::new(slots, lobby.comparisons_mb()));
        if site.plays_ladder {
            // Without a thread the class works, and the ladder says that it does not play.
            *site.ladder_thread.lock() = ladder::start(&site.ladder, &lobby).ok();
            site.tournaments.resume(&lobby);
        }
        ClassApi { site, lobby, start_limit, streams, slots }
    }

    /// Adds a comparison with `bots` bots in a match.
    pub(super) fn share(&self, bots: u8) -> Share {
        self.slots.join(u64::from(bots) * self.lobby.bot_mb())
    }

    /// Responds with the result of blocking work.
    pub async fn answer<T: Serialize + Send + 'static, E: Into<Refusal> + Send + 'static>(
        self,
        work: impl FnOnce(&ClassApi) -> Result<T, E> + Send + 'static,
    ) -> Answer {
        let done = blocking::request(move || work(&self)).await;
        done.map(|done| uncached(Json(done))).map_err(Into::into)
    }

    /// Runs blocking work and responds without content.
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
