//! Walks statements and expressions, with the variables in scope.

use rhai::{AST, ASTFlags, Expr, FnCallExpr, Position, Stmt};

use super::ends::{nothing_at_the_end, sets};
use super::{BUILT_IN, Walk, maps};
use crate::HOOKS;
use crate::lint::{LintMessage, LintRule, MOST};
use crate::rhai::chains::links;
use crate::rhai::syntax::line_and_column;
use crate::rhai::{faults, hints, locate, words};
use crate::work::count;

impl Walk<'_> {
    pub fn file(&mut self, tree: &AST, is_main: bool) {
        let constants = tree.statements().iter().filter_map(|statement| match statement {
            Stmt::Var(var, flags, _)
                if flags.intersects(ASTFlags::CONSTANT | ASTFlags::EXPORTED) =>
            {
                Some(var.0.name.to_string())
            }
            _ => None,
        });
        let constants: Vec<String> = constants.collect();
        self.statements(tree.statements(), true);
        let by_name = is_main && maps::is_written_by_name(tree);
        for function in tree.iter_fn_def() {
            self.scope.clone_from(&constants);
            self.scope.extend(function.params.iter().map(ToString::to_string));
            let statements = locate::bare_statements(function);
            let is_hook = is_main && function.name == "next_move" && function.params.len() == 1;
            let view = function.params.first().filter(|_| is_hook).map(ToString::to_string);
            self.view = view.filter(|view| !sets(&statements, view));
            self.memory = by_name && HOOKS.iter().any(|hook| hook.name == function.name);
            let info = function.params.first().filter(|_| is_main && function.name == "start");
            self.info = info.map(ToString::to_string).filter(|info| !sets(&statements, info));
            self.statements(&statements, true);
            if is_hook && let Some(at) = nothing_at_the_end(&statements) {
                let at = if at.is_none() { function.body.start_position() } else { at };
                self.tell(at, LintRule::NoReturn, |_| words::hook_returns_nothing());
            }
            (self.view, self.memory, self.info) = (None, false, None);
        }
    }

    /// Adds a message unless there are too many; its sentence is costly, since names are compared
    /// with all others.
    pub fn tell(&mut self, at: Position, rule: LintRule, message: impl FnOnce(&Self) -> String) {
        if self.found.len() < MOST
            && let (Some(line), Some(column)) = line_and_column(at)
        {
            let (file, message) = (self.file.to_string(), message(self));
            self.found.push(LintMessage { file, line, column, rule, message });
        }
    }

    /// Visits the statements of a block; `valued` if the value of the last one is used.
    fn statements(&mut self, statements: &[Stmt], valued: bool) {
        let known = self.scope.len();
        for (i, statement) in statements.iter().enumerate() {
            self.statement(statement);
            let counts = valued && i + 1 == statements.len();
            if let (Stmt::Expr(expr), false) = (statement, counts) {
                self.thrown_away(expr);
            }
        }
        self.scope.truncate(known);
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::If(choice, _) => {
                self.expr(&choice.expr);
                self.statements(choice.body.statements(), true);
                self.statements(choice.branch.statements(), true);
            }
            Stmt::Switch(switch, _) => {
                self.expr(&switch.0);
                for case in &switch.1.expressions {
                    self.expr(&case.lhs);
                    self.expr(&case.rhs);
                }
            }
            Stmt::While(repeat, _) => {
                self.expr(&repeat.expr);
                self.statements(repeat.body.statements(), false);
            }
            Stmt::Do(repeat, ..) => {
                self.statements(repeat.body.statements(), false);
                self.expr(&repeat.expr);
            }
            Stmt::For(each, _) => {
                let (name, counter, repeat) = &**each;
                self.expr(&repeat.expr);
                let known = self.scope.len();
                self.scope.push(name.name.to_string());
                self.scope.extend(counter.as_ref().map(|counter| counter.name.to_string()));
                self.statements(repeat.body.statements(), false);
                self.scope.truncate(known);
            }
            Stmt::Var(var, ..) => {
                self.expr(&var.1);
                self.scope.push(var.0.name.to_string());
            }
            Stmt::Assignment(assignment) => {
                self.expr(&assignment.1.rhs);
                self.expr(&assignment.1.lhs);
            }
            Stmt::FnCall(call, at) => self.call(call, *at),
            Stmt::Block(block) => self.statements(block.statements(), true),
            Stmt::TryCatch(attempt, _) => {
                self.statements(attempt.body.statements(), true);
                let known = self.scope.len();
                if let Expr::Variable(name, ..) = &attempt.expr {
                    self.scope.push(name.1.to_string());
                }
                self.statements(attempt.branch.statements(), true);
                self.scope.truncate(known);
            }
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::BreakLoop(Some(expr), ..) | Stmt::Return(Some(expr), ..) => self.expr(expr),
            Stmt::Import(import, _) => self.expr(&import.0),
            _ => {}
        }
    }

    pub fn expr(&mut self, expr: &Expr) {
        count(1);
        match expr {
            Expr::InterpolatedString(parts, _) => parts.iter().for_each(|part| self.expr(part)),
            Expr::Array(items, _) => items.iter().for_each(|item| self.expr(item)),
            Expr::Map(map, _) => map.0.iter().for_each(|(_, value)| self.expr(value)),
            Expr::Variable(variable, _, at) if variable.2.is_empty() => {
                self.variable(&variable.1, *at);
            }
            Expr::Stmt(block) => self.statements(block.statements(), true),
            Expr::FnCall(call, at) => self.call(call, *at),
            Expr::MethodCall(call, _) => call.args.iter().for_each(|arg| self.expr(arg)),
            Expr::Dot(..) => self.chain(expr),
            Expr::Index(pair, ..) => {
                if let Some((root, links)) = links(expr) {
                    self.absent(root, &links);
                }
                self.expr(&pair.lhs);
                self.expr(&pair.rhs);
            }
            Expr::And(sides, _) | Expr::Or(sides, _) | Expr::Coalesce(sides, _) => {
                sides.iter().for_each(|side| self.expr(side));
            }
            _ => {}
        }
    }

    fn variable(&mut self, name: &str, at: Position) {
        if self.own.contains(name) || self.scope.iter().any(|known| known == name) {
            return;
        }
        self.tell(at, LintRule::Unset, |walk| faults::missing_variable(name, walk.names));
    }

    /// Returns true if a function of this name exists, in the bot or natively.
    pub fn has_function(&self, name: &str) -> bool {
        self.natives.contains(name)
            || BUILT_IN.split_whitespace().any(|known| known == name)
            || self.is_own(name)
    }

    pub fn is_own(&self, name: &str) -> bool {
        self.own.contains(name)
    }

    fn call(&mut self, call: &FnCallExpr, at: Position) {
        call.args.iter().for_each(|arg| self.expr(arg));
        let name = call.name.as_str();
        let is_name = call.op_token.is_none() && rhai::is_valid_identifier(name);
        if !is_name || !call.namespace.is_empty() || self.has_function(name) {
            return;
        }
        // A closure in a variable is called by its name.
        if self.scope.iter().any(|known| known == name) {
            return;
        }
        self.tell(at, LintRule::Unset, |walk| walk.no_function(name));
    }

    pub fn no_function(&self, name: &str) -> String {
        count(self.names.functions.len() + self.natives.len());
        let own = self.names.functions.iter().map(|function| function.name.as_str());
        let known =
            own.chain(self.natives.iter().map(String::as_str)).chain(BUILT_IN.split_whitespace());
        hints::unknown_function(name, known)
    }
}
