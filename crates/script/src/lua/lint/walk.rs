//! Walks the tree of a file and collects its facts.

use luau_syntax::ast::{
    BinaryOp, Block, Expression, ExpressionKind, Function, IndexNameOp, Local, Statement,
    StatementView, TableItem, UnaryOp,
};
use luau_syntax::location::{Location, Position};

use super::facts::{
    Access, Facts, GlobalUse, LocalVar, Member, PlainCall, Used, Value, functions_in, text,
    value_of,
};

impl<'a> Facts<'a> {
    pub(super) fn block(&mut self, block: Block<'a>, until: Position, direct: bool) {
        for statement in block.as_slice() {
            self.statement(*statement, until, direct);
        }
    }

    fn inner(&mut self, block: Block<'a>) {
        self.block(block, block.location().end, false);
    }

    fn declare(&mut self, local: &'a Local<'a>, until: Position, first: Value<'a>, direct: bool) {
        let variable = LocalVar {
            name: text(local.name),
            at: local.location.begin,
            until,
            function: self.function,
            reads: 0,
            writes: 0,
            first,
            is_param: false,
            direct,
        };
        self.locals.insert(local.identity().as_u64(), variable);
    }

    fn statement(&mut self, statement: Statement<'a>, until: Position, direct: bool) {
        match statement.view() {
            StatementView::Block(block) => self.inner(block),
            StatementView::Assign(assign) => {
                assign.values.iter().for_each(|value| self.value(*value));
                for (i, target) in assign.vars.iter().enumerate() {
                    let function = assign.values.get(i).and_then(|value| value.as_function());
                    self.target(*target, function, direct);
                }
            }
            StatementView::CompoundAssign(assign) => {
                if assign.var.as_global().is_some() {
                    self.value(assign.var);
                }
                self.value(assign.value);
                self.target(assign.var, None, direct);
            }
            StatementView::Expression(call) => self.expression(call.expr, Used::No),
            StatementView::NumericFor(numbers) => {
                [Some(numbers.start), Some(numbers.limit), numbers.step]
                    .into_iter()
                    .flatten()
                    .for_each(|bound| self.value(bound));
                let end = numbers.body.location().end;
                self.declare(numbers.name, end, Value::Unknown, false);
                self.inner(numbers.body);
            }
            StatementView::GenericFor(each) => {
                each.values.iter().for_each(|value| self.value(*value));
                let end = each.body.location().end;
                for name in each.names {
                    self.declare(name, end, Value::Unknown, false);
                }
                self.inner(each.body);
            }
            StatementView::FunctionDeclaration(declared) => {
                self.target(declared.name, Some(declared.function()), direct);
                self.function(declared.function());
            }
            StatementView::If(choice) => {
                self.test(choice.condition);
                if let Some(local) = choice.condition_local {
                    self.declare(local, choice.then_body.location().end, Value::Unknown, false);
                }
                self.inner(choice.then_body);
                if let Some(otherwise) = choice.else_body {
                    self.statement(otherwise, otherwise.location().end, false);
                }
            }
            StatementView::LocalFunction(declared) => {
                let function = declared.function();
                self.declare(declared.name, until, Value::Function(function), direct);
                self.function(function);
            }
            StatementView::Local(locals) => {
                locals.values.iter().for_each(|value| self.value(*value));
                for (i, local) in locals.bindings.iter().enumerate() {
                    let value = locals.values.get(i);
                    let first = value.map_or(Value::Unknown, |value| value_of(*value));
                    self.declare(local, until, first, direct);
                    if let Some(ExpressionKind::Table { items }) = value.map(|value| value.kind()) {
                        let table = local.identity().as_u64();
                        let given = functions_in(items).map(|(name, f)| (table, name, f));
                        self.given.extend(given);
                    }
                }
            }
            StatementView::Repeat(repeat) => {
                self.block(repeat.body, repeat.condition.location().end, false);
                self.test(repeat.condition);
            }
            StatementView::Return(returned) => {
                if !returned.expressions.is_empty() {
                    self.giving.extend(self.function);
                }
                for value in returned.expressions {
                    self.expression(*value, Used::Returned);
                }
            }
            StatementView::While(repeat) => {
                self.test(repeat.condition);
                self.inner(repeat.body);
            }
            // Types, and constructs that the VM does not compile.
            _ => {}
        }
    }

    /// Visits the target of an assignment.
    fn target(&mut self, target: Expression<'a>, value: Option<&'a Function<'a>>, direct: bool) {
        match target.kind() {
            ExpressionKind::Global(name) => {
                self.global(text(name), target.location().begin, Access::Write, direct);
            }
            ExpressionKind::Local { local, .. } => {
                if let Some(local) = self.locals.get_mut(&local.identity().as_u64()) {
                    local.writes += 1;
                }
            }
            ExpressionKind::IndexName { expr, index, index_location, .. } => {
                self.names.insert(text(index));
                match expr.kind() {
                    ExpressionKind::Global(table) if text(table) == "_G" => {
                        let (name, at) = (text(index), index_location.begin);
                        // Written out in full it is deliberate, at any position.
                        let (what, function) = (Access::Write, None);
                        self.globals.push(GlobalUse { name, at, what, function, always: false });
                    }
                    ExpressionKind::Global(table) => {
                        self.tested_in_globals.insert((text(table), text(index)));
                        self.value(expr);
                    }
                    ExpressionKind::Local { local, .. } => {
                        let table = local.identity().as_u64();
                        self.given.extend(value.map(|value| (table, text(index), value)));
                        self.value(expr);
                    }
                    _ => self.value(expr),
                }
            }
            ExpressionKind::IndexExpr { expr, index } => {
                self.value(expr);
                self.value(index);
            }
            _ => {}
        }
    }

    fn global(&mut self, name: &'a str, at: Position, what: Access, always: bool) {
        let function = self.function;
        self.globals.push(GlobalUse { name, at, what, function, always });
    }

    fn function(&mut self, function: &'a Function<'a>) {
        let around = self.function.replace(self.functions.len());
        self.functions.push(function);
        let end = function.location.end;
        for param in function.self_parameter.iter().chain(function.args) {
            self.declare(param, end, Value::Unknown, false);
            if let Some(param) = self.locals.get_mut(&param.identity().as_u64()) {
                param.is_param = true;
            }
        }
        self.block(function.body, end, true);
        self.function = around;
    }

    fn value(&mut self, expression: Expression<'a>) {
        self.expression(expression, Used::Yes);
    }

    /// Visits an expression that is only compared with nil.
    fn test(&mut self, expression: Expression<'a>) {
        match expression.kind() {
            ExpressionKind::Global(name) => {
                self.tested.insert(text(name));
            }
            ExpressionKind::IndexName { expr, index, .. } => {
                let table = expr.as_global().map(|table| (text(table.name), text(index)));
                self.tested_in_globals.extend(table);
            }
            _ => {}
        }
        self.value(expression);
    }

    fn expression(&mut self, expression: Expression<'a>, used: Used) {
        let at = expression.location();
        match expression.kind() {
            ExpressionKind::Call { func, args, self_call, .. } => {
                self.call(func, self_call, used, at);
                let asks = func.as_global().map(|asks| text(asks.name));
                for arg in args {
                    match asks {
                        // A bot that prints it may be testing for it.
                        Some("type" | "typeof" | "print") => self.test(*arg),
                        _ => self.expression(*arg, Used::Passed),
                    }
                }
            }
            ExpressionKind::FunctionLiteral(function) => self.function(function),
            ExpressionKind::Grouped(inner) => self.expression(inner, used),
            ExpressionKind::String { value, .. } => {
                self.names.extend(std::str::from_utf8(value.into_bytes()));
            }
            ExpressionKind::InterpString { expressions, .. } => {
                expressions.iter().for_each(|part| self.value(*part));
            }
            ExpressionKind::Table { items } => {
                for item in items {
                    match item {
                        TableItem::List { value } => self.expression(*value, Used::Passed),
                        TableItem::Record { key, value } | TableItem::General { key, value } => {
                            self.value(*key);
                            self.value(*value);
                        }
                    }
                }
            }
            ExpressionKind::If { condition, then_expression, else_expression, .. } => {
                self.test(condition);
                self.expression(then_expression, used);
                self.expression(else_expression, used);
            }
            ExpressionKind::IndexExpr { expr, index } => {
                self.value(expr);
                self.value(index);
            }
            ExpressionKind::IndexName { expr, index, index_location, op, .. } => {
                match expr.kind() {
                    ExpressionKind::Global(table) if text(table) == "_G" => {
                        self.global(text(index), index_location.begin, Access::Read, false);
                        self.tested.insert(text(index));
                        return;
                    }
                    ExpressionKind::Global(table) if op == IndexNameOp::Dot => {
                        self.of_globals.push((text(table), text(index), index_location.begin));
                        self.value(expr);
                    }
                    _ => self.value(expr),
                }
                if op == IndexNameOp::Dot {
                    self.member(text(index), index_location, expr, None);
                }
            }
            ExpressionKind::TypeAssertion { expr, .. }
            | ExpressionKind::Instantiate { expr, .. } => self.expression(expr, used),
            ExpressionKind::Unary { op: UnaryOp::Not, rhs } => self.test(rhs),
            ExpressionKind::Unary { rhs, .. } => self.value(rhs),
            ExpressionKind::Local { local, .. } => {
                if let Some(local) = self.locals.get_mut(&local.identity().as_u64()) {
                    local.reads += 1;
                }
            }
            ExpressionKind::Global(name) => {
                self.any_global |= text(name) == "_G";
                self.global(text(name), at.begin, Access::Read, false);
            }
            ExpressionKind::Binary { lhs, op, rhs } => self.binary(lhs, op, rhs, used),
            _ => {}
        }
    }

    fn binary(&mut self, lhs: Expression<'a>, op: BinaryOp, rhs: Expression<'a>, used: Used) {
        let is_nil = |side: Expression<'a>| matches!(side.kind(), ExpressionKind::Nil);
        match op {
            BinaryOp::And | BinaryOp::Or => {
                self.test(lhs);
                self.expression(rhs, used);
            }
            BinaryOp::Equal | BinaryOp::NotEqual if is_nil(lhs) || is_nil(rhs) => {
                self.test(lhs);
                self.test(rhs);
            }
            _ => {
                self.value(lhs);
                self.value(rhs);
            }
        }
    }

    fn call(&mut self, called: Expression<'a>, with_colon: bool, used: Used, at: Location) {
        match called.kind() {
            ExpressionKind::IndexName { expr, index, index_location, .. } if with_colon => {
                self.value(expr);
                self.member(text(index), index_location, expr, Some(used));
            }
            ExpressionKind::Global(name) => {
                self.global(text(name), at.begin, Access::Call, false);
            }
            ExpressionKind::Local { local, .. } => {
                let local = local.identity().as_u64();
                self.calls.push(PlainCall { local, at: at.begin, used, function: self.function });
                self.value(called);
            }
            _ => self.value(called),
        }
    }

    fn member(&mut self, name: &'a str, at: Location, of: Expression<'a>, called: Option<Used>) {
        self.members.push(Member { name, at: at.begin, of: value_of(of), called });
    }
}
