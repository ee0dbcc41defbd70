//! Puts the loops of a source under the order of [`super::order`].
//!
//! Luau goes over a table by itself where a `for ... in` loop is given one, and its order follows
//! addresses. So what a loop is given passes through a function first:
//! `for k, v in pairs(t) do` is compiled as `for k, v in each_0( pairs(t) )do`. That function is the
//! one argument of a file, in a local of a name that the source does not have. No line changes its
//! number.

use luau_syntax::ast::{AstNode, AstVisitor, Expression, Statement, StatementView};
use luau_syntax::location::Position;
use luau_syntax::parser::ParsedSource;
use std::collections::BTreeSet;

use crate::script::work::count;

/// The source with its loops put under that order.
pub fn ordered(source: &str, tree: &ParsedSource) -> String {
    let mut loops = Loops::default();
    tree.root().visit(&mut loops);
    let lines: Vec<usize> =
        std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let at = |position: Position| lines[position.line as usize] + position.column as usize;
    let mut marks = loops.marks;
    // The compiler knows `ipairs` where no source gives the name another value; such a loop takes the
    // numbers from 1 whatever the function returns.
    if loops.sets_ipairs {
        marks.extend(loops.of_counting);
    }
    marks.sort_unstable();
    let each = new_name(source);
    count(2 * source.len());
    let mut ordered = format!("local {each} = ... ");
    let mut done = 0;
    for (position, opens) in marks {
        let offset = at(position);
        ordered.push_str(&source[done..offset]);
        if opens {
            ordered.extend([" ", &each, "("]);
            count(each.len());
        } else {
            ordered.push(')');
        }
        done = offset;
    }
    ordered.push_str(&source[done..]);
    ordered
}

/// A short name that a source does not have, found in one pass over it.
fn new_name(source: &str) -> String {
    const STEM: &str = "each_";
    let number = |rest: &str| {
        // As long a number as any that is looked for.
        let digits = rest.bytes().take(8).take_while(u8::is_ascii_digit).count();
        count(STEM.len() + digits);
        rest[..digits].parse().ok()
    };
    let parts = source.split(STEM).skip(1);
    let taken: BTreeSet<u32> = parts.filter_map(number).collect();
    let free = taken.iter().zip(0..).find(|(taken, free)| **taken != *free);
    format!("{STEM}{}", free.map_or(taken.len() as u32, |(_, free)| free))
}

#[derive(Default)]
struct Loops {
    /// The places where the call of the function opens, and those where it closes.
    marks: Vec<(Position, bool)>,
    /// The same places for loops `for i, value in ipairs(...)`.
    of_counting: Vec<(Position, bool)>,
    /// Whether the source gives `ipairs` another value.
    sets_ipairs: bool,
}

impl<'a> AstVisitor<'a> for Loops {
    fn visit_node(&mut self, _: AstNode<'a>) -> bool {
        count(1);
        true
    }

    fn visit_statement(&mut self, statement: Statement<'a>) -> bool {
        count(1);
        match statement.view() {
            StatementView::GenericFor(each) => {
                let counts = match each.values {
                    [only] => only.as_call().is_some_and(|call| is_ipairs(call.func)),
                    _ => false,
                };
                let counts = counts && each.names.len() <= 2;
                let marks = if counts { &mut self.of_counting } else { &mut self.marks };
                marks.extend([(each.in_location.end, true), (each.do_location.begin, false)]);
            }
            StatementView::Assign(assign) => {
                self.sets_ipairs |= assign.vars.iter().any(|var| is_ipairs(*var));
            }
            StatementView::FunctionDeclaration(function) => {
                self.sets_ipairs |= is_ipairs(function.name);
            }
            StatementView::CompoundAssign(assign) => self.sets_ipairs |= is_ipairs(assign.var),
            _ => {}
        }
        true
    }
}

fn is_ipairs(expression: Expression<'_>) -> bool {
    expression.as_global().is_some_and(|global| global.name == *"ipairs")
}

#[cfg(test)]
mod tests {
    use super::super::tree::parsed;
    use super::*;

    fn read(source: &str) -> String {
        ordered(source, &parsed(source).expect("the source can be read"))
    }

    #[test]
    fn every_loop_but_those_that_count_passes_through_the_function() {
        let source = "for k in t do for i, x in ipairs(t) do end end\nfor k in next, t do end";
        assert_eq!(
            read(source),
            "local each_0 = ... for k in each_0( t )do for i, x in ipairs(t) do end end\n\
             for k in each_0( next, t )do end"
        );
    }

    #[test]
    fn a_loop_with_an_ipairs_of_its_own_passes_through_too() {
        for own in ["ipairs = f ", "function ipairs() end ", "local ipairs = f "] {
            let read = read(&format!("{own}for i in ipairs(t) do end"));
            assert_eq!(read, format!("local each_0 = ... {own}for i in each_0( ipairs(t) )do end"));
        }
        let three = "for i, x, y in ipairs(t) do end";
        assert!(read(three).contains("each_0( ipairs(t) )"));
    }

    #[test]
    fn a_name_of_the_source_is_not_taken() {
        let read = read("each_0 = 1 -- each_2 each_\nfor k in t\n  -- what\ndo end");
        assert_eq!(
            read,
            "local each_1 = ... each_0 = 1 -- each_2 each_\nfor k in each_1( t\n  -- what\n)do end"
        );
        for (source, name) in [
            ("each_each_0", "each_1"),
            ("each_1 each_00 each_2", "each_3"),
            ("each_00000000000000001", "each_1"),
            ("each_1a each_0_", "each_2"),
            ("each_é", "each_0"),
        ] {
            assert_eq!(new_name(source), name, "{source}");
        }
    }

    #[test]
    fn the_name_stays_short_whatever_the_source_has() {
        let numbers: String = (0..50_000).map(|n| format!("each_{n} ")).collect();
        for source in ["each".repeat(100_000), format!("each{}", "_".repeat(100_000)), numbers] {
            let name = new_name(&source);
            assert!(name.len() <= 10 && !source.contains(&format!("{name} ")), "{name}");
        }
    }
}
