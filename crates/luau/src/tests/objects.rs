use std::cell::Cell;
use std::ffi::CStr;
use std::rc::{Rc, Weak};

use super::*;
use crate::Object;

/// An object that counts how many there are.
struct Counted(Rc<Cell<i32>>);

impl Counted {
    fn of(count: &Rc<Cell<i32>>) -> Counted {
        count.set(count.get() + 1);
        Counted(count.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl Object for Counted {
    const NUMBER: usize = 0;
    const NAME: &'static CStr = c"counted";
}

/// A type with the number of another.
struct Impostor;

impl Object for Impostor {
    const NUMBER: usize = 0;
    const NAME: &'static CStr = c"impostor";
}

/// An object that uses its VM when it is dropped.
struct Stubborn(Rc<Cell<Weak<Vm>>>);

impl Drop for Stubborn {
    fn drop(&mut self) {
        if let Some(vm) = self.0.take().upgrade() {
            vm.collect();
            assert!(vm.run(|_| ()).is_err());
        }
    }
}

impl Object for Stubborn {
    const NUMBER: usize = 1;
    const NAME: &'static CStr = c"stubborn";
}

fn register(lua: &mut Lua) {
    lua.push_table(0, 0);
    lua.register::<Counted>();
    lua.push_table(0, 0);
    lua.register::<Stubborn>();
}

const WITH_TYPES: SetUp = SetUp { fill: register, ..EMPTY };

#[test]
fn objects_are_dropped_by_the_collector_or_with_the_vm() {
    let count = Rc::default();
    // The second VM begins as a copy of the first.
    for _ in 0..2 {
        let vm = vm(WITH_TYPES);
        vm.run(|lua| {
            (0..2).for_each(|_| lua.push_object(Counted::of(&count)));
            lua.take_ref();
        })
        .expect("there is memory");
        assert_eq!(count.get(), 2);
        vm.collect();
        assert_eq!(count.get(), 1);
        drop(vm);
        assert_eq!(count.get(), 0);
    }
}

#[test]
fn an_object_of_another_type_is_none() {
    let count = Rc::default();
    let read = vm(WITH_TYPES).run(|lua| {
        lua.push_object(Counted::of(&count));
        lua.push_table(0, 0);
        assert!(lua.object::<Counted>(1).is_some_and(|object| object.0.get() == 1));
        assert!(lua.object::<Stubborn>(1).is_none());
        assert!(lua.object::<Impostor>(1).is_none());
        assert!(lua.object::<Counted>(2).is_none());
        assert!(lua.object::<Counted>(3).is_none());
    });
    read.expect("no error");
}

#[test]
#[should_panic = "not registered"]
fn an_object_of_an_unknown_type_is_refused() {
    let _ = vm(WITH_TYPES).run(|lua| lua.push_object(Impostor));
}

#[test]
#[should_panic = "has no objects"]
fn a_vm_is_set_up_without_objects() {
    fn fill(lua: &mut Lua) {
        register(lua);
        lua.push_object(Counted::of(&Rc::default()));
    }
    let _ = Vm::new(SetUp { fill, ..EMPTY }, 1 << 20);
}

#[test]
fn the_drop_of_an_object_cannot_use_its_vm() {
    let vm = Rc::new(vm(WITH_TYPES));
    let known = Rc::new(Cell::new(Rc::downgrade(&vm)));
    vm.run(|lua| lua.push_object(Stubborn(known.clone()))).expect("no error");
    vm.collect();
    assert!(known.take().upgrade().is_none(), "it was dropped");
    vm.run(|_| ()).expect("it is free");
}

#[test]
fn data_of_another_type_is_none() {
    let vm = vm(EMPTY);
    vm.run(|lua| assert!(lua.attached::<u32>().is_none())).expect("no error");
    vm.attach(7u32);
    vm.run(|lua| assert_eq!((lua.attached::<u32>(), lua.attached::<i32>()), (Some(&7), None)))
        .expect("no error");
}
