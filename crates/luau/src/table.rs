//! Reads and writes tables, without running code of scripts unless a method says so.

use std::borrow::Cow;
use std::ffi::{CStr, c_int};

use crate::kind::{Kind, Value};
use crate::lua::Lua;
use crate::sys::{self, LUA_GLOBALSINDEX, LUA_REGISTRYINDEX};

/// A key of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Key<'a> {
    /// A number.
    Number(f64),
    /// A text. That of a table with a metatable is copied: its keys can be weak.
    Text(Cow<'a, [u8]>),
    /// A boolean.
    Flag(bool),
    /// A key of another type.
    Other,
}

impl Lua {
    /// Pushes a new table with room for this many values, counted from 1 and with other keys.
    #[inline]
    pub fn push_table(&self, listed: usize, keyed: usize) {
        let count = |count| c_int::try_from(count).unwrap_or(c_int::MAX);
        // SAFETY: a value is pushed.
        unsafe { sys::lua_createtable(self.raw(), count(listed), count(keyed)) }
    }

    /// Pushes the value of a table with a key counted from 1, and returns its type.
    #[inline]
    pub fn push_item(&self, table: c_int, index: c_int) -> Kind {
        self.table(table);
        // SAFETY: the value is a table.
        Kind::of(unsafe { sys::lua_rawgeti(self.raw(), table, index) })
    }

    /// Pushes the value of a table with a name, and returns its type.
    pub fn push_field(&self, table: c_int, name: &CStr) -> Kind {
        self.table(table);
        // SAFETY: the value is a table.
        Kind::of(unsafe { sys::lua_rawgetfield(self.raw(), table, name.as_ptr()) })
    }

    /// Replaces the key on top of the stack by its value in a table, and returns the type.
    pub fn get(&mut self, table: c_int) -> Kind {
        self.value(-1);
        self.table(table);
        // SAFETY: there is a key, and a table.
        Kind::of(unsafe { sys::lua_rawget(self.raw(), table) })
    }

    /// Pops the value on top of the stack into a table, at a key counted from 1.
    #[inline]
    pub fn set_item(&mut self, table: c_int, index: c_int) {
        self.table(table);
        self.value(-1);
        // SAFETY: there is a value, and a table.
        unsafe { sys::lua_rawseti(self.raw(), table, index) }
    }

    /// Pops the value on top of the stack into a table, under a name.
    pub fn set_field(&mut self, table: c_int, name: &CStr) {
        self.value(-1);
        self.table(table);
        // SAFETY: there is a value, and a table.
        unsafe { sys::lua_rawsetfield(self.raw(), table, name.as_ptr()) }
    }

    /// Pops a key and the value above it into a table.
    pub fn set(&mut self, table: c_int) {
        self.value(-2);
        self.table(table);
        // SAFETY: there is a key with a value, and a table.
        unsafe { sys::lua_rawset(self.raw(), table) }
    }

    /// Pushes a global variable. It can run code of scripts.
    pub fn push_global(&mut self, name: &CStr) {
        self.may_call();
        // SAFETY: globals are in a table, and nothing is borrowed.
        unsafe { sys::lua_getfield(self.raw(), LUA_GLOBALSINDEX, name.as_ptr()) };
    }

    /// Pops the value on top of the stack into a global variable. It can run code of scripts.
    pub fn set_global(&mut self, name: &CStr) {
        self.may_call();
        self.value(-1);
        // SAFETY: there is a value, globals are in a table, and nothing is borrowed.
        unsafe { sys::lua_setfield(self.raw(), LUA_GLOBALSINDEX, name.as_ptr()) }
    }

    /// Pops the value on top of the stack into a global variable, without running code.
    pub fn set_raw_global(&mut self, name: &CStr) {
        self.value(-1);
        // SAFETY: there is a value, and globals are in a table.
        unsafe { sys::lua_rawsetfield(self.raw(), LUA_GLOBALSINDEX, name.as_ptr()) }
    }

    /// Pushes what [`Lua::set_hidden`] put under a name.
    #[inline]
    pub fn push_hidden(&self, name: &CStr) {
        // SAFETY: the registry is a table.
        unsafe { sys::lua_rawgetfield(self.raw(), LUA_REGISTRYINDEX, name.as_ptr()) };
    }

    /// Pops the value on top of the stack; the VM keeps it under a name that scripts cannot see.
    pub fn set_hidden(&mut self, name: &CStr) {
        self.value(-1);
        // SAFETY: there is a value, and the registry is a table. The VM's own names begin with `_`.
        unsafe {
            assert!(!name.to_bytes().starts_with(b"_"), "a name of the VM");
            sys::lua_rawsetfield(self.raw(), LUA_REGISTRYINDEX, name.as_ptr());
        }
    }

    /// Pushes a value of the metatable of a value, and returns true; false without one.
    pub fn push_meta_field(&self, at: c_int, name: &CStr) -> bool {
        self.slot(at);
        // SAFETY: the index is one.
        unsafe { sys::luaL_getmetafield(self.raw(), at, name.as_ptr()) != 0 }
    }

    /// Forbids or allows changes of a table.
    pub fn set_readonly(&mut self, table: c_int, is_readonly: bool) {
        self.table(table);
        // SAFETY: the value is a table.
        unsafe { sys::lua_setreadonly(self.raw(), table, is_readonly.into()) }
    }

    /// Pushes the next key of a table and its value, in the order of its slots, and returns the
    /// number of slots passed then; `None` if there is no other. `passed` is 0 at first.
    ///
    /// # Panics
    /// If `passed` is negative.
    #[inline]
    pub fn push_after(&self, table: c_int, passed: c_int) -> Option<c_int> {
        self.table(table);
        assert!(passed >= 0, "a negative number of slots");
        // SAFETY: the value is a table.
        let next = unsafe { sys::lua_rawiter(self.raw(), table, passed) };
        (next >= 0).then_some(next)
    }

    /// Returns the next key of a table, as [`Lua::push_after`] pushes it.
    #[inline]
    pub fn key_after(&self, table: c_int, passed: c_int) -> Option<(Key<'_>, c_int)> {
        let stays = !self.has_metatable(table);
        let next = self.push_after(table, passed)?;
        let key = self.key(-2, stays);
        // SAFETY: both values were just pushed. A text is a key of the table, which is on the stack
        // and changes only through a handle that is borrowed mutably.
        unsafe { sys::lua_settop(self.raw(), -3) };
        Some((key, next))
    }

    /// Returns the value at an index as a key. Its text is copied unless it `stays`.
    #[inline]
    fn key(&self, at: c_int, stays: bool) -> Key<'_> {
        match self.read(at) {
            Value::Number(number) => Key::Number(number),
            Value::Text(text) if stays => Key::Text(Cow::Borrowed(text)),
            Value::Text(text) => Key::Text(Cow::Owned(text.to_vec())),
            Value::Boolean(flag) => Key::Flag(flag),
            Value::Other(_) => Key::Other,
        }
    }

    /// Returns the value of a slot as a key.
    pub fn as_key(&self, at: c_int) -> Key<'_> {
        self.key(at, true)
    }

    /// Replaces the key on top of the stack by the next key of a table and its value, and returns
    /// true; pops it and returns false if there is no other.
    pub fn next(&mut self, table: c_int) -> bool {
        self.value(-1);
        self.table(table);
        // SAFETY: there is a key, and a table.
        unsafe { sys::lua_next(self.raw(), table) != 0 }
    }
}
