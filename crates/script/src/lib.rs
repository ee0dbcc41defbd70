//! Bots written in Lua or Rhai, independent of any game.
//!
//! A [`BotSpec`] is a script read from disk and compiled once; it is `Send + Sync`. Loading it on
//! the match thread gives a [`Program`] with its own VM, which [`ScriptBot`] turns into a
//! [`Bot`](juez_core::Bot) of any game. Both languages share one table of callable methods
//! ([`Api`]) and one implementation of them (`host`).
//!
//! A new language is one folder here and one name in [`LANGUAGES`].

// A build with one language does not use all shared code.
#![cfg_attr(not(all(feature = "lua", feature = "rhai")), allow(dead_code))]

mod alloc;
mod api;
mod args;
mod bot;
mod budget;
mod bundle;
mod charges;
pub mod clock;
mod error;
mod file;
mod host;
mod language;
mod lexer;
mod lint;
mod loader;
#[cfg(feature = "lua")]
mod lua;
mod meter;
mod named;
mod nearby;
mod neighbours;
mod profile;
mod read_bundle;
#[cfg(feature = "rhai")]
mod rhai;
mod sentences;
mod slot;
mod spec;
mod stray;
mod syntax_error;
mod unlimited;
mod words;
mod work;

pub use alloc::{keep_heap, live_bytes};
pub use api::{
    Api, BaseRow, HOOKS, HookInfo, INFO_FIELDS, ObjectKind, RESULT_FIELDS, RESULT_ROWS,
    UnknownMethod, VIEW_BASE, VIEW_FIELDS, ViewOp, WORLD_BASE, WorldOp,
};
pub use args::{Checked, Given, check};
pub use bot::{ScriptBot, read_answer, start_info};
pub use bundle::Bundle;
pub use charges::{CALL_WORK, ELEMENT_WORK, answer_work, list_work, world_work};
pub use error::LoadError;
pub use file::{absolute_path, check_file, open_file, read_file, read_text};
pub use language::{Compiled, Language, Loading, Program, Returned, STACK};
pub use lexer::{Token, tokens};
pub use lint::{LintMessage, LintRule};
pub use loader::Loader;
#[cfg(feature = "lua")]
pub use lua::{Difference, fault_of_order, self_test};
pub use meter::{Stop, WORK_PER_MS};
pub use named::misspelt_hook;
pub use nearby::did_you_mean;
pub use profile::{Profiler, on as is_profiling};
pub use read_bundle::ReadBundleError;
pub use sentences::sentences;
pub use spec::BotSpec;
pub use syntax_error::SyntaxError;
pub use unlimited::Unlimited;

/// Every script language.
pub const LANGUAGES: &[&Language] = &[
    #[cfg(feature = "lua")]
    &lua::LANGUAGE,
    #[cfg(feature = "rhai")]
    &rhai::LANGUAGE,
];
