//! Code that several test files share.

pub mod card_slots;
pub mod high_card;
pub mod moves;
pub mod records;
pub mod rust_paths;
pub mod sample_matches;
pub mod says;
