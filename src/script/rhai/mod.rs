//! Rhai bots.
//!
//! `rhai` is used without its feature `sync`, which would cost up to half of its speed, so neither
//! an engine nor an AST leaves its thread. What crosses threads is the source; each thread parses
//! it once ([`source`]) and shares what all its VMs have in common ([`engine`], [`api`]).

mod additions;
mod ahead;
mod api;
mod arrays;
mod asked;
mod captured_lists;
mod chains;
mod charges;
mod convert;
pub(super) mod counted;
mod declared;
mod engine;
mod faults;
#[cfg(test)]
mod growth;
mod guarded;
mod guards;
pub(super) mod hints;
mod imports;
mod json;
mod limits;
mod lines;
mod lint;
mod locate;
mod maths;
mod nothing;
mod objects;
mod parser;
mod plain;
mod powers;
mod program;
mod rewriting;
mod show;
mod sorting;
mod source;
mod sources;
mod standard;
mod syntax;
mod takers;
mod tally;
pub(super) mod words;

use std::sync::Arc;

use super::{Bundle, Compiled, Language, SyntaxError};
use crate::core::PlayedBy;

const REHEARSAL: &str = r#"
fn start(info) {
  let texts = [];
  for n in 0..500 { texts.push(`${n} ${info.seed}`); }
  try { throw texts; } catch (thrown) { print(thrown.len()); }
}
fn next_move(view) {
  let moves = view.moves();
  view.world(1).playout();
  view.note("many");
  view.plot("moves", moves.len());
  if view.ply > 1 { throw "it is over"; }
  moves[view.random(moves.len())]
}
"#;

/// Rhai.
pub static LANGUAGE: Language = Language {
    id: "rhai",
    title: "Rhai",
    played_by: PlayedBy::Rhai,
    fuel_per_ms: limits::FUEL_PER_MS,
    method_mark: '.',
    comment: "//",
    library: &[("", hints::COMMON)],
    nothing_hint: "its answer is the value of the last line that runs: is that an if without else, a loop or an assignment?",
    rehearsal: REHEARSAL,
    compile,
    lint: lint::lint,
};

/// Stack for a thread that runs Rhai bots, in bytes.
///
/// Rhai drops, compares and prints nested values by native recursion, and a chain of closures grows
/// as deep as memory allows: 64 MiB of it took more than 128 MiB of stack in a debug build. So
/// memory is bounded by `MOST_MEMORY` too. Calls alone need 16 MiB. Only address space is taken
/// until a script goes that deep.
pub const STACK: usize = 512 << 20;

/// The most memory a bot gets, whatever its limits say, in bytes: what [`STACK`] is safe for.
const MOST_MEMORY: usize = STACK / 8;

fn compile(bundle: &Bundle) -> Result<Arc<dyn Compiled>, SyntaxError> {
    source::parsed(bundle)?;
    Ok(Arc::new(program::Script(bundle.clone())))
}
