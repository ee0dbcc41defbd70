mod checks;
mod objects;
mod panics;
mod vms;

use std::ffi::c_int;

use crate::{Lua, Native, Optimization, Raised, SetUp, Vm, compile};

/// Converts an error to text.
fn to_text(lua: &mut Lua) -> c_int {
    lua.push_shown(1);
    1
}

const EMPTY: SetUp = SetUp { handler: Native::of(to_text), fill: |_| () };
const WITH_LIBRARY: SetUp = SetUp { handler: Native::of(to_text), fill: Lua::open_libraries };

fn vm(set_up: SetUp) -> Vm {
    Vm::new(set_up, 64 << 20).expect("there is memory")
}

/// Runs a source with its arguments, which `push` pushes, and reads the results.
fn run<R>(
    vm: &Vm,
    source: &str,
    push: impl FnOnce(&mut Lua),
    read: impl FnOnce(&mut Lua) -> R,
) -> Result<R, Raised> {
    let bytecode = compile(source, Optimization::Inlining, &[]).expect("it compiles");
    vm.run(|lua| {
        lua.push_chunk("test", &bytecode);
        push(lua);
        lua.call(lua.top() - 1, None);
        read(lua)
    })
}

/// Runs a source, which returns a number.
fn number(vm: &Vm, source: &str) -> Result<f64, Raised> {
    run(vm, source, |_| (), |lua| lua.to_number(-1))
}
