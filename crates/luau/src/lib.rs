//! Luau 0.740: its VM and compiler behind a safe interface.
//!
//! All unsafe code around Luau is in this crate, with the reason for each block. It rests on four
//! rules:
//!
//! - **One handle.** A [`Lua`] is the state of the running function. It is only lent, and a call of
//!   the VM borrows it mutably, so of all handles of a VM only the innermost can be used.
//! - **The stack holds borrowed values.** Methods with `&self` read values and push more; they
//!   remove or change no slot, no upvalue and no table. So a text or an object that is borrowed
//!   from a slot lives as long as the borrow, even if the collector runs.
//! - **Indices are checked.** Luau trusts its callers. Each method checks what Luau does not: an
//!   index below the stack, a table that is something else, or a call without its function is a
//!   panic. A push finds a free slot by itself.
//! - **Types are checked.** An object of Rust in a VM ([`Object`]) and the data of a VM
//!   ([`Vm::attach`]) are looked up with their type.
//!
//! An error of Lua is a C++ exception. It unwinds the Rust frames between it and the protected call,
//! and drops their values. A panic unwinds the other way through the frames of Luau; the VM that it
//! passed through refuses further calls.

#![allow(unsafe_code)] // the C interface of Luau
#![warn(clippy::undocumented_unsafe_blocks)]

mod arena;
mod call;
mod callback;
mod compile;
mod frame;
mod kind;
mod lua;
mod maths;
mod memory;
mod native;
mod object;
mod original;
mod own;
mod raise;
mod reference;
mod stack;
mod sys;
mod table;
#[cfg(test)]
mod tests;
mod vm;

pub use callback::Interrupt;
pub use compile::{Bytecode, Optimization, compile};
pub use frame::{Frame, Frames};
pub use kind::{Kind, Value};
pub use lua::{Lua, Running, upvalue};
pub use memory::SetUp;
pub use native::{Native, Protected};
pub use object::Object;
pub use raise::{NO_MEMORY, Raised};
pub use reference::Ref;
pub use table::Key;
pub use vm::Vm;
