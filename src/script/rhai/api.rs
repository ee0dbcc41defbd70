//! Registers `view`, `world` and `result` with Rhai.

use rhai::{Dynamic, FLOAT, FuncRegistration, INT, ImmutableString, Module};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::api::{Api, ObjectKind, RESULT_ROWS, VIEW_FIELDS};
use super::super::args::MAX_PARAMS;
use super::super::unlimited;
use super::charges::Result;
use super::objects::{Ending, Object, View, World};
use super::{maths, standard, words};
use crate::core::Row;

thread_local! {
    static MODULES: RefCell<BTreeMap<(&'static str, bool), Rc<Module>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The module of a game, built once per thread. What a lesson switches off is no part of it: the
/// host refuses that.
pub fn module(api: &Api, standard: Rc<Module>) -> Rc<Module> {
    let build = || build(api, standard);
    let key = (api.info.id, unlimited::on());
    MODULES.with_borrow_mut(|modules| modules.entry(key).or_insert_with(build).clone())
}

fn build(api: &Api, standard: Rc<Module>) -> Rc<Module> {
    let mut module = Module::new();
    module.set_custom_type::<View>("view");
    module.set_custom_type::<World>("world");
    module.set_custom_type::<Ending>("result");
    methods::<View>(&mut module, api.methods(ObjectKind::View));
    methods::<World>(&mut module, api.methods(ObjectKind::World));
    methods::<Ending>(&mut module, RESULT_ROWS);
    for field in VIEW_FIELDS {
        let get = |view: &mut View| -> Result<Dynamic> { member(view, field.name) };
        FuncRegistration::new_getter(field.name).set_into_module(&mut module, get);
    }
    members::<View>(&mut module);
    members::<World>(&mut module);
    members::<Ending>(&mut module);
    maths::register(&mut module);
    if !unlimited::on() {
        standard::register(&mut module, standard);
    }
    let asleep = || -> Result<()> { Err(words::no_sleep().into()) };
    function("sleep").set_into_module(&mut module, move |_: INT| asleep());
    function("sleep").set_into_module(&mut module, move |_: FLOAT| asleep());
    module.build_index();
    module.into()
}

fn function(name: &str) -> FuncRegistration {
    FuncRegistration::new(name).in_global_namespace().with_purity(true).with_volatility(true)
}

/// One function for each number of arguments that each method takes.
fn methods<T: Object>(module: &mut Module, rows: &[Row]) {
    rows.iter().enumerate().for_each(|(index, row)| method::<T>(module, index, row));
}

fn method<T: Object>(module: &mut Module, index: usize, row: &Row) {
    type D = Dynamic;
    for count in row.required..=row.params.len().min(MAX_PARAMS) {
        let f = function(row.name);
        match count {
            0 => f.set_into_module(module, move |t: &mut T| t.call(index, &[])),
            1 => f.set_into_module(module, move |t: &mut T, a: D| t.call(index, &[a])),
            2 => f.set_into_module(module, move |t: &mut T, a: D, b: D| t.call(index, &[a, b])),
            _ => f.set_into_module(module, move |t: &mut T, a: D, b: D, c: D| {
                t.call(index, &[a, b, c])
            }),
        };
    }
}

fn member<T: Object>(object: &T, name: &str) -> Result<Dynamic> {
    match object.field(name)? {
        Some(value) => Ok(value),
        None => Err(object.no_member(name).into()),
    }
}

/// Reading and writing of other members, and printing.
fn members<T: Object>(module: &mut Module) {
    let get = |object: &mut T, name: ImmutableString| member(object, &name);
    FuncRegistration::new_index_getter().with_purity(true).set_into_module(module, get);
    let set = |_: &mut T, name: ImmutableString, _: Dynamic| -> Result<()> {
        let object = T::NAME;
        Err(words::not_set(object, name).into())
    };
    FuncRegistration::new_index_setter().with_purity(true).set_into_module(module, set);
    for name in ["to_string", "to_debug"] {
        function(name).set_into_module(module, |object: &mut T| object.show());
    }
}
