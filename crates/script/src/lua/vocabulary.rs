//! Texts with numbers, made once in each VM.

use juez_luau::{Kind, Lua};
use std::ffi::c_int;

use super::native::native;
use juez_core::{NumberedText, Texts, Vocabulary};

/// Numbers for which a table has room at first: all of most vocabularies.
const ROOM: usize = 256;

/// Pushes a text with a number.
pub fn push_numbered(lua: &mut Lua, text: NumberedText) {
    push_vocabulary(lua, text.vocabulary);
    push_from(lua, -1, text);
    lua.remove(-2);
}

/// Pushes a list of texts.
pub fn push_texts(lua: &mut Lua, texts: &Texts) {
    lua.push_table(texts.len(), 0);
    let Some((vocabulary, numbers)) = texts.numbers() else {
        let mut index = 0;
        texts.each(|text| {
            index += 1;
            lua.push_text(text);
            lua.set_item(-2, index);
        });
        return;
    };
    push_vocabulary(lua, vocabulary);
    for (&number, index) in numbers.iter().zip(1..) {
        push_from(lua, -1, NumberedText { vocabulary, number });
        lua.set_item(-3, index);
    }
    lua.pop(1);
}

/// Pushes a text from the table of its vocabulary at a stack index, which gets it if it lacks it.
#[inline(always)] // in a loop
fn push_from(lua: &mut Lua, table: c_int, text: NumberedText) {
    let index = c_int::from(text.number) + 1;
    if lua.push_item(table, index) == Kind::Nil {
        add(lua, table, text);
    }
}

/// Replaces `nil` on top of the stack by a text, and adds it to the table of its vocabulary.
#[cold]
fn add(lua: &mut Lua, table: c_int, text: NumberedText) {
    lua.pop(1);
    lua.push_text(text.to_string());
    lua.push_copy(-1);
    lua.set_item(table - 2, c_int::from(text.number) + 1);
}

/// Pushes the table of a vocabulary.
fn push_vocabulary(lua: &mut Lua, vocabulary: &'static Vocabulary) {
    // An error of Lua must not find the list borrowed.
    let known = native(lua).vocabularies.borrow();
    let found = known.iter().find(|(known, _)| *known == vocabulary).map(|(_, at)| *at);
    drop(known);
    match found {
        Some(table) => lua.push_ref(table),
        None => {
            lua.push_table(ROOM, 0);
            lua.push_copy(-1);
            let table = lua.take_ref();
            native(lua).vocabularies.borrow_mut().push((vocabulary, table));
        }
    }
}
