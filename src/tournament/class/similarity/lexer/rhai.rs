//! Tokens of Rhai.

use super::scanner::{Scanner, TEXT};

/// Words of the language, the types of calls left out; sorted.
const KEYWORDS: &[&str] = &[
    "as", "break", "catch", "const", "continue", "do", "else", "export", "false", "fn", "for",
    "global", "if", "import", "in", "let", "loop", "private", "return", "switch", "this", "throw",
    "true", "try", "until", "while",
];

/// Signs of several characters, longer ones first.
const SIGNS: &[&str] = &[
    "**=", "<<=", ">>=", "..=", "**", "<<", ">>", "..", "==", "!=", "<=", ">=", "&&", "||", "??",
    "?.", "?[", "=>", "->", "::", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

pub(super) fn read(scanner: &mut Scanner<'_>) {
    while let Some(byte) = scanner.byte(0) {
        match byte {
            _ if scanner.starts("//") => scanner.skip_line(),
            _ if scanner.starts("/*") => skip_comment(scanner),
            b'#' if raw_text(scanner).is_some() => {
                let marks = raw_text(scanner).unwrap_or_default();
                scanner.token(TEXT, marks + 1);
                scanner.skip_past(&format!("\"{}", "#".repeat(marks)));
            }
            b'"' => scanner.quoted(byte, true),
            b'\'' => scanner.quoted(byte, false),
            b'`' => scanner.template("${"),
            b'{' | b'}' => scanner.brace(byte, "${"),
            b';' => scanner.skip(1),
            _ if byte.is_ascii_whitespace() => scanner.skip(1),
            _ if scanner.at_word() => scanner.word(KEYWORDS),
            _ if byte.is_ascii_digit() => scanner.number(),
            _ => scanner.sign(SIGNS),
        }
    }
}

/// Goes behind a comment, in which others may stand.
fn skip_comment(scanner: &mut Scanner<'_>) {
    let mut depth = 0;
    while scanner.byte(0).is_some() {
        if scanner.starts("/*") {
            depth += 1;
            scanner.skip(2);
        } else if scanner.starts("*/") {
            depth -= 1;
            scanner.skip(2);
            if depth == 0 {
                return;
            }
        } else {
            scanner.skip(1);
        }
    }
}

/// The number of `#` before the quote of a raw text that begins here.
fn raw_text(scanner: &Scanner<'_>) -> Option<usize> {
    let marks = (0..).take_while(|&ahead| scanner.byte(ahead) == Some(b'#')).count();
    (marks > 0 && scanner.byte(marks) == Some(b'"')).then_some(marks)
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
        assert_eq!(shown("let best = view.moves()[0] ?? \"e2\";"), "let N = N . N ( ) [ 0 ] ?? T");
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
