//! Methods and fields of views and worlds, and discarded results.
//!
//! The argument of a hook is a view, and the game's API gives the result types of its methods. On
//! any other object a method counts as known if a view, a world, a result or a text has it, or if
//! the bot sets a field of that name anywhere.

use luau_syntax::location::Position;

use super::bot::{Bot, Found};
use super::facts::{Facts, Member, Used, Value};
use super::library::of_texts;
use crate::lint::{LintRule, any_answer, meant, object_of, thrown_away};
use crate::lua::words;
use crate::{Api, ObjectKind, RESULT_ROWS};

/// Maximum number of variables to follow to find the kind of an object.
const DEPTH: u32 = 16;

pub(super) fn found<'a>(bot: &'a Bot<'a>) -> Vec<Found<'a>> {
    let view = view_of_next_move(bot);
    let mut found = Vec::new();
    for (file, facts) in bot.files() {
        for member in &facts.members {
            let view = view.filter(|_| file == bot.main);
            let object = object(bot.api, facts, view, &member.of, DEPTH);
            found.extend(wrong(bot, file, object, member));
        }
    }
    found
}

/// Returns the parameter of `next_move`, unless the bot may call that itself with other arguments.
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

/// Returns the kind of an expression that is certainly a view or a world.
fn object(
    api: &Api,
    facts: &Facts<'_>,
    view: Option<Position>,
    value: &Value<'_>,
    depth: u32,
) -> Option<ObjectKind> {
    let depth = depth.checked_sub(1)?;
    match value {
        Value::Local(id) => {
            let first = facts.constant(*id)?;
            match facts.locals.get(id) {
                Some(local) if Some(local.at) == view => Some(ObjectKind::View),
                _ => object(api, facts, view, first, depth),
            }
        }
        Value::Answer(of, name) => {
            object_of(api.method(object(api, facts, view, of, depth)?, name)?.returns)
        }
        _ => None,
    }
}

/// Returns the message about a wrong use of a member.
fn wrong<'a>(
    bot: &'a Bot<'a>,
    file: usize,
    object: Option<ObjectKind>,
    member: &'a Member<'a>,
) -> Option<Found<'a>> {
    let (api, name, at) = (bot.api, member.name, member.at);
    let unknown = |object| {
        let message = move || api.no_member(object, name, ':');
        Some(Found::new(file, at, LintRule::UnknownMember, message))
    };
    let Some(used) = member.called else {
        let object = object?;
        // A method without a colon raises an error with its own message when reached.
        return if api.has(object, name) { None } else { unknown(object) };
    };
    let answer = match object {
        Some(object) => match api.method(object, name) {
            Some(method) => method.returns,
            None => return unknown(object),
        },
        None => {
            let of_bot = bot.sets_field(name) || bot.sets_field("__index");
            if of_bot || of_texts().any(|known| known == name) {
                return None;
            }
            let result = || RESULT_ROWS.iter().find(|row| row.name == name).map(|row| row.returns);
            match any_answer(api, name).or_else(result) {
                Some(answer) => answer,
                None => {
                    let message = move || anywhere(api, name);
                    return Some(Found::new(file, at, LintRule::UnknownMember, message));
                }
            }
        }
    };
    if used != Used::No {
        return None;
    }
    let message = thrown_away(name, answer, "local after = world:")?;
    Some(Found::new(file, at, LintRule::UnusedAnswer, || message))
}

/// Returns the sentence for a method that no object has.
fn anywhere(api: &Api, name: &str) -> String {
    let methods = [ObjectKind::View, ObjectKind::World].into_iter().flat_map(|it| api.methods(it));
    match name {
        "insert" | "remove" | "concat" | "sort" => words::no_list_method(name),
        _ => {
            let known = methods.map(|method| method.name).chain(of_texts());
            meant(words::no_method_anywhere(name), name, known)
        }
    }
}
