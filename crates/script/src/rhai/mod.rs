//! Rhai bots.
//!
//! The feature `sync` of `rhai` would cost up to half of its speed, so it is off, and neither an
//! engine nor an AST leaves its thread. Only the source crosses threads; each thread parses it once
//! ([`source`]) and shares the parts common to all its VMs ([`engine`], [`api`]).

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
use juez_core::PlayedBy;

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
    sentences,
};

/// Maximum memory of a bot in bytes, whatever its limits: as much as is safe with
/// [`STACK`](crate::STACK).
const MOST_MEMORY: usize = crate::STACK / 8;

fn sentences() -> Vec<&'static str> {
    let limits: Vec<&str> = counted::LIMITS.iter().map(|(_, word)| *word).collect();
    [words::WORDS, words::SYNTAX, words::KINDS, &limits, &Vec::from_iter(hints::all())].concat()
}

fn compile(bundle: &Bundle) -> Result<Arc<dyn Compiled>, SyntaxError> {
    source::parsed(bundle)?;
    Ok(Arc::new(program::Script(bundle.clone())))
}
