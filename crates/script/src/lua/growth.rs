//! Checks that the work of passes over a source grows no faster than the source.

use super::LANGUAGE;
use super::inlining;
use super::levels::levels;
use super::loops::ordered;
use super::tree::parsed_whole;
use crate::lexer::tokens;
use crate::work::Construct;

/// Constructs of Lua that a bot can repeat for a megabyte.
const CONSTRUCTS: &[Construct] = &[
    Construct::of("-- words of a comment with ñ\n"),
    Construct::of("--[==[ words ]] ]=]\n]==] "),
    Construct { around: ["--[[", "]]"], part: "]=] [[ \n" },
    Construct { around: ["-- [", ""], part: "=" },
    Construct { around: ["--[", ""], part: "=" },
    Construct { around: ["-- each", ""], part: "_" },
    Construct { around: ["-- each_", ""], part: "0" },
    Construct { around: ["-- ", ""], part: "each_@ " },
    Construct { around: ["-- ", ""], part: "each" },
    Construct::of("\n"),
    Construct::of(" "),
    Construct::of("x = 'a text' .. \"another\\n\" "),
    Construct { around: ["x = '", "'"], part: "a\\65\\z " },
    Construct { around: ["x = [===[", "]===]"], part: "]==] \n" },
    Construct::of("x = `a {b} {c .. `d {e}`}` "),
    Construct { around: ["x = {", "}"], part: "k@ = @, [@] = { @ }, " },
    Construct::of("x = {{{{{{{{{{{{{{{{{{{{ @ }}}}}}}}}}}}}}}}}}}} "),
    Construct::of("x = ((((((((((((((((((((@)))))))))))))))))))) "),
    Construct::of("x = not not not not - - - - # # # # y "),
    Construct::of("x = a .. b .. c .. d .. e .. f .. g .. h .. i .. @ "),
    Construct::of("x = 1 + 2 * 3 - 4 / 5 // 6 % 7 ^ 8 ^ 9 < @ "),
    Construct::of("x = a.b.c.d[e][f]:g():h(1)(2)'x'{} "),
    Construct::of("x = 0x@ + 1e1_0 + 1_000_000_000 "),
    Construct::of("do local a@, b, c = 1, 2 a@, b = b, a@ a@ += 1 end "),
    Construct::of("function f@(a, b, ...) return a, b, ... end "),
    Construct::of("do local function f(a) return a + @ end f(f(f(1))) end "),
    Construct::of("x = function() return function() return function() end end end "),
    Construct::of("if a then b() elseif c then d() elseif e then f() else g() end "),
    Construct::of("x = if a then b elseif c then d else @ "),
    Construct::of("if a then if b then if c then if d then e() end end end end "),
    Construct::of("for k, v in t do for i, x in ipairs(v) do f(x) end end "),
    Construct::of("for i = 1, 9 do for j = i, #t, 2 do f(i, j) end end "),
    Construct::of("while a do if b then break end continue end repeat c() until d "),
    Construct::of("f(1, 2, g(3, h(4)), function() return @ end) "),
    Construct::of("error('x', 2) pcall(error, 'x', 2) "),
    Construct::of("do local error = error error('x') end "),
    Construct::of("type T@ = { a: number, b: (number) -> string? } "),
    Construct::of("do local x: { [string]: number } = y :: any end "),
    Construct {
        around: ["local function a() g() g() end local function b() a() a() end ", ""],
        part: "b() ",
    },
    Construct { around: ["local function f(p) ", " end f(1)"], part: "x = y + z " },
    Construct { around: ["return ", "1"], part: "@, " },
];

#[test]
fn every_construct_takes_work_in_proportion_to_its_length() {
    for construct in CONSTRUCTS {
        construct.assert_linear(|source| {
            let tree = parsed_whole(source).unwrap_or_else(|| panic!("{:?}", construct.part));
            ordered(source, &tree);
            levels(source, &tree);
            inlining::work(&tree);
            tokens(&LANGUAGE, source);
        });
    }
}
