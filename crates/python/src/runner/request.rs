//! The arguments of a call: game, players, limits.

use juez_core::{Limits, Seed, Terms, TimeControl};
use juez_match::registry::{AnyGame, MatchSetup, game, tell_apart};
use juez_pool::Isolation;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use super::failed;
use super::players::{GameRules, Given, Players};
use crate::values::map;

/// The arguments that all calls of the runner have.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Request<'py> {
    game: String,
    options: Bound<'py, PyDict>,
    players: Vec<Given<'py>>,
    seed: Option<Bound<'py, PyAny>>,
    threads: Option<usize>,
    budget: String,
    on_fault: String,
    strikes: Option<u32>,
    without: Vec<String>,
    clock: Option<String>,
    isolation: String,
    program: Option<PathBuf>,
}

/// A request that can be played.
pub(super) struct Opened {
    pub game: &'static dyn AnyGame,
    /// A match of all players, with distinct names.
    pub base: MatchSetup,
    /// The players as given.
    pub texts: Vec<String>,
    pub isolation: Arc<Isolation>,
    pub threads: usize,
}

impl Request<'_> {
    /// Reads the players of a match.
    ///
    /// # Errors
    /// If the request is wrong.
    pub(super) fn open(&self) -> PyResult<Opened> {
        self.open_as(self.terms()?)
    }

    /// Reads the players of a tournament, with all house rules and a clock for programs.
    ///
    /// # Errors
    /// If the request is wrong.
    pub(super) fn open_field(&self) -> PyResult<Opened> {
        let terms = self.terms()?;
        let game = game(&self.game).map_err(failed)?;
        let options = game.options(&terms.options).map_err(failed)?;
        self.open_as(Terms { options, clock: Some(self.clock()?), ..terms })
    }

    fn open_as(&self, terms: Terms) -> PyResult<Opened> {
        let kind = parse(&self.isolation)?;
        let of = GameRules::new(&self.game, terms.options.clone());
        let program = self.program.as_ref();
        let players = Players::read(of, &self.players, kind, self.clock()?, program)?;
        let isolation = Arc::new(players.isolation(kind, self.program.clone())?);
        let Players { mut specs, texts } = players;
        tell_apart(&mut specs);
        let base = MatchSetup { terms, ..MatchSetup::new(specs) };
        let game = game(&self.game).map_err(failed)?;
        Ok(Opened { game, base, texts, isolation, threads: self.threads() })
    }

    /// True if the request has a seed.
    pub fn has_seed(&self) -> bool {
        self.seed.is_some()
    }

    /// Returns the seed; a fresh one if none is given.
    ///
    /// # Errors
    /// If it is none, or the system has none.
    pub fn seed(&self) -> PyResult<Seed> {
        Ok(crate::values::seed(self.seed.as_ref())?)
    }

    /// Returns the number of matches played at once.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        self.threads.unwrap_or_else(cores).max(1)
    }

    fn clock(&self) -> PyResult<TimeControl> {
        self.clock.as_deref().map_or_else(|| Ok(TimeControl::default()), parse)
    }

    fn terms(&self) -> PyResult<Terms> {
        let limits = Limits {
            on_fault: parse(&self.on_fault)?,
            strikes: self.strikes.unwrap_or(Limits::default().strikes),
            ..Limits::of(parse(&self.budget)?)
        };
        let options: Map<String, Value> = map(&self.options)?;
        Ok(Terms { options, limits, without: self.without.clone(), ..Terms::default() })
    }
}

/// Reads a text argument.
///
/// # Errors
/// If it is none of its values.
pub(super) fn parse<T: FromStr<Err: std::fmt::Display>>(text: &str) -> PyResult<T> {
    text.parse().map_err(failed)
}
