//! Splits source into tokens, to compare programs and to explain syntax errors. Accepts any text: a
//! character outside every token becomes a token by itself. "Lua" means Luau; each language is one
//! table.

mod scanner;

use super::Language;
use scanner::{BACKTICK, Scanner, TEXT};

pub use scanner::Token;

/// Splits a text into tokens.
pub fn tokens(language: &Language, text: &str) -> Vec<Token> {
    scan(language, text).tokens
}

/// Returns the byte offsets, in ascending order, of characters outside strings and comments that
/// belong to no token; only the first of each word.
pub fn strays(language: &Language, text: &str) -> Vec<usize> {
    scan(language, text).strays
}

fn scan<'a>(language: &Language, text: &'a str) -> Scanner<'a> {
    match language.id {
        "lua" => LUA.scan(text),
        _ => RHAI.scan(text),
    }
}

/// The lexical rules of a language.
struct Syntax {
    keywords: &'static [&'static str],
    /// Signs of several characters, longest first.
    signs: &'static [&'static str],
    /// The start of a line comment.
    comment: &'static str,
    /// Quotation marks, and whether a text in them can span lines.
    quotes: &'static [(u8, bool)],
    /// The start of an expression within a text in backticks.
    expression: &'static str,
    /// True if a number can start with its decimal point.
    has_leading_point: bool,
    /// Reads a comment or text in a form specific to this language, if one starts here.
    own: fn(&mut Scanner<'_>) -> bool,
}

/// Keywords are the reserved words and Luau's `continue`.
const LUA: Syntax = Syntax {
    keywords: &[
        "and", "break", "continue", "do", "else", "elseif", "end", "false", "for", "function",
        "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until",
        "while",
    ],
    signs: &[
        "...", "..=", "//=", "..", "==", "~=", "<=", ">=", "->", "::", "//", "+=", "-=", "*=",
        "/=", "%=", "^=",
    ],
    comment: "--",
    quotes: &[(b'"', false), (b'\'', false), (BACKTICK, true)],
    expression: "{",
    has_leading_point: true,
    own: long_bracket,
};

/// Keywords are the reserved words, except the names of kinds of calls.
const RHAI: Syntax = Syntax {
    keywords: &[
        "as", "break", "catch", "const", "continue", "do", "else", "export", "false", "fn", "for",
        "global", "if", "import", "in", "let", "loop", "private", "return", "switch", "this",
        "throw", "true", "try", "until", "while",
    ],
    signs: &[
        "**=", "<<=", ">>=", "..=", "**", "<<", ">>", "..", "==", "!=", "<=", ">=", "&&", "||",
        "??", "?.", "?[", "=>", "->", "::", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    ],
    comment: "//",
    quotes: &[(b'"', true), (b'\'', false), (BACKTICK, true)],
    expression: "${",
    has_leading_point: false,
    own: raw_text_or_comment,
};

impl Syntax {
    /// Scans a text in one pass.
    fn scan<'a>(&self, text: &'a str) -> Scanner<'a> {
        let mut scanner = Scanner::new(text);
        while let Some(byte) = scanner.byte(0) {
            let quote = self.quotes.iter().find(|(quote, _)| *quote == byte);
            match byte {
                _ if (self.own)(&mut scanner) => {}
                _ if scanner.starts(self.comment) => scanner.skip_line(),
                b'{' | b'}' => scanner.brace(byte, self.expression),
                b';' => scanner.skip(1),
                _ if byte.is_ascii_whitespace() => scanner.skip(1),
                _ if scanner.at_word() => scanner.word(self.keywords),
                _ if scanner.at_number(self.has_leading_point) => scanner.number(),
                _ => match quote {
                    Some(&(quote, lines)) => scanner.quoted(quote, lines, self.expression),
                    None => scanner.sign(self.signs),
                },
            }
        }
        scanner
    }
}

/// Reads a Lua long text, `[==[ ... ]==]`, or a long comment.
fn long_bracket(scanner: &mut Scanner<'_>) -> bool {
    let is_comment = scanner.starts("--");
    let begin = if is_comment { 2 } else { 0 };
    // Checked first, since a long run of equals signs costs time.
    if scanner.byte(begin) != Some(b'[') {
        return false;
    }
    let level = (begin + 1..).take_while(|&ahead| scanner.byte(ahead) == Some(b'=')).count();
    if scanner.byte(begin + 1 + level) != Some(b'[') {
        return false;
    }
    if !is_comment {
        scanner.token(TEXT, 0);
    }
    scanner.skip(begin + 2 + level);
    scanner.skip_past(&format!("]{}]", "=".repeat(level)));
    true
}

/// Reads a raw text of Rhai, `#"..."#`, or a block comment, which can be nested.
fn raw_text_or_comment(scanner: &mut Scanner<'_>) -> bool {
    let marks = (0..).take_while(|&ahead| scanner.byte(ahead) == Some(b'#')).count();
    if marks > 0 && scanner.byte(marks) == Some(b'"') {
        scanner.token(TEXT, marks + 1);
        scanner.skip_past(&format!("\"{}", "#".repeat(marks)));
        return true;
    }
    if marks > 0 {
        // All of them in one step; otherwise each would count the rest again.
        (0..marks).for_each(|_| scanner.sign(&[]));
        return true;
    }
    let mut depth = 0;
    loop {
        if scanner.starts("/*") {
            depth += 1;
            scanner.skip(2);
        } else if depth == 0 {
            return false;
        } else if scanner.starts("*/") {
            depth -= 1;
            scanner.skip(2);
            if depth == 0 {
                return true;
            }
        } else if scanner.byte(0).is_none() {
            return true;
        } else {
            scanner.skip(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::scanner::shown;
    use super::*;
    use crate::LANGUAGES;
    use crate::work::Construct;

    /// Texts that are not programs.
    const BROKEN: &[Construct] = &[
        Construct::of("="),
        Construct::of("[="),
        Construct::of("[=["),
        Construct::of("]="),
        Construct::of("#"),
        Construct::of("\""),
        Construct::of("`{"),
        Construct::of("{ `"),
        Construct::of("\\"),
        Construct::of("“ñ\u{200b}"),
        Construct::of("<<<<<<< HEAD\n"),
        Construct { around: ["[==========[", ""], part: "]=========" },
        Construct::of("#\""),
        Construct::of("/*"),
        Construct::of("\"###"),
    ];

    #[test]
    fn every_language_has_a_lexer() {
        let ids: Vec<&str> = LANGUAGES.iter().map(|language| language.id).collect();
        assert_eq!(ids, ["lua", "rhai"]);
    }

    #[test]
    fn every_text_has_tokens_for_work_in_proportion_to_its_length() {
        for language in LANGUAGES {
            for construct in BROKEN {
                construct.assert_linear(|source| drop(tokens(language, source)));
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_has_tokens(
            text in "[\\[\\]{}()=a-f0-9.\"'`$#/*~<>\\\\\n é_-]{0,60}", any in any::<String>(),
        ) {
            for language in LANGUAGES {
                for text in [&text, &any] {
                    let lines = text.lines().count().max(1) as u32 + 1;
                    let tokens = tokens(language, text);
                    prop_assert!(tokens.iter().all(|token| (1..=lines).contains(&token.line)));
                    prop_assert!(tokens.is_sorted_by_key(|token| token.line));
                }
            }
        }
    }

    fn words(syntax: &Syntax, text: &str) -> String {
        shown(&syntax.scan(text).tokens, &[syntax.keywords, syntax.signs].concat())
    }

    #[test]
    fn tables_are_sorted_as_they_are_searched() {
        for syntax in [LUA, RHAI] {
            assert!(syntax.keywords.is_sorted());
            assert!(syntax.signs.is_sorted_by_key(|sign| std::cmp::Reverse(sign.len())));
        }
    }

    mod lua {
        use super::*;

        fn shown(text: &str) -> String {
            words(&LUA, text)
        }

        #[test]
        fn names_numbers_and_texts_are_all_alike() {
            assert_eq!(
                shown("local best = view:moves()[1] or 'e2'"),
                "local N = N : N ( ) [ 0 ] or T"
            );
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
            let tokens = LUA.scan("a\n--[[\n\n]] b [[\n]]\nc").tokens;
            let lines: Vec<u32> = tokens.iter().map(|token| token.line).collect();
            assert_eq!(lines, [1, 4, 4, 6]);
        }
    }

    mod rhai {
        use super::*;

        fn shown(text: &str) -> String {
            words(&RHAI, text)
        }

        #[test]
        fn names_numbers_and_texts_are_all_alike() {
            assert_eq!(
                shown("let best = view.moves()[0] ?? \"e2\";"),
                "let N = N . N ( ) [ 0 ] ?? T"
            );
            assert_eq!(
                shown("for i in 0..=10 { this.n += 1.5e-3 }"),
                "for N in 0 ..= 0 { this . N += 0 }"
            );
            assert_eq!(shown("#{ a: 1 }"), "# { N : 0 }");
            assert_eq!(shown("x.map(|c| c == 'x')"), "N . N ( | N | N == T )");
        }

        #[test]
        fn comments_and_layout_are_left_out() {
            let plain = shown("let a = 1; a");
            for text in [
                "let a=1;a",
                "// first\nlet a = 1; // one\n/// doc\na",
                "let /* one /* two */ still */ a = 1; a",
                "let a = 1; a /* open /* */",
            ] {
                assert_eq!(shown(text), plain, "{text}");
            }
        }

        #[test]
        fn texts_of_every_kind_end_where_they_end() {
            assert_eq!(shown("x(\"a\\\"b\", y)"), "N ( T , N )");
            assert_eq!(shown("x = #\"a \" b\"# + y"), "N = T + N");
            assert_eq!(shown("x = ##\"a \"# b\"## + y"), "N = T + N");
        }

        #[test]
        fn expressions_in_texts_are_read() {
            assert_eq!(shown("`to ${best} in ${n + 1} {}` x"), "T N T N + 0 T N");
            assert_eq!(shown("`${ #{a: 1}.a }`"), "T # { N : 0 } . N T");
        }
    }
}
