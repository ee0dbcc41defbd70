//! Texts with numbers, made once in each VM.

#![allow(unsafe_code)] // the C interface of Luau

use juez_luau as ffi;
use std::ffi::c_int;

use super::convert::push_text;
use super::native::native;
use super::reference::Ref;
use juez_core::{NumberedText, Texts, Vocabulary};

/// Numbers for which a table has room at first: all of most vocabularies.
const ROOM: c_int = 256;

/// Pushes a text with a number.
///
/// # Safety
/// `state` must be the running one, and Lua errors must be free to unwind through the caller.
pub unsafe fn push_numbered(state: *mut ffi::lua_State, text: NumberedText) {
    unsafe {
        push_vocabulary(state, text.vocabulary);
        push_from(state, -1, text);
        ffi::lua_remove(state, -2);
    }
}

/// Pushes a list of texts.
///
/// # Safety
/// See [`push_numbered`].
pub unsafe fn push_texts(state: *mut ffi::lua_State, texts: &Texts) {
    unsafe {
        ffi::lua_createtable(state, texts.len() as c_int, 0);
        let Some((vocabulary, numbers)) = texts.numbers() else {
            let mut index = 0;
            texts.each(|text| {
                index += 1;
                push_text(state, text);
                ffi::lua_rawseti(state, -2, index);
            });
            return;
        };
        push_vocabulary(state, vocabulary);
        for (&number, index) in numbers.iter().zip(1..) {
            push_from(state, -1, NumberedText { vocabulary, number });
            ffi::lua_rawseti(state, -3, index);
        }
        ffi::lua_pop(state, 1);
    }
}

/// Pushes a text from the table of its vocabulary at a stack index, which gets it if it lacks it.
#[inline]
unsafe fn push_from(state: *mut ffi::lua_State, table: c_int, text: NumberedText) {
    unsafe {
        let index = c_int::from(text.number) + 1;
        if ffi::lua_rawgeti(state, table, index) == ffi::LUA_TNIL {
            ffi::lua_pop(state, 1);
            push_text(state, &text.to_string());
            ffi::lua_pushvalue(state, -1);
            ffi::lua_rawseti(state, table - 2, index);
        }
    }
}

/// Pushes the table of a vocabulary.
unsafe fn push_vocabulary(state: *mut ffi::lua_State, vocabulary: &'static Vocabulary) {
    unsafe {
        let known = &native(state).vocabularies;
        // An error of Lua must not find the list borrowed.
        let found =
            known.borrow().iter().find(|(known, _)| *known == vocabulary).map(|(_, at)| *at);
        match found {
            Some(table) => table.push(state),
            None => {
                ffi::lua_createtable(state, ROOM, 0);
                ffi::lua_pushvalue(state, -1);
                let table = Ref::take(state);
                known.borrow_mut().push((vocabulary, table));
            }
        }
    }
}
