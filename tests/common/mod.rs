//! Code that several test files share.

pub mod high_card;
pub mod records;
pub mod sample_matches;
pub mod says;
pub mod sentences;
pub mod series;
