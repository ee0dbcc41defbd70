//! Reads the paths that a Rust source names, for the test of the layers.

/// Words and the punctuation that paths are made of, without comments and strings.
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

/// The length of the comment that `text` begins with. Block comments nest.
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

/// The length of the string, raw string or character that `text` begins with. Of a lifetime it is
/// the quote alone: its name is harmless.
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

/// The length of the raw string of which `text` is what follows the `r`.
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

/// The names of a path, from the root of the crate.
pub type Names = Vec<String>;

/// Every path in `tokens` that starts at the crate or climbs, made absolute. `module` is where the
/// file stands in the crate.
pub fn paths(tokens: &[String], module: &[String]) -> Vec<Names> {
    let mut found = Vec::new();
    let mut here: Names = module.to_vec();
    // For each open brace, whether it is an inline module.
    let mut braces = Vec::new();
    let word = |i: usize| tokens.get(i).map_or("", String::as_str);
    let mut i = 0;
    while i < tokens.len() {
        match word(i) {
            "{" => {
                let inline = i >= 2 && word(i - 2) == "mod";
                if inline {
                    here.push(tokens[i - 1].clone());
                }
                braces.push(inline);
            }
            "}" => {
                let was_module = braces.pop() == Some(true);
                here.truncate(here.len() - usize::from(was_module));
            }
            "crate" | "juez" if word(i + 1) == "as" => found.push(vec!["*".to_string()]),
            "crate" | "juez" | "super" | "self"
                if word(i + 1) == "::" && (i == 0 || word(i - 1) != "::") =>
            {
                i = branch(tokens, i, &here, None, &mut found);
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Reads the path at `i`, with every branch of its groups; the index after it.
fn branch(
    tokens: &[String],
    mut i: usize,
    here: &[String],
    prefix: Option<Names>,
    found: &mut Vec<Names>,
) -> usize {
    let word = |i: usize| tokens.get(i).map_or("", String::as_str);
    let mut at = prefix.unwrap_or_else(|| here.to_vec());
    loop {
        match word(i) {
            "crate" | "juez" => at.clear(),
            "super" => drop(at.pop()),
            "self" => {}
            "{" => {
                i += 1;
                while i < tokens.len() && word(i) != "}" {
                    i = branch(tokens, i, here, Some(at.clone()), found);
                    // To the next branch, past `as name` and the comma.
                    while i < tokens.len() && !matches!(word(i), "," | "}") {
                        i += 1;
                    }
                    i += usize::from(word(i) == ",");
                }
                return i + 1;
            }
            // Generic arguments end a path; the paths within are read on their own.
            "<" => break,
            name => at.push(name.to_string()),
        }
        if word(i + 1) != "::" {
            i += 1;
            break;
        }
        i += 2;
    }
    found.push(at);
    i
}
