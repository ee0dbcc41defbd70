//! Properties of every report.

mod criteria;
mod golden;
mod pages;
mod tables;
mod values;

use super::sample::{add_round, change, empty, everybody, fault, played, settle};
use super::*;
use juez_core::FaultKind;
use juez_tournament::Benching;
use juez_tournament::Format;
use juez_tournament::Results;
use juez_tournament::Status;

/// Returns the report as text of this width, without styles.
fn shown(tables: &Tables, parts: &[Part], width: usize) -> String {
    let mut out = Vec::new();
    let screen = Screen { width, parts: parts.to_vec() };
    text_for(tables, &screen, &mut out).expect("a vector takes everything");
    let text = String::from_utf8(out).expect("text");
    anstream::adapter::strip_str(&text).to_string()
}

/// Returns a class of four bots, one much better and two alike, with a draw, a fault and names in
/// other scripts.
fn class() -> Results {
    let mut results = empty(&["minimax", "zoë", "李小龙", "bob"]);
    everybody(&mut results, 5, |order, block| match (order[0], order[1]) {
        (0, _) if block < 4 => 1.0,
        (_, 0) if block < 4 => 0.0,
        (1, 2) | (2, 1) => 0.5,
        (a, b) if block % 2 == 0 => f64::from(u8::from(a < b)),
        (a, _) => f64::from(u8::from(a == 3)),
    });
    let faulty = fault(1, 31, FaultKind::IllegalMove, "e3h crosses e3v");
    for number in [4, 16] {
        played(&mut results, number, |summary| summary.faults.push(faulty.clone()));
    }
    results
}
