//! The searching player: a policy for playouts, the last cards, a model of other players, and
//! decisions over sampled worlds.

mod decision;
mod ending;
mod learning;
mod past;
mod policy;
mod stakes;
#[cfg(test)]
mod tests;
mod world;

pub(super) use decision::Decision;
pub(super) use learning::LEARNING;
pub(super) use past::Past;
pub(super) use policy::{Plan, Policy};
pub(super) use stakes::{WHOLE, standing};

/// Number of seats, as the length of lists.
const SEATS: usize = 6;
