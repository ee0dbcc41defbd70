//! The searching player: a policy for playouts, exact endings, a model of other players, and
//! decisions over sampled worlds.

mod decision;
mod ending;
mod learning;
mod past;
mod policy;
#[cfg(test)]
mod tests;

pub(super) use decision::{Decision, WHOLE, standing};
pub(super) use learning::LEARNING;
pub(super) use past::Past;
pub(super) use policy::Policy;
