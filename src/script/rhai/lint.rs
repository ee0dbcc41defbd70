//! Lints Rhai bots: names that are not there, answers that are thrown away, a `next_move` that returns
//! nothing.
//!
//! Rhai looks a name up when a line is reached; here it is looked up in every line. Functions may
//! stand in any order, so none is called above its definition, and a variable must be declared before it
//! is set, so none is set by accident.

use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, OptimizationLevel, Position, Stmt};
use std::collections::BTreeSet;

use super::super::lint::{LintMessage, LintRule, MOST, is_short, meant};
use super::super::{Api, Bundle, VIEW_FIELDS};
use super::source::{Names, declared};
use super::{engine, faults, locate, syntax};
use crate::core::Returns;

/// Functions of the language itself, which no module holds.
const BUILT_IN: &[&str] = &[
    "Fn",
    "call",
    "curry",
    "debug",
    "eval",
    "is_def_fn",
    "is_def_var",
    "is_shared",
    "print",
    "type_of",
];

/// What is probably a mistake in the files of a bot that parses, by file and line; at most [`MOST`]
/// messages.
pub fn lint(bundle: &Bundle, api: &Api) -> Vec<LintMessage> {
    if !is_short(bundle) {
        return Vec::new();
    }
    let mut parser = engine::parser();
    parser.set_optimization_level(OptimizationLevel::None);
    let trees = bundle.files.iter().map(|(file, text)| Some((file, parser.compile(text).ok()?)));
    let Some(trees) = trees.collect::<Option<Vec<_>>>() else { return Vec::new() };
    let natives = engine::natives(api);
    let mut members = BTreeSet::new();
    trees.iter().for_each(|(_, tree)| collect_members(tree, &mut members));
    let mut messages = Vec::new();
    for (file, tree) in &trees {
        let names = declared(tree);
        let (natives, members) = (&natives, &members);
        let mut walk =
            Walk { api, names, natives, members, scope: Vec::new(), view: None, found: Vec::new() };
        walk.file(tree, **file == bundle.main);
        for Found { at, rule, message } in walk.found {
            let (Some(line), Some(column)) = syntax::place(at) else { continue };
            let file = file.to_string();
            messages.push(LintMessage { file, line, column, rule, message });
        }
    }
    messages.sort();
    messages.dedup();
    messages.truncate(MOST);
    messages
}

/// Names under which a map may hold a function.
fn collect_members(tree: &AST, members: &mut BTreeSet<String>) {
    tree.walk(&mut |path| {
        let Some(ASTNode::Expr(expr)) = path.last() else { return true };
        match expr {
            Expr::Map(map, _) => {
                members.extend(map.0.iter().map(|(name, _)| name.name.to_string()));
                members.extend(map.1.keys().map(ToString::to_string));
            }
            Expr::Property(property, _) => {
                members.insert(property.2.to_string());
            }
            Expr::StringConstant(text, _) => {
                members.insert(text.to_string());
            }
            _ => {}
        }
        true
    });
}

/// Something that was found.
struct Found {
    at: Position,
    rule: LintRule,
    message: String,
}

/// A walk over a file.
struct Walk<'a> {
    api: &'a Api,
    names: Names,
    natives: &'a BTreeSet<String>,
    members: &'a BTreeSet<String>,
    /// Variables that are known at this place.
    scope: Vec<String>,
    /// The parameter of `next_move` while it is certainly the view.
    view: Option<String>,
    found: Vec<Found>,
}

impl Walk<'_> {
    fn file(&mut self, tree: &AST, is_main: bool) {
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
        for function in tree.iter_fn_def() {
            self.scope.clone_from(&constants);
            self.scope.extend(function.params.iter().map(ToString::to_string));
            let statements = locate::bare_statements(function);
            let is_hook = is_main && function.name == "next_move" && function.params.len() == 1;
            let view = function.params.first().filter(|_| is_hook).map(ToString::to_string);
            self.view = view.filter(|view| !sets(&statements, view));
            self.statements(&statements, true);
            if is_hook && let Some(at) = nothing_at_the_end(&statements) {
                let at = if at.is_none() { function.body.start_position() } else { at };
                let message = "next_move returns nothing: what it ends with has no value. Write the \
                               move as its last line, or return it";
                self.tell(at, LintRule::NoReturn, message.to_string());
            }
            self.view = None;
        }
    }

    fn tell(&mut self, at: Position, rule: LintRule, message: String) {
        // Messages are worded here and now, so there is an end to them.
        if self.found.len() < MOST {
            self.found.push(Found { at, rule, message });
        }
    }

    /// The statements of a block; `valued` if the value of its last one counts.
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

    fn expr(&mut self, expr: &Expr) {
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
        let is_function = || self.names.functions.iter().any(|function| function.name == name);
        if self.scope.iter().any(|known| known == name) || is_function() {
            return;
        }
        let message = faults::missing_variable(name, &self.names);
        self.tell(at, LintRule::Unset, message);
    }

    /// Whether there is a function of a name, of the bot or of ours.
    fn has_function(&self, name: &str) -> bool {
        self.natives.contains(name) || BUILT_IN.contains(&name) || self.is_own(name)
    }

    fn is_own(&self, name: &str) -> bool {
        self.names.functions.iter().any(|function| function.name == name)
            || self.names.methods.iter().any(|method| method == name)
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
        let message = self.no_function(name);
        self.tell(at, LintRule::Unset, message);
    }

    fn no_function(&self, name: &str) -> String {
        if let Some(hint) = super::hints::foreign(name) {
            return format!("there is no function {name}: {hint}");
        }
        let own = self.names.functions.iter().map(|function| function.name.as_str());
        let known =
            own.chain(self.natives.iter().map(String::as_str)).chain(BUILT_IN.iter().copied());
        format!("there is no function {name}{}", meant(name, known))
    }

    /// What stands between dots, from left to right.
    fn chain(&mut self, expr: &Expr) {
        let mut object = match expr {
            Expr::Dot(pair, ..) => {
                self.expr(&pair.lhs);
                self.object_of(&pair.lhs)
            }
            _ => return,
        };
        let mut link = match expr {
            Expr::Dot(pair, ..) => &pair.rhs,
            _ => return,
        };
        loop {
            let (first, next) = match link {
                Expr::Dot(pair, ..) => (&pair.lhs, Some(&pair.rhs)),
                Expr::Index(pair, ..) => {
                    self.expr(&pair.rhs);
                    (&pair.lhs, None)
                }
                only => (only, None),
            };
            object = self.member(object, first);
            match next {
                Some(next) => link = next,
                None => return,
            }
        }
    }

    /// What an expression certainly is: a view, a world.
    fn object_of(&self, expr: &Expr) -> Option<&'static str> {
        match expr {
            Expr::Variable(name, ..) if self.view.as_deref() == Some(name.1.as_str()) => {
                Some("view")
            }
            _ => None,
        }
    }

    /// Looks at a member of an object; what it answers, if that is certainly a view or a world.
    fn member(&mut self, object: Option<&'static str>, member: &Expr) -> Option<&'static str> {
        match member {
            Expr::Property(property, at) => {
                let name = property.2.as_str();
                let object = object?;
                let is_field =
                    object == "view" && VIEW_FIELDS.iter().any(|field| field.name == name);
                if !is_field && self.answer(Some(object), name).is_none() {
                    let message = self.api.no_member(object, name, '.');
                    self.tell(*at, LintRule::UnknownMember, message);
                }
                None
            }
            Expr::MethodCall(call, at) => {
                call.args.iter().for_each(|arg| self.expr(arg));
                let name = call.name.as_str();
                if self.is_own(name) {
                    return None;
                }
                match (object, self.answer(object, name)) {
                    (Some(_), Some(Returns::View)) => Some("view"),
                    (Some(_), Some(Returns::World)) => Some("world"),
                    (_, Some(_)) => None,
                    (Some(known), None) => {
                        let of_other = self.answer(None, name).is_some();
                        if of_other || !self.has_function(name) {
                            let message = self.api.no_member(known, name, '.');
                            self.tell(*at, LintRule::UnknownMember, message);
                        }
                        None
                    }
                    (None, None) => {
                        if !self.has_function(name) && !self.members.contains(name) {
                            let message = self.no_function(name);
                            self.tell(*at, LintRule::UnknownMember, message);
                        }
                        None
                    }
                }
            }
            Expr::Index(pair, ..) => {
                self.expr(&pair.rhs);
                self.member(object, &pair.lhs);
                None
            }
            other => {
                self.expr(other);
                None
            }
        }
    }

    /// What a method answers: of this object, or of a view or a world.
    fn answer(&self, object: Option<&str>, name: &str) -> Option<Returns> {
        let view = || self.api.view.iter().find(|m| m.row.name == name).map(|m| m.row.returns);
        let world = || self.api.world.iter().find(|m| m.row.name == name).map(|m| m.row.returns);
        match object {
            Some("view") => view(),
            Some(_) => world(),
            None => view().or_else(world),
        }
    }

    /// Tells of a statement that is a method which does nothing but answer.
    fn thrown_away(&mut self, expr: &Expr) {
        let Expr::Dot(pair, ..) = expr else { return };
        let mut last = &pair.rhs;
        while let Expr::Dot(pair, ..) = last {
            last = &pair.rhs;
        }
        let Expr::MethodCall(call, at) = last else { return };
        let name = call.name.as_str();
        if self.is_own(name) || self.members.contains(name) || name == "random" {
            return;
        }
        let message = match self.answer(None, name) {
            None | Some(Returns::Nothing) => return,
            Some(Returns::World) => format!(
                "{name} changes nothing, it gives another world, and nothing is done with that: \
                 write let after = world.{name}(...)"
            ),
            Some(_) => {
                format!("{name} does nothing but answer, and nothing is done with its answer")
            }
        };
        self.tell(*at, LintRule::UnusedAnswer, message);
    }
}

/// Whether a body declares or assigns a variable of this name.
fn sets(statements: &[Stmt], name: &str) -> bool {
    let mut sets = false;
    walk_all(statements, &mut |node| {
        sets |= match node {
            ASTNode::Stmt(Stmt::Var(var, ..)) => var.0.name == name,
            ASTNode::Stmt(Stmt::For(each, _)) => {
                each.0.name == name || each.1.as_ref().is_some_and(|counter| counter.name == name)
            }
            ASTNode::Stmt(Stmt::TryCatch(attempt, _)) => {
                matches!(&attempt.expr, Expr::Variable(caught, ..) if caught.1 == name)
            }
            ASTNode::Stmt(Stmt::Assignment(assignment)) => {
                matches!(&assignment.1.lhs, Expr::Variable(set, ..) if set.1 == name)
            }
            _ => false,
        };
    });
    sets
}

fn walk_all(statements: &[Stmt], see: &mut dyn FnMut(&ASTNode<'_>)) {
    let body = AST::new(statements.iter().cloned(), rhai::Module::new());
    body.walk(&mut |path| {
        path.iter().last().into_iter().for_each(&mut *see);
        true
    });
}

/// Where the body of `next_move` ends in what has no value, if no `return` in it has one.
fn nothing_at_the_end(statements: &[Stmt]) -> Option<Position> {
    let (mut gives, mut leaves) = (false, false);
    walk_all(statements, &mut |node| match node {
        ASTNode::Stmt(Stmt::Return(value, flags, _)) => {
            gives |= value.is_some() || flags.contains(ASTFlags::BREAK);
        }
        // A loop may have a value.
        ASTNode::Stmt(Stmt::BreakLoop(value, ..)) => leaves |= value.is_some(),
        _ => {}
    });
    if gives {
        return None;
    }
    match statements.last() {
        None => Some(Position::NONE),
        Some(Stmt::Var(_, _, at)) => Some(*at),
        Some(Stmt::Assignment(assignment)) => Some(assignment.1.lhs.start_position()),
        Some(Stmt::For(_, at)) if !leaves => Some(*at),
        Some(Stmt::While(repeat, at)) if !leaves && !matches!(repeat.expr, Expr::Unit(_)) => {
            Some(*at)
        }
        _ => None,
    }
}
