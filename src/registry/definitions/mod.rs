//! The script API of a game as text, for editors and for readers, all of it read off the tables that
//! the languages register: a method that is in no table is in no file, and the other way round.
//!
//! | file | what it writes |
//! |---|---|
//! | `reference` | collects the tables of a game |
//! | `luau` | types for Luau's language server |
//! | `luacats` | annotations for lua-language-server and its kin |
//! | `rhai` | definitions for Rhai's language server |
//! | `markdown` | the reference in `docs/api` |
//! | `files` | which of these lie beside a bot |

mod files;
mod luacats;
mod luau;
mod markdown;
mod reference;
mod rhai;

pub use files::{EditorFile, FOLDER, editor_files};
pub use luacats::luacats;
pub use luau::luau;
pub use markdown::markdown;
pub use reference::Reference;
pub use rhai::rhai;
