use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::*;
use crate::{Interrupt, Running};

fn panics(_: &mut Lua) -> c_int {
    resume_unwind(Box::new("broken"))
}

#[test]
fn a_panic_passes_through_the_vm_and_leaves_it_unusable() {
    let vm = vm(EMPTY);
    let run = || {
        vm.run(|lua| {
            lua.push_function(Native::of(panics), None, 0);
            lua.try_call(0, Some(0))
        })
    };
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
    assert_eq!(panic.downcast_ref(), Some(&"broken"));
    assert!(run().is_err_and(|error| error.message.contains("broke")));
}

#[test]
fn a_panic_that_a_function_catches_ends_it() {
    fn catches(lua: &mut Lua) -> c_int {
        lua.set_top(1);
        assert!(catch_unwind(AssertUnwindSafe(|| lua.call(0, None))).is_err());
        0
    }
    let vm = vm(WITH_LIBRARY);
    let push = |lua: &mut Lua| {
        lua.push_function(Native::of(catches), None, 0);
        lua.push_function(Native::of(panics), None, 0);
    };
    let source = "local catches, panics = ... catches(panics)";
    let run = || run(&vm, source, push, |_| ());
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
    assert!(panic.downcast_ref::<&str>().is_some_and(|text| text.contains("within a VM")));
    assert!(run().is_err(), "it is unusable");
}

#[test]
fn a_panic_at_a_safepoint_leaves_no_function_of_lua_to_its_catcher() {
    fn interrupt(_: &Running) {
        resume_unwind(Box::new("broken"));
    }
    fn catches(lua: &mut Lua) -> c_int {
        lua.set_interrupt(Some(Interrupt::of(interrupt)));
        lua.set_top(1);
        let _ = catch_unwind(AssertUnwindSafe(|| lua.call(0, None)));
        // The function of Lua that was running has no upvalues of this kind.
        lua.push_copy(crate::upvalue(1));
        0
    }
    let vm = vm(WITH_LIBRARY);
    let push = |lua: &mut Lua| lua.push_function(Native::of(catches), None, 0);
    let source = "local catches = ... catches(function() while true do end end)";
    let run = || run(&vm, source, push, |_| ());
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
    assert!(panic.downcast_ref::<&str>().is_some_and(|text| text.contains("no native function")));
}
