//! The standard library for bots: Luau's, without clocks, addresses, bytecode and its own random
//! numbers.

use juez_luau::{Kind, Lua, Native, upvalue};
use std::ffi::{CStr, c_int};

use super::convert::describe;
use super::faults::fail;
use super::interrupt::fuel_for;
use super::native::native;
use super::{order, words};
use crate::meter;

const REMOVED: &[&CStr] = &[c"gcinfo", c"getfenv", c"newproxy", c"setfenv"];

/// Functions of `table` that Luau deprecates, and that call back without a safepoint.
const REMOVED_FROM_TABLE: &[&CStr] = &[c"foreach", c"foreachi", c"maxn"];

/// The functions whose chance must come from the bot's seed instead.
const RANDOM: [(&CStr, Native); 2] =
    [(c"random", Native::of(random)), (c"randomseed", Native::of(randomseed))];

/// Maximum length of a log line.
const LINE: usize = 2_000;
/// Price of a call of `print`, without its text.
const PRINT: usize = 20;
/// Depth to which `print` shows tables, and entries per table.
const DEPTH: usize = 3;
const ENTRIES: usize = 40;
/// Number of table entries per call of `print` that are free, and the price of each further one.
const FREE_ENTRIES: usize = 40;
const ENTRY: usize = 3;

/// Luau's `tostring`, an upvalue of [`tostring`] and [`print`].
const PLAIN_AT: c_int = upvalue(1);

/// Changes the globals of a VM before it is sandboxed.
pub fn install(lua: &mut Lua) {
    for name in REMOVED {
        lua.push_nil();
        lua.set_raw_global(name);
    }
    lua.push_global(c"table");
    for name in REMOVED_FROM_TABLE {
        lua.push_nil();
        lua.set_field(-2, name);
    }
    lua.push_global(c"math");
    for (name, function) in RANDOM {
        lua.push_function(function, Some(name), 0);
        lua.set_field(-2, name);
    }
    lua.push_global(c"tostring");
    let plain = lua.top();
    for (name, function) in [(c"print", Native::of(print)), (c"tostring", Native::of(tostring))] {
        lua.push_copy(plain);
        lua.push_function(function, Some(name), 1);
        lua.set_global(name);
    }
    lua.set_top(0);
}

fn tostring(lua: &mut Lua) -> c_int {
    lua.set_top(1);
    match address_free(lua, 1) {
        Some(name) => lua.push_text(name),
        None => push_plain(lua, 1),
    }
    1
}

/// Pushes the text that Luau's `tostring` gives for the value at an index.
fn push_plain(lua: &mut Lua, at: c_int) {
    lua.push_copy(PLAIN_AT);
    lua.push_copy(at);
    lua.call(1, Some(1));
}

/// Returns text for a value that would otherwise print as an address.
pub fn address_free(lua: &mut Lua, at: c_int) -> Option<&'static str> {
    match lua.kind(at) {
        Kind::Table => {
            let named = lua.push_meta_field(at, c"__tostring");
            if named {
                lua.pop(1);
            }
            (!named).then_some("table")
        }
        Kind::Function => Some("function"),
        Kind::Thread => Some("thread"),
        Kind::Buffer => Some("buffer"),
        Kind::LightUserdata => Some("userdata"),
        _ => None,
    }
}

fn print(lua: &mut Lua) -> c_int {
    let mut line = Line { lua, text: String::new(), entries: 0 };
    for at in 1..=line.lua.top() {
        if at > 1 {
            line.text.push(' ');
        }
        line.show(at, DEPTH);
        if line.text.len() > LINE {
            break;
        }
    }
    let Line { mut text, entries, .. } = line;
    text.truncate(text.floor_char_boundary(LINE));
    // A line has a price in addition to its text.
    let entries = ENTRY * entries.saturating_sub(FREE_ENTRIES);
    charge_text(lua, text.len() + 16 * (PRINT + entries));
    native(lua).host.slot.print(&text);
    0
}

/// A log line that `print` writes.
struct Line<'a> {
    lua: &'a mut Lua,
    text: String,
    /// Entries of tables so far.
    entries: usize,
}

impl Line<'_> {
    /// Appends the value at an index as people read it, with the contents of tables.
    fn show(&mut self, at: c_int, depth: usize) {
        match (self.lua.kind(at), address_free(self.lua, at)) {
            (Kind::Table, Some(_)) => self.show_table(at, depth),
            (Kind::Text, _) => self.push(at),
            (_, Some(name)) => self.text.push_str(name),
            (_, None) => {
                push_plain(self.lua, at);
                if self.lua.kind(-1) == Kind::Text {
                    self.push(-1);
                } else {
                    self.text.push_str(describe(self.lua, -1));
                }
                self.lua.pop(1);
            }
        }
    }

    fn show_table(&mut self, table: c_int, depth: usize) {
        self.lua.check_stack(8, c"data too deep");
        if depth == 0 || !order::push_next_of(self.lua, table) {
            self.text.push_str("{…}");
            return;
        }
        self.text.push('{');
        let next = self.lua.top();
        let (key, value) = (next + 1, next + 2);
        let length = self.lua.len(table);
        let mut listed = 0;
        self.lua.push_nil();
        for i in 0.. {
            self.lua.push_copy(next);
            self.lua.push_nil();
            self.lua.push_copy(key);
            self.lua.remove(key);
            self.lua.call(2, Some(2));
            if self.lua.kind(key) == Kind::Nil {
                break;
            }
            self.entries += 1;
            if i > 0 {
                self.text.push_str(", ");
            }
            if i == ENTRIES || self.text.len() > LINE {
                self.text.push('…');
                break;
            }
            if self.lua.kind(key) == Kind::Text {
                self.push(key);
                self.text.push_str(" = ");
            } else if listed < length && self.lua.number(key) == Some((listed + 1) as f64) {
                listed += 1;
            } else {
                self.text.push('[');
                self.show(key, 0);
                self.text.push_str("] = ");
            }
            self.show(value, depth - 1);
            self.lua.set_top(key);
        }
        self.text.push('}');
        self.lua.set_top(next - 1);
    }

    /// Appends the part of the text at an index that fits on a line.
    fn push(&mut self, at: c_int) {
        let bytes = self.lua.text(at).unwrap_or_default();
        // A few bytes more than fit, so that no character is visibly cut.
        self.text.push_str(&String::from_utf8_lossy(&bytes[..bytes.len().min(LINE + 8)]));
    }
}

/// Charges fuel for reading a text, or ends the running native function.
pub fn charge_text(lua: &Lua, len: usize) {
    if let Err(stop) = meter::charge(fuel_for(len as u64 / 16)) {
        fail(lua, stop.why().to_string());
    }
}

fn random(lua: &mut Lua) -> c_int {
    fail(lua, words::no_chance("random"))
}

fn randomseed(lua: &mut Lua) -> c_int {
    fail(lua, words::no_chance("randomseed"))
}
