//! Makes the loops of a source follow the order of [`super::order`].
//!
//! Luau iterates natively over a table given to `for ... in`, in an order that depends on
//! addresses. So the values of a loop first pass through a function: `for k, v in pairs(t) do` is
//! compiled as `for k, v in each_0( pairs(t) )do`. The function is the only argument of a file, in
//! a local whose name the source does not contain. Line numbers stay the same.

use luau_syntax::ast::{AstNode, AstVisitor, Expression, Statement, StatementView};
use luau_syntax::location::Position;
use luau_syntax::parser::ParsedSource;
use std::collections::BTreeSet;

use crate::work::count;
use juez_luau::{Optimization, compile};

/// Returns the source with its loops changed.
pub fn ordered(source: &str, tree: &ParsedSource) -> String {
    let mut loops = Loops::default();
    tree.root().visit(&mut loops);
    let lines: Vec<usize> =
        std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let at = |position: Position| lines[position.line as usize] + position.column as usize;
    let mut marks = loops.marks;
    // The compiler knows `ipairs` if no source assigns to the name; such a loop counts from 1
    // whatever the function returns.
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

/// Describes how changing the loops of a source breaks it; `None` for a source that keeps working
/// or does not compile anyway. For tests that generate sources.
#[doc(hidden)]
pub fn fault_of_order(source: &str) -> Option<String> {
    let compile = |source: &str| compile(source, Optimization::Plain, &[]);
    compile(source).ok()?;
    let ordered = ordered(source, &super::tree::parsed_whole(source)?);
    if ordered.matches('\n').count() != source.matches('\n').count() {
        return Some(format!("its lines are others: {ordered:?}"));
    }
    compile(&ordered).err().map(|error| format!("{error}: {ordered:?}"))
}

/// Finds a short name that a source does not contain, in one pass.
fn new_name(source: &str) -> String {
    const STEM: &str = "each_";
    let number = |rest: &str| {
        // No longer number is ever looked for.
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
    /// Positions at which the call of the function opens (`true`) or closes.
    marks: Vec<(Position, bool)>,
    /// The same for loops `for i, value in ipairs(...)`.
    of_counting: Vec<(Position, bool)>,
    /// True if the source assigns to `ipairs`.
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
    use super::super::plain::from_lua;
    use super::super::self_test::evaluate;
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

    /// Returns the value of a source, or its error with the line, which must not change with the
    /// loops.
    fn answer(source: &str) -> String {
        let run = |text: &str| {
            let text = format!("return (function(...) {text}\nend)(function(...) return ... end)");
            match evaluate(&text, from_lua) {
                Ok(value) => format!("{value:?}"),
                Err(error) => error.message,
            }
        };
        let (plain, ordered) = (run(source), run(&read(source)));
        assert_eq!(ordered, plain, "{source:?}");
        assert_eq!(fault_of_order(source), None, "{source:?}");
        plain
    }

    /// The parser is not the VM's compiler, but must report the same columns, for sources as
    /// editors and people leave them.
    #[test]
    fn odd_sources_answer_the_same_and_fail_at_the_same_lines_when_their_loops_are_in_order() {
        for (source, expected) in [
            ("local s = 0\r\nfor _, x in {3} do\r\n  s += x\r\nend\r\nerror(s)", "bot:5: 3"),
            ("local s = 0\rfor _, x in {3} do\rs += x\rend\rerror(s)", "bot:1: 3"),
            ("local s = 0\n\r\n\rfor _, x in {3} do s += x end\nerror(s)", "bot:4: 3"),
            (
                "local t = {'é', \"ñandú\"} for _, x in t do if x == 'ñandú' then error(#x) end end",
                "bot:1: 7",
            ),
            ("--[[ äöü\n € ]] for _, é in {} do end", ""),
            (
                "local s = 0 for _, x in --[[ é ]] {'ä'} --[==[ ]] ]==] do s += #x end error(s)",
                "bot:1: 2",
            ),
            (
                "for --[[a]] _, --[[b]] x --[[c]] in --[[d]] {1} --[[e\n]] do error(x) end",
                "bot:2: 1",
            ),
            ("for _, x in {1} -- do\ndo error(x) end", "bot:2: 1"),
            (
                "local function f<T>(a: {T}): {T} return a end for _, x: number in f({7}) do error(x) end",
                "bot:1: 7",
            ),
            (
                "type P = {[string]: number} for k: string, v in ({a = 1} :: P) do error(k .. v) end",
                "bot:1: a1",
            ),
            (
                "@native local function f() for _, x in {1} do return x end end error(f())",
                "bot:1: 1",
            ),
            (
                "for _, x in {`{1 + 1}{\"é\"}`, `\\{`} do if #x == 3 then error(x) end end",
                "bot:1: 2é",
            ),
            ("error(`{(function() for _, x in {4} do return x end end)()} é`)", "bot:1: 4 é"),
            (
                "local t = {}\nfor _, f in {function() for k in {t} do error(`é{k}`) end end} do\nf() end",
                "bot:2: é1",
            ),
            ("for _, x in if true then {2} else {3} do error(x) end", "bot:1: 2"),
            (
                "local a = {b = {{5}}} for _, x in a.b[1] do repeat error(x) until true end",
                "bot:1: 5",
            ),
            ("for _, x in {[[\na]]} do error(x) end", "bot:2: a"),
            ("for _, x in {'a\\\nb', 'c\\z   \n  d'} do error(#x) end", "bot:3: 3"),
            ("\u{feff}", ""),
        ] {
            // Luau names are ASCII, and a byte-order mark is not a blank: both are errors anyway.
            if fault_of_order(source).is_none()
                && compile(source, Optimization::Plain, &[]).is_err()
            {
                assert_eq!(expected, "", "{source:?}");
                continue;
            }
            assert!(answer(source).ends_with(expected), "{source:?}: {}", answer(source));
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
