//! `view`, `world` and `result`: what scripts hold, and the sentences about their members.

use rhai::{Array, Dynamic, ImmutableString};
use serde_json::Value;
use std::rc::Rc;

use super::super::api::{Api, ObjectKind, RESULT_ROWS};
use super::super::args::{Given, check};
use super::super::host::{Host, HostObject, Out, ViewObject, WorldObject};
use super::super::meter;
use super::charges::Result;
use super::convert::{given, text_of, to_dynamic};
use super::{charges, words};
use crate::core::Outcome;

/// An object of the host in a script. It brings its host along, for all VMs of a thread share one
/// module.
#[derive(Clone)]
pub struct Held<O> {
    /// The native side of its VM.
    pub host: Rc<Host>,
    /// The object.
    pub object: O,
}

/// A view in a script.
pub type View = Held<ViewObject>;

/// A world in a script.
pub type World = Held<Rc<WorldObject>>;

/// The argument of `finish`.
#[derive(Clone)]
pub struct Ending(pub Rc<Outcome>);

/// An object of the API.
pub trait Object: Clone + 'static {
    /// Its name in messages.
    const NAME: &'static str;
    /// Calls method `index` of its table.
    fn call(&self, index: usize, args: &[Dynamic]) -> Result<Dynamic>;
    /// The value of a field, if there is one of that name.
    fn field(&self, name: &str) -> Result<Option<Dynamic>>;
    /// The sentence for a member that is not there, or is a method without its parentheses.
    fn no_member(&self, name: &str) -> String;
    /// Its printed form.
    fn show(&self) -> String;
}

impl<O: HostObject + Clone> Object for Held<O> {
    const NAME: &'static str = O::KIND.name();

    fn call(&self, index: usize, args: &[Dynamic]) -> Result<Dynamic> {
        let Held { host, object } = self;
        let out = with_given(args, |given| object.call(host, index, given))?;
        let answer = match out {
            Out::Nothing => Dynamic::UNIT,
            Out::Value(value) => to_dynamic(value),
            Out::World(world) => {
                Dynamic::from(World { host: host.clone(), object: Rc::new(world) })
            }
            Out::View(object) => Dynamic::from(View { host: host.clone(), object }),
            Out::Moves | Out::History => {
                let mut texts = Array::new();
                object.each_text(host, &out, &mut |text| texts.push(text.into()))?;
                Dynamic::from_array(texts)
            }
        };
        charges::skip_allocations();
        Ok(answer)
    }

    fn field(&self, name: &str) -> Result<Option<Dynamic>> {
        Ok(self.object.field(&self.host, name)?.map(to_dynamic))
    }

    fn no_member(&self, name: &str) -> String {
        let api = &self.host.api;
        match api.method(O::KIND, name) {
            Some(method) => {
                let params = &method.params[..method.required];
                let params: Vec<&str> = params.iter().map(|param| param.name).collect();
                words::is_method(name, format!("{}.{name}({})", Self::NAME, params.join(", ")))
            }
            None => api.no_member(O::KIND, name, '.'),
        }
    }

    fn show(&self) -> String {
        let field = |name| self.object.field(&self.host, name).map(Option::unwrap_or_default);
        match field("seat") {
            Ok(Value::Null) => Self::NAME.to_string(),
            Ok(seat) => format!("view(seat {seat}, ply {})", field("ply").unwrap_or_default()),
            Err(_) => "view(over)".to_string(),
        }
    }
}

impl Object for Ending {
    const NAME: &'static str = "result";

    fn call(&self, index: usize, args: &[Dynamic]) -> Result<Dynamic> {
        let method = &RESULT_ROWS[index];
        let seats = self.0.ranks.seats();
        with_given(args, |given| {
            let seat = check(Self::NAME, '.', method, seats, given)?.args().seat(0);
            Ok(match method.name {
                "rank" => i64::from(self.0.ranks[seat]).into(),
                _ => i64::from(self.0.points[seat]).into(),
            })
        })
    }

    fn field(&self, name: &str) -> Result<Option<Dynamic>> {
        Ok((name == "reason").then(|| self.0.reason.to_string().into()))
    }

    fn no_member(&self, name: &str) -> String {
        no_ending_member(name)
    }

    fn show(&self) -> String {
        format!("result({})", self.0.reason)
    }
}

fn no_ending_member(name: &str) -> String {
    if RESULT_ROWS.iter().any(|row| row.name == name) {
        return words::is_method(name, format!("result.{name}(seat)"));
    }
    words::not_of_result(format!("{name:?}"))
}

/// Runs `f` with the arguments as the host takes them.
fn with_given<R>(
    args: &[Dynamic],
    f: impl FnOnce(&[Given<'_>]) -> std::result::Result<R, String>,
) -> Result<R> {
    let texts: Vec<ImmutableString> = args.iter().map(text_of).collect();
    let given: Vec<Given<'_>> =
        args.iter().zip(&texts).map(|(arg, text)| given(arg, text)).collect();
    let result = f(&given);
    charges::skip_allocations();
    result.map_err(|why| if meter::is_stopped() { charges::stopped() } else { why.into() })
}

/// The kind of the object that Rhai calls `name`; `None` for a result.
fn kind_called(name: &str) -> Option<ObjectKind> {
    [ObjectKind::View, ObjectKind::World].into_iter().find(|kind| kind.name() == name)
}

/// The sentence for a call with `count` arguments that fits no method of `object`, which is a
/// `view`, a `world` or a `result`, where one of its members was probably meant.
pub fn wrong_call(api: &Api, object: &str, name: &str, count: usize) -> Option<String> {
    let kind = kind_called(object);
    let methods = kind.map_or(RESULT_ROWS, |kind| api.methods(kind));
    match methods.iter().find(|method| method.name == name) {
        Some(method) => check(object, '.', method, u8::MAX, &vec![Given::Int(0); count]).err(),
        None => None,
    }
    .or_else(|| api.other_member(kind?, name, '.'))
}

/// The sentence for a call of something that `object` does not have.
pub fn wrong_member(api: &Api, object: &str, name: &str) -> String {
    match kind_called(object) {
        Some(kind) => api.no_member(kind, name, '.'),
        None => no_ending_member(name),
    }
}
