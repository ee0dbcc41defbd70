use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use crate::{Interrupt, Key, Kind, Protected, Running, upvalue};

/// Returns the message of the panic in a run.
fn panic_of(run: impl FnOnce(&mut Lua)) -> String {
    let vm = vm(WITH_LIBRARY);
    let panic = catch_unwind(AssertUnwindSafe(|| vm.run(run))).expect_err("it panics");
    let message = panic.downcast_ref::<String>().cloned();
    message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).expect("a message")
}

type Use = fn(&mut Lua);

#[test]
fn an_index_without_a_value_is_a_panic() {
    let uses: &[Use] = &[
        |lua| {
            lua.kind(0);
        },
        |lua| {
            lua.kind(-2);
        },
        |lua| {
            lua.text(-1_000_000);
        },
        |lua| {
            lua.text(crate::sys::LUA_REGISTRYINDEX);
        },
        |lua| {
            lua.number(upvalue(0));
        },
        |lua| lua.push_copy(-2),
        |lua| lua.pop(2),
        |lua| lua.pop(-1),
        |lua| lua.set_top(-1),
        |lua| lua.remove(2),
        |lua| lua.remove(upvalue(1)),
        |lua| lua.insert(2),
        |lua| lua.replace(2),
        |lua| lua.replace(upvalue(1)),
        |lua| lua.call(1, None),
        |lua| lua.call(-1, None),
        |lua| {
            lua.try_call(1, None);
        },
        |lua| lua.push_function(Native::of(to_text), None, 2),
        |lua| lua.push_shown(2),
        |lua| {
            lua.pop(1);
            lua.take_ref();
        },
        |lua| {
            lua.pop(1);
            lua.set_global(c"x");
        },
        |lua| {
            lua.pop(1);
            lua.raise_top();
        },
    ];
    for (number, used) in uses.iter().enumerate() {
        let message = panic_of(|lua| {
            lua.push_text("a text");
            used(lua);
        });
        assert!(message.contains("no value"), "{number}: {message}");
    }
}

#[test]
fn a_value_of_another_type_than_a_method_needs_is_a_panic() {
    let uses: &[Use] = &[
        |lua| {
            lua.push_item(1, 1);
        },
        |lua| {
            lua.push_field(1, c"x");
        },
        |lua| {
            lua.push_after(1, 0);
        },
        |lua| {
            lua.push_after(2, 0);
        },
        |lua| {
            lua.slots(1);
        },
        |lua| {
            lua.get(1);
        },
        |lua| lua.set(1),
        |lua| lua.set_item(1, 1),
        |lua| lua.set_field(1, c"x"),
        |lua| lua.set_readonly(1, true),
        |lua| {
            lua.next(1);
        },
    ];
    for (number, used) in uses.iter().enumerate() {
        let message = panic_of(|lua| {
            (0..2).for_each(|_| lua.push_text("a text"));
            used(lua);
        });
        assert!(message.contains("not a table"), "{number}: {message}");
    }
}

#[test]
fn above_the_top_there_is_nothing() {
    let read = vm(EMPTY).run(|lua| {
        let nothing = (lua.kind(1), lua.text(c_int::MAX), lua.number(2), lua.flag(1), lua.len(1));
        let none = (Kind::None, None, None, false, 0);
        assert_eq!(nothing, none);
        assert_eq!((lua.kind(upvalue(255)), lua.type_name(1)), (Kind::None, c"no value"));
    });
    read.expect("no error");
}

#[test]
fn a_value_of_another_type_is_none() {
    let read = vm(EMPTY).run(|lua| {
        lua.push_number(1.5);
        lua.push_text("2");
        assert_eq!((lua.text(1), lua.number(2)), (None, None));
        assert_eq!((lua.number(1), lua.text(2)), (Some(1.5), Some(&b"2"[..])));
        assert_eq!((lua.to_number(2), lua.kind(-1)), (2.0, Kind::Text));
        assert!(lua.to_text(1));
        assert_eq!(lua.text(1), Some(&b"1.5"[..]));
    });
    read.expect("no error");
}

#[test]
fn a_full_stack_grows_up_to_its_limit() {
    let vm = vm(EMPTY);
    let read = vm.run(|lua| {
        (0..100_000).for_each(|n| lua.push_number(n.into()));
        (lua.top(), lua.number(-1))
    });
    assert_eq!(read.expect("there is room"), (100_000, Some(99_999.0)));
    let full = vm.run(|lua| {
        loop {
            lua.push_nil()
        }
    });
    assert!(full.is_err_and(|error| error.message.contains("stack overflow")));
}

#[test]
fn a_text_stays_while_it_is_borrowed() {
    let vm = vm(EMPTY);
    let read = vm.run(|lua| {
        lua.push_text("of the stack".repeat(3));
        let text = lua.text(-1).expect("a text");
        lua.collect();
        (0..1000).for_each(|n| lua.push_text(format!("another {n}")));
        vm.collect();
        text.to_vec()
    });
    assert_eq!(read.expect("no error"), "of the stack".repeat(3).as_bytes());
}

#[test]
fn keys_of_a_weak_table_stay_while_they_are_borrowed() {
    let vm = vm(WITH_LIBRARY);
    let source = "local t = setmetatable({}, { __mode = 'kv' })
        for n = 1, 9 do t[('key '):rep(n)] = {} end return t";
    let read = run(
        &vm,
        source,
        |_| (),
        |lua| {
            let (mut keys, mut slot) = (Vec::new(), 0);
            while let Some((key, next)) = lua.key_after(-1, slot) {
                keys.push(key);
                slot = next;
            }
            lua.collect();
            (0..1000).for_each(|n| lua.push_text(format!("{n:0>20}")));
            let is_key =
                |key: &Key<'_>| matches!(key, Key::Text(text) if text.starts_with(b"key "));
            (keys.len(), keys.iter().all(is_key))
        },
    );
    assert_eq!(read.expect("no error"), (9, true));
}

#[test]
fn a_function_returns_no_more_than_its_stack_has() {
    fn two(lua: &mut Lua) -> c_int {
        lua.push_nil();
        2
    }
    fn negative(_: &mut Lua) -> c_int {
        -1
    }
    for native in [Native::of(two), Native::of(negative)] {
        let message = panic_of(|lua| {
            lua.push_function(native, None, 0);
            lua.call(0, None);
        });
        assert!(message.contains("no value"), "{message}");
    }
}

#[test]
fn an_original_runs_in_the_frame_of_its_replacement() {
    fn replacement(lua: &mut Lua) -> c_int {
        lua.original(1)
    }
    let vm = vm(WITH_LIBRARY);
    let replace = |lua: &mut Lua, name| {
        lua.push_global(name);
        lua.push_function(Native::of(replacement), Some(c"replaced"), 1);
    };
    let source = "local f = ... return select(2, pcall(f))";
    let error = run(
        &vm,
        source,
        |lua| replace(lua, c"tostring"),
        |lua| String::from_utf8_lossy(lua.text(-1).unwrap_or_default()).into_owned(),
    );
    assert!(error.expect("no error").contains("missing argument #1"));
    // It ends in a function that the replacement lacks.
    let panic = panic_of(|lua| {
        replace(lua, c"pcall");
        lua.push_nil();
        lua.call(1, None);
    });
    assert!(panic.contains("continues elsewhere"), "{panic}");
    // Its upvalues are others.
    let panic = panic_of(|lua| {
        lua.push_copy(upvalue(1));
        lua.push_function(Native::of(to_text), None, 1);
        lua.push_function(Native::of(replacement), None, 1);
        lua.call(0, None);
    });
    assert!(panic.contains("other upvalues"), "{panic}");
}

#[test]
fn upvalues_of_the_library_keep_their_types() {
    let panic = panic_of(|lua| {
        lua.push_global(c"pairs");
        lua.push_number(1.0);
        lua.set_upvalue(-2, 1);
    });
    assert!(panic.contains("only functions"), "{panic}");
}

#[test]
fn a_protected_call_can_wait_and_be_refused() {
    fn begin(lua: &mut Lua) -> Protected {
        Protected { args: lua.top() - 1, handler: 0 }
    }
    fn end(lua: &mut Lua, is_ok: bool) -> c_int {
        lua.push_flag(is_ok);
        lua.insert(1);
        lua.top()
    }
    const PROTECT: Native = Native::protecting(begin, end);
    let vm = vm(WITH_LIBRARY);
    let push = |lua: &mut Lua| lua.push_function(PROTECT, None, 0);
    let source = "local protect = ...
        local go = coroutine.wrap(function() return protect(coroutine.yield) end)
        go()
        local waited, value = go(5)
        local failed = protect(error)
        return (waited and not failed) and value or 0";
    assert_eq!(run(&vm, source, push, |lua| lua.to_number(-1)).expect("no error"), 5.0);
    let message = panic_of(|lua| {
        push(lua);
        lua.call(0, None);
    });
    assert!(message.contains("no value"), "{message}");
}

#[test]
fn an_interrupt_can_raise_an_error() {
    fn interrupt(vm: &Running) {
        let line = vm.frame(0, false, |frame| frame.line);
        vm.raise(format!("stopped at {line:?}"));
    }
    let vm = vm(WITH_LIBRARY);
    vm.run(|lua| lua.set_interrupt(Some(Interrupt::of(interrupt)))).expect("no error");
    let error = number(&vm, "\nwhile true do end").expect_err("it ends");
    assert_eq!(error.message, "stopped at Some(2)");
}
