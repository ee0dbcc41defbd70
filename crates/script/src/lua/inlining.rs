//! Estimates the work of Luau's compiler for inlining local functions.
//!
//! At each call the compiler recomputes the cost of inlining the whole function. If that is small,
//! it compiles the body there, including the calls in it, up to five levels deep, and once per
//! iteration of a short loop. So a few kilobytes can take minutes and gigabytes. This module
//! estimates an upper bound, and a source above the limit is compiled without inlining.

use luau_syntax::ast::{
    AstNode, AstVisitor, BinaryOp, Expression, ExpressionKind, Function, Statement, StatementView,
    UnaryOp,
};
use luau_syntax::parser::ParsedSource;
use std::collections::BTreeMap;

use crate::work::count;

/// Maximum work for all files of a bot, in nodes of the syntax tree: half a second.
pub const MOST: u64 = 5_000_000;

/// Maximum nesting of inlined functions.
const DEPTH: usize = 5;
/// Maximum iterations of an unrolled loop, and of a loop whose bounds can depend on the call.
const TURNS: f64 = 75.0;
const UNKNOWN_TURNS: u64 = 25;

/// Estimates the nodes that the compiler visits for calls of local functions, in a source that it
/// has compiled before.
pub fn work(source: &ParsedSource) -> u64 {
    let mut walk = Walk { turns: 1, functions: vec![Part::default()], ..Walk::default() };
    source.root().visit(&mut walk);
    let mut known = BTreeMap::new();
    let calls = walk.functions.iter().flat_map(|part| &part.calls);
    let each =
        calls.map(|(local, times)| times.saturating_mul(walk.work(*local, DEPTH, &mut known)));
    each.fold(0, u64::saturating_add)
}

/// A function, or the top level.
#[derive(Default)]
struct Part {
    nodes: u64,
    /// The called variables, and how often.
    calls: Vec<(u64, u64)>,
}

#[derive(Default)]
struct Walk {
    /// The functions; the first is the top level.
    functions: Vec<Part>,
    /// Index of the function being walked.
    current: usize,
    /// Number of copies of the current node.
    turns: u64,
    /// The function that each variable is declared with.
    by_local: BTreeMap<u64, usize>,
    /// Known bounds of variables: a number, or one that no compiler can know.
    values: BTreeMap<u64, Bound>,
}

/// Compile-time knowledge about a number.
#[derive(Clone, Copy)]
enum Bound {
    Number(f64),
    /// Can be a number once the function is inlined.
    Argument,
    /// Unknown before the program runs.
    Never,
}

impl Walk {
    fn work(&self, local: u64, depth: usize, known: &mut BTreeMap<(usize, usize), u64>) -> u64 {
        count(1);
        let Some(&function) = self.by_local.get(&local) else { return 0 };
        if let Some(work) = known.get(&(function, depth)) {
            return *work;
        }
        let Part { nodes, calls } = &self.functions[function];
        let mut work = *nodes;
        if depth > 1 {
            count(calls.len());
            for (local, times) in calls {
                let inner = self.work(*local, depth - 1, known);
                work = work.saturating_add(times.saturating_mul(inner));
            }
        }
        known.insert((function, depth), work);
        work
    }

    fn function(&mut self, function: &Function<'_>) {
        let (around, turns) = (self.current, self.turns);
        self.current = self.functions.len();
        self.turns = 1;
        self.functions.push(Part::default());
        function.body.visit(self);
        let nodes = self.functions[self.current].nodes;
        (self.current, self.turns) = (around, turns);
        self.functions[around].nodes += nodes;
    }

    fn bound(&self, expression: Expression<'_>) -> Bound {
        count(1);
        match expression.kind() {
            ExpressionKind::Number { value, .. } => Bound::Number(value),
            ExpressionKind::Integer { value, .. } => Bound::Number(value as f64),
            ExpressionKind::Grouped(inner) => self.bound(inner),
            ExpressionKind::TypeAssertion { expr, .. } => self.bound(expr),
            ExpressionKind::Unary { op: UnaryOp::Negate, rhs } => match self.bound(rhs) {
                Bound::Number(number) => Bound::Number(-number),
                other => other,
            },
            ExpressionKind::Local { local, .. } => {
                let known = self.values.get(&local.identity().as_u64());
                known.copied().unwrap_or(Bound::Argument)
            }
            ExpressionKind::Binary { lhs, op, rhs } => match (self.bound(lhs), self.bound(rhs)) {
                (Bound::Never, _) | (_, Bound::Never) => Bound::Never,
                (Bound::Number(left), Bound::Number(right)) => match op {
                    BinaryOp::Add => Bound::Number(left + right),
                    BinaryOp::Subtract => Bound::Number(left - right),
                    BinaryOp::Multiply => Bound::Number(left * right),
                    _ => Bound::Argument,
                },
                _ => Bound::Argument,
            },
            // Such as the length of a list, or the result of a function.
            ExpressionKind::Unary { op: UnaryOp::Length, .. } | ExpressionKind::Varargs => {
                Bound::Never
            }
            ExpressionKind::Call { func, .. } if func.as_global().is_none() => Bound::Never,
            _ => Bound::Argument,
        }
    }

    /// Returns the number of copies of a loop's body.
    fn turns_of(&self, bounds: [Option<Expression<'_>>; 3]) -> u64 {
        let [from, to, step] =
            bounds.map(|bound| bound.map_or(Bound::Number(1.0), |bound| self.bound(bound)));
        match (from, to, step) {
            (Bound::Number(from), Bound::Number(to), Bound::Number(step)) => {
                let turns = ((to - from) / step).floor() + 1.0;
                if turns > 1.0 && turns <= TURNS { turns as u64 } else { 1 }
            }
            (Bound::Never, _, _) | (_, Bound::Never, _) | (_, _, Bound::Never) => 1,
            _ => UNKNOWN_TURNS,
        }
    }
}

impl<'a> AstVisitor<'a> for Walk {
    fn visit_node(&mut self, _: AstNode<'a>) -> bool {
        count(1);
        self.functions[self.current].nodes += 1;
        true
    }

    fn visit_function_literal_expression(&mut self, expression: Expression<'a>) -> bool {
        if let ExpressionKind::FunctionLiteral(function) = expression.kind() {
            self.function(function);
        }
        false
    }

    fn visit_local_function_statement(&mut self, statement: Statement<'a>) -> bool {
        if let StatementView::LocalFunction(declared) = statement.view() {
            self.by_local.insert(declared.name.identity().as_u64(), self.functions.len());
            self.function(declared.function());
        }
        false
    }

    fn visit_local_statement(&mut self, statement: Statement<'a>) -> bool {
        let StatementView::Local(locals) = statement.view() else { return true };
        for (i, value) in locals.values.iter().enumerate() {
            let local = locals.bindings.get(i).map(|local| local.identity().as_u64());
            if let Some(local) = local {
                let bound = self.bound(*value);
                self.values.insert(local, bound);
                if matches!(value.kind(), ExpressionKind::FunctionLiteral(_)) {
                    self.by_local.insert(local, self.functions.len());
                }
                if let ExpressionKind::Local { local: other, .. } = value.kind()
                    && let Some(&function) = self.by_local.get(&other.identity().as_u64())
                {
                    self.by_local.insert(local, function);
                }
            }
            value.visit(self);
        }
        false
    }

    fn visit_numeric_for_statement(&mut self, statement: Statement<'a>) -> bool {
        let StatementView::NumericFor(numbers) = statement.view() else { return true };
        let bounds = [Some(numbers.start), Some(numbers.limit), numbers.step];
        bounds.into_iter().flatten().for_each(|bound| bound.visit(self));
        let turns = self.turns_of(bounds);
        let around = self.turns;
        // A loop whose total is too large is not unrolled.
        self.turns = (around * turns).min(UNKNOWN_TURNS);
        numbers.body.visit(self);
        self.turns = around;
        false
    }

    fn visit_call_expression(&mut self, expression: Expression<'a>) -> bool {
        if let ExpressionKind::Call { func, .. } = expression.kind()
            && let Some(local) = called(func)
        {
            let times = self.turns;
            self.functions[self.current].calls.push((local, times));
        }
        self.visit_expression(expression)
    }
}

fn called(function: Expression<'_>) -> Option<u64> {
    match function.kind() {
        ExpressionKind::Local { local, .. } => Some(local.identity().as_u64()),
        ExpressionKind::Grouped(inner) => called(inner),
        ExpressionKind::TypeAssertion { expr, .. } => called(expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::parsed;
    use super::*;
    use std::fs;
    use std::path::Path;

    fn work_of(source: &str) -> u64 {
        work(&parsed(source).expect("its tree can be read"))
    }

    #[test]
    fn the_bots_that_come_with_juez_are_compiled_with_inlining() {
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots")];
        let mut most = 0;
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("the folder can be listed") {
                let path = entry.expect("the folder can be listed").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|end| end == "lua") {
                    let source = fs::read_to_string(&path).expect("a bot can be read");
                    most = work_of(&source).max(most);
                }
            }
        }
        assert!(most > 0 && most < MOST / 5, "{most}");
    }

    #[test]
    fn calls_of_local_functions_are_counted_where_they_are_put_in_place() {
        let tower = |calls: &str| {
            let floor = |n| {
                format!("local function f{n}() {} end ", calls.replace('@', &format!("f{}", n - 1)))
            };
            format!("local function f0() g() end {}", (1..6).map(floor).collect::<String>())
        };
        let few = work_of(&format!("{} f5()", tower("@()")));
        assert!(few < 200, "{few}");
        let many = work_of(&format!("{} f5()", tower("@() @() @() @() @() @()")));
        assert!(many > 20_000, "{many}");
        for loops in [
            "for i = 1, 6 do @() end",
            "local n = 2 * 3; for i = n, 1, -1 do @() end",
            "local a = @; for i = 1, 2 do for j = 1, 3 do a() end end",
        ] {
            let looped = work_of(&format!("{} f5()", tower(loops)));
            assert!(looped > 20_000, "{loops}: {looped}");
        }
        let big = format!(
            "local function big(p) {} end {}",
            "x = y + z ".repeat(100),
            "big(1) ".repeat(50)
        );
        assert!(work_of(&big) > 100 * 50);
        let never = tower("for i = 1, #list do @() end");
        assert!(work_of(&format!("{never} f5()")) < 400);
    }
}
