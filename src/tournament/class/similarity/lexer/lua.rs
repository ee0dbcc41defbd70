//! Tokens of Lua, as Luau reads it.

use super::scanner::{Scanner, TEXT};

/// Reserved words, and `continue`, which Luau adds; sorted.
const KEYWORDS: &[&str] = &[
    "and", "break", "continue", "do", "else", "elseif", "end", "false", "for", "function", "if",
    "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Signs of several characters, longer ones first.
const SIGNS: &[&str] = &[
    "...", "..=", "//=", "..", "==", "~=", "<=", ">=", "->", "::", "//", "+=", "-=", "*=", "/=",
    "%=", "^=",
];

pub(super) fn read(scanner: &mut Scanner<'_>) {
    while let Some(byte) = scanner.byte(0) {
        match byte {
            _ if scanner.starts("--") => {
                scanner.skip(2);
                match long_bracket(scanner) {
                    Some(level) => skip_long(scanner, level),
                    None => scanner.skip_line(),
                }
            }
            b'[' if long_bracket(scanner).is_some() => {
                let level = long_bracket(scanner).unwrap_or_default();
                scanner.token(TEXT, 0);
                skip_long(scanner, level);
            }
            b'"' | b'\'' => scanner.quoted(byte, false),
            b'`' => scanner.template("{"),
            b'{' | b'}' => scanner.brace(byte, "{"),
            b';' => scanner.skip(1),
            _ if byte.is_ascii_whitespace() => scanner.skip(1),
            _ if scanner.at_word() => scanner.word(KEYWORDS),
            _ if scanner.at_number() => scanner.number(),
            _ => scanner.sign(SIGNS),
        }
    }
}

/// The level of the long bracket that opens here: the number of its `=`.
fn long_bracket(scanner: &Scanner<'_>) -> Option<usize> {
    if scanner.byte(0) != Some(b'[') {
        return None;
    }
    let level = (1..).take_while(|&ahead| scanner.byte(ahead) == Some(b'=')).count();
    (scanner.byte(1 + level) == Some(b'[')).then_some(level)
}

fn skip_long(scanner: &mut Scanner<'_>, level: usize) {
    scanner.skip(2 + level);
    scanner.skip_past(&format!("]{}]", "=".repeat(level)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let mut scanner = Scanner::new(text);
        read(&mut scanner);
        scanner.shown(&[KEYWORDS, SIGNS].concat())
    }

    #[test]
    fn tables_are_sorted_as_they_are_searched() {
        assert!(KEYWORDS.is_sorted());
        assert!(SIGNS.is_sorted_by_key(|sign| std::cmp::Reverse(sign.len())));
    }

    #[test]
    fn names_numbers_and_texts_are_all_alike() {
        assert_eq!(shown("local best = view:moves()[1] or 'e2'"), "local N = N : N ( ) [ 0 ] or T");
        assert_eq!(shown("x = 0x1F + 1e-3 + 1_000 + .5 + 3."), "N = 0 + 0 + 0 + 0 + 0 .");
        assert_eq!(shown("a ..b..1..2 ~= c // d"), "N .. N .. 0 .. 0 ~= N // N");
    }

    #[test]
    fn comments_and_layout_are_left_out() {
        let plain = shown("local a = 1 return a");
        for text in [
            "local a = 1; return a;",
            "-- first\nlocal a=1 -- one\n\n\treturn a--",
            "--[[ long\n ]] local --[==[ ]] \n ]==] a = 1 return a",
            "---@param a number\r\nlocal a = 1\r\nreturn a",
        ] {
            assert_eq!(shown(text), plain, "{text}");
        }
        assert_eq!(shown("--[ not long\nx"), "N");
    }

    #[test]
    fn texts_of_every_kind_end_where_they_end() {
        assert_eq!(shown("x = 'a\\'b' y"), "N = T N");
        assert_eq!(shown("x = [[ ' -- ]] y"), "N = T N");
        assert_eq!(shown("x = [==[ ]] ]=] \n]==] y"), "N = T N");
        assert_eq!(shown("x = 'open\ny"), "N = T N");
        assert_eq!(shown("t[i] t[ [[a]] ]"), "N [ N ] N [ T ]");
    }

    #[test]
    fn expressions_in_texts_are_read() {
        assert_eq!(shown("`to {best} in {n + 1}` x"), "T N T N + 0 T N");
        assert_eq!(shown("`{ f({1}) }`"), "T N ( { 0 } ) T");
        assert_eq!(shown("`a \\{ {`b {c}`}` x"), "T T N T T N");
        assert_eq!(shown("`open {x"), "T N");
    }

    #[test]
    fn tokens_know_their_lines() {
        let mut scanner = Scanner::new("a\n--[[\n\n]] b [[\n]]\nc");
        read(&mut scanner);
        let lines: Vec<u32> = scanner.tokens.iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 4, 4, 6]);
    }
}
