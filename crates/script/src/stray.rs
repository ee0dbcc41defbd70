//! Explains compiler errors caused by characters that other programs insert (curly quotes of word
//! processors, unusual spaces, conflict markers of git) and by files that no other file refers to.

use super::lexer::{strays, tokens};
use super::neighbours::is_asked_for;
use super::{Bundle, Language, SyntaxError, words};

/// Returns the compiler's error, or a better one about the first character that belongs to no
/// token, if the compiler got as far as its line.
pub fn explained(language: &Language, bundle: &Bundle, error: SyntaxError) -> SyntaxError {
    let mut error = of_stray(language, bundle, error);
    if error.file != bundle.main && !is_asked_for(&error.file, &bundle.files) {
        error.message = words::not_asked_for(error.message, &error.file);
    }
    error
}

fn of_stray(language: &Language, bundle: &Bundle, error: SyntaxError) -> SyntaxError {
    let Some(text) = bundle.files.get(&error.file) else { return error };
    let reached = |line: u32| error.line.is_none_or(|last| line <= last);
    let conflict = conflict(language, text).filter(|(first, _)| reached(*first));
    if let Some((first, last)) = conflict {
        let why = words::conflict(first, last);
        return SyntaxError::new(bundle, &error.file, Some(first), Some(1), why);
    }
    let Some(&at) = strays(language, text).first() else { return error };
    let before = &text[..at];
    let line = before.matches('\n').count() as u32 + 1;
    if !reached(line) {
        return error;
    }
    let column = before.chars().rev().take_while(|c| *c != '\n').count() as u32 + 1;
    SyntaxError::new(bundle, &error.file, Some(line), Some(column), why(text, at))
}

/// Returns the lines of the first and last conflict marker that git left in a source.
fn conflict(language: &Language, text: &str) -> Option<(u32, u32)> {
    const MARKS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];
    let is_mark = |line: &str| {
        let rest = MARKS.iter().find_map(|mark| line.strip_prefix(mark));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let marks = || text.lines().zip(1..).filter(|(line, _)| is_mark(line)).map(|(_, at)| at);
    let last = marks().last()?;
    // A line on which no token starts lies within a text or comment.
    let begins: Vec<u32> = tokens(language, text).iter().map(|token| token.line).collect();
    let first = marks().find(|line| begins.binary_search(line).is_ok())?;
    Some((first, last))
}

/// Returns the sentence about the character at a byte offset.
fn why(text: &str, at: usize) -> String {
    let found = text[at..].chars().next().unwrap_or_default();
    let number = format!("U+{:04X}", found as u32);
    match found {
        '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' | '‛' | '‹' | '›' | '″' | '＂' => {
            words::typed_quote(found)
        }
        _ if found.is_whitespace() => words::typed_blank(number),
        _ if found.is_ascii_control() || is_unseen(found) => words::typed_unseen(number),
        _ if found.is_alphanumeric() => {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let begin = text[..at].trim_end_matches(is_part).len();
            let name: String = text[begin..].chars().take_while(|c| is_part(*c)).take(40).collect();
            words::typed_name(name, found)
        }
        _ => match sign_for(found) {
            Some(sign) => words::typed_sign(found, sign),
            None => words::typed_other(found, number),
        },
    }
}

/// Returns true for characters without width.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{80}'..='\u{9f}')
}

/// Returns the program sign that a character was probably meant to be.
fn sign_for(c: char) -> Option<char> {
    Some(match c {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        '×' | '∗' | '·' => '*',
        '÷' | '∕' | '⁄' => '/',
        '´' | '′' => '\'',
        '\u{37e}' => ';',
        '、' => ',',
        '。' => '.',
        // Fullwidth forms, as used with Chinese characters.
        '！'..='～' => char::from_u32(c as u32 - 0xfee0)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BotSpec, LANGUAGES};

    /// Returns the line, column and message of a source that does not compile.
    fn refused(id: &str, source: &str) -> (u32, u32, String) {
        let language = LANGUAGES.iter().find(|language| language.id == id).expect("a language");
        let bundle = Bundle::from_source(&format!("bot.{id}"), source);
        let spec = BotSpec::uncompiled("bot".to_string(), language, bundle.clone());
        let error = (language.compile)(&bundle).err().expect("it does not compile");
        let expected = spec.compile().expect_err("it does not compile").to_string();
        let error = explained(language, &bundle, error);
        assert_eq!(expected, error.to_string(), "{source}");
        let line = error.line.expect("a line");
        (line, error.column.unwrap_or_default(), error.message)
    }

    #[test]
    fn each_character_is_named_with_what_to_write() {
        for (typed, expected) in [
            ("a = “e2”", "“ is a quotation mark of a word processor: write \""),
            ("a =\u{a0}1", "U+00A0 looks like a space but is another character: type a space"),
            ("a\u{200b} = 1", "U+200B cannot be seen and has no meaning here: delete it"),
            ("a = 1 – 2", "– has no meaning here: write -"),
            ("a = f（1）", "（ has no meaning here: write ("),
            ("mañana = 1", "mañana: names have letters a to z, digits and _, but not ñ"),
            ("a = 1 ∈ 2", "∈ (U+2208) has no meaning here"),
        ] {
            let column = typed.chars().position(|c| !c.is_ascii()).expect("one") as u32 + 1;
            let (line, at, message) = refused("lua", &format!("local b\n{typed}\nreturn b"));
            assert_eq!((line, at, &message[..]), (2, column, expected), "{typed}");
            let source = format!("fn f() {{}}\nlet {typed};");
            let (line, at, message) = refused("rhai", &source);
            assert_eq!((line, at, &message[..]), (2, column + 4, expected), "{typed}");
        }
    }

    #[test]
    fn a_conflict_of_git_is_named_by_its_lines() {
        let marks = "<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> other";
        for (id, source) in [
            ("lua", format!("local a\n{marks}\nreturn a")),
            ("rhai", format!("let b = 1;\n{marks}\n")),
        ] {
            let (line, column, message) = refused(id, &source);
            assert_eq!((line, column), (2, 1));
            assert!(message.starts_with("git left a conflict in lines 2 to 6:"), "{message}");
        }
    }

    #[test]
    fn characters_in_texts_comments_and_behind_another_mistake_are_not_blamed() {
        for (id, source) in [
            ("lua", "local a = “ -- not this\n"),
            ("lua", "local = 1\nlocal a = “"),
            ("lua", "local a = '“' -- –\nlocal b = [[\n<<<<<<< HEAD\n]] --[[ ñ ]] local = 1"),
            ("rhai", "let a = \"“\"; // –\nlet b = `\n<<<<<<< HEAD\n`; /* ñ */ let = 1;"),
        ] {
            let (_, _, message) = refused(id, source);
            let of_compiler = !source.contains("not this");
            assert_eq!(!message.contains('“'), of_compiler, "{message}");
            assert!(!message.contains("git") && !message.contains('ñ'), "{message}");
        }
    }
}
