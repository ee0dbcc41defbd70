//! Functions that return nothing although a value is needed.
//!
//! `next_move` is reported if its end is reachable and either no `return` in it has a value, or it
//! reassigns a variable of its body that nothing ever reads: the computed move. A reachable end
//! alone proves nothing, since many correct bots never reach it. Any other function is reported if
//! its result is used and no `return` in it has a value.

use luau_syntax::ast::{Block, Expression, ExpressionKind, Function, Statement, StatementView};

use super::bot::{Bot, Found};
use super::facts::{Facts, LocalVar, Used, Value, text};
use crate::lint::LintRule;
use crate::lua::words;

pub(super) fn found<'a>(bot: &'a Bot<'a>) -> Vec<Found<'a>> {
    let hook = bot.hook("next_move");
    let mut found: Vec<Found<'a>> =
        hook.and_then(|hook| of_next_move(bot, hook)).into_iter().collect();
    for (file, facts) in bot.files() {
        for call in &facts.calls {
            let in_hook = || {
                call.function.is_some() && call.function == hook.and_then(|hook| facts.number(hook))
            };
            let needed = match call.used {
                Used::Yes => true,
                Used::Returned => in_hook(),
                Used::No | Used::Passed => false,
            };
            let Some(Value::Function(function)) = facts.constant(call.local) else { continue };
            if !needed || function.body.is_empty() || facts.gives(function) || !ends(function) {
                continue;
            }
            let (name, line) = (facts.locals[&call.local].name, function.location.begin.line + 1);
            let message = move || words::answer_missing(name, line);
            found.push(Found::new(file, call.at, LintRule::NoReturn, message));
        }
    }
    found
}

/// Returns the message about a `next_move` without a return value.
fn of_next_move<'a>(bot: &'a Bot<'a>, hook: &'a Function<'a>) -> Option<Found<'a>> {
    let file = bot.main;
    let facts = &bot.sources[file].facts;
    if !ends(hook) {
        return None;
    }
    let found = |at, message: String| Some(Found::new(file, at, LintRule::NoReturn, || message));
    if let Some(local) = computed(facts, hook) {
        return found(local.at, words::never_used(local.name));
    }
    if facts.gives(hook) {
        return None;
    }
    found(hook.location.begin, words::hook_returns_nothing())
}

/// Returns the first variable in the body of a function that is assigned to and never read.
fn computed<'f, 'a>(facts: &'f Facts<'a>, function: &Function<'a>) -> Option<&'f LocalVar<'a>> {
    let number = facts.number(function)?;
    let own = facts.locals.values().filter(|local| local.function == Some(number) && local.direct);
    own.filter(|local| local.reads == 0 && local.writes > 0).min_by_key(|local| local.at)
}

/// Returns true if the end of a function is reachable, as far as its text shows.
fn ends(function: &Function<'_>) -> bool {
    !leaves(function.body)
}

/// Returns true if the code after a block is unreachable.
fn leaves(block: Block<'_>) -> bool {
    block.as_slice().iter().any(|statement| never_goes_on(*statement))
}

fn never_goes_on(statement: Statement<'_>) -> bool {
    match statement.view() {
        StatementView::Return(_) | StatementView::Break | StatementView::Continue => true,
        StatementView::Expression(call) => raises(call.expr),
        StatementView::Block(block) => leaves(block),
        StatementView::If(choice) => {
            let otherwise = choice.else_body.is_some_and(never_goes_on);
            otherwise && leaves(choice.then_body)
        }
        StatementView::While(repeat) => {
            matches!(repeat.condition.kind(), ExpressionKind::Boolean(true)) && !breaks(repeat.body)
        }
        StatementView::Repeat(repeat) => {
            let forever = matches!(repeat.condition.kind(), ExpressionKind::Boolean(false));
            (forever || leaves(repeat.body)) && !breaks(repeat.body)
        }
        _ => false,
    }
}

fn raises(called: Expression<'_>) -> bool {
    let func = called.as_call().and_then(|call| call.func.as_global());
    func.is_some_and(|global| text(global.name) == "error")
}

/// Returns true if a `break` in a loop's body can end that loop.
fn breaks(body: Block<'_>) -> bool {
    body.as_slice().iter().any(|statement| is_way_out(*statement))
}

fn is_way_out(statement: Statement<'_>) -> bool {
    match statement.view() {
        StatementView::Break => true,
        StatementView::Block(block) => breaks(block),
        StatementView::If(choice) => {
            breaks(choice.then_body) || choice.else_body.is_some_and(is_way_out)
        }
        _ => false,
    }
}
