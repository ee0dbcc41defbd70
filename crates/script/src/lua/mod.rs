//! Lua bots: Luau through its C interface.
//!
//! Runs are deterministic because a custom interrupt counts every safepoint, library functions
//! whose work grows with their arguments are charged for it ([`charges`]), builtins whose inlining
//! depends on the collector are not inlined, and full collections happen when the heap has doubled
//! instead of by the clock.

#![forbid(unsafe_code)] // it is in `juez_luau`

mod api;
mod caught;
mod charges;
mod code;
mod compile;
mod convert;
mod errors;
mod faults;
#[cfg(test)]
mod growth;
mod inlining;
mod interrupt;
mod levels;
mod library;
pub(super) mod lint;
mod loops;
mod modules;
mod naming;
mod native;
mod order;
mod plain;
mod prices;
mod program;
mod self_test;
mod slots;
mod tree;
mod vm;
mod vocabulary;
pub(super) mod words;

pub use loops::fault_of_order;
pub use self_test::{Difference, self_test};

use super::Language;
use juez_core::PlayedBy;

const REHEARSAL: &str = r#"
local bot = {}
function bot.start(info)
  local texts = {}
  for n = 1, 20 do texts[n] = string.rep(string.format("%5.2f", math.sqrt(n)), 40000) end
  pcall(function() error(texts[1]:upper()) end)
  print(info.game, info.seed)
end
function bot.next_move(view)
  local moves = view:moves()
  view:world(1):playout()
  view:note("many")
  view:plot("moves", #moves)
  if view.ply > 1 then error("it is over") end
  return moves[view:random(#moves) + 1]
end
return bot
"#;

/// Luau.
pub static LANGUAGE: Language = Language {
    id: "lua",
    title: "Lua (Luau)",
    played_by: PlayedBy::Lua,
    fuel_per_ms: interrupt::FUEL_PER_MS,
    method_mark: ':',
    comment: "--",
    library: lint::library::TABLES,
    nothing_hint: "is a `return` missing? Lua lists start at 1: view:moves()[1] is the first move",
    rehearsal: REHEARSAL,
    compile: compile::compile,
    lint: lint::lint,
    sentences,
};

fn sentences() -> Vec<&'static str> {
    [words::WORDS, words::EXPLAINED, words::SYNTAX, &Vec::from_iter(lint::variables::hints())]
        .concat()
}
