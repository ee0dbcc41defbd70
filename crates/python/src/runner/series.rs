//! Matches and comparisons.

use juez_match::registry::PlayerSpec;
use juez_tournament::{
    Halt, Model, Openings, PairSeries, Played, ScoreTable, Series, SeriesError, Sprt, seating,
};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::ops::ControlFlow;

use super::failed;
use super::request::{Opened, Request, parse};
use super::supervise::{Supervised, supervised};
use crate::values::to_python;

/// A result as plain data, and the exception that ended the call early.
type Result<'py> = PyResult<(Option<Bound<'py, PyAny>>, Option<PyErr>)>;

/// Plays a series of matches, each seed once with every player in every seat.
///
/// ``hear`` gets each match as plain data, in order. Returns the scores.
#[pyfunction]
#[pyo3(name = "_play")]
pub(crate) fn play<'py>(
    py: Python<'py>,
    request: Request<'py>,
    games: u32,
    hear: &Bound<'py, PyAny>,
) -> Result<'py> {
    let seed = request.seed()?;
    let Opened { game, base, isolation, threads, .. } = request.open()?;
    let played = supervised(hear, move |send, halt| {
        let series = Series::new(game, base, seed, isolation)?;
        let mut table = ScoreTable::of(&series);
        series.play(
            games,
            threads,
            |_| Halt(&halt),
            |played| {
                table.add(&series, &played);
                let _ = send.send(shown(&series, &played));
            },
        )?;
        let (whole, different) = table.distinct();
        Ok::<_, SeriesError>(json!({
            "seed": seed.to_string(),
            "scores": table.rows(),
            "repeated": whole - different,
            "decided_by_time": table.by_time(),
        }))
    })?;
    finished(py, played)
}

/// Compares two players by pairs of matches.
///
/// ``test`` is elo0, elo1, alpha, beta and the model of an SPRT. ``openings`` is a number of random
/// moves. ``hear`` gets each match as plain data, in order. Returns the figures of ``juez compare
/// --json``.
#[pyfunction]
#[pyo3(name = "_compare")]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    request: Request<'py>,
    games: Option<u32>,
    test: Option<(f64, f64, f64, f64, String)>,
    openings: Option<u32>,
    hear: &Bound<'py, PyAny>,
) -> Result<'py> {
    let seed = request.seed()?;
    let sprt = match test {
        Some((elo0, elo1, alpha, beta, model)) => {
            Some(Sprt::new(elo0, elo1, alpha, beta, parse::<Model>(&model)?).map_err(failed)?)
        }
        None => None,
    };
    let usual = if sprt.is_some() { PairSeries::MOST_MATCHES } else { PairSeries::MATCHES };
    let pairs = games.unwrap_or(usual).div_ceil(2);
    let Opened { game, base, isolation, threads, .. } = request.open()?;
    PairSeries::check_sides(game, &base).map_err(failed)?;
    let openings = match openings {
        None => Openings::usual(game, &base.terms.options, Openings::PLIES).map_err(failed)?,
        Some(0) => Openings::None,
        Some(plies) => Openings::Random { plies },
    };
    let names: Vec<String> = base.players.iter().map(|player| player.name.clone()).collect();
    let named = openings.to_string();
    let played = supervised(hear, move |send, halt| {
        let series = Series::new(game, base, seed, isolation)?;
        let series = series.with_openings(openings)?.with_halt(halt.clone());
        let by_pairs = PairSeries { series: &series, pairs, sprt };
        let (tally, ended) = by_pairs.run(threads, &halt, |_, block| {
            for played in &block.matches {
                let _ = send.send(shown(&series, played));
            }
            ControlFlow::Continue(())
        })?;
        let mut figures = json!(tally.figures(sprt.as_ref(), ended));
        figures["game"] = game.info().id.into();
        figures["players"] = names.into();
        figures["seed"] = seed.to_string().into();
        figures["openings"] = named.into();
        Ok::<_, SeriesError>(figures)
    })?;
    finished(py, played)
}

fn finished<'py>(
    py: Python<'py>,
    played: Supervised<std::result::Result<Value, SeriesError>>,
) -> Result<'py> {
    let Supervised { result, stopped } = played;
    let result = result.transpose().map_err(failed)?;
    Ok((result.map(|value| to_python(py, &value)).transpose()?, stopped))
}

fn shown(series: &Series, played: &Played) -> Value {
    let entries = seating(played.order.len(), series.teams());
    let seats = entries.into_iter().map(|entry| &series.players()[played.order[entry]]);
    let seats: Vec<&str> = seats.map(|PlayerSpec { name, .. }| &**name).collect();
    let end = played.record.end.as_ref();
    json!({
        "seats": seats,
        "scores": series.scores(played),
        "ranks": end.map(|end| end.ranks),
        "points": end.map(|end| end.points),
        "reason": end.map(|end| end.reason.to_string()),
        "faults": end.map(|end| &end.faults),
        "plies": played.record.moves.len(),
        "record": played.record.to_line(),
    })
}
