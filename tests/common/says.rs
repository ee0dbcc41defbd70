//! Texts of the program and the sentences that they are made from.

/// Whether a text is a sentence with its values filled in.
pub fn says(sentence: &str, text: &str) -> bool {
    let mut parts = Vec::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        parts.push(before);
        rest = after.split_once('}').expect("a value has an end").1;
    }
    let Some(text) = text.strip_suffix(rest) else { return false };
    let [first, more @ ..] = &parts[..] else { return text.is_empty() };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    for part in more {
        // A value has one letter at least.
        let Some(at) = text.get(1..).and_then(|text| text.find(part)) else { return false };
        text = &text[1 + at + part.len()..];
    }
    !text.is_empty()
}
