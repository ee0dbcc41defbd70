//! The types of values.

use std::ffi::c_int;

use crate::sys;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // as Luau calls them
pub enum Kind {
    /// No value: the index is above the top.
    None,
    Nil,
    Boolean,
    LightUserdata,
    Number,
    Text,
    Table,
    Function,
    Userdata,
    Thread,
    Buffer,
    /// A type that the library of bots creates no values of.
    Other,
}

/// A value that can be read in place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// True or false.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(&'a [u8]),
    /// Any other, or none.
    Other(Kind),
}

impl Kind {
    /// Returns the type with a number of Luau.
    #[inline]
    pub(crate) fn of(number: c_int) -> Kind {
        match number {
            sys::LUA_TNIL => Kind::Nil,
            sys::LUA_TBOOLEAN => Kind::Boolean,
            sys::LUA_TLIGHTUSERDATA => Kind::LightUserdata,
            sys::LUA_TNUMBER => Kind::Number,
            sys::LUA_TSTRING => Kind::Text,
            sys::LUA_TTABLE => Kind::Table,
            sys::LUA_TFUNCTION => Kind::Function,
            sys::LUA_TUSERDATA => Kind::Userdata,
            sys::LUA_TTHREAD => Kind::Thread,
            sys::LUA_TBUFFER => Kind::Buffer,
            _ => Kind::Other,
        }
    }
}
