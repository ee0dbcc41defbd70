//! Code shared by several test files, some of it also with the tests of the program.

pub mod card_slots;
#[path = "../../../../tests/common/high_card.rs"]
pub mod high_card;
pub mod moves;
pub mod patterns;
#[path = "../../../../tests/common/series.rs"]
pub mod series;
