//! Bots written in Lua or Rhai. Knows no game.
//!
//! A [`BotSpec`] is a script read from disk, `Send + Sync` and compiled once. On the thread of its
//! match it is loaded into a VM of its own, a [`Program`]; [`ScriptBot`] makes that a
//! [`Bot`](crate::core::Bot) of any game. What a script may call is one table for both languages
//! ([`Api`]), answered in one place (`host`).
//!
//! A new language is one folder here and one name in [`LANGUAGES`].

mod alloc;
mod api;
mod args;
mod bot;
mod budget;
mod bundle;
mod charges;
mod error;
mod file;
mod host;
mod language;
mod lexer;
mod lint;
mod loader;
mod lua;
mod meter;
mod named;
mod nearby;
mod neighbours;
mod profile;
mod read_bundle;
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
pub use bot::{ScriptBot, read_answer, start_info};
pub use bundle::Bundle;
pub use charges::{CALL_WORK, ELEMENT_WORK, answer_work, list_work, world_work};
pub use error::LoadError;
pub use file::{absolute_path, check_file, open_file, read_file, read_text};
pub use language::{Compiled, Language, Loading, Program, Returned};
pub use lexer::{Token, tokens};
pub use lint::{LintMessage, LintRule};
pub use loader::Loader;
pub use lua::{Inexact, check_arithmetic};
pub use meter::{Stop, WORK_PER_MS};
pub use named::misspelt_hook;
pub use nearby::did_you_mean;
pub use profile::{Profiler, on as is_profiling};
pub use read_bundle::ReadBundleError;
pub use rhai::STACK;
pub use sentences::sentences;
pub use spec::BotSpec;
pub use syntax_error::SyntaxError;
pub use unlimited::Unlimited;

/// Every script language.
pub const LANGUAGES: &[&Language] = &[&lua::LANGUAGE, &rhai::LANGUAGE];
