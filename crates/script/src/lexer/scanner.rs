//! Scans a text of any language into tokens.

use crate::work::count;

/// A token: its kind and its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// A number for the keyword or sign; all names share one, as do all numbers and all texts.
    pub kind: u64,
    /// The line, from 1.
    pub line: u32,
}

const NAME: u64 = code("a name");
const NUMBER: u64 = code("a number");
pub const TEXT: u64 = code("a text");
/// The quotation mark of texts that can contain expressions.
pub const BACKTICK: u8 = b'`';

/// Hashes a word with FNV-1a (Fowler, Noll, Vo), the same on every machine.
const fn code(word: &str) -> u64 {
    let bytes = word.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

/// A scanner over a text that collects its tokens.
pub struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
    /// The tokens so far.
    pub tokens: Vec<Token>,
    /// Byte offsets of characters outside texts that belong to no token.
    pub strays: Vec<usize>,
    /// For each text interrupted by an open expression, the number of braces open in that
    /// expression.
    templates: Vec<usize>,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner {
            text: text.as_bytes(),
            at: 0,
            line: 1,
            tokens: Vec::new(),
            strays: Vec::new(),
            templates: Vec::new(),
        }
    }

    /// Returns the byte `ahead` of the current position.
    pub fn byte(&self, ahead: usize) -> Option<u8> {
        count(1);
        self.text.get(self.at + ahead).copied()
    }

    pub fn starts(&self, with: &str) -> bool {
        count(1);
        self.text[self.at..].starts_with(with.as_bytes())
    }

    /// Advances, counting newlines.
    pub fn skip(&mut self, bytes: usize) {
        let to = (self.at + bytes).min(self.text.len());
        count(to - self.at);
        let ends = self.text[self.at..to].iter().filter(|byte| **byte == b'\n').count();
        self.line += ends as u32;
        self.at = to;
    }

    /// Advances past the next `end`, or to the end of the text.
    pub fn skip_past(&mut self, end: &str) {
        while self.byte(0).is_some() && !self.starts(end) {
            self.skip(1);
        }
        self.skip(end.len());
    }

    /// Advances to the end of the line.
    pub fn skip_line(&mut self) {
        while self.byte(0).is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
    }

    /// Adds a token of this length and advances past it.
    pub fn token(&mut self, kind: u64, bytes: usize) {
        self.tokens.push(Token { kind, line: self.line });
        self.skip(bytes);
    }

    /// Reads a text up to its closing mark; in backticks, up to the next expression (`open`) at
    /// most. A backslash escapes the next character. A single-line text ends with its line. The
    /// text starts at its opening mark, or at the brace that closes an expression.
    pub fn quoted(&mut self, mark: u8, lines: bool, open: &str) {
        self.token(TEXT, 1);
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\\' => self.skip(2),
                b'\n' if !lines => return,
                _ if byte == mark => return self.skip(1),
                _ if mark == BACKTICK && self.starts(open) => {
                    self.skip(open.len());
                    self.templates.push(0);
                    return;
                }
                _ => self.skip(1),
            }
        }
    }

    /// Reads a brace. One that closes an interpolated expression resumes the text around it, up to
    /// the next expression (`open`).
    pub fn brace(&mut self, brace: u8, open: &str) {
        match (brace, self.templates.last_mut()) {
            (b'}', Some(0)) => {
                self.templates.pop();
                return self.quoted(BACKTICK, true, open);
            }
            (b'}', Some(depth)) => *depth -= 1,
            (_, Some(depth)) => *depth += 1,
            _ => {}
        }
        self.sign(&[]);
    }

    /// Reads a name or keyword; `keywords` is sorted.
    pub fn word(&mut self, keywords: &[&str]) {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| is_part(byte)).count();
        count(length);
        let foreign = rest[..length].iter().position(|byte| *byte >= 0x80);
        self.strays.extend(foreign.map(|ahead| self.at + ahead));
        let keyword =
            str::from_utf8(&rest[..length]).ok().filter(|w| keywords.binary_search(w).is_ok());
        self.token(keyword.map_or(NAME, code), length);
    }

    /// Reads a number: digits, letters and underscores, a point before a digit, and the sign of an
    /// exponent.
    pub fn number(&mut self) {
        let is_hex = self.starts("0x") || self.starts("0X");
        let is_part = |&at: &usize| {
            let digit_follows = self.byte(at + 1).is_some_and(|byte| byte.is_ascii_digit());
            let after_exponent = at > 0 && matches!(self.byte(at - 1), Some(b'e' | b'E'));
            self.byte(at).is_some_and(|byte| match byte {
                b'.' => digit_follows,
                b'+' | b'-' => !is_hex && after_exponent && digit_follows,
                _ => byte.is_ascii_alphanumeric() || byte == b'_',
            })
        };
        self.token(NUMBER, (0..).take_while(is_part).count());
    }

    /// Reads the first of these signs found here (they are sorted longest first), or a single
    /// character.
    pub fn sign(&mut self, signs: &[&str]) {
        match signs.iter().find(|sign| self.starts(sign)) {
            Some(sign) => self.token(code(sign), sign.len()),
            None => {
                let byte = self.text[self.at];
                if byte.is_ascii_control() {
                    self.strays.push(self.at);
                }
                let mut bytes = [0; 4];
                self.token(code(char::from(byte).encode_utf8(&mut bytes)), 1);
            }
        }
    }

    /// Returns true if a word starts here.
    pub fn at_word(&self) -> bool {
        self.byte(0).is_some_and(|b| b.is_ascii_alphabetic() || b == b'_' || b >= 0x80)
    }

    /// Returns true if a number starts here; it can start with its point if `has_leading_point`.
    pub fn at_number(&self, has_leading_point: bool) -> bool {
        let is_digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
        let has_point = has_leading_point && self.byte(0) == Some(b'.');
        is_digit(self.byte(usize::from(has_point)))
    }
}

/// Formats tokens for tests: its entry in `words`, or a letter for a name, number or text.
#[cfg(test)]
pub fn shown(tokens: &[Token], words: &[&str]) -> String {
    let show = |token: &Token| match token.kind {
        NAME => "N".to_string(),
        NUMBER => "0".to_string(),
        TEXT => "T".to_string(),
        kind => {
            let known = words.iter().find(|word| code(word) == kind).map(|w| w.to_string());
            let signs = ('!'..='~').map(String::from).find(|sign| code(sign) == kind);
            known.or(signs).unwrap_or("?".to_string())
        }
    };
    tokens.iter().map(show).collect::<Vec<_>>().join(" ")
}
