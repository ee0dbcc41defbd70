//! The searching player: compact positions, a policy for playouts and a model of other players.

mod decision;
mod ending;
mod past;
mod policy;
mod stakes;
mod table;
#[cfg(test)]
mod tests;

pub(super) use decision::Decision;
pub(super) use past::Past;
pub(super) use stakes::WHOLE;
