use std::rc::Rc;

use super::*;
use crate::NO_MEMORY;
use crate::arena::tests::REFUSED_IN;

#[test]
fn memory_is_counted_and_refused_beyond_the_limit() {
    let vm = Vm::new(EMPTY, 2 << 20).expect("there is memory");
    let before = vm.used_memory();
    // A page of small values can be freed meanwhile.
    let page = 32 << 10;
    let buffer = |bytes| {
        vm.run(|lua| {
            lua.push_buffer(bytes);
            lua.take_ref()
        })
    };
    buffer(1 << 20).expect("no limit yet");
    let grown = vm.used_memory() - before;
    assert!(grown.abs_diff(1 << 20) < page, "{grown}");
    vm.arena().limit(vm.used_memory() + (1 << 20));
    let refused = buffer(1 << 20).expect_err("it is too large");
    assert_eq!(refused.message, NO_MEMORY);
    buffer(1 << 19).expect("half fits");
}

#[test]
fn a_collection_frees_all_that_nothing_refers_to() {
    let vm = vm(EMPTY);
    let before = vm.used_memory();
    vm.run(|lua| lua.push_table(10_000, 10_000)).expect("there is memory");
    assert!(vm.used_memory() > before + 400_000);
    vm.collect();
    assert_eq!(vm.used_memory(), before);
}

#[test]
fn a_vm_begins_as_the_one_before_it_in_its_memory_did() {
    fn fill(lua: &mut Lua) {
        lua.push_number(7.0);
        lua.set_global(c"x");
    }
    // No other test has VMs of this size.
    let vm = || Vm::new(SetUp { fill, ..EMPTY }, 5 << 20).expect("there is memory");
    let x = |vm: &Vm| {
        vm.run(|lua| {
            lua.push_global(c"x");
            let x = lua.to_number(-1);
            lua.push_number(x + 1.0);
            lua.set_global(c"x");
            (x, lua.raw().addr(), vm.used_memory())
        })
    };
    let first = vm();
    let began = x(&first).expect("no error");
    assert_eq!(x(&first).expect("no error").0, 8.0);
    drop(first);
    assert_eq!((x(&vm()).expect("no error"), began.0), (began, 7.0));
}

#[test]
fn every_allocation_can_be_refused() {
    const SOURCE: &str = "
        local t, parts = {}, {}
        for n = 1, 300 do t[n] = { n, tostring(n), function() return n end } end
        for n = 1, 300 do parts[n] = string.format('%d %s', t[n][3](), t[n][2]) end
        local go = coroutine.wrap(function(n)
          while true do n = coroutine.yield(string.rep('x', n)) end
        end)
        local sum = 0
        for n = 1, 3000, 100 do sum += #go(n) end
        table.sort(parts)
        return sum + #table.concat(parts) + #buffer.tostring(buffer.create(5000))";
    let result = || number(&Vm::new(WITH_LIBRARY, 64 << 20)?, SOURCE);
    let expected = result().expect("no limit");
    for allocation in 1.. {
        REFUSED_IN.set(allocation);
        let result = result();
        let was_refused = REFUSED_IN.replace(u32::MAX) == 0;
        match result {
            Err(error) => {
                assert!(was_refused && error.message.ends_with(NO_MEMORY), "{}", error.message);
            }
            Ok(number) => {
                assert!(!was_refused && number == expected && allocation > 50);
                break;
            }
        }
    }
}

#[test]
fn what_an_error_of_lua_unwinds_is_dropped() {
    let shared = Rc::new(());
    let held = shared.clone();
    let error = vm(EMPTY).run(move |lua| {
        let _held = held;
        lua.raise_here("on purpose");
    });
    assert_eq!(error.expect_err("an error").message, "on purpose");
    assert_eq!(Rc::strong_count(&shared), 1);
}

#[test]
fn the_slots_of_a_table_are_counted() {
    let slots = |source: &str| {
        run(&vm(WITH_LIBRARY), source, |_| (), |lua| lua.slots(-1)).expect("a table")
    };
    assert_eq!(slots("return table.create(37)"), 38);
    assert_eq!(slots("return table.create(3000000)"), 3_000_001);
    let keys: String = (0..100).map(|n| format!("k{n} = {n}, ")).collect();
    assert_eq!(slots(&format!("return {{ {keys} }}")), 128);
    let taken = "for k in pairs(t) do t[k] = nil end return t";
    assert_eq!(slots(&format!("local t = {{ {keys} }} {taken}")), 128);
}

#[test]
fn only_one_thing_runs_in_a_vm() {
    let vm = Rc::new(vm(EMPTY));
    let within = vm.clone();
    vm.run(move |_| assert!(within.run(|_| ()).is_err())).expect("no error");
    vm.run(|_| ()).expect("it is free again");
}

#[test]
fn a_source_that_is_wrong_has_no_bytecode() {
    let error = compile("x = = 1", Optimization::Plain, &[]).err().expect("a message");
    assert!(error.starts_with(":1: "), "{error}");
}
