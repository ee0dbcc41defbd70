//! The end of a match, and rewards.

use juez_core::{Outcome as End, Team, shares};
use pyo3::prelude::*;

/// The end of a match, per seat.
#[pyclass(frozen, eq, module = "juez")]
#[derive(PartialEq, Debug)]
pub(crate) struct Outcome {
    /// The reason: ``finished``, ``max_plies`` or ``repetition``.
    #[pyo3(get)]
    reason: String,
    /// The rank of each seat, 1 the best; partners share a rank.
    #[pyo3(get)]
    ranks: Vec<u32>,
    /// The points of each seat, in the units of the game.
    #[pyo3(get)]
    points: Vec<i32>,
    /// The share of the other sides that each seat has beaten, 0 to 1; equal ranks count half.
    #[pyo3(get)]
    shares: Vec<f64>,
    /// The reward of each seat, -1 to 1: ``2 * share - 1``. The rewards of the sides sum to 0.
    #[pyo3(get)]
    rewards: Vec<f64>,
    /// The seats of rank 1; none if all seats share it.
    #[pyo3(get)]
    winners: Vec<usize>,
}

/// Returns the reward of each seat.
pub(crate) fn rewards(end: &End, teams: &[Team]) -> impl Iterator<Item = f64> {
    shares(&end.ranks, teams).into_iter().map(|share| 2.0 * share - 1.0)
}

impl Outcome {
    pub(crate) fn new(end: &End, teams: &[Team]) -> Outcome {
        Outcome {
            reason: end.reason.to_string(),
            ranks: end.ranks.as_slice().iter().copied().map(u32::from).collect(),
            points: end.points.as_slice().to_vec(),
            shares: shares(&end.ranks, teams),
            rewards: rewards(end, teams).collect(),
            winners: end.winners().iter().map(|seat| seat.index()).collect(),
        }
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let Outcome { reason, ranks, points, .. } = self;
        format!("Outcome(reason={reason:?}, ranks={ranks:?}, points={points:?})")
    }
}
