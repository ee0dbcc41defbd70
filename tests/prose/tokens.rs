//! The words and the string literals of a Rust source.

/// Returns words and the punctuation that paths are made of, without comments and strings.
pub fn tokens(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let rest = &chars[i..];
        let word = rest.iter().take_while(|&&c| c.is_alphanumeric() || c == '_').count();
        if let Some(length) = comment(rest).or_else(|| string(rest)) {
            i += length;
        } else if word > 0 {
            tokens.push(rest[..word].iter().collect());
            i += word;
        } else if rest.starts_with(&[':', ':']) {
            tokens.push("::".to_string());
            i += 2;
        } else {
            if !rest[0].is_whitespace() {
                tokens.push(rest[0].to_string());
            }
            i += 1;
        }
    }
    tokens
}

/// Returns the string literals of a source, with their quotes.
pub fn strings(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let (mut strings, mut i) = (Vec::new(), 0);
    while let Some(rest) = chars.get(i..).filter(|rest| !rest.is_empty()) {
        if let Some(length) = comment(rest) {
            i += length;
        } else if let Some(length) = string(rest).filter(|_| !is_word_before(&chars[..i])) {
            let end = length.min(rest.len());
            strings.extend((rest[0] != '\'').then(|| rest[..end].iter().collect::<String>()));
            i += length;
        } else {
            i += 1;
        }
    }
    strings
}

fn is_word_before(text: &[char]) -> bool {
    text.last().is_some_and(|&c| c.is_alphanumeric() || c == '_')
}

/// Returns the length of the comment that `text` begins with. Block comments nest.
fn comment(text: &[char]) -> Option<usize> {
    if text.starts_with(&['/', '/']) {
        return Some(text.iter().take_while(|&&c| c != '\n').count());
    }
    let (mut depth, mut i) = (0, 0);
    loop {
        let rest = text.get(i..).unwrap_or_default();
        if rest.starts_with(&['/', '*']) {
            depth += 1;
            i += 2;
        } else if rest.starts_with(&['*', '/']) && depth > 0 {
            depth -= 1;
            i += 2;
        } else if depth > 0 && !rest.is_empty() {
            i += 1;
        } else {
            return (i > 0).then_some(i);
        }
    }
}

/// Returns the length of the string, raw string or character that `text` begins with. For a
/// lifetime only the quote counts: its name is harmless.
fn string(text: &[char]) -> Option<usize> {
    let end_of = |quote: char| {
        let mut i = 1;
        while i < text.len() && text[i] != quote {
            i += if text[i] == '\\' { 2 } else { 1 };
        }
        i + 1
    };
    match text {
        ['"', ..] => Some(end_of('"')),
        ['\'', '\\', ..] => Some(end_of('\'')),
        ['\'', _, '\'', ..] => Some(3),
        ['\'', ..] => Some(1),
        ['b', 'r', rest @ ..] => raw_string(rest).map(|length| length + 2),
        ['r', rest @ ..] => raw_string(rest).map(|length| length + 1),
        _ => None,
    }
}

/// Returns the length of the raw string whose `r` comes before `text`.
fn raw_string(text: &[char]) -> Option<usize> {
    let hashes = text.iter().take_while(|&&c| c == '#').count();
    if text.get(hashes) != Some(&'"') {
        return None;
    }
    let mut close = vec!['"'];
    close.resize(1 + hashes, '#');
    let body = &text[hashes + 1..];
    let length = body.windows(close.len()).position(|end| end == close).unwrap_or(body.len());
    Some(hashes + 1 + length + close.len())
}

#[test]
fn comments_and_strings_are_no_tokens() {
    for source in [
        "//! See `hidden`.\n/* hidden /* hidden */ hidden */",
        r##"const A: &str = "\"hidden"; const B: &str = r#"hidden""#;"##,
        r#"const Q: char = '\''; const D: char = '"'; // hidden"#,
    ] {
        assert!(!tokens(source).contains(&"hidden".to_string()), "{source}");
    }
    for source in [
        r#"const Q: char = '"'; use shown; const R: char = '"';"#,
        r"const Q: char = '\''; fn f<'a>() { shown() }",
        r#"const A: &str = "//"; use shown;"#,
    ] {
        assert!(tokens(source).contains(&"shown".to_string()), "{source}");
    }
}

#[test]
fn strings_are_found_whatever_is_quoted() {
    let source = r##"a('"', "one \" two"); /* "no" */ b(r#"three "four""#); // "no""##;
    assert_eq!(strings(source), [r#""one \" two""#, r##"r#"three "four""#"##]);
}
