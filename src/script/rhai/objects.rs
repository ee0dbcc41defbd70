//! `view`, `world` and `result`: what scripts hold, and the sentences about their members.

use rhai::{Array, Dynamic, ImmutableString};
use std::rc::Rc;

use super::super::api::{Api, Method, WORLD_BASE, WorldOp};
use super::super::args::{Given, check};
use super::super::host::{Host, Out, ViewObject, WorldObject};
use super::super::meter;
use super::charges::Result;
use super::convert::{given, text_of, to_dynamic};
use super::{charges, words};
use crate::core::Outcome;

/// A view in a script. It brings its host along, for all VMs of a thread share one module.
#[derive(Clone)]
pub struct View {
    /// The native side of its VM.
    pub host: Rc<Host>,
    /// The view.
    pub object: ViewObject,
}

/// A world in a script.
#[derive(Clone)]
pub struct World {
    host: Rc<Host>,
    object: Rc<WorldObject>,
}

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

impl Object for View {
    const NAME: &'static str = "view";

    fn call(&self, index: usize, args: &[Dynamic]) -> Result<Dynamic> {
        let out = with_given(args, |given| self.host.call_view(&self.object, index, given))?;
        answer(&self.host, out, |out| {
            let mut moves = Array::new();
            self.host.with_view(&self.object, |view| {
                let mut push = |text: &str| moves.push(text.into());
                match out {
                    Out::History => view.each_past_move(&mut push),
                    _ => view.each_move(&mut push),
                }
            })?;
            Ok(moves)
        })
    }

    fn field(&self, name: &str) -> Result<Option<Dynamic>> {
        Ok(self.host.field(&self.object, name)?.map(to_dynamic))
    }

    fn no_member(&self, name: &str) -> String {
        no_member(&self.host.api, Self::NAME, &self.host.api.view, name)
    }

    fn show(&self) -> String {
        let shown = self.host.with_view(&self.object, |view| {
            format!("view(seat {}, ply {})", view.seat(), view.ply())
        });
        shown.unwrap_or_else(|_| "view(over)".to_string())
    }
}

impl Object for World {
    const NAME: &'static str = "world";

    fn call(&self, index: usize, args: &[Dynamic]) -> Result<Dynamic> {
        let out = with_given(args, |given| self.host.call_world(&self.object, index, given))?;
        answer(&self.host, out, |_| {
            let mut moves = Array::new();
            self.object.each_move(&mut |text| moves.push(text.into()));
            Ok(moves)
        })
    }

    fn field(&self, _: &str) -> Result<Option<Dynamic>> {
        Ok(None)
    }

    fn no_member(&self, name: &str) -> String {
        no_member(&self.host.api, Self::NAME, &self.host.api.world, name)
    }

    fn show(&self) -> String {
        "world".to_string()
    }
}

/// The methods of a result have the signatures that worlds have.
pub const ENDING: [&str; 2] = ["rank", "points"];

fn ending_methods() -> Vec<Method<WorldOp>> {
    let base = ENDING.iter().filter_map(|name| WORLD_BASE.iter().find(|b| b.row.name == *name));
    base.map(|b| Method { row: b.row, required: b.required, op: b.op, off: false }).collect()
}

impl Object for Ending {
    const NAME: &'static str = "result";

    fn call(&self, index: usize, args: &[Dynamic]) -> Result<Dynamic> {
        let methods = ending_methods();
        let method = methods.get(index).ok_or("result has no such method")?;
        let seats = self.0.ranks.seats();
        with_given(args, |given| {
            let checked = check(Self::NAME, '.', method, seats, given)?;
            let seat = checked.seat(0).ok_or("no seat given")?;
            Ok(match method.op {
                WorldOp::Rank => i64::from(self.0.ranks[seat]).into(),
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
    if ENDING.contains(&name) {
        return words::is_method(name, format!("result.{name}(seat)"));
    }
    words::not_of_result(format!("{name:?}"))
}

fn no_member<Op>(api: &Api, object: &str, methods: &[Method<Op>], name: &str) -> String {
    match methods.iter().find(|method| method.row.name == name) {
        Some(method) => {
            let params: Vec<&str> =
                method.row.params[..method.required].iter().map(|param| param.name).collect();
            words::is_method(name, format!("{object}.{name}({})", params.join(", ")))
        }
        None => api.no_member(object, name, '.'),
    }
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

fn answer(
    host: &Rc<Host>,
    out: Out,
    list: impl FnOnce(Out) -> std::result::Result<Array, String>,
) -> Result<Dynamic> {
    let answer = match out {
        Out::Nothing => Dynamic::UNIT,
        Out::Value(value) => to_dynamic(value),
        Out::World(object) => Dynamic::from(World { host: host.clone(), object: Rc::new(object) }),
        Out::View(object) => Dynamic::from(View { host: host.clone(), object }),
        Out::Moves | Out::History => Dynamic::from_array(list(out)?),
    };
    charges::skip_allocations();
    Ok(answer)
}

/// The sentence for a call with `count` arguments that fits no method of `object`, which is a
/// `view`, a `world` or a `result`, where one of its members was probably meant.
pub fn wrong_call(api: &Api, object: &str, name: &str, count: usize) -> Option<String> {
    match object {
        "view" => wrong_count(object, &api.view, name, count),
        "world" => wrong_count(object, &api.world, name, count),
        _ => return wrong_count(object, &ending_methods(), name, count),
    }
    .or_else(|| api.other_member(object, name, '.'))
}

/// The sentence for a call of something that `object` does not have.
pub fn wrong_member(api: &Api, object: &str, name: &str) -> String {
    match object {
        "result" => no_ending_member(name),
        _ => api.no_member(object, name, '.'),
    }
}

fn wrong_count<Op>(
    object: &str,
    methods: &[Method<Op>],
    name: &str,
    count: usize,
) -> Option<String> {
    let method = methods.iter().find(|method| method.row.name == name)?;
    check(object, '.', method, u8::MAX, &vec![Given::Int(0); count]).err()
}
