//! Registers `view`, `world` and `result` with Rhai.

use rhai::{Dynamic, FLOAT, FuncRegistration, INT, ImmutableString, Module};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::api::{Api, VIEW_FIELDS};
use super::super::args::MAX_PARAMS;
use super::super::unlimited;
use super::charges::Result;
use super::objects::{Held, View};
use super::{maths, standard, words};
use crate::host::{HostObject, ViewObject, WorldObject};
use juez_core::{Outcome, Row};

thread_local! {
    static MODULES: RefCell<BTreeMap<(&'static str, bool), Rc<Module>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns the module of a game, built once per thread. Disabled methods are included: the host
/// refuses their calls.
pub fn module(api: &Api, standard: Rc<Module>) -> Rc<Module> {
    let build = || build(api, standard);
    let key = (api.info.id, unlimited::on());
    MODULES.with_borrow_mut(|modules| modules.entry(key).or_insert_with(build).clone())
}

fn build(api: &Api, standard: Rc<Module>) -> Rc<Module> {
    let mut module = Module::new();
    object::<ViewObject>(&mut module, api);
    object::<Rc<WorldObject>>(&mut module, api);
    object::<Rc<Outcome>>(&mut module, api);
    for field in VIEW_FIELDS {
        let get = |view: &mut View| -> Result<Dynamic> { member(view, field.name) };
        FuncRegistration::new_getter(field.name).set_into_module(&mut module, get);
    }
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

/// Registers the methods of an object, access to its members, and printing.
fn object<O: HostObject + Clone>(module: &mut Module, api: &Api) {
    module.set_custom_type::<Held<O>>(Held::<O>::NAME);
    for (index, row) in api.methods(O::KIND).iter().enumerate() {
        method::<O>(module, index, row);
    }
    let get = |object: &mut Held<O>, name: ImmutableString| member(object, &name);
    FuncRegistration::new_index_getter().with_purity(true).set_into_module(module, get);
    let set = |_: &mut Held<O>, name: ImmutableString, _: Dynamic| -> Result<()> {
        Err(words::not_set(Held::<O>::NAME, name).into())
    };
    FuncRegistration::new_index_setter().with_purity(true).set_into_module(module, set);
    for name in ["to_string", "to_debug"] {
        function(name).set_into_module(module, |object: &mut Held<O>| object.show());
    }
}

/// Registers one function per number of arguments that a method accepts.
fn method<O: HostObject + Clone>(module: &mut Module, index: usize, row: &Row) {
    type D = Dynamic;
    for count in row.required..=row.params.len().min(MAX_PARAMS) {
        let f = function(row.name);
        match count {
            0 => f.set_into_module(module, move |o: &mut Held<O>| o.call(index, &[])),
            1 => f.set_into_module(module, move |o: &mut Held<O>, a: D| o.call(index, &[a])),
            2 => {
                f.set_into_module(module, move |o: &mut Held<O>, a: D, b: D| o.call(index, &[a, b]))
            }
            _ => f.set_into_module(module, move |o: &mut Held<O>, a: D, b: D, c: D| {
                o.call(index, &[a, b, c])
            }),
        };
    }
}

fn member<O: HostObject + Clone>(object: &Held<O>, name: &str) -> Result<Dynamic> {
    match object.field(name)? {
        Some(value) => Ok(value),
        None => Err(object.no_member(name).into()),
    }
}
