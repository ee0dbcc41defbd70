//! The searching player: compact positions, a policy for playouts and a model of other players.

mod decision;
mod ending;
mod learning;
mod past;
mod policy;
mod stakes;
mod table;
#[cfg(test)]
mod tests;

pub(super) use decision::Decision;
pub(super) use learning::LEARNING;
pub(super) use past::Past;
pub(super) use policy::Policy;
pub(super) use stakes::{WHOLE, standing};
