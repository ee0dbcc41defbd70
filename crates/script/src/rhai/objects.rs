//! `view`, `world` and `result`: the objects in scripts, and the sentences about their members.

use rhai::{Dynamic, ImmutableString};
use std::rc::Rc;

use super::super::api::ObjectKind;
use super::super::args::Given;
use super::super::host::{Host, HostObject, Out, ViewObject, WorldObject};
use super::super::meter;
use super::charges::Result;
use super::convert::{given, text_of, to_dynamic};
use super::{charges, words};
use juez_core::Outcome;

/// An object of the host in a script. It carries its host, since all VMs of a thread share one
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
pub type Ending = Held<Rc<Outcome>>;

impl<O: HostObject + Clone> Held<O> {
    /// The name in messages.
    pub const NAME: &'static str = O::KIND.name();

    /// Calls a method by its index.
    pub fn call(&self, index: usize, args: &[Dynamic]) -> Result<Dynamic> {
        let Held { host, object } = self;
        let texts: Vec<ImmutableString> = args.iter().map(text_of).collect();
        let given: Vec<Given<'_>> =
            args.iter().zip(&texts).map(|(arg, text)| given(arg, text)).collect();
        let result = object.call(host, index, &given);
        charges::skip_allocations();
        let stopped =
            |why: String| if meter::is_stopped() { charges::stopped() } else { why.into() };
        let answer = match result.map_err(stopped)? {
            Out::Nothing => Dynamic::UNIT,
            Out::Flag(flag) => flag.into(),
            Out::Int(number) => Dynamic::from_int(number),
            Out::Value(value) => to_dynamic(value),
            Out::World(world) => {
                Dynamic::from(World { host: host.clone(), object: Rc::new(world) })
            }
            Out::View(object) => Dynamic::from(View { host: host.clone(), object }),
            Out::Text(text) => text.to_string().into(),
            Out::Texts(texts) => {
                let mut list = Vec::with_capacity(texts.len());
                texts.each(|text| list.push(text.into()));
                Dynamic::from_array(list)
            }
        };
        charges::skip_allocations();
        Ok(answer)
    }

    /// Returns the value of a field, if it exists.
    pub fn field(&self, name: &str) -> Result<Option<Dynamic>> {
        Ok(self.object.field(&self.host, name)?.map(to_dynamic))
    }

    /// Returns the sentence for a missing member, or a method without parentheses.
    pub fn no_member(&self, name: &str) -> String {
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

    /// Returns the printed form.
    pub fn show(&self) -> String {
        let field = |name| self.object.field(&self.host, name).map(Option::unwrap_or_default);
        match (O::KIND, field("seat")) {
            (ObjectKind::View, Ok(seat)) => {
                format!("view(seat {seat}, ply {})", field("ply").unwrap_or_default())
            }
            (ObjectKind::View, Err(_)) => "view(over)".to_string(),
            (ObjectKind::World, _) => Self::NAME.to_string(),
            (ObjectKind::Result, _) => {
                let reason = field("reason").unwrap_or_default();
                format!("result({})", reason.as_str().unwrap_or_default())
            }
        }
    }
}
