//! The script API of a game as text, for editors and for readers. All of it is generated from the
//! tables that the languages register, so the files list exactly the registered methods.
//!
//! | file | contents |
//! |---|---|
//! | `reference` | the tables of a game |
//! | `luau` | types for Luau's language server |
//! | `luacats` | annotations for lua-language-server and similar tools |
//! | `rhai` | definitions for Rhai's language server |
//! | `markdown` | the reference in `docs/api` |
//! | `data` | the reference as data, for programs and the editor of the page |
//! | `library` | the functions of the languages themselves |
//! | `files` | the files that belong next to a bot |

mod data;
mod files;
mod library;
mod luacats;
mod luau;
mod markdown;
mod reference;
mod rhai;

pub use data::{
    ApiReference, FieldEntry, HookEntry, LanguageEntry, MethodEntry, ParamEntry, TypeEntry,
    api_reference,
};
pub use files::{EditorFile, FOLDER, editor_files};
pub use library::{LibraryFunction, LibraryTable};
pub use luacats::luacats;
pub use luau::luau;
pub use markdown::{markdown, markdown_sections};
pub use reference::Reference;
pub use rhai::rhai;
