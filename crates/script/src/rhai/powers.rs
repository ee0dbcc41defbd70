//! Exponentiation: `**` and `**=` with `libm`. Rhai's own use the C library, whose last digits
//! differ between machines.
//!
//! The operators are parsed like Rhai's own, right-associative. Then each `**` becomes a call of
//! the replacement, and the right side of `**=` is wrapped in a [`Power`], which only the
//! replacement accepts.

use rhai::{Dynamic, Engine, Expr, FLOAT, FnCallExpr, FuncRegistration, INT, Module, Stmt};
use rhai::{StmtBlock, Token};

use super::charges::Result;
use super::convert::kind_of;
use super::rewriting::{Pass, custom};
use super::words;
use crate::work::count;

const POWER: &str = "**";
/// The keyword of the custom expression. Scripts are not parsed with it, so they can use the word.
const RAISED: &str = "raised";

/// The right side of `**=`.
#[derive(Clone)]
struct Power(Dynamic);

/// Keeps a parser from folding constant powers.
pub fn keep(engine: &mut Engine) {
    // With fast operators the optimizer does not check for registered functions.
    engine.set_fast_operators(false);
    engine.register_fn(POWER, |_: INT, _: INT| -> INT { 0 });
    engine.register_fn(POWER, |_: FLOAT, _: FLOAT| 0.0);
    engine.register_fn(POWER, |_: INT, _: FLOAT| 0.0);
    engine.register_fn(POWER, |_: FLOAT, _: INT| 0.0);
}

/// Makes the powers in statements call the functions of [`register`].
pub fn replace(statements: &mut [Stmt]) {
    statements.iter_mut().for_each(statement);
}

/// Makes `engine` run `**=`.
pub fn handle(engine: &mut Engine) {
    let handler = engine.register_custom_syntax_handler(RAISED, false, |context, parts, _| {
        super::super::meter::refund(1);
        Ok(Dynamic::from(Power(context.eval_expression_tree(&parts[0])?.flatten())))
    });
    debug_assert!(handler.is_ok());
}

/// Registers the functions in `module`.
pub fn register(module: &mut Module) {
    let set = || FuncRegistration::new(POWER).in_global_namespace();
    set().set_into_module(module, |x: FLOAT, y: FLOAT| libm::pow(x, y));
    set().set_into_module(module, |x: INT, y: FLOAT| libm::pow(x as FLOAT, y));
    set().set_into_module(module, |x: FLOAT, y: INT| libm::pow(x, y as FLOAT));
    set().set_into_module(module, whole);
    FuncRegistration::new("**=").in_global_namespace().set_into_module(module, raise);
}

fn whole(x: INT, y: INT) -> Result<INT> {
    let power = u32::try_from(y).map_err(|_| words::no_power(x, y))?;
    Ok(x.checked_pow(power).ok_or_else(|| words::power_too_large(x, y))?)
}

fn raise(base: &mut Dynamic, Power(power): Power) -> Result<()> {
    let float = |value: &Dynamic| {
        value.as_float().ok().or_else(|| value.as_int().ok().map(|whole| whole as FLOAT))
    };
    let raised = match (base.as_int(), power.as_int()) {
        (Ok(x), Ok(y)) => Dynamic::from_int(whole(x, y)?),
        _ => match (float(base), float(&power)) {
            (Some(x), Some(y)) => Dynamic::from_float(libm::pow(x, y)),
            _ => return Err(words::not_between("**=", kind_of(base), kind_of(&power)).into()),
        },
    };
    *base = raised;
    Ok(())
}

struct Powers;

impl Powers {
    fn call(call: &mut FnCallExpr) {
        if call.op_token == Some(Token::PowerOf) {
            call.op_token = Some(Token::Custom(Box::new(POWER.into())));
        }
    }
}

impl Pass for Powers {
    fn block(&self, block: &mut StmtBlock) {
        replace(block.statements_mut());
    }

    fn expression(&self, expression: &mut Expr) {
        count(1);
        if let Expr::FnCall(call, _) = expression {
            Powers::call(call);
        }
        self.inside_expression(expression);
    }
}

fn statement(statement: &mut Stmt) {
    Powers.inside_statement(statement);
    match statement {
        Stmt::FnCall(call, _) => Powers::call(call),
        Stmt::Assignment(parts) => {
            let operator = parts.0.get_op_assignment_info();
            if operator.is_some_and(|(.., assigned, _, _, _)| *assigned == Token::PowerOfAssign) {
                let power = &mut parts.1.rhs;
                let position = power.position();
                let inner = std::mem::take(power);
                *power = custom([inner], RAISED, Dynamic::UNIT, position);
            }
        }
        _ => {}
    }
}
