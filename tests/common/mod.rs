//! What several test files share. Each of them uses only a part of it.
#![allow(dead_code)]

pub mod high_card;
