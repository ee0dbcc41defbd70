//! The tests that share one program: linking one takes seconds, linking thirty takes minutes.

mod cases;
mod class;
mod cli;
mod common;
mod core_seed;
mod core_types;
mod definitions;
mod docs;
mod examples;
mod exercises;
mod external;
mod first_bots;
mod inspected;
mod lint;
mod lobby;
mod lua_host;
mod marks;
mod never_a_panic;
mod prose;
mod referee;
mod reviews;
mod rhai_host;
mod samples;
mod scripts;
mod sentences;
mod server;
mod tournament;
mod workspace;

#[path = "../examples/add_a_game/nim/mod.rs"]
mod nim;
