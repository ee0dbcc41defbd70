//! Methods and fields of views and worlds, and answers that are thrown away.
//!
//! A hook is given a view, and the table of queries tells what its methods answer.
//! Of any other object a method counts as known if a view, a world, a result or a text has it, or
//! if the bot sets a field of that name somewhere.

use luau_syntax::location::Position;

use super::facts::{Facts, Member, Used, Value};
use super::library::of_texts;
use super::{Bot, Found};
use crate::core::Returns;
use crate::script::lint::{LintRule, meant};
use crate::script::{Api, RESULT_ROWS, VIEW_FIELDS};

/// Variables that are looked through to see what one is.
const DEPTH: u32 = 16;

/// An object of ours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Object {
    View,
    World,
}

impl Object {
    fn name(self) -> &'static str {
        match self {
            Object::View => "view",
            Object::World => "world",
        }
    }

    /// The kind of a method's answer; `None` if there is none of that name.
    fn answer(self, api: &Api, name: &str) -> Option<Returns> {
        match self {
            Object::View => api.view.iter().find(|m| m.row.name == name).map(|m| m.row.returns),
            Object::World => api.world.iter().find(|m| m.row.name == name).map(|m| m.row.returns),
        }
    }
}

pub(super) fn found<'a>(bot: &'a Bot<'a>) -> Vec<Found<'a>> {
    let view = view_of_next_move(bot);
    let mut found = Vec::new();
    for (file, facts) in bot.files() {
        for member in &facts.members {
            let view = view.filter(|_| file == bot.main);
            let object = object(bot.api, facts, view, &member.of, DEPTH);
            let Some((rule, message)) = wrong(bot, object, member) else { continue };
            found.push(Found { file, at: member.at, rule, message });
        }
    }
    found
}

/// The parameter of `next_move`, unless the bot may call that itself with something else.
fn view_of_next_move(bot: &Bot<'_>) -> Option<Position> {
    let hook = bot.hook("next_move")?;
    let itself = |(_, facts): (usize, &Facts<'_>)| {
        facts.members.iter().any(|member| member.name == "next_move")
    };
    if bot.files().any(itself) || hook.self_parameter.is_some() {
        return None;
    }
    hook.args.first().map(|param| param.location.begin)
}

/// An expression that is certainly a view or a world.
fn object(
    api: &Api,
    facts: &Facts<'_>,
    view: Option<Position>,
    value: &Value<'_>,
    depth: u32,
) -> Option<Object> {
    let depth = depth.checked_sub(1)?;
    match value {
        Value::Local(id) => {
            let first = facts.constant(*id)?;
            match facts.locals.get(id) {
                Some(local) if Some(local.at) == view => Some(Object::View),
                _ => object(api, facts, view, first, depth),
            }
        }
        Value::Answer(of, name) => match object(api, facts, view, of, depth)?.answer(api, name)? {
            Returns::View => Some(Object::View),
            Returns::World => Some(Object::World),
            _ => None,
        },
        _ => None,
    }
}

type Wrong<'a> = Option<(LintRule, Box<dyn Fn() -> String + 'a>)>;

/// The message about the use of a member, if it is wrong.
fn wrong<'a>(bot: &'a Bot<'a>, object: Option<Object>, member: &'a Member<'a>) -> Wrong<'a> {
    let (api, name) = (bot.api, member.name);
    let Some(used) = member.called else {
        let object = object?;
        let is_field = object == Object::View && VIEW_FIELDS.iter().any(|field| field.name == name);
        // A method without a colon has a message of its own when it is reached.
        return (!is_field && object.answer(api, name).is_none())
            .then(|| unknown(api, object, name));
    };
    let answer = match object {
        Some(object) => match object.answer(api, name) {
            Some(answer) => answer,
            None => return Some(unknown(api, object, name)),
        },
        None => {
            let of_bot = bot.sets_field(name) || bot.sets_field("__index");
            if of_bot || of_texts().any(|known| known == name) {
                return None;
            }
            let result = RESULT_ROWS.iter().find(|row| row.name == name).map(|row| row.returns);
            let answers = [Object::View.answer(api, name), Object::World.answer(api, name), result];
            match answers.into_iter().flatten().next() {
                Some(answer) => answer,
                None => {
                    return Some((LintRule::UnknownMember, Box::new(move || anywhere(api, name))));
                }
            }
        }
    };
    let does_nothing_else = answer != Returns::Nothing && name != "random";
    (used == Used::No && does_nothing_else)
        .then(|| (LintRule::UnusedAnswer, Box::new(move || unused(name, answer)) as _))
}

fn unknown<'a>(
    api: &'a Api,
    object: Object,
    name: &'a str,
) -> (LintRule, Box<dyn Fn() -> String + 'a>) {
    let message = move || api.no_member(object.name(), name, ':');
    (LintRule::UnknownMember, Box::new(message))
}

/// The sentence for a method that nothing has.
fn anywhere(api: &Api, name: &str) -> String {
    let view = api.view.iter().map(|method| method.row.name);
    let world = api.world.iter().map(|method| method.row.name);
    let why = format!("no view and no world has a method {name}");
    match name {
        "insert" | "remove" | "concat" | "sort" => {
            format!("{why}: a list has no methods, write table.{name}(list, ...)")
        }
        _ => meant(why, name, view.chain(world).chain(of_texts())),
    }
}

fn unused(name: &str, answer: Returns) -> String {
    match answer {
        Returns::World => format!(
            "{name} changes nothing, it gives another world, and nothing is done with that: write \
             local after = world:{name}(...)"
        ),
        _ => format!("{name} does nothing but answer, and nothing is done with its answer"),
    }
}
